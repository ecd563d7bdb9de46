//! Bin packing and knapsack.

use super::{Entry, entry};

pub(super) const NAMES: &[Entry] = &[
    // Loads, the number of the first bin, the bin of each item, the sizes.
    entry("ferz_bin_packing_load", 4, |posting| {
        posting.equally_long(&[2, 3])?;
        let (loads, first) = (posting.ints(0)?, posting.number(1)?);
        let bins = posting.ints(2)?.into_iter().map(|bin| bin - first);
        let items: Vec<_> = bins.zip(posting.numbers(3)?).collect();
        posting.rule.plain(posting.model.bin_packing(items, loads));
        Ok(())
    }),
    // Weights, profits, how many of each, the whole weight, the whole profit.
    entry("ferz_knapsack", 5, |posting| {
        posting.equally_long(&[0, 1, 2])?;
        let kinds = posting.numbers(0)?.into_iter().zip(posting.numbers(1)?).zip(posting.ints(2)?);
        let kinds: Vec<_> = kinds.map(|((weight, profit), count)| (weight, profit, count)).collect();
        let (weight, profit) = (posting.int(3)?, posting.int(4)?);
        posting.rule.plain(posting.model.knapsack(kinds, weight, profit));
        Ok(())
    }),
];
