//! Counting constraints: which values are taken, and how often.

use super::arguments::{Arguments, Read};
use super::posting::{Done, Posting, Rule};
use super::premises::{Premises, hull_of_numbers};
use super::{Builtin, builtin};
use crate::translate::roots::auxiliary;
use solver_core::constraints::Form;
use solver_core::{Comparison, Consistency, Expr, Relates, all_of};
use std::ops::RangeInclusive;

/// The maximum length of a permutation that is posted at the domain level by default, because this level is slow for
/// longer ones.
const MOST: usize = 100;

pub(super) const TABLE: &[Builtin] = &[
    builtin("ferz_all_different", 1, |p| {
        let all = p.ints(0)?;
        // In a permutation, only the domain level infers that a value has only one index left.
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
    // Arguments: the list, the value, the count.
    builtin("ferz_count", 3, |p| {
        let (all, value, count) = (p.ints(0)?, p.int(1)?, p.int(2)?);
        if p.fixed(1)?.is_some_and(|value| p.small(1, value).is_none()) {
            // No variable can take the value.
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
    builtin("ferz_seq_precede_chain", 1, seq_precede_chain)
        .bounds(|p| (1..).zip(p.ints(0)?).try_for_each(|(place, part)| p.at_most(part, place)))
        .unmoved(),
];

type Pairs<T> = Result<(Vec<Expr>, Vec<(i32, T)>), crate::translate::error::TranslateError>;

/// Returns the list, and pairs of distinct values and their counts.
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

/// Posts a precedence chain. Each positive value first occurs after the next smaller one, so the element at index `i`
/// is at most `i`.
fn seq_precede_chain(p: &mut Posting<'_, '_>) -> Done {
    let all = p.ints(0)?;
    let greatest = p.call.int_operands(0)?.into_iter().map(|operand| p.reach_of(operand).1).max().unwrap_or(0);
    let chain: Vec<i32> = (1..=greatest.min(all.len() as i64)).map(|value| value as i32).collect();
    let within: Vec<Comparison> = (1..).zip(&all).map(|(place, x)| x.clone().at_most(place)).collect();
    if p.rule.condition.is_none() {
        within.into_iter().try_for_each(|comparison| p.post(comparison))?;
        return p.rule.plain(p.model.value_precede_chain(chain, all));
    }
    let in_order = auxiliary(p.model, &format!("{} in order", p.call.name()), (0, 1))?;
    let rule = Rule { condition: Some((Form::Reified, in_order.clone())), name: p.rule.name.clone(), level: None };
    rule.plain(p.model.value_precede_chain(chain, all))?;
    p.post(all_of(within.into_iter().chain([in_order.equals(1)])))
}

fn bound_counts(p: &mut Premises<'_>) -> Read<()> {
    p.all(&p.ints(2)?, (0, p.length(0)?))
}

fn covered(p: &mut Premises<'_>) -> Read<()> {
    p.all(&p.ints(0)?, hull_of_numbers(&p.call.ints(1)?))
}
