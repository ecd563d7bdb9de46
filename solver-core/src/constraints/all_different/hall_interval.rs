//! Reasons from Hall intervals: why a bound moved out of an interval, or why an interval has too many views.
//!
//! The shortest interval is recomputed from past domains, with no more views than needed.

use super::{AT_LEAST_ONE, AT_MOST_ONE};
use crate::prelude_propagator::*;
use crate::reason::Scratch;

pub(super) static HALL_INTERVAL: Rule = Rule::sum_of_rows(
    "all_different.hall_interval",
    "{premises}: these need every value of their interval, and all of {constraint} must differ, so {fact}",
);

/// A view and its past bounds, possibly mirrored (`-x` for `x`).
#[derive(Clone, Copy)]
struct Seen {
    position: u32,
    view: View,
    low: i32,
    high: i32,
}

/// The scope under past domains.
struct Scene {
    seen: Scratch<Seen>,
    mirrored: bool,
}

/// Explains a bound of the view at `position`, or a conflict.
pub(super) fn explain(
    views: &[View],
    past: &DomainsAt<'_>,
    fact: Option<Atom>,
    position: u32,
    why: &mut Premises,
) -> &'static Rule {
    match fact {
        None => Scene::new(views, past, false).explain_overfull(why),
        Some(fact) => {
            let target = views[position as usize];
            // An upper bound is a lower bound of the mirrored view.
            let (mirrored, bound) = (!fact.is_lower_bound(target), fact.bound(target) as i32);
            let bound = if mirrored { -bound } else { bound };
            Scene::new(views, past, mirrored).explain_raise(position, bound, why);
        }
    }
    &HALL_INTERVAL
}

impl Scene {
    fn new(views: &[View], past: &DomainsAt<'_>, mirrored: bool) -> Scene {
        let seen = (0..).zip(views).map(|(position, &view)| {
            let view = if mirrored { -view } else { view };
            Seen { position, view, low: past.min(view), high: past.max(view) }
        });
        Scene { seen: seen.collect(), mirrored }
    }

    /// Explains why the view at `position` is at least `k`: uses the shortest interval filled by other views that
    /// begins at or below the view's minimum and ends at `k - 1` or as soon as possible after it.
    fn explain_raise(&self, position: u32, k: i32, why: &mut Premises) {
        let others = self.seen.iter().filter(|seen| seen.position != position);
        let mut ends: Scratch<i32> = others.map(|seen| seen.high).filter(|&high| high >= k - 1).collect();
        ends.sort_unstable();
        ends.dedup();
        // No such interval exists if changes through other views of the same variables have already left some interval
        // with too few values. Such an interval implies any fact.
        if !ends.into_iter().any(|b| self.explain_beyond(position, b, why)) {
            self.explain_overfull(why);
        }
    }

    /// Explains why the view at `position` is beyond `b`; returns whether there is a full interval that ends at `b`.
    fn explain_beyond(&self, position: u32, b: i32, why: &mut Premises) -> bool {
        let target = self.seen[position as usize];
        let mut below: Scratch<Seen> =
            self.seen.iter().copied().filter(|seen| seen.position != position && seen.high <= b).collect();
        below.sort_unstable_by_key(|seen| std::cmp::Reverse(seen.low));
        let room = |a: i32| i64::from(b) - i64::from(a) + 1;
        let end = (1..=below.len()).find(|&count| {
            let a = below[count - 1].low;
            a <= target.low && count as i64 >= room(a)
        });
        let Some(end) = end else { return false };
        let a = below[end - 1].low;
        // The views found last have the lowest lower bounds. Any `needed` of the views are sufficient.
        let needed = room(a) as usize;
        why.push(Atom::at_least(target.view, a));
        why.row(AT_LEAST_ONE, position.into());
        self.push_interval(&below[end - needed..end], a, b, why);
        true
    }

    /// Explains a conflict by the shortest interval with fewer values than views.
    fn explain_overfull(&self, why: &mut Premises) {
        let mut best: Option<(i64, i32, i32)> = None;
        for first in &self.seen {
            let a = first.low;
            let mut highs: Scratch<i32> = self.seen.iter().filter(|seen| seen.low >= a).map(|seen| seen.high).collect();
            highs.sort_unstable();
            for (count, &b) in (1i64..).zip(&highs) {
                let room = i64::from(b) - i64::from(a) + 1;
                if count > room && best.is_none_or(|(least, ..)| room < least) {
                    best = Some((room, a, b));
                }
            }
        }
        let Some((room, a, b)) = best else { return };
        let inside = self.seen.iter().copied().filter(|seen| seen.low >= a && seen.high <= b);
        let inside: Scratch<Seen> = inside.take(room as usize + 1).collect();
        self.push_interval(&inside, a, b, why);
    }

    fn push_interval(&self, inside: &[Seen], a: i32, b: i32, why: &mut Premises) {
        for &Seen { position, view, .. } in inside {
            if a == b {
                why.push(Atom::equals(view, a));
            } else {
                why.push(Atom::at_least(view, a));
                why.push(Atom::at_most(view, b));
            }
            why.row(AT_LEAST_ONE, position.into());
        }
        for v in a..=b {
            why.row(AT_MOST_ONE, if self.mirrored { -i64::from(v) } else { v.into() });
        }
    }
}
