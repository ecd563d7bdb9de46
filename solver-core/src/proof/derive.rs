//! How a reason becomes lines of a proof, from cheap to universal.
//!
//! 1. Unit propagation from the premises finds the fact: nothing is written, a checker finds it, too.
//! 2. Propagation refutes the premises with the fact's negation: one line by reverse unit propagation.
//! 3. It does so with the sum of the rows that the reason names (a Hall set, …): that sum, and then the line.
//! 4. By few cases.
//! 5. The constraint has a derivation of its own ([`Lines`]).
//! 6. By cases: a search over the literals of the constraint's rows, with a line for each branch that propagation refutes; where it is not short, single literals are
//!    refuted first. This always succeeds
//!    when the rows are complete, and is bounded by [`LIMIT`].
//!
//! Each is tried on the constraint's own rows, so no line is written that a checker would refuse.

use super::database::{Owner, RowId, Sum};
use super::encoding::{Encoding, Stated};
use crate::model::lines::Lines;
use crate::model::rows::Literal;
use std::ops::ControlFlow;

/// The lines of a derivation by cases, at most.
pub(super) const LIMIT: usize = 50_000;

/// A search of as many lines is short.
const SOON: usize = 30;

/// How an inference was derived.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Derived {
    /// It follows by propagation.
    Forward,
    /// This line states it.
    Line(RowId),
    /// The limit was reached.
    Not,
}

impl Encoding {
    /// Derives a clause, the negations of some premises and perhaps a fact, from the rows of a statement and of some that are added up.
    pub(super) fn derive(
        &mut self,
        stated: &mut Stated,
        premises: &[Literal],
        fact: Option<Literal>,
        sums: &[Vec<(u32, i64)>],
        own: impl FnOnce(&mut dyn Lines) -> ControlFlow<()>,
    ) -> Derived {
        let mut clause: Vec<Literal> = premises.iter().map(|&l| !l).chain(fact).collect();
        clause.sort_unstable();
        clause.dedup();
        clause.retain(|&l| !self.database.is_false(l));
        if clause.iter().any(|&l| self.database.is_true(l)) {
            return Derived::Forward;
        }
        let propagates = self.database.begin(&stated.owners) && premises.iter().all(|&l| self.database.assume(l));
        if !propagates || fact.is_some_and(|fact| self.database.is_true(fact)) {
            self.database.end();
            return Derived::Forward;
        }
        let open = fact.is_none_or(|fact| self.database.assume(!fact));
        self.database.end();
        if !open {
            return Derived::Line(self.writer.rup(&clause));
        }
        for rows in sums {
            let Some(sum) = self.sum_of_rows(rows) else { continue };
            if self.is_refuted_by(&stated.owners, &clause, &sum) {
                let rows: Vec<_> = rows.iter().map(|&(row, times)| (self.database.id(row), times)).collect();
                let helper = self.writer.add(&rows, 1);
                let line = self.writer.rup(&clause);
                self.writer.delete(&[helper]);
                return Derived::Line(line);
            }
        }
        let mut derived = self.by_cases(&stated.owners, &clause, false, SOON);
        if derived == Derived::Not {
            derived = self.by_constraint(stated, &clause, own);
        }
        if derived == Derived::Not {
            derived = self.by_cases(&stated.owners, &clause, true, LIMIT);
        }
        derived
    }

    fn sum_of_rows(&self, named: &[(u32, i64)]) -> Option<Sum> {
        let total = Sum::total(named.iter().map(|&(row, times)| (self.database.sum(row), times)))?;
        (!total.is_trivial()).then_some(total)
    }

    /// Whether a row cannot be satisfied where a clause is false, after propagation.
    fn is_refuted_by(&mut self, owners: &[Owner], clause: &[Literal], sum: &Sum) -> bool {
        let open = self.database.begin(owners) && clause.iter().all(|&l| self.database.assume(!l));
        let reach: i64 = sum.terms.iter().filter(|t| !self.database.is_false(t.1)).map(|t| t.0).sum();
        self.database.end();
        !open || reach < sum.degree
    }

    /// A search for an assignment that satisfies the rows and not the clause, of at most so many lines. If `probes`, what each single literal
    /// contradicts is found first. Nothing is written of a search that does not end.
    fn by_cases(&mut self, owners: &[Owner], clause: &[Literal], probes: bool, limit: usize) -> Derived {
        let open = self.database.begin(owners) && clause.iter().all(|&l| self.database.assume(!l));
        debug_assert!(open, "propagation alone does not refute it");
        let mut cases = Vec::new();
        let is_refuted = probes && self.probe(&mut cases) || self.cases(&mut cases, limit);
        self.database.end();
        if !is_refuted {
            return Derived::Not;
        }
        let mut lines = Vec::new();
        // One literal instead of all premises, if that is shorter.
        let all = (cases.len() > 3 && clause.len() > 3).then(|| self.failing(clause, &mut lines));
        let under = all.map_or_else(|| clause.to_vec(), |all| vec![!all]);
        for case in &cases {
            lines.push(self.writer.rup(&[&case[..], &under].concat()));
        }
        lines.extend(all.map(|all| self.writer.rup(&[!all])));
        let line = self.writer.rup(clause);
        self.writer.delete(&lines);
        self.spare.extend(all);
        Derived::Line(line)
    }

    /// Assumes one open literal after the other: if that is contradictory, its negation holds (failed literals; J. W. Freeman, PhD thesis,
    /// University of Pennsylvania, 1995). Until nothing changes. Whether all is contradictory.
    fn probe(&mut self, lines: &mut Vec<Vec<Literal>>) -> bool {
        let mut changes = true;
        while std::mem::take(&mut changes) {
            for l in self.database.open_literals() {
                if self.database.is_true(l) || self.database.is_false(l) {
                    continue;
                }
                let mark = self.database.mark();
                let holds = self.database.assume(l);
                self.database.back_to(mark);
                if holds {
                    continue;
                }
                changes = true;
                lines.push(vec![!l]);
                if !self.database.assume(!l) {
                    return true;
                }
            }
        }
        false
    }

    /// The search itself.
    fn cases(&mut self, lines: &mut Vec<Vec<Literal>>, limit: usize) -> bool {
        let limit = lines.len() + limit;
        // The branches taken: the literal, and where its assumptions begin.
        let mut branches: Vec<(Literal, usize)> = Vec::new();
        while lines.len() < limit {
            // Propagation has found nothing: another branch.
            let Some(l) = self.database.open_literal() else { return false };
            branches.push((l, self.database.mark()));
            if self.database.assume(l) {
                continue;
            }
            // The branch is refuted: so its literal is false, and if that is refuted, too, so is the branch above.
            while let Some((l, mark)) = branches.pop() {
                lines.push(branches.iter().map(|branch| !branch.0).chain([!l]).collect());
                self.database.back_to(mark);
                if self.database.assume(!l) {
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
