//! Ordering constraints on the elements of an array, and between arrays.

use super::arguments::{Arguments, Read};
use super::premises::{Premises, hull_of_parts};
use super::{Builtin, builtin};

pub(super) const TABLE: &[Builtin] = &[
    builtin("ferz_increasing_int", 1, |p| p.rule.plain(p.model.increasing(p.ints(0)?)))
        .bounds(|p| p.ascending(&p.ints(0)?, 0))
        .moved(&[&[0]]),
    builtin("ferz_increasing_bool", 1, |p| p.rule.plain(p.model.increasing(p.truths(0)?))).of_truths(),
    builtin("ferz_strictly_increasing_int", 1, |p| p.rule.plain(p.model.strictly_increasing(p.ints(0)?)))
        .bounds(|p| p.ascending(&p.ints(0)?, 1))
        .moved(&[&[0]]),
    builtin("ferz_decreasing_int", 1, |p| p.rule.plain(p.model.decreasing(p.ints(0)?)))
        .bounds(|p| descending(p, 0))
        .moved(&[&[0]]),
    builtin("ferz_decreasing_bool", 1, |p| p.rule.plain(p.model.decreasing(p.truths(0)?))).of_truths(),
    builtin("ferz_strictly_decreasing_int", 1, |p| p.rule.plain(p.model.strictly_decreasing(p.ints(0)?)))
        .bounds(|p| descending(p, 1))
        .moved(&[&[0]]),
    builtin("ferz_lex_less_int", 2, |p| p.rule.plain(p.model.lex_less(p.ints(0)?, p.ints(1)?)))
        .bounds(first_elements)
        .moved(&[&[0, 1]]),
    builtin("ferz_lex_less_bool", 2, |p| p.rule.plain(p.model.lex_less(p.truths(0)?, p.truths(1)?))).of_truths(),
    builtin("ferz_lex_lesseq_int", 2, |p| p.rule.plain(p.model.lex_less_eq(p.ints(0)?, p.ints(1)?)))
        .bounds(first_elements)
        .moved(&[&[0, 1]]),
    builtin("ferz_lex_lesseq_bool", 2, |p| p.rule.plain(p.model.lex_less_eq(p.truths(0)?, p.truths(1)?))).of_truths(),
    builtin("ferz_sort", 2, |p| {
        p.equally_long(&[0, 1])?;
        p.rule.plain(p.model.sort(p.ints(0)?, p.ints(1)?))
    })
    .bounds(|p| {
        let (unsorted, sorted) = (p.ints(0)?, p.ints(1)?);
        p.all(&sorted, hull_of_parts(&unsorted))?;
        p.all(&unsorted, hull_of_parts(&sorted))?;
        p.ascending(&sorted, 0)
    })
    .moved(&[&[0, 1]]),
];

fn descending(p: &mut Premises<'_>, step: i128) -> Read<()> {
    let mut all = p.ints(0)?;
    all.reverse();
    p.ascending(&all, step)
}

/// Derives that the first element of the first list is at most the first element of the second list.
fn first_elements(p: &mut Premises<'_>) -> Read<()> {
    match (p.ints(0)?.first(), p.ints(1)?.first()) {
        (Some(&left), Some(&right)) => p.ascending(&[left, right], 0),
        _ => Ok(()),
    }
}
