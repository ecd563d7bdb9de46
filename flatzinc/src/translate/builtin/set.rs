//! Membership in a constant set. MiniZinc itself decomposes set variables (`nosets.mzn`).

use super::arguments::Arguments;
use super::linear_form::LinearForm;
use super::posting::{Done, Posting};
use super::premises::hull_of_set;
use super::sums::{self, Sums};
use super::{Builtin, Words, builtin};
use crate::translate::ranges::Ranges;
use solver_core::{Comparison, Expr, Logic, Relates, any_of};

pub(super) const TABLE: &[Builtin] = &[builtin("set_in", 2, member)
    .bounds(|p| p.learn(p.int(0)?, hull_of_set(p.call.set(1)?)))
    .moved(&[&[0, 1]])
    .or_sums(Sums::always(sums::member))
    .presolved(|p| {
        let (part, set) = (p.int(0)?, p.call.set(1)?);
        Ok(match (part.fixed(), part.variable) {
            (Some(value), _) => LinearForm::Decided(set.contains(value)),
            (None, Some(x)) => LinearForm::In(x, Ranges::of_set(set)),
            (None, None) => LinearForm::Other,
        })
    })
    .words(Words::Member)];

/// The average number of values per range above which comparing with the range ends is better than listing the values.
const MANY: i128 = 64;

fn member(p: &mut Posting<'_, '_>) -> Done {
    let (x, set, (least, greatest)) = (p.int(0)?, p.call.set(1)?, p.reach(0)?);
    let reached = |&(low, high): &(i64, i64)| (low.max(least), high.min(greatest));
    let ranges: Vec<(i64, i64)> = set.ranges().iter().map(reached).filter(|(low, high)| low <= high).collect();
    let ends = |(low, high): (i64, i64)| (Expr::from(p.drawn_in(1, low)), Expr::from(p.drawn_in(1, high)));
    if let (&[range], None) = (&ranges[..], &p.rule.condition) {
        let (low, high) = ends(range);
        p.post(x.clone().at_least(low))?;
        return p.post(x.at_most(high));
    }
    let values: i128 = ranges.iter().map(|&(low, high)| i128::from(high) - i128::from(low) + 1).sum();
    if values > MANY * ranges.len() as i128 {
        let within = |range| -> Comparison {
            let (low, high) = ends(range);
            x.clone().at_least(low).and(x.clone().at_most(high))
        };
        return p.post(any_of(ranges.into_iter().map(within).collect::<Vec<_>>()));
    }
    if let [(low, high)] = ranges[..]
        && low == high
    {
        return p.post(x.equals(ends((low, high)).0));
    }
    // `x` takes one of the values.
    let values = ranges.into_iter().flat_map(|(low, high)| low..=high).filter_map(|v| p.small(1, v));
    let values: Vec<i32> = values.collect();
    p.rule.plain(p.model.among([x], values, 1))
}
