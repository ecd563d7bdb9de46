//! Scalar backtracking over the interior rows, with the state in three words.
//!
//! The occupied columns and diagonals are bits of three words; moving down a row shifts the diagonals (Richards 1997,
//! "Backtracking algorithms in MCPL using bit patterns"). A queen is placed only if each of the next two rows keeps a
//! free square. A branch-free formula counts the last two rows.

use super::border::{Border, Row};
use solver_core::CancelToken;

/// The minimum number of remaining rows at which cancellation is checked. A cancelled search therefore ends within the
/// time that it takes to search this many rows.
pub(super) const DEEP: usize = 12;

/// Counts the completions of a border; the count is incomplete if the search is cancelled.
pub(super) fn completions(border: &Border, cancel: &CancelToken) -> u64 {
    match border.rows[..] {
        [] => 1,
        [row] => u64::from((!(border.columns | row.blocked)).count_ones()),
        [row, last] => {
            let free = !(border.columns | row.blocked);
            u64::from(last_two(border.columns, 0, 0, free, row.step, last.blocked))
        }
        [row, next, ref rest @ ..] => {
            let free = !(border.columns | row.blocked);
            place([border.columns, 0, 0], free, row, next, rest, cancel)
        }
    }
}

/// Counts the completions with a queen in one of the `free` columns of `row`. At least three rows must be open.
fn place(
    [columns, left, right]: [u32; 3],
    mut free: u32,
    row: Row,
    next: Row,
    rest: &[Row],
    cancel: &CancelToken,
) -> u64 {
    let Some((&after, below)) = rest.split_first() else { return 0 };
    if rest.len() >= DEEP && cancel.is_cancelled() {
        return 0;
    }
    let mut found = 0;
    while free != 0 {
        let queen = free & free.wrapping_neg();
        free ^= queen;
        let columns = columns | queen;
        let left = (left | queen) << row.step;
        let right = (right | queen) >> row.step;
        let open = !(columns | left | right | next.blocked);
        if below.is_empty() {
            found += u64::from(last_two(columns, left, right, open, next.step, after.blocked));
            continue;
        }
        let later = !(columns | left << next.step | right >> next.step | after.blocked);
        if open != 0 && later != 0 {
            found += place([columns, left, right], open, next, after, below, cancel);
        }
    }
    found
}

/// Counts the ways to fill the last two rows with the two remaining columns. `first` contains the free columns of the
/// upper row; `step` is the distance to the lower one.
#[inline(always)]
pub(super) fn last_two(columns: u32, left: u32, right: u32, first: u32, step: u32, blocked: u32) -> u32 {
    let second = !(left << step | right >> step | blocked);
    let low = !columns & (!columns).wrapping_neg();
    let high = !columns ^ low;
    let one = u32::from(first & low != 0) & u32::from(second & high != 0);
    let other = u32::from(first & high != 0) & u32::from(second & low != 0);
    (one + other) * u32::from(low << step != high)
}
