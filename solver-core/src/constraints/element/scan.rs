//! Which values are between others.

use crate::constraints::meet::is_short;
use crate::prelude_propagator::*;

/// Removes the values between those of these groups, which ascend, unless there are too many to be looked at.
pub(super) fn remove_between(
    cx: &mut Context<'_>,
    view: View,
    groups: &[(i32, u32)],
    why: Lazy,
) -> Result<(), Conflict> {
    if !is_short(cx.bounds(view)) {
        return Ok(());
    }
    for pair in groups.windows(2) {
        let mut next = cx.next(view, pair[0].0 + 1);
        while let Some(between) = next.filter(|&between| between < pair[1].0) {
            cx.remove(view, between, || why)?;
            next = cx.next(view, between + 1);
        }
    }
    Ok(())
}
