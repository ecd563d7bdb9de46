//! Scheduling and rectangle packing.

use super::{Entry, entry};
use crate::translate::TranslateError;
use crate::translate::posting::Posting;
use solver_core::Expr;

pub(super) const NAMES: &[Entry] = &[
    // Starts, durations, demands, the capacity.
    entry("ferz_cumulative", 4, |posting| {
        posting.equally_long(&[0, 1, 2])?;
        if posting.fixed(3)?.is_some_and(|capacity| capacity < 0) {
            return posting.post(Expr::from(0));
        }
        let tasks = posting.ints(0)?.into_iter().zip(posting.ints(1)?).zip(posting.ints(2)?);
        let (tasks, capacity): (Vec<_>, _) = (tasks.map(|((s, d), r)| (s, d, r)).collect(), posting.int(3)?);
        posting.rule.plain(posting.model.cumulative(tasks, capacity));
        Ok(())
    }),
    entry("ferz_disjunctive", 2, |posting| {
        let tasks = tasks(posting)?;
        posting.rule.plain(posting.model.disjunctive(tasks));
        Ok(())
    }),
    entry("ferz_disjunctive_strict", 2, |posting| {
        let tasks = tasks(posting)?;
        posting.rule.plain(posting.model.disjunctive_strict(tasks));
        Ok(())
    }),
    // Corners, then sizes: x, y, width, height.
    entry("ferz_diffn", 4, |posting| {
        let all = rectangles(posting)?;
        posting.rule.plain(posting.model.diffn(all));
        Ok(())
    }),
    entry("ferz_diffn_nonstrict", 4, |posting| {
        let all = rectangles(posting)?;
        posting.rule.plain(posting.model.diffn_nonstrict(all));
        Ok(())
    }),
];

fn tasks(posting: &Posting<'_, '_>) -> Result<Vec<(Expr, Expr)>, TranslateError> {
    posting.equally_long(&[0, 1])?;
    Ok(posting.ints(0)?.into_iter().zip(posting.ints(1)?).collect())
}

fn rectangles(posting: &Posting<'_, '_>) -> Result<Vec<[Expr; 4]>, TranslateError> {
    posting.equally_long(&[0, 1, 2, 3])?;
    let corners = posting.ints(0)?.into_iter().zip(posting.ints(1)?);
    let sizes = posting.ints(2)?.into_iter().zip(posting.ints(3)?);
    Ok(corners.zip(sizes).map(|((x, y), (w, h))| [x, y, w, h]).collect())
}
