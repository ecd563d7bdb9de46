//! Combined rows to which reasons refer, and how these reasons are explained and checked.

use super::combine::{Combined, Row};
use crate::atom::Atom;
use crate::linear_rows::Column;
use crate::reason::{CheckContext, Multiple, Premises, RowSum, Scratch, weakened};
use crate::store::DomainsAt;
use crate::view::View;
use std::collections::BTreeMap;

/// A term of a kept row. `least` is the column's smallest root value, or that of its negation if the coefficient is
/// negative.
#[derive(Clone, Copy)]
struct Term {
    coefficient: i64,
    column: Column,
    least: i32,
}

impl Term {
    /// The view that the row bounds from above: the variable, or its negation.
    fn view(self) -> View {
        let view = View::from(self.column.var);
        if self.coefficient > 0 { view } else { -view }
    }

    /// The smallest value of the column, or of its negation if the coefficient is negative.
    fn min(self, past: &DomainsAt<'_>) -> i32 {
        let x = View::from(self.column.var);
        match self.column.value {
            None => past.min_from(self.view(), self.least),
            Some(value) if self.coefficient > 0 => i32::from(past.fixed(x) == Some(value)),
            Some(value) => -i32::from(past.contains(x, value)),
        }
    }
}

/// A row `Σ terms <= constant`, with the ends of its terms and its parts in [`Kept`].
#[derive(Clone, Copy)]
struct KeptRow {
    constant: i64,
    component: u32,
    terms: usize,
    parts: usize,
}

/// The rows of a component as the constraints contributed them, its columns, and their bounds at the root.
pub(super) struct Posted<'a> {
    pub(super) rows: &'a [Row],
    pub(super) columns: &'a [Column],
    pub(super) roots: &'a [(i32, i32)],
}

/// The value that represents a conflict instead of a row position.
const CONFLICT: u32 = u32::MAX;

/// The kept rows. They live as long as the facts inferred from them.
#[derive(Clone, Default)]
pub(super) struct Kept {
    rows: Vec<KeptRow>,
    terms: Vec<Term>,
    parts: Vec<(u32, i64)>,
    /// For each hint, the row, and the position of the fact's column in the row. The variable would not identify the
    /// column, because a row can contain both a variable and its indicators.
    hints: Vec<(u32, u32)>,
}

impl Kept {
    /// The number of rows and the number of hints.
    pub(super) fn lengths(&self) -> [usize; 2] {
        [self.rows.len(), self.hints.len()]
    }

    /// Truncates the lists of rows and hints to these lengths.
    pub(super) fn truncate(&mut self, [rows, hints]: [usize; 2]) {
        self.rows.truncate(rows);
        self.hints.truncate(hints);
        let (terms, parts) = self.rows.last().map_or((0, 0), |row| (row.terms, row.parts));
        self.terms.truncate(terms);
        self.parts.truncate(parts);
    }

    /// Keeps a row of a component.
    pub(super) fn push(&mut self, component: u32, row: &Combined, columns: &[Column], roots: &[(i32, i32)]) {
        self.terms.extend(row.terms.iter().map(|&(column, coefficient)| {
            let (low, high) = roots[column as usize];
            let least = if coefficient > 0 { low } else { -high };
            Term { coefficient, column: columns[column as usize], least }
        }));
        self.parts.extend_from_slice(&row.parts);
        let (terms, parts) = (self.terms.len(), self.parts.len());
        self.rows.push(KeptRow { constant: row.constant, component, terms, parts });
    }

    /// Creates the hint for a conflict by the last row, or for a fact about the column at a position of this row.
    pub(super) fn hint(&mut self, position: Option<u32>) -> u32 {
        self.hints.push((self.rows.len() as u32 - 1, position.unwrap_or(CONFLICT)));
        self.hints.len() as u32 - 1
    }

    fn terms(&self, row: usize) -> &[Term] {
        let start = if row == 0 { 0 } else { self.rows[row - 1].terms };
        &self.terms[start..self.rows[row].terms]
    }

    fn parts(&self, row: usize) -> &[(u32, i64)] {
        let start = if row == 0 { 0 } else { self.rows[row - 1].parts };
        &self.parts[start..self.rows[row].parts]
    }

    /// Adds to a reason the sum of rows that implies the fact, if the sum is requested.
    pub(super) fn add_sum<'a>(
        &self,
        posted: impl Fn(u32) -> Posted<'a>,
        past: &DomainsAt<'_>,
        fact: Option<Atom>,
        hint: u32,
        why: &mut Premises,
    ) {
        let Some(RowSum { multiples, sides: (left, right) }) = why.wanted_sum() else { return };
        let (row, position) = self.hints[hint as usize];
        let Posted { rows, columns, roots } = posted(self.rows[row as usize].component);
        for &(part, multiplier) in self.parts(row as usize) {
            let Row { low, high, sources, .. } = &rows[part as usize];
            let source = sources[usize::from(multiplier < 0)];
            multiples.push(Multiple { multiplier, is_equation: low == high, source });
            let side = if multiplier > 0 { (&mut *left, low) } else { (&mut *right, high) };
            *side.0 += i128::from(multiplier).abs() * i128::from(side.1.unwrap_or(0));
        }
        // The greatest possible value of the columns that remain in the sum, if the fact is false.
        let denied = self.terms(row as usize).get(position as usize);
        for (column, sum) in self.column_sums(row as usize, rows) {
            let (low, high) = roots[column as usize];
            let column = columns[column as usize];
            let least = if sum < 0 { low } else { -high };
            let term = Term { coefficient: if sum < 0 { 1 } else { -1 }, column, least };
            let min = match (denied.filter(|denied| denied.column == column), fact, column.value) {
                (Some(_), Some(fact), None) => fact.bound(term.view()) + 1,
                (Some(_), Some(_), Some(_)) => i64::from(sum < 0),
                _ => term.min(past).into(),
            };
            let greatest = -sum.abs() * i128::from(min);
            *if greatest > 0 { &mut *right } else { &mut *left } += greatest.abs();
        }
    }

    /// The sum of the parts of a row: columns and their coefficients.
    fn column_sums(&self, row: usize, rows: &[Row]) -> BTreeMap<u32, i128> {
        let mut sums = BTreeMap::<u32, i128>::new();
        for &(part, multiplier) in self.parts(row) {
            for &(column, coefficient) in &rows[part as usize].terms {
                *sums.entry(column).or_default() += i128::from(multiplier) * i128::from(coefficient);
            }
        }
        sums
    }

    /// Adds the premises of a fact: lower bounds of the other columns that, together with the row, imply the fact.
    pub(super) fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) {
        let (row, position) = self.hints[hint as usize];
        let mut surplus = -self.rows[row as usize].constant - 1;
        let mut supports: Scratch<(i64, (Term, i32))> = Scratch::new();
        for (i, &term) in (0..).zip(self.terms(row as usize)) {
            let factor = term.coefficient.abs();
            if i == position {
                surplus += match (term.column.value, fact) {
                    // The smallest value that violates the fact.
                    (None, Some(fact)) => factor * (fact.bound(term.view()) + 1),
                    (None, None) => 0,
                    (Some(_), _) => i64::from(term.coefficient > 0) * factor,
                };
                continue;
            }
            let min = term.min(past);
            surplus += factor * i64::from(min);
            if min > term.least {
                supports.push((factor * (i64::from(min) - i64::from(term.least)), (term, min)));
            }
        }
        debug_assert!(surplus >= 0, "the row implies the fact");
        let premise = |(term, min): (Term, i32), surplus: &mut i64| match term.column.value {
            None => weakened(term.coefficient.abs(), term.view(), min, surplus),
            Some(value) if term.coefficient > 0 => Atom::equals(View::from(term.column.var), value),
            Some(value) => Atom::differs(View::from(term.column.var), value),
        };
        why.add_within(surplus, &mut supports, premise);
    }

    /// Whether a kept row excludes the case. Recomputes the sum of the row's parts from the rows of the constraints. If
    /// reasons omit the root bounds (`from_root`), these also restrict the case.
    pub(super) fn excludes<'a>(
        &self,
        posted: impl Fn(u32) -> Posted<'a>,
        case: &CheckContext<'_>,
        from_root: bool,
    ) -> bool {
        (0..self.rows.len()).any(|row| {
            let Posted { rows, columns, roots } = posted(self.rows[row].component);
            let sums = self.column_sums(row, rows);
            let mut limit = 0i128;
            for &(part, multiplier) in self.parts(row) {
                let Row { low, high, .. } = &rows[part as usize];
                let Some(of_row) = (if multiplier > 0 { low } else { high }) else { return false };
                limit += i128::from(multiplier) * i128::from(*of_row);
            }
            // Σ sum · column >= limit: impossible if even the greatest value is less.
            let greatest = sums.into_iter().map(|(column, sum)| {
                let Column { var, value } = columns[column as usize];
                let x = View::from(var);
                let (low, high) = match value {
                    None => case.bounds(x)?,
                    Some(value) => (i32::from(case.fixed(x) == Some(value)), i32::from(case.contains(x, value))),
                };
                let (least, most) = if from_root { roots[column as usize] } else { (low, high) };
                Some(sum * i128::from(if sum > 0 { high.min(most) } else { low.max(least) }))
            });
            greatest.sum::<Option<i128>>().is_none_or(|greatest| greatest < limit)
        })
    }

    pub(super) fn bytes(&self) -> usize {
        self.terms.capacity() * size_of::<Term>() + self.parts.capacity() * 16 + self.hints.capacity() * 8
    }
}
