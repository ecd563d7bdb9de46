//! The profile: how much the compulsory parts of all tasks need, as a step function of time.

use super::extent::Extent;

/// A stretch of time, `begin..end`, over which the profile is constant and not 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment {
    pub(super) begin: i64,
    pub(super) end: i64,
    pub(super) height: i64,
}

/// The segments in order of time. No compulsory part begins or ends within a segment.
#[derive(Clone, Debug, Default)]
pub(super) struct Profile {
    events: Vec<(i64, i64)>,
    pub(super) segments: Vec<Segment>,
}

impl Profile {
    pub(super) fn new(tasks: usize) -> Profile {
        Profile { events: Vec::with_capacity(2 * tasks), segments: Vec::with_capacity(2 * tasks) }
    }

    pub(super) fn rebuild(&mut self, tasks: &[Extent]) {
        let Profile { events, segments } = self;
        events.clear();
        segments.clear();
        for task in tasks.iter().filter(|t| t.is_compulsory()) {
            events.push((task.lst, task.demand));
            events.push((task.ect(), -task.demand));
        }
        events.sort_unstable_by_key(|e| e.0);
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

    /// The greatest height, 0 if there is none.
    pub(super) fn peak(&self) -> i64 {
        self.segments.iter().map(|s| s.height).max().unwrap_or(0)
    }

    /// The first segment that ends after `t`.
    pub(super) fn after(&self, t: i64) -> usize {
        self.segments.partition_point(|s| s.end <= t)
    }

    /// One past the last segment that begins before `t`.
    pub(super) fn before(&self, t: i64) -> usize {
        self.segments.partition_point(|s| s.begin < t)
    }
}
