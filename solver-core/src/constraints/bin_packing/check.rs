//! The checkers of `bin_packing`: each bin, and all together.

use super::{BinPacking, LOAD, RANGE, TOTAL};
use crate::prelude_propagator::*;

pub(super) fn refuted(p: &BinPacking, rule: &'static Rule, case: &Assumed<'_>) -> bool {
    let numbers = 0..p.loads.len() as i32;
    if rule == &RANGE {
        return p.bins.iter().any(|&bin| numbers.clone().all(|b| !case.contains(bin, b)));
    }
    let Some(loads) = p.loads.iter().map(|&load| case.bounds(load)).collect::<Option<Vec<_>>>() else { return true };
    if rule == &TOTAL {
        let items: i64 = p.sizes.iter().sum();
        let least: i64 = loads.iter().map(|load| i64::from(load.0)).sum();
        let most: i64 = loads.iter().map(|load| i64::from(load.1)).sum();
        return items < least || most < items;
    }
    rule == &LOAD
        && numbers.zip(loads).any(|(b, (low, high))| {
            let items = || p.bins.iter().zip(&p.sizes);
            let sure: i64 = items().filter(|(bin, _)| case.fixed(**bin) == Some(b)).map(|(_, size)| size).sum();
            let open: i64 = items().filter(|(bin, _)| case.contains(**bin, b)).map(|(_, size)| size).sum();
            sure > high.into() || open < low.into()
        })
}
