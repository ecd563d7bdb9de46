//! Membership in a constant set. Set variables are taken apart by MiniZinc itself (`nosets.mzn`).

use super::{Entry, entry};
use crate::lower::site::{Done, Site};
use solver_core::{Expr, Relates};

pub(super) const NAMES: &[Entry] = &[entry("set_in", 2, member)];

fn member(site: &mut Site<'_, '_>) -> Done {
    let (x, set) = (site.int(0)?, site.call.set(1)?);
    if let &[(low, high)] = set.ranges() {
        let (low, high) = (site.drawn_in(1, low), site.drawn_in(1, high));
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
    let values = site.listed(1, set)?;
    site.rule.plain(site.model.among([x], values, 1));
    Ok(())
}
