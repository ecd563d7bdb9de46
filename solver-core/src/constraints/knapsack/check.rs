//! The checkers of `knapsack`: they bound the profit for the given weight by linear relaxation.

use super::{Knapsack, NEGATIVE, ROW};
use crate::prelude_propagator::*;

pub(super) fn refuted(k: &Knapsack, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
    if rule == &NEGATIVE {
        return k.items.iter().any(|item| case.max(item.count).is_none_or(|high| high < 0));
    }
    let counts: Option<Vec<(i32, i32)>> = k.items.iter().map(|item| case.bounds(item.count)).collect();
    let (Some(counts), Some(weight), Some(profit)) = (counts, case.bounds(k.weight), case.bounds(k.profit)) else {
        return true;
    };
    // The sum of `profit·b - weight·a` over all items must be able to equal this combination of the totals.
    let excluded = |a: i128, b: i128| {
        let term = |factor: i128, (low, high): (i32, i32)| {
            let (x, y) = (factor * i128::from(low), factor * i128::from(high));
            (x.min(y), x.max(y))
        };
        let factor = |i: usize| b * i128::from(k.items[i].profit) - a * i128::from(k.items[i].weight);
        let items = counts.iter().enumerate().map(|(i, &bounds)| term(factor(i), bounds));
        let (low, high) = items.fold((0, 0), |sum, t| (sum.0 + t.0, sum.1 + t.1));
        let (w, p) = (term(-a, weight), term(b, profit));
        high < w.0 + p.0 || w.1 + p.1 < low
    };
    let ratios = k.items.iter().map(|item| (i128::from(item.profit), i128::from(item.weight)));
    rule == &ROW && [(1, 0), (0, 1)].into_iter().chain(ratios).any(|(a, b)| excluded(a, b))
}
