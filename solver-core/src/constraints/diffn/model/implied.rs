//! The implied cumulative constraint of non-overlapping rectangles along one axis.
//!
//! A line across the plane intersects each rectangle in a segment, and these segments do not overlap, so their total
//! length is at most the line's length. Therefore the rectangles are tasks of a `cumulative` whose durations are the
//! sizes along one axis and whose demands are the sizes along the other (N. Beldiceanu, E. Bourreau, P. Chan, D.
//! Rivreau, *Partial search strategy in CHIP*, 1997, §2). If no two of the tasks fit in parallel, they are tasks on one
//! machine. This detects rectangles that fit pairwise but not together.

use crate::constraints::cumulative::exclude_each_other;
use crate::constraints::{Activity, Cumulative, CumulativeLevel, Disjunctive, DisjunctiveLevel, Quantity, Task};
use crate::model::defining::PostingContext;
use crate::propagator::Propagator;
use crate::view::View;

/// Returns the implied constraint along `axis` (0 or 1), if it can ever be violated. The arguments are x, y, width and
/// height of each rectangle.
pub(super) fn resource(site: &PostingContext<'_>, axis: usize) -> Option<Box<dyn Propagator>> {
    let across = 1 - axis;
    let rectangles = (0..site.views().len() / 4).map(|i| 4 * i);
    let ends = |k: usize| {
        let (origin, size) = (site.bounds(k + across), site.bounds(k + 2 + across));
        (i64::from(origin.0), i64::from(origin.1) + i64::from(size.1))
    };
    let low = rectangles.clone().map(|k| ends(k).0).min()?;
    let high = rectangles.clone().map(|k| ends(k).1).max()?;
    let room = i32::try_from(high - low).ok().filter(|room| (0..=View::LIMIT).contains(room))?;
    let demands = rectangles.clone().map(|k| site.bounds(k + 2 + across));
    if demands.clone().map(|(_, most)| i64::from(most)).sum::<i64>() <= i64::from(room) {
        return None;
    }
    if exclude_each_other(demands.map(|(least, _)| least), room) {
        let tasks =
            rectangles.map(|k| Activity { start: site.views()[k + axis], duration: site.quantity(k + 2 + axis) });
        return Some(Box::new(Disjunctive::new(tasks, DisjunctiveLevel::EdgeFinding)));
    }
    let tasks = rectangles.map(|k| Task {
        start: site.views()[k + axis],
        duration: site.quantity(k + 2 + axis),
        demand: site.quantity(k + 2 + across),
    });
    Some(Box::new(Cumulative::new(tasks, Quantity::Fixed(room), CumulativeLevel::TimeTable)))
}
