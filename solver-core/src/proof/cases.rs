//! Searches over the literals of the rows that propagate: what is assumed is refuted by a clause for each branch.

use super::database::Database;
use crate::model::rows::Literal;

/// The literals of all clauses of a search, at most, for each clause that it may add.
const LITERALS: usize = 100;

impl Database {
    /// Assumes one open literal after the other: if that is contradictory, its negation holds (failed literals; J. W. Freeman, PhD thesis,
    /// University of Pennsylvania, 1995). Until nothing changes. Adds a clause for each, and says whether all is contradictory.
    pub(super) fn probe(&mut self, lines: &mut Vec<Vec<Literal>>) -> bool {
        let mut changes = true;
        while std::mem::take(&mut changes) {
            for l in self.open_literals() {
                if self.is_true(l) || self.is_false(l) {
                    continue;
                }
                if !self.budget.look_now() {
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

    /// A search for an assignment, of at most so many refuted branches. Adds a clause for each, and says whether there is none.
    pub(super) fn cases(&mut self, lines: &mut Vec<Vec<Literal>>, limit: usize) -> bool {
        let (limit, mut literals) = (lines.len() + limit, LITERALS * limit);
        // The branches taken: the literal, and where its assumptions begin.
        let mut branches: Vec<(Literal, usize)> = Vec::new();
        while lines.len() < limit && self.budget.look_now() {
            // Propagation has found nothing: another branch.
            let Some(l) = self.open_literal() else { return false };
            branches.push((l, self.mark()));
            if self.assume(l) {
                continue;
            }
            // The branch is refuted: so its literal is false, and if that is refuted, too, so is the branch above.
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
