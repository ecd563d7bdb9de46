//! Clauses implied by a sum of rows: if all literals of the clause are false, the sum cannot be satisfied.

use super::database::RowId;
use super::sum::Sum;
use super::writer::{Cut, Writer};
use crate::model::rows::Literal;
use std::borrow::Cow;

/// How a clause follows from a sum of rows.
pub(super) struct Left {
    steps: Vec<Cut>,
    /// Whether the steps end with the clause itself. If not, propagation over the sum derives the clause.
    is_clause: bool,
}

impl Left {
    /// Checks whether a clause follows from the sum of these rows, each with its multiplier. Returns `None` if the sum
    /// can be satisfied while the clause is false, or overflows 64 bits.
    pub(super) fn new(clause: &[Literal], rows: &[(&Sum, RowId, i64)]) -> Option<Left> {
        let total = match *rows {
            [(sum, _, 1)] => Cow::Borrowed(sum),
            _ => Cow::Owned(Sum::total(rows.iter().map(|(sum, _, times)| (*sum, *times)))?),
        };
        let others = total.terms.iter().filter(|term| !clause.contains(&term.1));
        let mut reached = others.scan(0, |reach, term| {
            *reach += term.0;
            Some(*reach)
        });
        if total.is_trivial() || reached.any(|reach| reach >= total.degree) {
            return None;
        }
        let mut steps = Vec::with_capacity(3 * rows.len() + 2);
        for (i, &(_, id, times)) in rows.iter().enumerate() {
            steps.push(Cut::Row(id));
            steps.extend((times != 1).then_some(Cut::Times(times)));
            steps.extend((i > 0).then_some(Cut::Add));
        }
        let mut terms = total.terms.iter();
        let is_clause =
            total.terms.len() == clause.len() && terms.all(|term| term.0 >= total.degree && clause.contains(&term.1));
        if is_clause {
            steps.extend(rounding(total.degree));
        }
        Some(Left { steps, is_clause })
    }

    /// Returns the steps that turn the sum of these rows into a clause; `None` if the result is not a clause.
    pub(super) fn rounding(rows: &[&Sum]) -> Option<impl Iterator<Item = Cut> + use<>> {
        let total = Sum::total(rows.iter().map(|sum| (*sum, 1)))?;
        let is_clause = total.degree > 0 && total.terms.iter().all(|term| term.0 >= total.degree);
        is_clause.then(|| rounding(total.degree))
    }
}

/// Reduces all weights to the degree by saturation, and then to 1 by division.
fn rounding(degree: i64) -> impl Iterator<Item = Cut> + use<> {
    [Cut::Saturate].into_iter().chain((degree > 1).then_some(Cut::Divide(degree)))
}

impl Writer {
    /// Writes a clause that follows from a sum.
    pub(super) fn left(&mut self, clause: &[Literal], left: &Left) -> RowId {
        let line = self.cut(&left.steps);
        if left.is_clause {
            return line;
        }
        let by_propagation = self.rup_by(clause, &[line]);
        self.delete(&[line]);
        by_propagation
    }
}
