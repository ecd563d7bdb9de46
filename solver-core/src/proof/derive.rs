//! Derivation of reasons as proof lines, from the cheapest method to the one that always works:
//!
//! 1. If unit propagation derives the fact from the premises, nothing is written, because the checker also derives it.
//! 2. If the sum of the rows that the reason names (those of a Hall set, for example) is the clause or implies it by
//!    itself, that sum is the line. Over bits, this method comes first.
//! 3. If propagation refutes the premises together with the negated fact, possibly with that sum, one line by reverse
//!    unit propagation suffices.
//! 4. The constraint derives the inference from its rows ([`Lines`]).
//! 5. A case split over the literals of the constraint's rows writes a line for each branch that propagation refutes.
//!    If a short search does not suffice, failed literals are probed before a long search begins. This always succeeds
//!    if the rows are complete and [`LIMIT`] is not reached.
//!
//! Each method is tested on the constraint's own rows, so the checker never rejects a written line.

use super::database::{Owner, RowId};
use super::encoding::{Encoding, Stated};
use super::left::Left;
use super::sum::Sum;
use crate::model::lines::{Ended, Lines};
use crate::model::rows::Literal;
use crate::var::Var;

/// The maximum number of lines in a derivation by cases.
pub(super) const LIMIT: usize = 50_000;

/// The maximum number of lines in a short search.
pub(super) const SOON: usize = 100;

/// How an inference was derived.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Derived {
    /// Propagation finds it, so no line is needed.
    Forward,
    /// This line is the clause.
    Line(RowId),
    /// The limit was reached.
    Not,
}

impl Encoding {
    /// Derives a clause from a statement's rows and from sums of rows. The clause consists of the negated premises
    /// and possibly a fact; `about` contains their variables.
    pub(super) fn derive(
        &mut self,
        stated: &mut Stated,
        (premises, fact, about): (&[Literal], Option<Literal>, &[Var]),
        (sums, over_bits): (&[Vec<(u32, i64)>], bool),
        own: impl FnOnce(&mut dyn Lines) -> Result<(), Ended>,
    ) -> Derived {
        let mut clause: Vec<Literal> = premises.iter().map(|&l| !l).chain(fact).collect();
        clause.sort_unstable();
        clause.dedup();
        clause.retain(|&l| l != Literal::FALSE);
        let all = clause.clone();
        clause.retain(|&l| !self.database.is_false(l));
        if clause.iter().any(|&l| self.database.is_true(l)) {
            return Derived::Forward;
        }
        // Over bits, propagation finds very little.
        if over_bits && let Some(line) = self.left_of(&all, sums) {
            return Derived::Line(line);
        }
        let propagates = self.database.begin(&stated.owners) && premises.iter().all(|&l| self.database.assume(l));
        if !propagates || fact.is_some_and(|fact| self.database.is_true(fact)) {
            self.database.end();
            return Derived::Forward;
        }
        let open = fact.is_none_or(|fact| self.database.assume(!fact));
        self.database.end();
        if let Some(line) = self.left_of(&all, sums) {
            return Derived::Line(line);
        }
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
        self.by_constraint(stated, (&clause, about), own)
    }

    /// Writes a clause that one of these sums implies. The clause may contain literals known to be false, because the
    /// checker also knows this.
    fn left_of(&mut self, clause: &[Literal], sums: &[Vec<(u32, i64)>]) -> Option<RowId> {
        let left = sums.iter().filter(|rows| !rows.is_empty()).find_map(|rows| {
            let rows = rows.iter().map(|&(row, times)| (self.database.sum(row), self.database.id(row), times));
            Left::new(clause, &rows.collect::<Vec<_>>())
        })?;
        Some(self.writer.left(clause, &left))
    }

    /// Returns the sum of rows, each with its multiplier, or `None` if the sum is trivial or overflows 64 bits.
    pub(super) fn sum_of_rows(&self, named: &[(u32, i64)]) -> Option<Sum> {
        let total = Sum::total(named.iter().map(|&(row, times)| (self.database.sum(row), times)))?;
        (!total.is_trivial()).then_some(total)
    }

    /// Writes the sum of rows, each with its multiplier. Returns `None` if [`sum_of_rows`](Self::sum_of_rows) does.
    pub(super) fn written_sum(&mut self, rows: &[(u32, i64)]) -> Option<(Sum, RowId)> {
        let sum = self.sum_of_rows(rows)?;
        let ids: Vec<_> = rows.iter().map(|&(row, times)| (self.database.id(row), times)).collect();
        Some((sum, self.writer.add(&ids, 1)))
    }

    /// Checks whether propagating a clause's negation makes a row unsatisfiable.
    fn is_refuted_by(&mut self, owners: &[Owner], clause: &[Literal], sum: &Sum) -> bool {
        let open = self.database.begin(owners) && clause.iter().all(|&l| self.database.assume(!l));
        let reach: i64 = sum.terms.iter().filter(|t| !self.database.is_false(t.1)).map(|t| t.0).sum();
        self.database.end();
        !open || reach < sum.degree
    }
}
