//! The normal form of the sums in all linear constraints.
//!
//! Each variable occurs once, each coefficient is positive (a negative one negates the view instead), no view is fixed
//! at the root, and all coefficients are divided by their greatest common divisor. Positive coefficients leave one case
//! instead of two, and only non-negative numbers are divided.

use super::{LinearError, Term};
use crate::context::Context;
use crate::linear_rows::{LinearRows, Summand, greatest_common_divisor};
use crate::var::Var;
use crate::view::View;
use std::collections::HashMap;
use std::ops::RangeInclusive;

/// The limit on the magnitude of partial sums, with or without the constant. They stay strictly below it, so that the
/// difference of any two fits into an `i64`.
const LIMIT: i128 = 1 << 62;

/// `Σ terms` and the constant with which it is compared.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    pub(super) terms: Box<[Term]>,
    /// The smallest and largest root value of each term's view.
    pub(super) ranges: Box<[(i32, i32)]>,
    /// The constant divided by the common divisor, rounded down.
    pub(super) constant: i64,
    /// Whether all coefficients are 1.
    pub(super) plain: bool,
    /// The remainder of the division that yields `constant`. If it is not 0, the sum never equals the posted constant.
    pub(super) remainder: i64,
}

/// The bounds of a sum under the current domains.
pub(super) struct Extent {
    /// The smallest and largest value.
    pub(super) low: i64,
    pub(super) high: i64,
    /// The largest width of a term.
    pub(super) widest: i64,
}

/// `room / coefficient`. Most coefficients are 1, and a division would take longer than all other work on a term.
#[inline]
pub(super) fn quotient(room: i64, coefficient: i64) -> i64 {
    if coefficient == 1 { room } else { room / coefficient }
}

/// A term under construction.
struct Part {
    coefficient: i128,
    view: View,
    low: i32,
    high: i32,
}

impl Sum {
    /// The extent of the sum under the current bounds of its views.
    #[inline]
    pub(super) fn extent(&self, cx: &Context<'_>) -> Extent {
        let mut extent = Extent { low: 0, high: 0, widest: 0 };
        for &Term { coefficient, view } in &self.terms {
            let (min, max) = cx.bounds(view);
            let (least, most) = (coefficient * i64::from(min), coefficient * i64::from(max));
            extent.low += least;
            extent.high += most;
            extent.widest = extent.widest.max(most - least);
        }
        extent
    }

    /// Adds the sum, with a lower and an upper bound, to the rows of the linear relaxation.
    pub(super) fn add_row(&self, rows: &mut LinearRows, low: Option<i64>, high: Option<i64>) {
        rows.add(self.terms.iter().map(|term| (term.coefficient, Summand::Value(term.view))), low, high);
    }

    /// Normalises `Σ terms`, to be compared with `constant`. Each range contains all root values of its view.
    pub(super) fn new(
        terms: impl IntoIterator<Item = (Term, RangeInclusive<i32>)>,
        constant: i64,
    ) -> Result<Sum, LinearError> {
        let (parts, constant) = gather(terms, constant);
        let mut low = -constant.abs();
        let mut high = constant.abs();
        for part in &parts {
            low += (part.coefficient * i128::from(part.low)).min(0);
            high += (part.coefficient * i128::from(part.high)).max(0);
        }
        let overflow = LinearError::Overflow { low, high };
        if low <= -LIMIT || high >= LIMIT {
            return Err(overflow);
        }
        let divisor = parts.iter().fold(0, |d, part| greatest_common_divisor(d, part.coefficient)).max(1);
        let narrow = |n: i128| i64::try_from(n).map_err(|_| overflow);
        let terms: Result<Box<[Term]>, _> = parts
            .iter()
            .map(|part| Ok(Term { coefficient: narrow(part.coefficient / divisor)?, view: part.view }))
            .collect();
        let terms: Box<[Term]> = terms?;
        Ok(Sum {
            plain: terms.iter().all(|term| term.coefficient == 1),
            terms,
            ranges: parts.iter().map(|part| (part.low, part.high)).collect(),
            constant: narrow(constant.div_euclid(divisor))?,
            remainder: narrow(constant.rem_euclid(divisor))?,
        })
    }

    /// Short sums run before long ones.
    pub(super) fn priority(&self) -> u8 {
        if self.terms.len() <= 3 { 1 } else { 3 }
    }
}

/// Moves fixed views to the constant, merges the terms of each variable, and makes coefficients positive.
fn gather(terms: impl IntoIterator<Item = (Term, RangeInclusive<i32>)>, constant: i64) -> (Vec<Part>, i128) {
    let mut constant = i128::from(constant);
    let mut parts: Vec<Part> = Vec::new();
    let mut place: HashMap<Var, usize> = HashMap::new();
    for (Term { coefficient, view }, range) in terms {
        let coefficient = i128::from(coefficient);
        if range.start() == range.end() {
            constant -= coefficient * i128::from(*range.start());
            continue;
        }
        // The engine rejects views with values outside these limits.
        let within = |v: &i32| (*v).clamp(-View::LIMIT, View::LIMIT);
        let (low, high) = (within(range.start()), within(range.end()));
        // A few terms are searched linearly, which is cheaper than a hash table.
        let known = match parts.len() {
            ..FEW => parts.iter().position(|part| part.view.var() == view.var()),
            _ => place_in(&parts, &mut place, view.var()),
        };
        match known {
            None => parts.push(Part { coefficient, view, low, high }),
            Some(at) => {
                // view = sign * first + (offset of view - sign * offset of first)
                let first = &mut parts[at];
                let sign = if view.is_negated() == first.view.is_negated() { 1 } else { -1 };
                first.coefficient += sign * coefficient;
                constant -= coefficient * (i128::from(view.offset()) - sign * i128::from(first.view.offset()));
            }
        }
    }
    parts.retain(|part| part.coefficient != 0);
    for part in parts.iter_mut().filter(|part| part.coefficient < 0) {
        let Part { coefficient, view, low, high } = *part;
        *part = Part { coefficient: -coefficient, view: -view, low: -high, high: -low };
    }
    (parts, constant)
}

/// Up to this many terms are searched linearly.
const FEW: usize = 16;

/// The index of a variable's term. Adds missing terms to the table first.
fn place_in(parts: &[Part], places: &mut HashMap<Var, usize>, var: Var) -> Option<usize> {
    let known = places.len();
    places.extend(parts.iter().enumerate().skip(known).map(|(at, part)| (part.view.var(), at)));
    places.get(&var).copied()
}
