//! Linear rows that constraints contribute to the [linear relaxation](crate::relaxation).

mod encoding;

use crate::atom::{Atom, Relation};
use crate::reason::Source;
use crate::value_set::ValueSet;
use crate::var::Var;
use crate::view::View;
use std::collections::{BTreeMap, BTreeSet};

/// A column of the relaxation: the value of a variable, or the indicator of `variable = value`, which is 1 if it holds
/// and 0 otherwise.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Column {
    pub(crate) var: Var,
    pub(crate) value: Option<i32>,
}

impl Column {
    /// The column of a variable's value.
    pub(crate) fn of_value(var: Var) -> Column {
        Column { var, value: None }
    }

    /// The value of the column if its variable has the value `x`.
    #[cfg(any(test, feature = "harness"))]
    pub(crate) fn at(self, x: i32) -> i64 {
        self.value.map_or(x.into(), |value| i64::from(x == value))
    }
}

/// A summand of a row that a constraint contributes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Summand {
    /// The value of a view.
    Value(View),
    /// 1 if the view has this value, otherwise 0.
    Is(View, i32),
}

/// `low <= Σ coefficient · column <= high`, which holds in every solution. Each column occurs once and is open at the
/// root, and at least one side is not implied by the root bounds.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct LinearRow<C = Column> {
    /// Columns and their coefficients.
    pub(crate) terms: Vec<(C, i64)>,
    pub(crate) low: Option<i64>,
    pub(crate) high: Option<i64>,
    /// The origin of each side.
    pub(crate) sources: [Source; 2],
}

/// The collected rows, and the domains at the root for which they hold.
#[derive(Default, Debug)]
pub struct LinearRows {
    roots: Vec<ValueSet>,
    pub(crate) rows: Vec<LinearRow>,
    /// For a variable and a value, the view that is 1 if and only if the variable has the value.
    indicators: BTreeMap<(Var, i32), Indicator>,
    /// Variables whose indicators occur in rows.
    encoded: BTreeSet<Var>,
    /// The condition of the rows being added: they hold if this view is 1, or always if it is `None`.
    condition: Option<View>,
    /// Whether only indicators are being collected.
    names_only: bool,
    /// The propagator that contributes the rows being added.
    source: Option<u32>,
}

/// A view that is 1 if and only if a variable has a certain value, and the propagator that enforces this.
#[derive(Clone, Copy, Debug)]
struct Indicator {
    truth: View,
    source: Option<u32>,
}

/// The largest absolute coefficient; rows with larger ones are omitted.
const LARGEST: i128 = 1 << 40;

/// The maximum number of terms of a difference.
const LONGEST_DIFFERENCE: usize = 2;

impl LinearRows {
    /// Collects the rows that `add` adds. The rows hold for the root domains `roots`, indexed by engine variable. `add`
    /// is called twice, the first time only for [indicators](LinearRows::indicator).
    pub(crate) fn collect(roots: Vec<ValueSet>, mut add: impl FnMut(&mut LinearRows)) -> LinearRows {
        let mut rows = LinearRows { roots, names_only: true, ..LinearRows::default() };
        add(&mut rows);
        rows.names_only = false;
        add(&mut rows);
        rows.add_encodings();
        rows
    }

    /// Adds the rows of a propagator. Returns the number of their terms.
    pub(crate) fn add_from(&mut self, propagator: u32, add: impl FnOnce(&mut LinearRows)) -> usize {
        self.source = Some(propagator);
        let before = self.rows.len();
        add(self);
        self.source = None;
        self.rows[before..].iter().map(|row| row.terms.len()).sum()
    }

    /// A row that the assignment `value` violates.
    #[cfg(any(test, feature = "harness"))]
    pub(crate) fn violated(&self, value: impl Fn(Var) -> i32) -> Option<&LinearRow> {
        self.rows.iter().find(|row| {
            let terms = row.terms.iter().map(|&(column, coefficient)| coefficient * column.at(value(column.var)));
            let sum: i64 = terms.sum();
            row.low.is_some_and(|low| sum < low) || row.high.is_some_and(|high| sum > high)
        })
    }

    /// The smallest and largest value of a view at the root.
    pub fn bounds(&self, view: View) -> (i32, i32) {
        view.bounds_of(self.var_bounds(view.var()))
    }

    /// The values of a view at the root.
    pub fn values(&self, view: View) -> ValueSet {
        let ranges = self.roots[view.var().index()].ranges();
        ValueSet::from_ranges(ranges.iter().map(|&range| view.bounds_of(range)))
    }

    fn var_bounds(&self, var: Var) -> (i32, i32) {
        let set = &self.roots[var.index()];
        (set.min().unwrap_or(0), set.max().unwrap_or(0))
    }

    /// The number of variables.
    pub(crate) fn variables(&self) -> usize {
        self.roots.len()
    }

    /// The bounds of a column at the root.
    pub(crate) fn column_bounds(&self, column: Column) -> (i32, i32) {
        match column.value {
            None => self.var_bounds(column.var),
            Some(_) => (0, 1),
        }
    }

    /// Adds `low <= Σ coefficient · summand <= high`. A row with coefficients beyond ±2⁴⁰ is omitted.
    pub fn add(
        &mut self,
        summands: impl IntoIterator<Item = (i64, Summand)>,
        low: impl Into<Option<i64>>,
        high: impl Into<Option<i64>>,
    ) {
        if self.names_only {
            return;
        }
        let mut sum = Sum::default();
        let mut encoded = Vec::new();
        for (coefficient, summand) in summands {
            let coefficient = i128::from(coefficient);
            match summand {
                Summand::Value(view) => sum.add(coefficient, view),
                Summand::Is(view, value) => {
                    let (var, value) = (view.var(), view.var_value(value));
                    if !self.roots[var.index()].contains(value) {
                        continue;
                    }
                    match self.indicator_view(var, value) {
                        Some(view) => sum.add(coefficient, view),
                        None => {
                            encoded.push(var);
                            *sum.terms.entry(Column { var, value: Some(value) }).or_default() += coefficient;
                        }
                    }
                }
            }
        }
        let (least, most) = self.range(&sum);
        let low = low.into().map(i128::from);
        let high = high.into().map(i128::from);
        let before = self.rows.len();
        match self.condition.map(|condition| (condition, self.bounds(condition))) {
            Some((_, (_, 0))) => {}
            // A conditional difference hardly restricts fractional solutions.
            Some((_, (0, _))) if sum.terms.len() <= LONGEST_DIFFERENCE => {}
            Some((condition, (0, _))) => {
                // If the condition is 0, the row requires only what the root bounds imply.
                if let Some(low) = low {
                    self.push(sum.clone().with(least - low, condition), Some(least), None);
                }
                if let Some(high) = high {
                    self.push(sum.with(most - high, condition), None, Some(most));
                }
            }
            _ => self.push(sum, low, high),
        }
        if self.rows.len() > before {
            self.encoded.extend(encoded);
        }
    }

    /// The smallest and largest value of a sum at the root.
    fn range(&self, sum: &Sum) -> (i128, i128) {
        let (mut least, mut most) = (sum.constant, sum.constant);
        for (&column, &coefficient) in &sum.terms {
            let (low, high) = self.column_bounds(column);
            let (low, high) = if coefficient < 0 { (high, low) } else { (low, high) };
            least += coefficient * i128::from(low);
            most += coefficient * i128::from(high);
        }
        (least, most)
    }

    fn push(&mut self, mut sum: Sum, low: Option<i128>, high: Option<i128>) {
        let (least, most) = self.range(&sum);
        // Drops a side that the root bounds imply, because every solution satisfies it.
        let (low, high) = (low.filter(|&low| low > least), high.filter(|&high| high < most));
        sum.terms.retain(|&column, coefficient| {
            let (low, high) = self.column_bounds(column);
            if low == high {
                sum.constant += *coefficient * i128::from(low);
            }
            *coefficient != 0 && low < high
        });
        let is_small = sum.terms.values().all(|coefficient| coefficient.abs() <= LARGEST);
        let narrow = |limit: i128| i64::try_from(limit - sum.constant).ok();
        let (low, high) = (low.and_then(narrow), high.and_then(narrow));
        if sum.terms.len() > 1 && is_small && (low.is_some() || high.is_some()) {
            let terms = sum.terms.into_iter().map(|(column, coefficient)| (column, coefficient as i64)).collect();
            let first = 2 * self.rows.len() as u32;
            let sources = [first, first + 1].map(|limit| Source { limit, propagator: self.source });
            self.rows.push(LinearRow { terms, low, high, sources });
        }
    }

    /// A view that is 1 if a variable has the value and 0 otherwise; `None` if the indicator needs its own column.
    fn indicator_view(&self, var: Var, value: i32) -> Option<View> {
        let (least, most) = self.var_bounds(var);
        let x = View::from(var);
        match most - least {
            // The value is the only one, so `x - value + 1` is 1.
            0 => Some(x.plus(1 - value)),
            1 if value == most => Some(x.plus(-least)),
            1 => Some((-x).plus(most)),
            _ => self.indicators.get(&(var, value)).map(|indicator| indicator.truth),
        }
    }

    /// Declares that a view, which is 0 or 1, is 1 if and only if a literal holds.
    pub(crate) fn indicator(&mut self, truth: View, literal: Atom) {
        if !self.names_only {
            return;
        }
        let truth = match literal.relation() {
            Relation::Equal => truth,
            Relation::NotEqual => (-truth).plus(1),
            _ => return,
        };
        self.indicators.insert((literal.var(), literal.value()), Indicator { truth, source: self.source });
    }

    /// The views that are 1 if and only if a variable has a certain value: the view, the equation, and the propagator
    /// that enforces this.
    pub(crate) fn indicators(&self) -> impl Iterator<Item = (View, Atom, Option<u32>)> + '_ {
        let equation = |&(var, value): &(Var, i32)| Atom::equals(View::from(var), value);
        self.indicators.iter().map(move |(key, by)| (by.truth, equation(key), by.source))
    }

    /// Adds the rows that `add` contributes, each of which holds if `condition`, a view that is 0 or 1, is 1.
    pub(crate) fn conditional(&mut self, condition: View, add: impl FnOnce(&mut LinearRows)) {
        if self.condition.is_none() && !self.names_only {
            self.condition = Some(condition);
            add(self);
            self.condition = None;
        }
    }
}

/// A sum of columns and a constant.
#[derive(Clone, Default)]
struct Sum {
    terms: BTreeMap<Column, i128>,
    constant: i128,
}

impl Sum {
    /// Adds a coefficient times a view.
    fn add(&mut self, coefficient: i128, view: View) {
        self.constant += coefficient * i128::from(view.offset());
        let coefficient = if view.is_negated() { -coefficient } else { coefficient };
        *self.terms.entry(Column::of_value(view.var())).or_default() += coefficient;
    }

    fn with(mut self, coefficient: i128, view: View) -> Sum {
        self.add(coefficient, view);
        self
    }
}

/// The greatest common divisor of two non-negative numbers; that of 0 and `b` is `b`.
pub(crate) fn greatest_common_divisor(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
