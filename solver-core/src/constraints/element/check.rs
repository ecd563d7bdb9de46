//! The checkers of the element constraints: they try every index in the given case.

use crate::prelude_propagator::*;
use crate::value_set::ValueSet;

/// The indices in the case that lie within the array.
pub(super) fn indices(case: &CheckContext<'_>, index: View, length: usize) -> ValueSet {
    let last = i32::try_from(length).map_or(i32::MAX, |n| n - 1);
    case.values(index).intersection(&ValueSet::range(0, last))
}

/// Checks whether every index in the case is outside the array.
pub(super) fn is_outside(case: &CheckContext<'_>, index: View, length: usize) -> bool {
    indices(case, index, length).is_empty()
}

/// Checks whether no index within the array is possible.
pub(super) fn no_index(case: &CheckContext<'_>, index: View, length: usize, is_possible: impl Fn(i32) -> bool) -> bool {
    !indices(case, index, length).iter().any(is_possible)
}

/// Checks whether the view may have a value. The value may lie beyond the range of views.
pub(super) fn may_be(case: &CheckContext<'_>, view: View, v: i32) -> bool {
    case.values(view).contains(v)
}

/// Checks whether two views may have a common value.
pub(super) fn may_be_equal(case: &CheckContext<'_>, x: View, y: View) -> bool {
    !case.values(x).intersection(&case.values(y)).is_empty()
}
