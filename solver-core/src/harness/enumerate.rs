//! Enumerates all solutions of some cases in every layout, replacing the engine with copies during the search.

use super::case::{Mode, Posted};
use super::{Report, Rng, Subject, Verdict};
use crate::atom::Atom;
use crate::domain::Layout;

/// The maximum number of solutions of an enumerated case.
const MOST_SOLUTIONS: usize = 150;

/// Enumerates one case in sixteen; for forms with a condition, one in 64.
pub(super) fn run(subject: &Subject<'_>, rng: &mut Rng, report: &mut Report) -> Verdict {
    let Subject { check, case, oracle, plant } = *subject;
    if rng.below(16 * case.form.share()) != 0 || oracle.solutions.len() > MOST_SOLUTIONS {
        return Ok(());
    }
    report.enumerations += 1;
    let runs = [
        (Layout::Auto, Mode::Classical),
        (Layout::Wide, Mode::Classical),
        (Layout::Span, Mode::Classical),
        (Layout::Auto, Mode::Explaining),
    ];
    let expected: Vec<Vec<i32>> = oracle
        .solutions
        .rows()
        .map(|row| row.iter().zip(&case.domains).map(|(&k, domain)| domain[usize::from(k)]).collect())
        .collect();
    for (layout, mode) in runs {
        let mut posted = case.post(check, plant, &case.root(), layout, mode)?;
        let mut found = Vec::new();
        search(&mut posted, rng, &mut found);
        found.sort_unstable();
        if found != expected {
            let [found, expected] = [found.len(), expected.len()];
            return Err(format!(
                "an enumeration in layout {layout:?} finds {found} solutions (or different ones), not {expected}"
            ));
        }
    }
    Ok(())
}

/// Depth-first search in input order. Branches on `x = min` and `x != min`.
fn search(posted: &mut Posted, rng: &mut Rng, found: &mut Vec<Vec<i32>>) {
    if posted.engine.propagate().is_err() {
        return;
    }
    if rng.below(8) == 0 {
        posted.engine = posted.engine.clone();
    }
    let Some(&view) = posted.variables.iter().find(|&&v| posted.engine.fixed(v).is_none()) else {
        return found.push(posted.variables.iter().map(|&v| posted.engine.min(v)).collect());
    };
    let atom = Atom::equals(view, posted.engine.min(view));
    for branch in [atom, !atom] {
        posted.engine.push_level();
        if posted.engine.assume(branch).is_ok() {
            search(posted, rng, found);
        }
        posted.engine.pop_level();
    }
}
