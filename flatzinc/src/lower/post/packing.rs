//! Items in bins and in a knapsack.

use super::{Entry, entry};

pub(super) const NAMES: &[Entry] = &[
    // Loads, the number of the first bin, the bin of each item, the sizes.
    entry("ferz_bin_packing_load", 4, |site| {
        site.equally_long(&[2, 3])?;
        let (loads, first) = (site.ints(0)?, site.number(1)?);
        let bins = site.ints(2)?.into_iter().map(|bin| bin - first);
        let items: Vec<_> = bins.zip(site.numbers(3)?).collect();
        site.rule.plain(site.model.bin_packing(items, loads));
        Ok(())
    }),
    // Weights, profits, how many of each, the whole weight, the whole profit.
    entry("ferz_knapsack", 5, |site| {
        site.equally_long(&[0, 1, 2])?;
        let kinds = site.numbers(0)?.into_iter().zip(site.numbers(1)?).zip(site.ints(2)?);
        let kinds: Vec<_> = kinds.map(|((weight, profit), count)| (weight, profit, count)).collect();
        let (weight, profit) = (site.int(3)?, site.int(4)?);
        site.rule.plain(site.model.knapsack(kinds, weight, profit));
        Ok(())
    }),
];
