//! Time-table edge finding: for every window between an earliest start and a latest end, computes the energy that tasks
//! require in it, and tests whether the task that would add the most energy if it started at its earliest time still
//! fits.
//!
//! The energy of a window consists of the profile of compulsory parts, the free parts of the tasks that must lie within
//! it, and the energy that the other tasks still need in it when they run as late as possible (Vilím 2011; Schutt,
//! Feydy, Stuckey 2013, algorithm 1). Upper bounds are found in reversed time. Each inference is justified by
//! a single window. A task that must follow a set of others is pushed only as far as one window's slack justifies;
//! later passes may push it further using other windows.

use super::Cumulative;
use super::ENERGY;
use super::energy::{self, Target};
use super::extent::Extent;
use super::profile::Profile;
use crate::prelude_propagator::*;

/// Scratch of a pass; see the [module page](self).
#[derive(Clone, Debug, Default)]
pub(super) struct EdgeFinder {
    /// The tasks with positive energy and their indices, in reversed time for upper bounds.
    tasks: Vec<(Extent, u32)>,
    /// The energy of the profile before each task's earliest start, and before its latest end.
    before: Vec<(i128, i128)>,
    by_est: Vec<u32>,
    by_lct: Vec<u32>,
    mirror: Profile,
    extents: Vec<Extent>,
    cuts: Vec<Cut>,
}

/// A start that can be raised, because the task does not fit into the window if started earlier.
#[derive(Clone, Copy, Debug)]
struct Cut {
    task: u32,
    window: (i64, i64),
    /// The longest part of the task that fits into the window.
    rest: i64,
}

/// The direction of time.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Time {
    Forward,
    Backward,
}

impl EdgeFinder {
    pub(super) fn new(tasks: usize) -> EdgeFinder {
        EdgeFinder {
            tasks: Vec::with_capacity(tasks),
            before: Vec::with_capacity(tasks),
            by_est: Vec::with_capacity(tasks),
            by_lct: Vec::with_capacity(tasks),
            mirror: Profile::new(tasks),
            extents: Vec::with_capacity(tasks),
            cuts: Vec::with_capacity(tasks),
        }
    }

    fn lay_out(&mut self, extents: &[Extent], time: Time) {
        self.extents.clear();
        self.extents.extend(extents.iter().map(|e| if time == Time::Forward { *e } else { e.mirrored() }));
        self.mirror.rebuild(&self.extents);
        self.tasks.clear();
        self.tasks.extend((0..).zip(&self.extents).filter(|t| t.1.takes()).map(|(i, e)| (*e, i)));
        let n = self.tasks.len() as u32;
        self.by_est.clear();
        self.by_est.extend(0..n);
        self.by_lct.clear();
        self.by_lct.extend(0..n);
        let tasks = &self.tasks;
        self.by_est.sort_unstable_by_key(|&t| (std::cmp::Reverse(tasks[t as usize].0.est), t));
        self.by_lct.sort_unstable_by_key(|&t| (std::cmp::Reverse(tasks[t as usize].0.lct()), t));
        self.before.clear();
        self.before.resize(tasks.len(), (0, 0));
        let mut sweep = Sweep::new(&self.mirror);
        for &t in self.by_est.iter().rev() {
            self.before[t as usize].0 = sweep.before(tasks[t as usize].0.est);
        }
        let mut sweep = Sweep::new(&self.mirror);
        for &t in self.by_lct.iter().rev() {
            self.before[t as usize].1 = sweep.before(tasks[t as usize].0.lct());
        }
    }

    /// Examines all windows that end at a task's latest end; returns an overloaded window, if any.
    fn pass(&mut self, cx: &mut Context<'_>, capacity: i64) -> Result<Option<(i64, i64)>, Conflict> {
        self.cuts.clear();
        let mut last = None;
        for &last_task in &self.by_lct {
            let end = self.tasks[last_task as usize].0.lct();
            if last.replace(end) == Some(end) {
                continue;
            }
            cx.work(self.tasks.len())?;
            let profile_end = self.before[last_task as usize].1;
            let mut used = 0;
            let mut best: Option<(i128, u32, i64)> = None;
            for &t in &self.by_est {
                let task = &self.tasks[t as usize].0;
                if task.est >= end {
                    continue;
                }
                let demand = i128::from(task.demand);
                if task.lct() <= end {
                    used += demand * i128::from(task.duration - (task.ect() - task.lst).max(0));
                } else {
                    // How much of the task's free part, and of the entire task, lies in the window if it runs as late
                    // as possible.
                    let late = (end - task.lst.max(task.ect())).max(0);
                    let certain = (end - task.lst).clamp(0, task.duration);
                    let wanted = demand * i128::from((end - task.est).min(task.duration) - certain);
                    if wanted > 0 && best.is_none_or(|b| wanted > b.0) {
                        best = Some((wanted, t, certain));
                    }
                    used += demand * i128::from(late);
                }
                let profile = profile_end - self.before[t as usize].0;
                let left = i128::from(capacity) * i128::from(end - task.est) - used - profile;
                if left < 0 {
                    return Ok(Some((task.est, end)));
                }
                let Some((wanted, target, certain)) = best else { continue };
                if wanted > left {
                    let (other, number) = (&self.tasks[target as usize].0, self.tasks[target as usize].1);
                    let rest = certain + (left / i128::from(other.demand)) as i64;
                    self.cuts.push(Cut { task: number, window: (task.est, end), rest });
                    // The next best cut is found in the next pass.
                    best = None;
                }
            }
        }
        Ok(None)
    }
}

/// Computes a profile's energy before given times, which must be ascending.
struct Sweep<'a> {
    profile: &'a Profile,
    at: usize,
    energy: i128,
}

impl<'a> Sweep<'a> {
    fn new(profile: &'a Profile) -> Sweep<'a> {
        Sweep { profile, at: 0, energy: 0 }
    }

    fn before(&mut self, t: i64) -> i128 {
        let energy =
            |segment: &super::profile::Segment, end: i64| i128::from(segment.height) * i128::from(end - segment.begin);
        while let Some(segment) = self.profile.segments.get(self.at).filter(|s| s.end <= t) {
            self.energy += energy(segment, segment.end);
            self.at += 1;
        }
        let current = self.profile.segments.get(self.at).filter(|s| s.begin < t);
        self.energy + current.map_or(0, |segment| energy(segment, t))
    }
}

impl Cumulative {
    /// Prunes starts by window energy; returns whether any changed.
    pub(super) fn find_edges(&mut self, cx: &mut Context<'_>, capacity: i32) -> Result<bool, Conflict> {
        let mut cut = false;
        for time in [Time::Forward, Time::Backward] {
            let mut edges = std::mem::take(&mut self.edges);
            let found = self.find_edges_in(&mut edges, cx, capacity, time);
            self.edges = edges;
            cut |= found?;
        }
        Ok(cut)
    }

    fn find_edges_in(
        &self,
        edges: &mut EdgeFinder,
        cx: &mut Context<'_>,
        capacity: i32,
        time: Time,
    ) -> Result<bool, Conflict> {
        edges.lay_out(&self.extents, time);
        let actual = |(a, b): (i64, i64)| if time == Time::Forward { (a, b) } else { (-b, -a) };
        if let Some(window) = edges.pass(cx, capacity.into())? {
            let why = energy::premises(self, cx, actual(window), capacity, None);
            return cx.fail(|| ENERGY.because(why));
        }
        let mut cut = false;
        for k in 0..edges.cuts.len() {
            let Cut { task, window: (a, b), rest } = edges.cuts[k];
            let (i, own) = (task as usize, &self.extents[task as usize]);
            let start = self.tasks[i].start;
            let before = cx.bounds(start);
            // With an earlier start, the task would overlap the window by more than `rest`.
            let overlap = rest + 1;
            let bound = if time == Time::Forward { b - rest } else { rest - b - own.duration };
            let news = if time == Time::Forward { bound > before.0.into() } else { bound < before.1.into() };
            if !news {
                continue;
            }
            let premise = match time {
                Time::Forward => Atom::at_least(start, a + overlap - own.duration),
                Time::Backward => Atom::at_most(start, -a - overlap),
            };
            let target = Target { task: i, start: premise, overlap };
            let why = energy::premises(self, cx, actual((a, b)), capacity, Some(target));
            if time == Time::Forward {
                cx.at_least(start, bound, || ENERGY.because(why))?;
            } else {
                cx.at_most(start, bound, || ENERGY.because(why))?;
            }
            cut |= cx.bounds(start) != before;
        }
        Ok(cut)
    }
}
