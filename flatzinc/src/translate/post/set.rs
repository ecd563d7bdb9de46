//! Membership in a constant set. MiniZinc itself decomposes set variables (`nosets.mzn`).

use super::{Entry, entry};
use crate::instance::Operand;
use crate::translate::posting::{Done, Posting};
use solver_core::{Comparison, Expr, Logic, Relates, any_of};

pub(super) const NAMES: &[Entry] = &[entry("set_in", 2, member)];

/// Values that a range has on the average where comparisons with its ends are better than a list.
const MANY: i128 = 64;

fn member(posting: &mut Posting<'_, '_>) -> Done {
    let (x, set) = (posting.int(0)?, posting.call.set(1)?);
    let (least, greatest) = match posting.call.int_operand(0)? {
        Operand::Constant(value) => (value, value),
        Operand::Variable(x) => posting.vars.reach(x),
    };
    let reached = |&(low, high): &(i64, i64)| (low.max(least), high.min(greatest));
    let ranges: Vec<(i64, i64)> = set.ranges().iter().map(reached).filter(|(low, high)| low <= high).collect();
    if let (&[(low, high)], None) = (&ranges[..], &posting.rule.condition) {
        let (low, high) = (posting.drawn_in(1, low), posting.drawn_in(1, high));
        let posted = posting.model.post(x.clone().at_least(Expr::from(low)));
        posting.rule.plain(posted);
        return posting.post(x.at_most(Expr::from(high)));
    }
    let values: i128 = ranges.iter().map(|&(low, high)| i128::from(high) - i128::from(low) + 1).sum();
    if values > MANY * ranges.len() as i128 {
        let within = |(low, high): (i64, i64)| -> Comparison {
            let (low, high) = (posting.drawn_in(1, low), posting.drawn_in(1, high));
            x.clone().at_least(Expr::from(low)).and(x.clone().at_most(Expr::from(high)))
        };
        let in_some = any_of(ranges.into_iter().map(within));
        return posting.post(in_some);
    }
    if let [(low, high)] = ranges[..]
        && low == high
    {
        return posting.post(x.equals(Expr::from(posting.drawn_in(1, low))));
    }
    // One argument takes one of the values.
    let values = ranges.into_iter().flat_map(|(low, high)| low..=high).filter_map(|v| posting.small(1, v));
    let values: Vec<i32> = values.collect();
    posting.rule.plain(posting.model.among([x], values, 1));
    Ok(())
}
