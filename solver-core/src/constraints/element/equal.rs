//! The index is fixed: the selected element and the result become equal.

use super::{Level, scan};
use crate::prelude_propagator::*;

/// Hints: pruning of the result by the selected view, or the reverse.
pub(super) const RESULT_FROM_CHOSEN: u32 = 2;
pub(super) const CHOSEN_FROM_RESULT: u32 = 3;

/// Intersects the two domains: bounds, and at Domain values.
pub(super) fn equate(cx: &mut Context<'_>, level: Level, result: View, chosen: View) -> Result<Status, Conflict> {
    let sides = [(result, chosen, RESULT_FROM_CHOSEN), (chosen, result, CHOSEN_FROM_RESULT)];
    while cx.bounds(chosen) != cx.bounds(result) {
        cx.work(1)?;
        for (to, from, hint) in sides {
            let (low, high) = cx.bounds(from);
            cx.at_least(to, low, || Lazy(hint))?;
            cx.at_most(to, high, || Lazy(hint))?;
        }
    }
    let range = cx.bounds(chosen);
    if range.0 == range.1 {
        return Ok(Status::Entailed);
    }
    if level == Level::Domain && scan::is_short(range) {
        for base in scan::windows(range) {
            cx.work(2)?;
            for (to, from, hint) in sides {
                cx.keep(to, base, cx.window(from, base), || Lazy(hint))?;
            }
        }
    }
    Ok(Status::Stable)
}
