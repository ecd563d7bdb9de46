//! The checker of `among`: recounts the views by their values in the given case.

use super::{Counted, FEW, MANY, Meaning};
use crate::prelude_propagator::*;

/// See [`Propagator::check`].
pub(super) fn refuted(meaning: &Meaning, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
    let Some((least, most)) = case.bounds(meaning.count) else { return true };
    let counts = &meaning.sets[0];
    let with = |wanted: fn(u64, u64) -> bool| {
        let of_view = |view: &&View| {
            let values = case.values(**view);
            wanted(values.intersection(counts).len(), values.len())
        };
        meaning.views.iter().filter(of_view).count() as i64
    };
    if rule == &MANY {
        meaning.comparison != Counted::AtLeast && with(|inside, all| inside == all) > i64::from(most)
    } else {
        rule == &FEW && meaning.comparison != Counted::AtMost && with(|inside, _| inside > 0) < i64::from(least)
    }
}
