//! The checkers of `inverse`, based on the case's fixed views.

use crate::prelude_propagator::*;
use crate::value_set::ValueSet;

/// Checks whether some view contains no position on the other side.
pub(super) fn is_out_of_range(f: &[View], g: &[View], case: &CheckContext<'_>) -> bool {
    let positions = ValueSet::range(0, f.len() as i32 - 1);
    f.iter().chain(g).any(|&view| case.values(view).intersection(&positions).is_empty())
}

/// Checks whether some view is fixed to a position whose view cannot point back.
pub(super) fn is_torn(f: &[View], g: &[View], case: &CheckContext<'_>) -> bool {
    let points_nowhere = |from: &[View], to: &[View]| {
        (0..).zip(from).any(|(own, &view)| {
            let target = case.fixed(view).and_then(|j| to.get(usize::try_from(j).ok()?));
            target.is_some_and(|&target| !case.contains(target, own))
        })
    };
    points_nowhere(f, g) || points_nowhere(g, f)
}
