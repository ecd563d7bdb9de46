//! Which values are taken, and how often.

use super::{Entry, entry};
use crate::lower::site::{Done, Site};
use solver_core::{Expr, Relates};

pub(super) const NAMES: &[Entry] = &[
    entry("ferz_all_different", 1, |site| {
        let all = site.ints(0)?;
        site.rule.leveled(site.model.all_different(all));
        Ok(())
    }),
    entry("ferz_all_different_except", 2, |site| {
        let (all, except) = (site.ints(0)?, site.values(1)?);
        site.rule.leveled(site.model.all_different_except(all, except));
        Ok(())
    }),
    entry("ferz_all_equal", 1, |site| {
        let all = site.ints(0)?;
        site.rule.strong(site.model.all_equal(all));
        Ok(())
    }),
    entry("ferz_among", 3, |site| {
        let (count, all, values) = (site.int(0)?, site.ints(1)?, site.values(2)?);
        site.rule.plain(site.model.among(all, values, count));
        Ok(())
    }),
    entry("ferz_nvalue", 2, |site| {
        let (count, all) = (site.int(0)?, site.ints(1)?);
        site.rule.plain(site.model.nvalue(all, count));
        Ok(())
    }),
    // The list, the value, the number of times.
    entry("ferz_count", 3, |site| {
        let (all, value, count) = (site.ints(0)?, site.int(1)?, site.int(2)?);
        site.rule.plain(site.model.count_equal(all, value, count));
        Ok(())
    }),
    entry("ferz_at_least", 3, |site| {
        let (all, value, count) = (site.ints(0)?, site.number(1)?, site.int(2)?);
        site.rule.plain(site.model.at_least(count, all, value));
        Ok(())
    }),
    entry("ferz_at_most", 3, |site| {
        let (all, value, count) = (site.ints(0)?, site.number(1)?, site.int(2)?);
        site.rule.plain(site.model.at_most(count, all, value));
        Ok(())
    }),
    entry("ferz_global_cardinality", 3, |site| cardinality(site, false)),
    entry("ferz_global_cardinality_closed", 3, |site| cardinality(site, true)),
    entry("ferz_global_cardinality_low_up", 4, |site| bounded_cardinality(site, false)),
    entry("ferz_global_cardinality_low_up_closed", 4, |site| bounded_cardinality(site, true)),
    entry("ferz_value_precede", 3, |site| {
        let (before, after, all) = (site.number(0)?, site.number(1)?, site.ints(2)?);
        site.rule.plain(site.model.value_precede(before, after, all));
        Ok(())
    }),
    entry("ferz_value_precede_chain", 2, |site| {
        let (chain, all) = (site.numbers(0)?, site.ints(1)?);
        site.rule.plain(site.model.value_precede_chain(chain, all));
        Ok(())
    }),
];

/// Values and their counts, none of them twice.
fn cardinality(site: &mut Site<'_, '_>, is_closed: bool) -> Done {
    site.equally_long(&[1, 2])?;
    let (all, cover, counts) = (site.ints(0)?, site.numbers(1)?, site.ints(2)?);
    let mut pairs: Vec<(i32, Expr)> = Vec::with_capacity(cover.len());
    for (value, count) in cover.into_iter().zip(counts) {
        match pairs.iter().find(|(v, _)| *v == value) {
            Some(_) if site.rule.condition.is_some() => {
                return Err(site.misuse(format!("the value {value} is covered twice")));
            }
            Some((_, first)) => {
                let posted = site.model.post(first.clone().equals(count));
                site.rule.plain(posted);
            }
            None => pairs.push((value, count)),
        }
    }
    let posted = if is_closed { site.model.gcc_closed(all, pairs) } else { site.model.gcc(all, pairs) };
    site.rule.leveled(posted);
    Ok(())
}

fn bounded_cardinality(site: &mut Site<'_, '_>, is_closed: bool) -> Done {
    site.equally_long(&[1, 2, 3])?;
    let (all, cover) = (site.ints(0)?, site.numbers(1)?);
    let mut pairs: Vec<(i32, std::ops::RangeInclusive<i32>)> = Vec::with_capacity(cover.len());
    for ((value, low), high) in cover.into_iter().zip(site.numbers(2)?).zip(site.numbers(3)?) {
        match pairs.iter_mut().find(|(v, _)| *v == value) {
            Some((_, range)) => *range = low.max(*range.start())..=high.min(*range.end()),
            None => pairs.push((value, low..=high)),
        }
    }
    let posted = if is_closed { site.model.gcc_closed(all, pairs) } else { site.model.gcc(all, pairs) };
    site.rule.leveled(posted);
    Ok(())
}
