//! Counting constraints: which values are taken, and how often.

use super::{Entry, entry};
use crate::instance::Consistency;
use crate::translate::posting::{Done, Posting};
use solver_core::constraints::Form;
use solver_core::{Expr, Relates};

/// Permutations of more elements keep the default level: a run of the domain level takes long.
const MOST: usize = 100;

pub(super) const NAMES: &[Entry] = &[
    entry("ferz_all_different", 1, |posting| {
        let all = posting.ints(0)?;
        // A permutation: which value has one place left only the domain level sees.
        if posting.free && posting.rule.level.is_none() && all.len() <= MOST && posting.is_full(0)? {
            posting.rule.level = Some(Consistency::Domain);
        }
        posting.rule.leveled(posting.model.all_different(all));
        Ok(())
    }),
    entry("ferz_all_different_except", 2, |posting| {
        let (all, except) = (posting.ints(0)?, posting.values(1)?);
        posting.rule.leveled(posting.model.all_different_except(all, except));
        Ok(())
    }),
    entry("ferz_all_equal", 1, |posting| {
        let all = posting.ints(0)?;
        posting.rule.strong(posting.model.all_equal(all));
        Ok(())
    }),
    entry("ferz_among", 3, |posting| {
        let (count, all, values) = (posting.int(0)?, posting.ints(1)?, posting.values(2)?);
        posting.rule.plain(posting.model.among(all, values, count));
        Ok(())
    }),
    entry("ferz_nvalue", 2, |posting| {
        let (count, all) = (posting.int(0)?, posting.ints(1)?);
        posting.rule.plain(posting.model.nvalue(all, count));
        Ok(())
    }),
    // The list, the value, the number of times.
    entry("ferz_count", 3, |posting| {
        let (all, value, count) = (posting.ints(0)?, posting.int(1)?, posting.int(2)?);
        if posting.fixed(1)?.is_some_and(|value| posting.small(1, value).is_none()) {
            // No variable takes it.
            return posting.post(count.equals(0));
        }
        posting.rule.plain(posting.model.count_equal(all, value, count));
        Ok(())
    }),
    entry("ferz_at_least", 3, |posting| {
        let (all, value, count) = (posting.ints(0)?, posting.number(1)?, posting.int(2)?);
        posting.rule.plain(posting.model.at_least(all, value, count));
        Ok(())
    }),
    entry("ferz_at_most", 3, |posting| {
        let (all, value, count) = (posting.ints(0)?, posting.number(1)?, posting.int(2)?);
        posting.rule.plain(posting.model.at_most(all, value, count));
        Ok(())
    }),
    entry("ferz_global_cardinality", 3, |posting| cardinality(posting, false)),
    entry("ferz_global_cardinality_closed", 3, |posting| cardinality(posting, true)),
    entry("ferz_global_cardinality_low_up", 4, |posting| bounded_cardinality(posting, false)),
    entry("ferz_global_cardinality_low_up_closed", 4, |posting| bounded_cardinality(posting, true)),
    entry("ferz_value_precede", 3, |posting| {
        let (before, after, all) = (posting.number(0)?, posting.number(1)?, posting.ints(2)?);
        posting.rule.plain(posting.model.value_precede(before, after, all));
        Ok(())
    }),
    entry("ferz_value_precede_chain", 2, |posting| {
        let (chain, all) = (posting.numbers(0)?, posting.ints(1)?);
        posting.rule.plain(posting.model.value_precede_chain(chain, all));
        Ok(())
    }),
];

/// Values and their counts, none of them twice.
fn cardinality(posting: &mut Posting<'_, '_>, is_closed: bool) -> Done {
    posting.equally_long(&[1, 2])?;
    let (all, cover, counts) = (posting.ints(0)?, posting.numbers(1)?, posting.ints(2)?);
    let mut pairs: Vec<(i32, Expr)> = Vec::with_capacity(cover.len());
    for (value, count) in cover.into_iter().zip(counts) {
        match pairs.iter().find(|(v, _)| *v == value) {
            Some(_) if matches!(posting.rule.condition, Some((Form::Reified, _))) => {
                return Err(posting.misuse(format!("the value {value} is covered twice")));
            }
            Some((_, first)) => {
                let posted = posting.model.post(first.clone().equals(count));
                posting.rule.plain(posted);
            }
            None => pairs.push((value, count)),
        }
    }
    let posted = if is_closed { posting.model.gcc_closed(all, pairs) } else { posting.model.gcc(all, pairs) };
    posting.rule.leveled(posted);
    Ok(())
}

fn bounded_cardinality(posting: &mut Posting<'_, '_>, is_closed: bool) -> Done {
    posting.equally_long(&[1, 2, 3])?;
    let (all, cover) = (posting.ints(0)?, posting.numbers(1)?);
    let mut pairs: Vec<(i32, std::ops::RangeInclusive<i32>)> = Vec::with_capacity(cover.len());
    for ((value, low), high) in cover.into_iter().zip(posting.numbers(2)?).zip(posting.numbers(3)?) {
        match pairs.iter_mut().find(|(v, _)| *v == value) {
            Some((_, range)) => *range = low.max(*range.start())..=high.min(*range.end()),
            None => pairs.push((value, low..=high)),
        }
    }
    let posted = if is_closed { posting.model.gcc_closed(all, pairs) } else { posting.model.gcc(all, pairs) };
    posting.rule.leveled(posted);
    Ok(())
}
