//! Scheduling and rectangle packing.

use super::arguments::{Arguments, Read};
use super::posting::Posting;
use super::premises::Premises;
use super::{Builtin, builtin};
use crate::translate::error::TranslateError;
use solver_core::Expr;

pub(super) const TABLE: &[Builtin] = &[
    // Arguments: starts, durations, demands, and the capacity.
    builtin("ferz_cumulative", 4, |p| {
        p.equally_long(&[0, 1, 2])?;
        if p.fixed(3)?.is_some_and(|capacity| capacity < 0) {
            return p.post(Expr::from(0));
        }
        let tasks = p.ints(0)?.into_iter().zip(p.ints(1)?).zip(p.ints(2)?);
        p.rule.plain(p.model.cumulative(tasks.map(|((s, d), r)| (s, d, r)).collect::<Vec<_>>(), p.int(3)?))
    })
    .bounds(cumulative)
    .moved(&[&[0]])
    .schedule(),
    builtin("ferz_disjunctive", 2, |p| p.rule.plain(p.model.disjunctive(tasks(p)?)))
        .bounds(|p| p.sizes(&[1]))
        .moved(&[&[0]])
        .schedule(),
    builtin("ferz_disjunctive_strict", 2, |p| p.rule.plain(p.model.disjunctive_strict(tasks(p)?)))
        .bounds(|p| p.sizes(&[1]))
        .moved(&[&[0]])
        .schedule(),
    // Arguments: the coordinates x and y of the corners, then the widths and heights.
    builtin("ferz_diffn", 4, |p| p.rule.plain(p.model.diffn(rectangles(p)?)))
        .bounds(|p| p.sizes(&[2, 3]))
        .moved(&[&[0], &[1]]),
    builtin("ferz_diffn_nonstrict", 4, |p| p.rule.plain(p.model.diffn_nonstrict(rectangles(p)?)))
        .bounds(|p| p.sizes(&[2, 3]))
        .moved(&[&[0], &[1]]),
];

fn tasks(p: &Posting<'_, '_>) -> Result<Vec<(Expr, Expr)>, TranslateError> {
    p.equally_long(&[0, 1])?;
    Ok(p.ints(0)?.into_iter().zip(p.ints(1)?).collect())
}

fn rectangles(p: &Posting<'_, '_>) -> Result<Vec<[Expr; 4]>, TranslateError> {
    p.equally_long(&[0, 1, 2, 3])?;
    let corners = p.ints(0)?.into_iter().zip(p.ints(1)?);
    let sizes = p.ints(2)?.into_iter().zip(p.ints(3)?);
    Ok(corners.zip(sizes).map(|((x, y), (w, h))| [x, y, w, h]).collect())
}

/// Derives that durations, demands and the capacity are not negative, and that the capacity suffices for each task of
/// positive duration.
fn cumulative(p: &mut Premises<'_>) -> Read<()> {
    let capacity = p.int(3)?;
    p.at_least(capacity, 0)?;
    for (duration, demand) in p.ints(1)?.into_iter().zip(p.ints(2)?) {
        p.at_least(demand, 0)?;
        if duration.hull.0 > 0 {
            p.at_most(demand, capacity.hull.1)?;
        }
    }
    p.sizes(&[1])
}
