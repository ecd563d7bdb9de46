//! Look-ahead algorithms: assigning a value removes incompatible values from the domains of later variables.

use super::{Found, Network, Order, Question};
use std::collections::VecDeque;

/// The depth of a search's look-ahead.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ahead {
    /// Forward checking: revises each variable related to the newly assigned variable once.
    Once,
    /// Arc consistency: revises until every value has a support in every relation.
    Fixpoint,
}

struct State<'n> {
    network: &'n Network,
    /// For each variable, whether each value is still in its domain.
    left: Vec<Vec<bool>>,
    /// The removed values, for undoing the removals.
    trail: Vec<(usize, usize)>,
    given: Vec<bool>,
    checks: u64,
}

struct Level {
    variable: usize,
    /// The next value to try.
    next: usize,
    /// The length of the trail before the assignment.
    trail: usize,
}

pub(super) fn search(network: &Network, ahead: Ahead, question: &Question) -> Found {
    let n = network.variables();
    let mut found = Found::default();
    let mut state = State {
        network,
        left: (0..n).map(|i| vec![true; network.values(i)]).collect(),
        trail: Vec::new(),
        given: vec![false; n],
        checks: 0,
    };
    let arcs = || network.relations().flat_map(|(i, j, _)| [(i, j), (j, i)]);
    if ahead == Ahead::Fixpoint && !state.make_consistent(arcs().collect()) {
        found.checks = state.checks;
        return found;
    }
    let mut levels: Vec<Level> = Vec::with_capacity(n);
    let mut descend = true;
    loop {
        if descend {
            match state.choose(question.order) {
                Some(variable) => levels.push(Level { variable, next: 0, trail: state.trail.len() }),
                None => {
                    let value = |values: &Vec<bool>| values.iter().position(|&left| left).unwrap_or(0);
                    found.solutions.push(state.left.iter().map(value).collect());
                    if question.first_only {
                        break;
                    }
                }
            }
        }
        let Some(level) = levels.last_mut() else { break };
        let (variable, trail) = (level.variable, level.trail);
        state.undo(trail);
        state.given[variable] = false;
        let Some(a) = (level.next..network.values(variable)).find(|&a| state.left[variable][a]) else {
            levels.pop();
            descend = false;
            continue;
        };
        level.next = a + 1;
        if !found.visit(question) {
            break;
        }
        state.given[variable] = true;
        descend = state.give(variable, a, ahead);
    }
    found.checks = state.checks;
    found
}

impl State<'_> {
    /// Selects the next variable to assign.
    fn choose(&self, order: Order) -> Option<usize> {
        let mut open = (0..self.given.len()).filter(|&i| !self.given[i]);
        match order {
            Order::Static => open.next(),
            Order::SmallestDomain => open.min_by_key(|&i| (self.count(i), i)),
        }
    }

    fn count(&self, variable: usize) -> usize {
        self.left[variable].iter().filter(|&&left| left).count()
    }

    fn remove(&mut self, variable: usize, a: usize) {
        self.left[variable][a] = false;
        self.trail.push((variable, a));
    }

    fn undo(&mut self, length: usize) {
        for (variable, a) in self.trail.drain(length..) {
            self.left[variable][a] = true;
        }
    }

    /// Assigns a value to a variable and looks ahead; returns `false` on a domain wipe-out.
    fn give(&mut self, variable: usize, a: usize, ahead: Ahead) -> bool {
        for b in 0..self.left[variable].len() {
            if b != a && self.left[variable][b] {
                self.remove(variable, b);
            }
        }
        let open: Vec<usize> = self.network.neighbours(variable).filter(|&j| !self.given[j]).collect();
        match ahead {
            Ahead::Once => open.into_iter().all(|j| {
                self.revise(j, variable);
                self.count(j) > 0
            }),
            Ahead::Fixpoint => self.make_consistent(open.into_iter().map(|j| (j, variable)).collect()),
        }
    }

    /// Runs AC-3 with a first-in, first-out queue.
    fn make_consistent(&mut self, mut arcs: VecDeque<(usize, usize)>) -> bool {
        while let Some((i, j)) = arcs.pop_front() {
            if !self.revise(i, j) {
                continue;
            }
            if self.count(i) == 0 {
                return false;
            }
            for k in self.network.neighbours(i).filter(|&k| k != j && !self.given[k]) {
                if !arcs.contains(&(k, i)) {
                    arcs.push_back((k, i));
                }
            }
        }
        true
    }

    /// Removes the values of `i` that have no support in `j`, and returns whether any were removed.
    fn revise(&mut self, i: usize, j: usize) -> bool {
        let mut changed = false;
        for a in 0..self.left[i].len() {
            if self.left[i][a] && !self.is_supported(i, j, a) {
                self.remove(i, a);
                changed = true;
            }
        }
        changed
    }

    fn is_supported(&mut self, i: usize, j: usize, a: usize) -> bool {
        for b in 0..self.left[j].len() {
            if self.left[j][b] {
                self.checks += 1;
                if self.network.allows(i, j, (a, b)) {
                    return true;
                }
            }
        }
        false
    }
}
