//! Bin packing and knapsack.

use super::arguments::Arguments;
use super::premises::bound;
use super::{Builtin, builtin};

pub(super) const TABLE: &[Builtin] = &[
    // Arguments: the loads, the index of the first bin, the bin of each item, and the sizes.
    builtin("ferz_bin_packing_load", 4, |p| {
        p.equally_long(&[2, 3])?;
        let (loads, first) = (p.ints(0)?, p.number(1)?);
        let bins = p.ints(2)?.into_iter().map(|bin| bin - first);
        p.rule.plain(p.model.bin_packing(bins.zip(p.numbers(3)?).collect::<Vec<_>>(), loads))
    })
    .bounds(|p| {
        let weights = p.call.ints(3)?;
        let sum = |keep: fn(i64) -> bool| weights.iter().filter(|w| keep(**w)).map(|&w| i128::from(w)).sum();
        p.all(&p.ints(0)?, (sum(|w| w < 0), sum(|w| w > 0)))?;
        p.within(2, p.call.int(1)?, p.length(0)?)
    })
    .unmoved(),
    // Arguments: weights, profits, the count of each item, the total weight, and the total profit.
    builtin("ferz_knapsack", 5, |p| {
        p.equally_long(&[0, 1, 2])?;
        let kinds = p.numbers(0)?.into_iter().zip(p.numbers(1)?).zip(p.ints(2)?);
        let kinds: Vec<_> = kinds.map(|((weight, profit), count)| (weight, profit, count)).collect();
        p.rule.plain(p.model.knapsack(kinds, p.int(3)?, p.int(4)?))
    })
    .bounds(|p| {
        // The total weight and the total profit are sums.
        let counts = p.ints(2)?;
        for (of_one, whole) in [(0, 3), (1, 4)] {
            let factors = p.call.ints(of_one)?.into_iter().map(i128::from);
            let terms: Vec<_> = factors.zip(counts.iter().copied()).chain([(-1, p.int(whole)?)]).collect();
            bound(p, &terms, 0, true)?;
        }
        counts.iter().try_for_each(|count| p.at_least(*count, 0))
    })
    .unmoved(),
];
