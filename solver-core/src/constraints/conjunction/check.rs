//! The checker of conjunctions.

use crate::prelude_propagator::*;

/// Checks whether the conjuncts exclude both values of the Boolean.
pub(super) fn is_impossible(truth: View, parts: &[View], case: &CheckContext<'_>) -> bool {
    let can_be = |view: View, v: i32| case.values(view).contains(v);
    let yes = can_be(truth, 1) && parts.iter().all(|&part| can_be(part, 1));
    let no = can_be(truth, 0) && parts.iter().any(|&part| can_be(part, 0));
    !yes && !no
}
