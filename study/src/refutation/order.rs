//! Orders the facts of a refutation: facts from the same row are placed together, and consequences of the model are
//! listed only once, at the start.

use super::Source;
use super::kept::Kept;
use super::read::Files;
use super::row::Literal;

/// Facts, each with the row that implies it.
type Facts = Vec<(Literal, usize)>;

/// Removes from the steps all facts that the model rows imply, and returns them. Also orders the remaining facts.
pub(super) fn ordered(files: &Files, steps: &mut [Kept]) -> Facts {
    let all = || steps.iter().flat_map(|step| step.chain.steps.iter().copied());
    let mut of_model: Facts = Vec::new();
    for (l, row) in all().filter(|&(_, row)| matches!(files.sources[row], Source::Model(_))) {
        if !of_model.iter().any(|known| known.0 == l) {
            of_model.push((l, row));
        }
    }
    let start = closure(files, &mut of_model, &[]);
    let known: Vec<Literal> = start.iter().map(|fact| fact.0).collect();
    for step in steps {
        let mut left = std::mem::take(&mut step.chain.steps);
        left.retain(|(l, _)| !known.contains(l));
        let given: Vec<Literal> = known.iter().copied().chain(step.clause.iter().map(|&l| !l)).collect();
        step.chain.steps = closure(files, &mut left, &given);
        // Facts that come from lines with dropped literals are placed last, in the order in which they were found.
        step.chain.steps.append(&mut left);
    }
    start
}

/// Extracts the facts that follow from the given ones, grouped by row.
fn closure(files: &Files, facts: &mut Facts, given: &[Literal]) -> Facts {
    let mut known = given.to_vec();
    let mut ordered: Facts = Vec::new();
    loop {
        let holds = |l: Literal| known.contains(&l);
        let follows = |&(l, row): &(Literal, usize)| {
            let open = files.rows[row].terms.iter().filter(|term| term.1 != l && !holds(!term.1));
            open.map(|term| term.0).sum::<i128>() < files.rows[row].degree
        };
        let Some(&(_, row)) = facts.iter().find(|fact| follows(fact)) else { return ordered };
        let (now, later): (Facts, Facts) = facts.iter().partition(|fact| fact.1 == row && follows(fact));
        known.extend(now.iter().map(|fact| fact.0));
        ordered.extend(now);
        *facts = later;
    }
}
