//! The checker of the linear constraints: adds up the terms as posted.
//!
//! It is independent of [`Sum`](super::sum::Sum) and its normal form.

use super::Term;
use crate::prelude_propagator::*;
use crate::var::Var;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// `Σ terms` and a constant to compare it with, as posted.
#[derive(Clone, Debug)]
pub(super) struct Meaning {
    /// Shared by all copies of the propagator.
    terms: Arc<[Term]>,
    constant: i64,
}

impl Meaning {
    /// Stores the terms and the constant; also returns the terms with their ranges.
    pub(super) fn new(
        terms: impl IntoIterator<Item = (Term, RangeInclusive<i32>)>,
        constant: i64,
    ) -> (Meaning, Vec<(Term, RangeInclusive<i32>)>) {
        let terms: Vec<(Term, RangeInclusive<i32>)> = terms.into_iter().collect();
        (Meaning { terms: terms.iter().map(|t| t.0).collect(), constant }, terms)
    }

    /// Returns the sum minus the constant, as a coefficient for each variable and a constant term.
    fn by_variable(&self) -> (BTreeMap<Var, i128>, i128) {
        let mut number = -i128::from(self.constant);
        let mut coefficients = BTreeMap::new();
        for &Term { coefficient, view } in self.terms.iter() {
            let coefficient = i128::from(coefficient);
            number += coefficient * i128::from(view.offset());
            *coefficients.entry(view.var()).or_insert(0) += if view.is_negated() { -coefficient } else { coefficient };
        }
        coefficients.retain(|_, coefficient| *coefficient != 0);
        (coefficients, number)
    }

    /// Returns the minimum and maximum of the sum minus the constant; `None` if a domain is empty.
    fn extremes(&self, case: &CheckContext<'_>) -> Option<(i128, i128)> {
        let (coefficients, number) = self.by_variable();
        coefficients.iter().try_fold((number, number), |(low, high), (&var, &coefficient)| {
            let (min, max) = case.bounds(View::from(var))?;
            let ends = [coefficient * i128::from(min), coefficient * i128::from(max)];
            Some((low + ends[0].min(ends[1]), high + ends[0].max(ends[1])))
        })
    }

    /// Checks whether the sum is always above the constant.
    pub(super) fn exceeds(&self, case: &CheckContext<'_>) -> bool {
        self.extremes(case).is_none_or(|(low, _)| low > 0)
    }

    /// Checks whether the sum is always below the constant.
    pub(super) fn falls_short(&self, case: &CheckContext<'_>) -> bool {
        self.extremes(case).is_none_or(|(_, high)| high < 0)
    }

    /// Checks whether the sum always equals the constant.
    pub(super) fn is_met(&self, case: &CheckContext<'_>) -> bool {
        self.extremes(case).is_none_or(|extremes| extremes == (0, 0))
    }

    /// Checks whether the greatest common divisor of the unfixed variables' coefficients does not divide the fixed part
    /// of the sum minus the constant.
    pub(super) fn is_indivisible(&self, case: &CheckContext<'_>) -> bool {
        let (coefficients, mut number) = self.by_variable();
        let mut divisor: i128 = 0;
        for (var, coefficient) in coefficients {
            match case.fixed(View::from(var)) {
                Some(v) => number += coefficient * i128::from(v),
                None => divisor = greatest_common_divisor(divisor, coefficient.abs()),
            }
        }
        if divisor == 0 { number != 0 } else { number % divisor != 0 }
    }
}

impl Meaning {
    /// Checks whether the sum never equals the constant. Enumerates the values of all variables but one; returns
    /// `false` if this would take too long.
    pub(super) fn is_never_met(&self, case: &CheckContext<'_>) -> bool {
        let (coefficients, number) = self.by_variable();
        let mut terms: Vec<(View, i128)> = coefficients.into_iter().map(|(var, c)| (View::from(var), c)).collect();
        terms.sort_by_key(|&(view, _)| case.size(view));
        let Some((last, coefficient)) = terms.pop() else { return number != 0 };
        let last = case.values(last);
        let is_solved =
            |rest: i128| rest % coefficient == 0 && i32::try_from(-rest / coefficient).is_ok_and(|v| last.contains(v));
        if terms.iter().map(|t| u128::from(case.size(t.0))).product::<u128>() > 1 << 26 {
            return false;
        }
        let mut sums = vec![number];
        for (view, coefficient) in terms {
            let values = case.values(view);
            sums = sums.iter().flat_map(|sum| values.iter().map(move |v| sum + coefficient * i128::from(v))).collect();
        }
        !sums.into_iter().any(is_solved)
    }
}

fn greatest_common_divisor(a: i128, b: i128) -> i128 {
    if a == 0 { b } else { greatest_common_divisor(b % a, a) }
}
