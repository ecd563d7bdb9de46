//! The checker of precedence: runs the automaton with the set of all reachable states.

use crate::prelude_propagator::*;
use crate::value_set::ValueSet;

/// Checks whether the views can take values in an order that respects the chain, if they are treated as independent.
pub(super) fn is_possible(chain: &[Option<i32>], views: &[View], case: &CheckContext<'_>) -> bool {
    let in_chain = ValueSet::from_values(chain.iter().copied().flatten());
    let mut reached = vec![false; chain.len() + 1];
    reached[0] = true;
    let can = |view, link: Option<i32>| link.is_some_and(|v| case.contains(view, v));
    for &view in views {
        let is_free = !case.values(view).minus(&in_chain).is_empty();
        let mut after = vec![false; chain.len() + 1];
        let mut old = is_free;
        for state in 0..=chain.len() {
            old |= state > 0 && can(view, chain[state - 1]);
            after[state] |= reached[state] && old;
            if state < chain.len() && reached[state] && can(view, chain[state]) {
                after[state + 1] = true;
            }
        }
        reached = after;
    }
    reached.contains(&true)
}
