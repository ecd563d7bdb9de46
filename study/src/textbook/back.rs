//! Look-back algorithms: a new value is checked against the values of earlier variables, in order, until one of them is
//! incompatible.

use super::{Found, Network, Question};

/// The target of backtracking when a variable has no value left.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Return {
    /// The previous variable.
    OneBack,
    /// The previous variable; checks with a known outcome are not repeated.
    Marked,
    /// The deepest variable against which a value of the current variable was checked.
    Jump,
    /// The deepest variable in the conflict set.
    Conflicts,
}

/// The state of a variable since the search last descended to that variable.
#[derive(Clone, Default)]
struct Level {
    value: usize,
    /// The next value to try.
    next: usize,
    /// The deepest variable against which a value was checked.
    deepest: Option<usize>,
    /// The conflict set: the earlier variables responsible for failures.
    conflicts: Vec<bool>,
}

/// The data of backmarking: where each value's checks ended, and how far back the search has since moved.
struct Marks {
    /// For each variable and value, the variable that refuted it, or the variable itself if none did.
    ended: Vec<Vec<usize>>,
    /// For each variable, the earliest variable whose value may have changed since the marks were made.
    changed_from: Vec<usize>,
}

pub(super) fn search(network: &Network, back: Return, question: &Question) -> Found {
    let n = network.variables();
    let mut found = Found::default();
    let mut levels = vec![Level::default(); n];
    let mut marks = Marks { ended: (0..n).map(|i| vec![0; network.values(i)]).collect(), changed_from: vec![0; n] };
    let mut i = 0;
    if n == 0 {
        found.solutions.push(Vec::new());
        return found;
    }
    levels[0].conflicts = vec![false; n];
    loop {
        let Some(stands) = next_value(network, back, &mut levels, i, &mut marks, question, &mut found) else {
            return found;
        };
        if stands && i + 1 < n {
            i += 1;
            let conflicts = vec![false; i];
            levels[i] = Level { conflicts, ..Level::default() };
            continue;
        }
        if stands {
            found.solutions.push(levels.iter().map(|level| level.value).collect());
            if question.first_only {
                return found;
            }
            // To find further solutions, treat this one as a failure for which all earlier variables are responsible.
            levels[i].conflicts.fill(true);
            continue;
        }
        let target = match back {
            Return::OneBack | Return::Marked => i.checked_sub(1),
            Return::Jump => levels[i].deepest,
            Return::Conflicts => (0..i).rev().find(|&j| levels[i].conflicts[j]),
        };
        let Some(target) = target else { return found };
        if back == Return::Conflicts {
            let blamed = std::mem::take(&mut levels[i].conflicts);
            for (j, blamed) in blamed.into_iter().enumerate().take(target) {
                levels[target].conflicts[j] |= blamed;
            }
        }
        marks.changed_from[i] = target;
        marks.changed_from[i + 1..].iter_mut().for_each(|from| *from = (*from).min(target));
        i = target;
    }
}

/// Assigns the next consistent value to variable `i`. Returns `false` if there is none, and `None` if the search must
/// stop.
fn next_value(
    network: &Network,
    back: Return,
    levels: &mut [Level],
    i: usize,
    marks: &mut Marks,
    question: &Question,
    found: &mut Found,
) -> Option<bool> {
    while levels[i].next < network.values(i) {
        let a = levels[i].next;
        if !found.visit(question) {
            return None;
        }
        levels[i].next += 1;
        let from = match back {
            Return::Marked if marks.ended[i][a] < marks.changed_from[i] => continue, // refuted as before
            Return::Marked => marks.changed_from[i],
            _ => 0,
        };
        let mut refuted = None;
        let mut tested = None;
        for j in network.neighbours(i).take_while(|&j| j < i).filter(|&j| j >= from) {
            found.checks += 1;
            tested = Some(j);
            if !network.allows(i, j, (a, levels[j].value)) {
                refuted = Some(j);
                break;
            }
        }
        marks.ended[i][a] = refuted.unwrap_or(i);
        let level = &mut levels[i];
        match refuted {
            Some(j) => level.conflicts[j] = true,
            // A consistent value has been checked against all earlier variables.
            None => tested = i.checked_sub(1),
        }
        level.deepest = level.deepest.max(tested);
        if refuted.is_none() {
            level.value = a;
            return Some(true);
        }
    }
    Some(false)
}
