//! The profile: the total demand of the compulsory parts of all tasks, as a step function of time.

use super::extent::Extent;
use crate::constraints::nearly_sorted::sort_nearly_sorted;

/// A segment, `begin..end`, over which the profile is constant and not 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    pub(super) begin: i64,
    pub(super) end: i64,
    pub(super) height: i64,
}

/// The segments in chronological order. No compulsory part begins or ends within a segment.
#[derive(Clone, Debug, Default)]
pub(super) struct Profile {
    /// The starts and ends of all compulsory parts, each with twice the task's index, plus 1 for an end. Sorting
    /// starts from the order of the last run, which is nearly sorted.
    order: Vec<(i64, u32)>,
    /// The times at which the profile changes, and the changes.
    events: Vec<(i64, i64)>,
    pub(super) segments: Vec<Segment>,
}

impl Profile {
    pub(super) fn new(tasks: usize) -> Profile {
        Profile {
            order: Vec::with_capacity(2 * tasks),
            events: Vec::with_capacity(2 * tasks),
            segments: Vec::with_capacity(2 * tasks),
        }
    }

    pub(super) fn rebuild(&mut self, tasks: &[Extent]) {
        let Profile { order, events, segments } = self;
        events.clear();
        segments.clear();
        if order.len() != 2 * tasks.len() {
            order.clear();
            order.extend((0..2 * tasks.len() as u32).map(|end| (0, end)));
        }
        for (time, end) in order.iter_mut() {
            let task = &tasks[*end as usize / 2];
            *time = if *end % 2 == 0 { task.lst } else { task.ect() };
        }
        sort_nearly_sorted(order, |&(time, _)| time);
        for &(time, end) in order.iter() {
            let task = &tasks[end as usize / 2];
            if task.is_compulsory() {
                events.push((time, if end % 2 == 0 { task.demand } else { -task.demand }));
            }
        }
        let mut height = 0;
        for pair in 0..events.len() {
            height += events[pair].1;
            let begin = events[pair].0;
            let end = events.get(pair + 1).map_or(begin, |next| next.0);
            if height > 0 && end > begin {
                segments.push(Segment { begin, end, height });
            }
        }
    }

    /// The greatest height; 0 if there are no segments.
    pub(super) fn peak(&self) -> i64 {
        self.segments.iter().map(|s| s.height).max().unwrap_or(0)
    }

    /// Returns the index of the first segment that ends after `t`.
    pub(super) fn after(&self, t: i64) -> usize {
        self.segments.partition_point(|s| s.end <= t)
    }

    /// Returns the index after the last segment that begins before `t`.
    pub(super) fn before(&self, t: i64) -> usize {
        self.segments.partition_point(|s| s.begin < t)
    }
}
