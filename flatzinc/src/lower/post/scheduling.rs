//! Tasks in time, rectangles in the plane.

use super::{Entry, entry};
use crate::lower::LowerError;
use crate::lower::site::Site;
use solver_core::Expr;

pub(super) const NAMES: &[Entry] = &[
    // Starts, durations, demands, the capacity.
    entry("ferz_cumulative", 4, |site| {
        site.equally_long(&[0, 1, 2])?;
        if site.fixed(3)?.is_some_and(|capacity| capacity < 0) {
            return site.post(Expr::from(0));
        }
        let tasks = site.ints(0)?.into_iter().zip(site.ints(1)?).zip(site.ints(2)?);
        let (tasks, capacity): (Vec<_>, _) = (tasks.map(|((s, d), r)| (s, d, r)).collect(), site.int(3)?);
        site.rule.plain(site.model.cumulative(tasks, capacity));
        Ok(())
    }),
    entry("ferz_disjunctive", 2, |site| {
        let tasks = tasks(site)?;
        site.rule.plain(site.model.disjunctive(tasks));
        Ok(())
    }),
    entry("ferz_disjunctive_strict", 2, |site| {
        let tasks = tasks(site)?;
        site.rule.plain(site.model.disjunctive_strict(tasks));
        Ok(())
    }),
    // Corners, then sizes: x, y, width, height.
    entry("ferz_diffn", 4, |site| {
        let all = rectangles(site)?;
        site.rule.plain(site.model.diffn(all));
        Ok(())
    }),
    entry("ferz_diffn_nonstrict", 4, |site| {
        let all = rectangles(site)?;
        site.rule.plain(site.model.diffn_nonstrict(all));
        Ok(())
    }),
];

fn tasks(site: &Site<'_, '_>) -> Result<Vec<(Expr, Expr)>, LowerError> {
    site.equally_long(&[0, 1])?;
    Ok(site.ints(0)?.into_iter().zip(site.ints(1)?).collect())
}

fn rectangles(site: &Site<'_, '_>) -> Result<Vec<[Expr; 4]>, LowerError> {
    site.equally_long(&[0, 1, 2, 3])?;
    let corners = site.ints(0)?.into_iter().zip(site.ints(1)?);
    let sizes = site.ints(2)?.into_iter().zip(site.ints(3)?);
    Ok(corners.zip(sizes).map(|((x, y), (w, h))| [x, y, w, h]).collect())
}
