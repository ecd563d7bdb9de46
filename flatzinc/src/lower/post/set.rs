//! Membership in a constant set. Set variables are taken apart by MiniZinc itself (`nosets.mzn`).

use super::{Entry, entry};
use crate::lower::site::{Done, Site};
use solver_core::{Expr, Relates};

pub(super) const NAMES: &[Entry] = &[entry("set_in", 2, member)];

fn member(site: &mut Site<'_, '_>) -> Done {
    let (x, set) = (site.int(0)?, site.call.set(1)?);
    let limit = i64::from(solver_core::View::LIMIT);
    if let &[(low, high)] = set.ranges() {
        let (low, high) = (low.clamp(-limit - 1, limit + 1), high.clamp(-limit - 1, limit + 1));
        if low == high {
            return site.post(x.equals(Expr::from(low)));
        }
        if site.rule.condition.is_none() {
            let posted = site.model.post(x.clone().at_least(Expr::from(low)));
            site.rule.plain(posted);
            return site.post(x.at_most(Expr::from(high)));
        }
    }
    // One argument takes one of the values.
    let values = site.listed(set)?;
    site.rule.plain(site.model.among([x], values, 1));
    Ok(())
}
