//! Domains restricted to lists of values.

use crate::prelude_propagator::*;

/// The maximum number of unlisted values removed one by one from a large domain.
const MOST_FOREIGN: usize = 1 << 16;

/// Removes from the view the values below `low` and above `high`; fails if no value remains.
pub(super) fn narrow(cx: &mut Context<'_>, view: View, (low, high): (i32, i32), why: Lazy) -> Result<(), Conflict> {
    let (min, max) = cx.bounds(view);
    // Queries must not use bounds far beyond the view's values.
    if low > max || high < min {
        return cx.fail(|| why);
    }
    if low > min {
        cx.at_least(view, low, || why)?;
    }
    if high < max { cx.at_most(view, high, || why) } else { Ok(()) }
}

/// Removes from the view all values that are not in a sorted list. Values outside the list's range are always removed;
/// values between its entries are removed only up to a limit, so the cost does not grow with the domain size.
pub(super) fn keep_only(cx: &mut Context<'_>, view: View, values: &[i32], why: Lazy) -> Result<(), Conflict> {
    let (Some(&first), Some(&last)) = (values.first(), values.last()) else { return cx.fail(|| why) };
    narrow(cx, view, (first, last), why)?;
    let mut allowance = MOST_FOREIGN;
    for pair in values.windows(2) {
        if pair[0] + 1 == pair[1] {
            continue;
        }
        cx.work(1)?;
        let (min, max) = cx.bounds(view);
        let first = min.max(pair[0] + 1);
        // Removing only the first part of a long gap would make the next run remove the next part, and so on.
        let is_short = i64::from(max.min(pair[1])) - i64::from(first) <= MOST_FOREIGN as i64
            || cx.size(view) as usize <= MOST_FOREIGN;
        let mut next = if is_short && first < pair[1] && first <= max { cx.next(view, first) } else { None };
        while let Some(v) = next.filter(|&v| v < pair[1] && allowance > 0) {
            allowance -= 1;
            cx.work(10)?;
            cx.remove(view, v, || why)?;
            next = cx.next(view, v + 1);
        }
    }
    Ok(())
}
