//! Membership in a constant set. MiniZinc itself decomposes set variables (`nosets.mzn`).

use super::{Entry, entry};
use crate::translate::posting::{Done, Posting};
use solver_core::{Expr, Relates};

pub(super) const NAMES: &[Entry] = &[entry("set_in", 2, member)];

fn member(posting: &mut Posting<'_, '_>) -> Done {
    let (x, set) = (posting.int(0)?, posting.call.set(1)?);
    if let &[(low, high)] = set.ranges() {
        let (low, high) = (posting.drawn_in(1, low), posting.drawn_in(1, high));
        if low == high {
            return posting.post(x.equals(Expr::from(low)));
        }
        if posting.rule.condition.is_none() {
            let posted = posting.model.post(x.clone().at_least(Expr::from(low)));
            posting.rule.plain(posted);
            return posting.post(x.at_most(Expr::from(high)));
        }
    }
    // One argument takes one of the values.
    let values = posting.listed(1, set)?;
    posting.rule.plain(posting.model.among([x], values, 1));
    Ok(())
}
