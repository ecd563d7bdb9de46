//! How a reason becomes lines of a proof, from cheap to universal.
//!
//! 1. Unit propagation from the premises finds the fact: nothing is written, a checker finds it, too.
//! 2. Propagation refutes the premises with the fact's negation: one line by reverse unit propagation.
//! 3. It does so with the sum of the rows that the reason names (a Hall set, …): that sum, and then the line.
//! 4. The constraint has a derivation of its own ([`Lines`]).
//! 5. By cases: a search over the literals of the constraint's rows, with a line for each branch that propagation refutes; where it is not short, single literals are
//!    refuted first. This always succeeds
//!    when the rows are complete, and is bounded by [`LIMIT`].
//!
//! Each is tried on the constraint's own rows, so no line is written that a checker would refuse.

use super::database::{Owner, RowId, Sum};
use super::encoding::Encoding;
use crate::model::lines::Lines;
use crate::model::rows::Literal;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// The lines of a derivation by cases, at most.
pub(super) const LIMIT: usize = 50_000;

/// A search of as many lines is short.
const SOON: usize = 100;

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
    /// Derives a clause, the negations of some premises and perhaps a fact, from the rows of these owners and of some that are added up.
    pub(super) fn derive(
        &mut self,
        (owners, selectors): (&[Owner], &HashMap<String, Literal>),
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
        let propagates = self.database.begin(owners) && premises.iter().all(|&l| self.database.assume(l));
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
            if self.is_refuted_by(owners, &clause, &sum) {
                let rows: Vec<_> = rows.iter().map(|&(row, times)| (self.database.id(row), times)).collect();
                let helper = self.writer.add(&rows);
                let line = self.writer.rup(&clause);
                self.writer.delete(&[helper]);
                return Derived::Line(line);
            }
        }
        match self.by_constraint((owners, selectors), &clause, own) {
            Derived::Not => self.by_cases(owners, &clause),
            derived => derived,
        }
    }

    fn sum_of_rows(&self, named: &[(u32, i64)]) -> Option<Sum> {
        let mut total = Sum { terms: Vec::new(), degree: 0 };
        for &(row, times) in named {
            total = total.plus(self.database.sum(row), times)?;
        }
        (!total.is_trivial()).then_some(total)
    }

    /// Whether a row cannot be satisfied where a clause is false, after propagation.
    fn is_refuted_by(&mut self, owners: &[Owner], clause: &[Literal], sum: &Sum) -> bool {
        let open = self.database.begin(owners) && clause.iter().all(|&l| self.database.assume(!l));
        let reach: i64 = sum.terms.iter().filter(|t| !self.database.is_false(t.1)).map(|t| t.0).sum();
        self.database.end();
        !open || reach < sum.degree
    }

    /// A search for an assignment that satisfies the rows and not the clause. If it does not end soon, what each single literal
    /// contradicts is found first.
    fn by_cases(&mut self, owners: &[Owner], clause: &[Literal]) -> Derived {
        let mut lines: Vec<RowId> = Vec::new();
        let open = self.database.begin(owners) && clause.iter().all(|&l| self.database.assume(!l));
        debug_assert!(open, "propagation alone does not refute it");
        let root = self.database.mark();
        let mut refuted = self.cases(clause, &mut lines, SOON);
        if refuted.is_none() {
            self.database.back_to(root);
            refuted = self.probe(clause, &mut lines).or_else(|| self.cases(clause, &mut lines, LIMIT));
        }
        self.database.end();
        self.writer.delete(&lines);
        refuted.map_or(Derived::Not, Derived::Line)
    }

    /// Assumes one open literal after the other: if that is contradictory, its negation holds (failed literals; J. W. Freeman, PhD thesis,
    /// University of Pennsylvania, 1995). Until nothing changes.
    fn probe(&mut self, clause: &[Literal], lines: &mut Vec<RowId>) -> Option<RowId> {
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
                let all: Vec<Literal> = clause.iter().copied().chain([!l]).collect();
                lines.push(self.writer.rup(&all));
                if !self.database.assume(!l) {
                    return Some(self.writer.rup(clause));
                }
            }
        }
        None
    }

    /// The search itself, of at most so many lines.
    fn cases(&mut self, clause: &[Literal], lines: &mut Vec<RowId>, limit: usize) -> Option<RowId> {
        let limit = lines.len() + limit;
        // The branches taken: the literal, and where its assumptions begin.
        let mut branches: Vec<(Literal, usize)> = Vec::new();
        let mut refuted = None;
        loop {
            if lines.len() >= limit {
                break;
            }
            // Propagation has found nothing: another branch.
            let Some(l) = self.database.open_literal() else { break };
            branches.push((l, self.database.mark()));
            if self.database.assume(l) {
                continue;
            }
            // The branch is refuted: so its literal is false, and if that is refuted, too, so is the branch above.
            while let Some((l, mark)) = branches.pop() {
                let all: Vec<Literal> =
                    clause.iter().copied().chain(branches.iter().map(|branch| !branch.0)).chain([!l]).collect();
                lines.push(self.writer.rup(&all));
                self.database.back_to(mark);
                if self.database.assume(!l) {
                    break;
                }
                if branches.is_empty() {
                    refuted = Some(self.writer.rup(clause));
                }
            }
            if refuted.is_some() {
                break;
            }
        }
        refuted
    }
}
