//! Counting constraints: which values are taken, and how often.

use super::arguments::{Arguments, Read};
use super::posting::Posting;
use super::premises::{Premises, hull_of_numbers};
use super::{Builtin, builtin};
use crate::instance::Consistency;
use solver_core::constraints::Form;
use solver_core::{Expr, Relates};
use std::ops::RangeInclusive;

/// Permutations of more elements keep the default level: a run of the domain level takes long.
const MOST: usize = 100;

pub(super) const TABLE: &[Builtin] = &[
    builtin("ferz_all_different", 1, |p| {
        let all = p.ints(0)?;
        // A permutation: which value has one place left only the domain level sees.
        if p.free && p.rule.level.is_none() && all.len() <= MOST && p.is_full(0)? {
            p.rule.level = Some(Consistency::Domain);
        }
        p.rule.leveled(p.model.all_different(all))
    })
    .no_bounds()
    .moved(&[&[0]]),
    builtin("ferz_all_different_except", 2, |p| p.rule.leveled(p.model.all_different_except(p.ints(0)?, p.values(1)?)))
        .no_bounds()
        .moved(&[&[0, 1]]),
    builtin("ferz_all_equal", 1, |p| p.rule.strong(p.model.all_equal(p.ints(0)?)))
        .bounds(|p| {
            let all = p.ints(0)?;
            let low = all.iter().map(|part| part.hull.0).max();
            let high = all.iter().map(|part| part.hull.1).min();
            low.zip(high).map_or(Ok(()), |hull| p.all(&all, hull))
        })
        .moved(&[&[0]]),
    builtin("ferz_among", 3, |p| {
        let count = p.int(0)?;
        p.rule.plain(p.model.among(p.ints(1)?, p.values(2)?, count))
    })
    .bounds(|p| p.learn(p.int(0)?, (0, p.length(1)?)))
    .moved(&[&[1, 2]]),
    builtin("ferz_nvalue", 2, |p| {
        let count = p.int(0)?;
        p.rule.plain(p.model.nvalue(p.ints(1)?, count))
    })
    .bounds(|p| p.learn(p.int(0)?, (p.length(1)?.min(1), p.length(1)?)))
    .moved(&[&[1]]),
    // The list, the value, the number of times.
    builtin("ferz_count", 3, |p| {
        let (all, value, count) = (p.ints(0)?, p.int(1)?, p.int(2)?);
        if p.fixed(1)?.is_some_and(|value| p.small(1, value).is_none()) {
            // No variable takes it.
            return p.post(count.equals(0));
        }
        p.rule.plain(p.model.count_equal(all, value, count))
    })
    .bounds(|p| p.learn(p.int(2)?, (0, p.length(0)?)))
    .moved(&[&[0, 1]]),
    builtin("ferz_at_least", 3, |p| p.rule.plain(p.model.at_least(p.ints(0)?, p.number(1)?, p.int(2)?)))
        .bounds(|p| p.at_most(p.int(2)?, p.length(0)?))
        .moved(&[&[0, 1]]),
    builtin("ferz_at_most", 3, |p| p.rule.plain(p.model.at_most(p.ints(0)?, p.number(1)?, p.int(2)?)))
        .bounds(|p| p.at_least(p.int(2)?, 0))
        .moved(&[&[0, 1]]),
    builtin("ferz_global_cardinality", 3, |p| {
        let (all, pairs) = counts(p)?;
        p.rule.leveled(p.model.gcc(all, pairs))
    })
    .bounds(bound_counts)
    .moved(&[&[0, 1]]),
    builtin("ferz_global_cardinality_closed", 3, |p| {
        let (all, pairs) = counts(p)?;
        p.rule.leveled(p.model.gcc_closed(all, pairs))
    })
    .bounds(|p| {
        bound_counts(p)?;
        covered(p)
    })
    .moved(&[&[0, 1]]),
    builtin("ferz_global_cardinality_low_up", 4, |p| {
        let (all, pairs) = ranges_of_counts(p)?;
        p.rule.leveled(p.model.gcc(all, pairs))
    })
    .no_bounds()
    .moved(&[&[0, 1]]),
    builtin("ferz_global_cardinality_low_up_closed", 4, |p| {
        let (all, pairs) = ranges_of_counts(p)?;
        p.rule.leveled(p.model.gcc_closed(all, pairs))
    })
    .bounds(covered)
    .moved(&[&[0, 1]]),
    builtin("ferz_value_precede", 3, |p| p.rule.plain(p.model.value_precede(p.number(0)?, p.number(1)?, p.ints(2)?)))
        .no_bounds()
        .moved(&[&[0, 1, 2]]),
    builtin("ferz_value_precede_chain", 2, |p| p.rule.plain(p.model.value_precede_chain(p.numbers(0)?, p.ints(1)?)))
        .no_bounds()
        .moved(&[&[0, 1]]),
];

type Pairs<T> = Result<(Vec<Expr>, Vec<(i32, T)>), crate::translate::error::TranslateError>;

/// The list, and values with their counts, none of them twice.
fn counts(p: &mut Posting<'_, '_>) -> Pairs<Expr> {
    p.equally_long(&[1, 2])?;
    let (all, cover, counts) = (p.ints(0)?, p.numbers(1)?, p.ints(2)?);
    let mut pairs: Vec<(i32, Expr)> = Vec::with_capacity(cover.len());
    for (value, count) in cover.into_iter().zip(counts) {
        match pairs.iter().find(|(v, _)| *v == value) {
            Some(_) if matches!(p.rule.condition, Some((Form::Reified, _))) => {
                return Err(p.misuse(format!("the value {value} is covered twice")));
            }
            Some((_, first)) => p.post(first.clone().equals(count))?,
            None => pairs.push((value, count)),
        }
    }
    Ok((all, pairs))
}

fn ranges_of_counts(p: &mut Posting<'_, '_>) -> Pairs<RangeInclusive<i32>> {
    p.equally_long(&[1, 2, 3])?;
    let (all, cover) = (p.ints(0)?, p.numbers(1)?);
    let mut pairs: Vec<(i32, RangeInclusive<i32>)> = Vec::with_capacity(cover.len());
    for ((value, low), high) in cover.into_iter().zip(p.numbers(2)?).zip(p.numbers(3)?) {
        match pairs.iter_mut().find(|(v, _)| *v == value) {
            Some((_, range)) => *range = low.max(*range.start())..=high.min(*range.end()),
            None => pairs.push((value, low..=high)),
        }
    }
    Ok((all, pairs))
}

fn bound_counts(p: &mut Premises<'_>) -> Read<()> {
    p.all(&p.ints(2)?, (0, p.length(0)?))
}

fn covered(p: &mut Premises<'_>) -> Read<()> {
    p.all(&p.ints(0)?, hull_of_numbers(&p.call.ints(1)?))
}
