//! The rows of the linear relaxation: each is one of the rows of a constraint, or is derived from them.

use super::Encoding;
use crate::linear_rows::Column;
use crate::proof::database::{Owner, RowId};
use crate::proof::sum::Sum;

/// The maximum number of lines by which a row is derived.
const LINES: usize = 100;

impl Encoding {
    /// The sum of columns is at least `degree`, as a row over literals; `None` if numbers overflow.
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

    /// A row that has at least the strength of `wanted` where the known literals hold: one of the rows of these owners,
    /// a quotient of one, or a row derived from them with the help of rows of `scratch`. New rows are only summed.
    /// `None` if none is found.
    pub(in crate::proof) fn row_for(&mut self, wanted: &Sum, scratch: Owner, owners: &[Owner]) -> Option<u32> {
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
        let Some((row, divisor, quotient)) = rows.next() else { return self.row_by_cases(wanted, scratch, owners) };
        if quotient == *self.database.sum(row) {
            return Some(row);
        }
        let id = self.writer.add(&[(self.database.id(row), 1)], divisor);
        Some(self.database.add(self.definitions, quotient, id))
    }

    /// Whether a row implies another one where the known literals hold, term by term.
    fn implies(&self, row: &Sum, other: &Sum) -> bool {
        let Some(difference) = Sum::total([(other, 1), (row, -1)].into_iter()) else { return false };
        let known = difference.terms.iter().filter(|term| self.database.is_true(term.1));
        known.map(|term| term.0).sum::<i64>() >= difference.degree
    }

    /// Derives a row: a new literal stands for it, and a case split over the rows shows that the literal is true.
    fn row_by_cases(&mut self, wanted: &Sum, scratch: Owner, owners: &[Owner]) -> Option<u32> {
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
