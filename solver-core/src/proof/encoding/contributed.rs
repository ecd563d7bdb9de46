//! The rows of the linear relaxation: each is a constraint's row, or is derived from such rows.

use super::Encoding;
use crate::linear_rows::Column;
use crate::model::rows::Literal;
use crate::proof::database::{Owner, RowId};
use crate::proof::sum::Sum;

/// The maximum number of lines in a row's derivation.
const LINES: usize = 100;

impl Encoding {
    /// Returns the row over literals for "the sum of columns is at least `degree`", or `None` on overflow.
    pub(in crate::proof) fn over_literals(&mut self, terms: &[(Column, i64)], mut degree: i64) -> Option<Sum> {
        let mut literals = Vec::new();
        for &(Column { var, value }, c) in terms {
            match value {
                None => {
                    let (constant, of_var) = self.sum_of(var.index() as u32, c);
                    degree = degree.checked_sub(constant)?;
                    literals.extend(of_var);
                }
                Some(value) => literals.push((c, self.equals(var.index() as u32, value))),
            }
        }
        Sum::new(literals, degree)
    }

    /// Finds a row that, given the known literals, is at least as strong as `wanted`: a row of one of these owners, or
    /// its quotient by a number. A quotient is only used in sums and never propagates. Returns `None` if there is none.
    pub(in crate::proof) fn row_for(&mut self, wanted: &Sum, owners: &[Owner]) -> Option<u32> {
        let &(c, l) = wanted.terms.iter().find(|term| self.database.value(term.1).is_none())?;
        let number = owners.iter().map(|&owner| self.database.rows_of(owner).len()).sum();
        if !self.database.budget.spend(number) {
            return None;
        }
        let rows = owners.iter().flat_map(|&owner| self.database.rows_of(owner));
        let mut rows = rows.filter_map(|&row| {
            let sum = self.database.sum(row);
            let first = sum.terms.iter().find(|term| term.1 == l)?.0;
            let quotient = sum.divided(if first % c == 0 { first / c } else { 1 });
            self.implies(&quotient, wanted).then_some((row, first / c, quotient))
        });
        let (row, divisor, quotient) = rows.next()?;
        if quotient == *self.database.sum(row) {
            return Some(row);
        }
        let id = self.writer.add(&[(self.database.id(row), 1)], divisor);
        Some(self.database.add(self.definitions, quotient, id))
    }

    /// Checks, term by term, whether a row implies another one, given the known literals.
    fn implies(&self, row: &Sum, other: &Sum) -> bool {
        let Some(difference) = Sum::total([(other, 1), (row, -1)].into_iter()) else { return false };
        let known = difference.terms.iter().filter(|term| self.database.is_true(term.1));
        known.map(|term| term.0).sum::<i64>() >= difference.degree
    }

    /// Adds a row that is only used in sums and never propagates.
    pub(in crate::proof) fn only_summed(&mut self, sum: Sum, id: RowId) -> u32 {
        self.database.add(self.definitions, sum, id)
    }

    /// Writes a clause that propagation over the rows of these owners derives.
    pub(in crate::proof) fn clause_of(&mut self, owners: &[Owner], clause: [Literal; 2]) -> Option<RowId> {
        let follows = !self.database.begin(owners) || !clause.iter().all(|&l| self.database.assume(!l));
        self.database.end();
        follows.then(|| self.writer.rup(&clause))
    }

    /// Returns the sum of a row and two-literal clauses, each with its multiplier. The clauses are then deleted.
    pub(in crate::proof) fn row_of_sum(&mut self, row: u32, clauses: &[([Literal; 2], RowId, i64)]) -> Option<u32> {
        let of_clause = |clause: &[Literal; 2]| Sum::new(clause.iter().map(|&l| (1, l)), 1);
        let sums = clauses.iter().map(|(clause, ..)| of_clause(clause)).collect::<Option<Vec<Sum>>>()?;
        let times = sums.iter().zip(clauses).map(|(sum, &(.., times))| (sum, times));
        let total = Sum::total([(self.database.sum(row), 1)].into_iter().chain(times))?;
        let lines = clauses.iter().map(|&(_, line, times)| (line, times));
        let ids: Vec<(RowId, i64)> = [(self.database.id(row), 1)].into_iter().chain(lines).collect();
        let id = self.writer.add(&ids, 1);
        self.writer.delete(&clauses.iter().map(|clause| clause.1).collect::<Vec<_>>());
        Some(self.database.add(self.definitions, total, id))
    }

    /// Derives a row using rows of `scratch`: a new literal represents the row, and a case split over these owners'
    /// rows shows that the literal is true. The derived row is only used in sums and never propagates.
    pub(in crate::proof) fn row_by_cases(&mut self, wanted: &Sum, scratch: Owner, owners: &[Owner]) -> Option<u32> {
        if !self.database.begin(&[&[scratch], owners].concat()) {
            self.database.end();
            return None;
        }
        let new = self.auxiliary();
        let holds = self.under(scratch, wanted.terms.clone(), wanted.degree, new);
        let opposite = wanted.terms.iter().map(|&(c, l)| (-c, l)).collect();
        let fails = self.under(scratch, opposite, 1 - wanted.degree, !new);
        let mut cases = Vec::new();
        let is_open = self.database.enter_fresh() && self.database.assume(!new);
        let is_derived = !is_open || self.database.cases(&mut cases, LINES);
        self.database.end();
        let mut lines: Vec<RowId> = [holds, fails].into_iter().flatten().map(|row| self.database.id(row)).collect();
        let mut derived = None;
        if let (true, Some(&holds)) = (is_derived, lines.first()) {
            lines.extend(cases.iter().map(|literals| self.writer.rup(&[&literals[..], &[new]].concat())));
            let unit = self.writer.rup(&[new]);
            lines.push(unit);
            let id = self.writer.add(&[(holds, 1), (unit, wanted.degree)], 1);
            derived = Some(self.database.add(self.definitions, wanted.clone(), id));
        }
        [holds, fails].into_iter().flatten().for_each(|row| self.database.remove(row));
        self.writer.delete(&lines);
        self.reusable.push(new);
        derived
    }
}
