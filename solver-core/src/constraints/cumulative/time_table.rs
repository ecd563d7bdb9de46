//! Time-tabling: compares each task with the profile of the others.

use super::profile::Segment;
use super::{Cumulative, DEMAND, DURATION, LOWER, UPPER, hint};
use crate::prelude_propagator::*;
use crate::quantity::Quantity;

impl Cumulative {
    /// Prunes bounds that contradict the profile; returns whether any changed.
    pub(super) fn filter_by_profile(&mut self, cx: &mut Context<'_>) -> Result<bool, Conflict> {
        if self.profile.segments.is_empty() {
            return Ok(false);
        }
        let mut cut = false;
        for i in 0..self.tasks.len() {
            let own = self.extents[i];
            if own.takes() && own.est < own.lst {
                cut |= self.raise_start(cx, i)?;
                cut |= self.lower_start(cx, i)?;
            }
            // Either the duration or the demand may still be 0 here.
            cut |= self.lower_demand(cx, i)?;
            if own.demand > 0 {
                cut |= self.lower_duration(cx, i)?;
            }
        }
        Ok(cut)
    }

    /// Returns whether the other tasks leave too little capacity for task `i` in a segment.
    fn clashes(&self, i: usize, segment: Segment, capacity: i64) -> bool {
        let own = self.extents[i];
        let others = segment.height - if own.covers(segment.begin, segment.end) { own.demand } else { 0 };
        others + own.demand > capacity
    }

    fn raise_start(&self, cx: &mut Context<'_>, i: usize) -> Result<bool, Conflict> {
        let (own, capacity) = (self.extents[i], i64::from(self.capacity.max(cx)));
        let mut start = own.est;
        for at in self.profile.after(start)..self.profile.segments.len() {
            let segment = self.profile.segments[at];
            if segment.begin >= start + own.duration {
                break;
            }
            cx.work(1)?;
            if segment.end > start && self.clashes(i, segment, capacity) {
                start = segment.end;
                cx.at_least(self.tasks[i].start, start, || hint(LOWER, i))?;
                start = start.max(cx.min(self.tasks[i].start).into());
            }
        }
        Ok(start > own.est)
    }

    fn lower_start(&self, cx: &mut Context<'_>, i: usize) -> Result<bool, Conflict> {
        let (own, capacity) = (self.extents[i], i64::from(self.capacity.max(cx)));
        // The duration may have grown since it was read. Its current value is used, because the reason is computed for
        // the current domains.
        let duration = i64::from(self.tasks[i].duration.min(cx));
        let mut start = own.lst;
        for at in (0..self.profile.before(start + own.duration)).rev() {
            let segment = self.profile.segments[at];
            if segment.end <= start {
                break;
            }
            cx.work(1)?;
            if segment.begin < start + own.duration && self.clashes(i, segment, capacity) {
                start = segment.begin - duration;
                cx.at_most(self.tasks[i].start, start, || hint(UPPER, i))?;
                start = start.min(cx.max(self.tasks[i].start).into());
            }
        }
        Ok(start < own.lst)
    }

    /// Lowers the maximum demand of a task to what the others leave during its compulsory part.
    fn lower_demand(&self, cx: &mut Context<'_>, i: usize) -> Result<bool, Conflict> {
        let (own, capacity) = (self.extents[i], i64::from(self.capacity.max(cx)));
        let Quantity::Of(view) = self.tasks[i].demand else { return Ok(false) };
        if own.ect() <= own.lst {
            return Ok(false);
        }
        let before = cx.max(view);
        for at in self.profile.after(own.lst)..self.profile.before(own.ect()) {
            cx.work(1)?;
            let room = capacity - (self.profile.segments[at].height - own.demand);
            cx.at_most(view, room, || hint(DEMAND, i))?;
        }
        Ok(cx.max(view) < before)
    }

    /// Lowers the maximum duration of a task that, started as late as possible, would overlap a full segment.
    fn lower_duration(&self, cx: &mut Context<'_>, i: usize) -> Result<bool, Conflict> {
        let (own, capacity) = (self.extents[i], i64::from(self.capacity.max(cx)));
        let Quantity::Of(view) = self.tasks[i].duration else { return Ok(false) };
        let before = cx.max(view);
        let full = (self.profile.after(own.lst)..self.profile.segments.len()).find(|&at| {
            let segment = self.profile.segments[at];
            self.clashes(i, segment, capacity)
        });
        cx.work(self.profile.segments.len())?;
        if let Some(at) = full {
            let earliest = i64::from(cx.min(self.tasks[i].start));
            let end = self.profile.segments[at].begin.max(own.lst);
            cx.at_most(view, end - earliest, || hint(DURATION, i))?;
        }
        Ok(cx.max(view) < before)
    }
}
