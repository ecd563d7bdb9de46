//! The checkers of `path`: exactly one node is last, and it is the end.

use super::{END, RANGE};
use crate::prelude_propagator::*;

pub(super) fn refuted(succ: &[View], end: View, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
    let n = succ.len() as i32;
    if rule == &RANGE {
        return (0..n).all(|i| !case.contains(end, i));
    }
    // Tries each candidate for the end node.
    rule == &END
        && (0..n).zip(succ).all(|(i, &last)| {
            let others = (0..n).zip(succ).any(|(j, &other)| j != i && case.fixed(other) == Some(n));
            !case.contains(end, i) || !case.contains(last, n) || others
        })
}
