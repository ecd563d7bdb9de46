//! The checker of `all_different_except`: equal values of fixed views.

use crate::prelude_propagator::*;
use crate::value_set::ValueSet;
use std::collections::HashSet;

/// Checks whether two views are fixed to the same value outside `except`.
pub(super) fn has_clash(views: &[View], except: &ValueSet, case: &CheckContext<'_>) -> bool {
    let mut seen = HashSet::new();
    let fixed = views.iter().filter_map(|&view| case.fixed(view));
    fixed.filter(|&v| !except.contains(v)).any(|v| !seen.insert(v))
}
