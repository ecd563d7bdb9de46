//! The checker of `arg_max`: tests whether any index can win.

use super::ArgMaximum;
use crate::prelude_propagator::*;
use crate::value_set::ValueSet;

/// See [`Propagator::check`].
pub(super) fn refuted(constraint: &ArgMaximum, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
    let ArgMaximum { xs, index, rules, .. } = constraint;
    let indices = case.values(*index).intersection(&ValueSet::range(0, xs.len() as i32 - 1));
    if rule == &rules.range {
        return indices.is_empty();
    }
    if rule == &rules.itself {
        let same = |x: View, y: View| x.var() == y.var() && x.is_negated() == y.is_negated();
        let leads = |a: usize, b: usize| {
            same(xs[a], xs[b]) && (xs[a].offset(), usize::MAX - a) > (xs[b].offset(), usize::MAX - b)
        };
        return indices.iter().all(|i| (0..xs.len()).any(|other| leads(other, i as usize)));
    }
    let Some(bounds) = xs.iter().map(|&x| case.bounds(x)).collect::<Option<Vec<(i32, i32)>>>() else { return true };
    // Assumes that all others take their minimum. Pairs of a value and an index never tie.
    let worst = |i: usize| (bounds[i].0, usize::MAX - i);
    let can_win = |i: usize| (0..xs.len()).all(|other| other == i || worst(other) < (bounds[i].1, usize::MAX - i));
    let known = [&rules.index, &rules.member, &rules.winner, &rules.none].contains(&rule);
    known && !indices.iter().any(|i| can_win(i as usize))
}
