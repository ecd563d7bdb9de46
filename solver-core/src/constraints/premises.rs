//! Premises stating that a view had only values in a set, with as few and as weak atoms as possible: a bound excludes
//! everything below or above it, and each hole needs one atom. [`DomainsAt::none_of`] is the counterpart.

use super::within::MOST_BETWEEN;
use crate::prelude_propagator::*;
use crate::value_set::ValueSet;

/// Checks whether all values of the view were in the set.
pub(crate) fn lay_within(view: View, set: &ValueSet, past: &DomainsAt<'_>) -> bool {
    let domain = past.domain(view);
    match domain.small_values() {
        Some(mut values) => values.all(|v| set.contains(v)),
        None => gaps(view, set, domain.bounds, past).all(|v| !domain.contains(v)),
    }
}

/// Returns the values of `low..=high` outside the set that were in the root domain, and possibly a few others.
fn gaps(view: View, set: &ValueSet, (low, high): (i32, i32), past: &DomainsAt<'_>) -> impl Iterator<Item = i32> {
    let length = set.missing(low, high).map(|(low, high)| i64::from(high) - i64::from(low) + 1).sum::<i64>();
    // Long gaps are intersected with the root domain, so that not every value must be tested.
    let is_long = length >= MOST_BETWEEN;
    let met = is_long.then(|| past.root_values(view).intersection(&ValueSet::from_ranges(set.missing(low, high))));
    let long = met.into_iter().flat_map(|met| met.ranges().to_vec());
    let short = (!is_long).then(|| set.missing(low, high)).into_iter().flatten();
    short.chain(long).flat_map(|(low, high)| low..=high)
}

/// Adds the atoms stating that the view had only values in the set.
pub(crate) fn within(view: View, set: &ValueSet, past: &DomainsAt<'_>, why: &mut Premises) {
    let root = past.root();
    let (min, max) = (past.min(view), past.max(view));
    let range_of = |v: i32| {
        let at = set.ranges().partition_point(|r| r.1 < v);
        set.ranges().get(at).copied().filter(|r| r.0 <= v).unwrap_or((v, v))
    };
    let (low, high) = (range_of(min).0, range_of(max).1);
    let below = low > root.min(view);
    let above = high < root.max(view);
    if min == max && below && above {
        why.push(Atom::equals(view, min));
        return;
    }
    if below {
        why.push(Atom::at_least(view, low));
    }
    why.extend(gaps(view, set, (min, max), past).map(|v| Atom::differs(view, v)));
    if above {
        why.push(Atom::at_most(view, high));
    }
}

/// Adds premises stating that `needed` views other than the target had only values in the set. Prefers views whose root
/// domain lies within the set, since they need no premise.
pub(crate) fn some_within(
    views: &[View],
    set: &ValueSet,
    target: Option<usize>,
    needed: i64,
    past: &DomainsAt<'_>,
    why: &mut Premises,
) {
    let root = past.root();
    let (mut given, mut decided) = (0, Vec::new());
    for (_, &view) in views.iter().enumerate().filter(|&(i, _)| Some(i) != target) {
        if lay_within(view, set, &root) {
            given += 1;
        } else if lay_within(view, set, past) {
            decided.push(view);
        }
    }
    for view in decided.into_iter().take((needed - given).max(0) as usize) {
        within(view, set, past, why);
    }
}
