//! Derivations by case split: a search over the literals of the propagating rows, with a clause for each refuted
//! branch.

use super::database::Database;
use crate::model::rows::Literal;

/// The maximum total number of literals in a search's clauses, divided by the number of clauses that it may add.
const LITERALS: usize = 100;

impl Database {
    /// Assumes the open literals one by one: if an assumption leads to a contradiction, its negation holds (failed
    /// literals; J. W. Freeman, PhD thesis, University of Pennsylvania, 1995). Repeats this until nothing changes, and
    /// adds a clause for each failed literal. Returns whether the rows contradict each other.
    pub(super) fn probe(&mut self, lines: &mut Vec<Vec<Literal>>) -> bool {
        let mut changes = true;
        while std::mem::take(&mut changes) {
            for l in self.open_literals() {
                if self.is_true(l) || self.is_false(l) {
                    continue;
                }
                if !self.budget.check_now() {
                    return false;
                }
                let mark = self.mark();
                let holds = self.assume(l);
                self.back_to(mark);
                if holds {
                    continue;
                }
                changes = true;
                lines.push(vec![!l]);
                if !self.assume(!l) {
                    return true;
                }
            }
        }
        false
    }

    /// Searches for an assignment and refutes at most `limit` branches. Adds a clause for each refuted branch, and
    /// returns whether the search has shown that there is no assignment.
    pub(super) fn cases(&mut self, lines: &mut Vec<Vec<Literal>>, limit: usize) -> bool {
        let (limit, mut literals) = (lines.len() + limit, LITERALS * limit);
        // The branches taken: each literal with the trail position of its assumption.
        let mut branches: Vec<(Literal, usize)> = Vec::new();
        while lines.len() < limit && self.budget.check_now() {
            // Propagation has found no contradiction, so the search branches again here.
            let Some(l) = self.open_literal() else { return false };
            branches.push((l, self.mark()));
            if self.assume(l) {
                continue;
            }
            // The branch is refuted, so its literal is false. If that also leads to a contradiction, the parent branch
            // is refuted too.
            while let Some((l, mark)) = branches.pop() {
                let Some(left) = literals.checked_sub(branches.len() + 1) else { return false };
                literals = left;
                lines.push(branches.iter().map(|branch| !branch.0).chain([!l]).collect());
                self.back_to(mark);
                if self.assume(!l) {
                    break;
                }
                if branches.is_empty() {
                    return true;
                }
            }
        }
        false
    }
}
