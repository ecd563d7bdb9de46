//! Time-table reasons: the tasks that run at a given time, recomputed from past domains.
//!
//! If a start moves by no more than the duration, the move is explained at the last point of the full segment, where
//! the task would certainly run without the inference. A task shorter than the segment jumps over it, so the others
//! must fill the part of the segment that it cannot avoid.

use super::extent::Extent;
use super::profile::Profile;
use super::{Cumulative, DEMAND, DURATION, KINDS, LOWER, PEAK, UPPER};
use crate::prelude_propagator::*;
use crate::quantity::Quantity;
use crate::reason::Scratch;
use std::cmp::Reverse;

/// A time interval in which the other tasks leave too little capacity for the demand of one task.
#[derive(Clone, Copy)]
struct Full {
    x: i64,
    y: i64,
    /// The demand that the others must exceed.
    above: i64,
    /// The task not counted among the others.
    but: Option<usize>,
}

/// Explains an inference from the profile, or a conflict.
pub(super) fn time_table(c: &Cumulative, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) {
    let (i, kind) = ((hint / KINDS) as usize, hint % KINDS);
    let scene = Scene::new(c, past);
    let limit = i64::from(c.capacity.past(past).1);
    if kind == PEAK {
        let above = match (fact, c.capacity) {
            (Some(fact), Quantity::Of(view)) => fact.bound(view) - 1,
            _ => limit,
        };
        let x = scene.highest();
        // A new lower bound of the capacity does not need the capacity's upper bound as a premise.
        let own = if fact.is_none() { c.capacity.at_most(limit) } else { None };
        why.extend(own);
        return scene.push_tasks(Full { x, y: x + 1, above, but: None }, why);
    }
    why.extend(c.capacity.at_most(limit));
    let (task, own) = (c.tasks[i], scene.extents[i]);
    let above = limit - own.demand;
    let full = |x, y| Full { x, y, above, but: Some(i) };
    let needs = task.demand.at_least(own.demand);
    let lasts = task.duration.at_least(own.duration);
    let Some(fact) = fact else { return };
    let found = match kind {
        LOWER => {
            let v = fact.bound(task.start);
            let reach = own.est + own.duration;
            let found = if reach >= v { scene.point(full(v - 1, reach), v - 1) } else { full(reach - 1, v) };
            why.push(Atom::at_least(task.start, found.x + 1 - own.duration));
            why.extend(needs.into_iter().chain(lasts));
            found
        }
        UPPER => {
            let first = fact.bound(task.start) + own.duration;
            let found =
                if own.lst <= first { scene.point(full(own.lst, first + 1), first) } else { full(first, own.lst + 1) };
            why.push(Atom::at_most(task.start, found.y - 1));
            why.extend(needs.into_iter().chain(lasts));
            found
        }
        DEMAND => {
            let above = task.demand.view().map_or(above, |view| limit - fact.bound(view) - 1);
            let found = scene.point(Full { above, ..full(own.lst, own.ect()) }, own.lst);
            why.push(Atom::at_least(task.start, found.x + 1 - own.duration));
            why.push(Atom::at_most(task.start, found.x));
            why.extend(lasts);
            found
        }
        DURATION => {
            let x = task.duration.view().map_or(own.lst, |view| own.est + fact.bound(view));
            let found = scene.point(full(own.lst, x + 1), x);
            why.push(Atom::at_least(task.start, own.est));
            why.push(Atom::at_most(task.start, found.x));
            why.extend(needs);
            found
        }
        _ => return,
    };
    scene.push_tasks(found, why);
}

/// The tasks under past domains.
struct Scene<'a> {
    c: &'a Cumulative,
    past: &'a DomainsAt<'a>,
    extents: Scratch<Extent>,
}

impl<'a> Scene<'a> {
    fn new(c: &'a Cumulative, past: &'a DomainsAt<'a>) -> Scene<'a> {
        let extents = c.tasks.iter().map(|task| {
            let bounds = (past.min(task.start), past.max(task.start));
            Extent::new(bounds, task.duration.past(past).0, task.demand.past(past).0)
        });
        Scene { c, past, extents: extents.collect() }
    }

    /// The tasks that certainly run throughout an interval.
    fn within(&self, full: Full) -> impl Iterator<Item = usize> + '_ {
        (0..self.extents.len()).filter(move |&j| full.but != Some(j) && self.extents[j].covers(full.x, full.y))
    }

    fn is_full(&self, full: Full) -> bool {
        self.within(full).map(|j| self.extents[j].demand).sum::<i64>() > full.above
    }

    /// A point of a full interval: the preferred one if full, otherwise one where some task begins.
    fn point(&self, stretch: Full, preferred: i64) -> Full {
        let Full { x, y, .. } = stretch;
        let starts = self.extents.iter().map(|e| e.lst).filter(|t| (x..y).contains(t));
        let at = |t| Full { x: t, y: t + 1, ..stretch };
        let found = [preferred, x].into_iter().chain(starts).map(at).find(|&full| self.is_full(full));
        found.unwrap_or(at(preferred))
    }

    /// A time at which the profile is highest.
    fn highest(&self) -> i64 {
        let mut profile = Profile::new(self.extents.len());
        profile.rebuild(&self.extents);
        profile.segments.iter().max_by_key(|s| s.height).map_or(0, |s| s.begin)
    }

    /// Adds the tasks that fill an interval, highest demand first, until it is full.
    fn push_tasks(&self, full: Full, why: &mut Premises) {
        let mut tasks: Scratch<usize> = self.within(full).collect();
        // Tasks whose root bounds already make them run there cost no premise.
        tasks.sort_by_key(|&j| {
            let costs = self.runs(j, full).any(|atom| !self.past.holds_at_root(atom));
            (costs, Reverse(self.extents[j].demand))
        });
        let mut sum = 0;
        for j in tasks {
            if sum > full.above {
                return;
            }
            sum += self.extents[j].demand;
            why.extend(self.runs(j, full));
        }
    }

    /// The premises stating that a task runs throughout an interval.
    fn runs(&self, j: usize, full: Full) -> impl Iterator<Item = Atom> + '_ {
        let (task, own) = (self.c.tasks[j], self.extents[j]);
        let start = [Atom::at_least(task.start, full.y - own.duration), Atom::at_most(task.start, full.x)];
        let sizes = [task.duration.at_least(own.duration), task.demand.at_least(own.demand)];
        start.into_iter().chain(sizes.into_iter().flatten())
    }
}
