//! The checkers of `bin_packing`, for each bin and for all bins together.

use super::{BinPacking, LOAD, RANGE, SUBSET, TOTAL};
use crate::prelude_propagator::*;

pub(super) fn refuted(p: &BinPacking, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
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
    if rule == &SUBSET {
        return numbers.zip(&p.loads).any(|(b, &load)| is_never_filled(p, b, load, case));
    }
    rule == &LOAD
        && numbers.zip(loads).any(|(b, (low, high))| {
            let items = || p.bins.iter().zip(&p.sizes);
            let sure: i64 = items().filter(|(bin, _)| case.fixed(**bin) == Some(b)).map(|(_, size)| size).sum();
            let open: i64 = items().filter(|(bin, _)| case.contains(**bin, b)).map(|(_, size)| size).sum();
            sure > high.into() || open < low.into()
        })
}

/// The maximum number of subset sums examined.
const MOST: usize = 1 << 16;

/// Checks whether no subset of the items that may be in a bin sums to a possible load of the bin.
fn is_never_filled(p: &BinPacking, b: i32, load: View, case: &CheckContext<'_>) -> bool {
    let Some(most) = case.max(load) else { return true };
    let mut sums = vec![0i64];
    for (&bin, &size) in p.bins.iter().zip(&p.sizes) {
        if !case.contains(bin, b) {
            continue;
        }
        let with = sums.iter().map(|sum| sum + size).filter(|&sum| sum <= i64::from(most));
        sums = if case.fixed(bin) == Some(b) { with.collect() } else { with.chain(sums.iter().copied()).collect() };
        sums.sort_unstable();
        sums.dedup();
        if sums.len() > MOST {
            return false;
        }
    }
    !sums.iter().any(|&sum| case.contains(load, sum as i32))
}
