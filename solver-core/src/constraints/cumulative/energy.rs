//! Energy reasons: how much of each task must lie in a window.
//!
//! A task runs within `a..b` for at least `t` because it starts at `a + t - duration` or later and at `b - t` or
//! earlier. The window's excess energy allows omitting tasks, those with the least energy first; the remaining excess
//! reduces the overlap that the next task needs.

use super::Cumulative;
use super::extent::Extent;
use crate::prelude_propagator::*;

/// A pruned task: without the inference, it would run in the window for at least `overlap`.
#[derive(Clone, Copy)]
pub(super) struct Target {
    pub(super) task: usize,
    /// The premise about the task's start.
    pub(super) start: Atom,
    pub(super) overlap: i64,
}

/// The premises stating that the window `a..b` needs too much energy by the extents read in this run; empty unless
/// explanations are recorded.
pub(super) fn premises(
    c: &Cumulative,
    cx: &Context<'_>,
    window: (i64, i64),
    capacity: i32,
    target: Option<Target>,
) -> Vec<Atom> {
    if !cx.explains() {
        return Vec::new();
    }
    let room = i128::from(capacity) * i128::from(window.1 - window.0);
    let energy = |e: &Extent, overlap: i64| i128::from(overlap) * i128::from(e.demand);
    let mut why: Vec<Atom> = c.capacity.at_most(capacity).into_iter().collect();
    let mut used = 0;
    if let Some(Target { task, start, overlap }) = target {
        used += energy(&c.extents[task], overlap);
        why.push(start);
        why.extend(sizes(c, task));
    }
    let mut parts: Vec<(i128, usize)> = Vec::new();
    for j in (0..c.tasks.len()).filter(|&j| target.is_none_or(|t| t.task != j)) {
        let overlap = c.extents[j].overlap(window);
        let energy = energy(&c.extents[j], overlap);
        used += energy;
        // A premise that holds at the root costs nothing.
        if energy > 0 && part(c, j, window, overlap).any(|atom| !cx.holds_at_root(atom)) {
            parts.push((energy, j));
        }
    }
    let mut surplus = used - room - 1;
    parts.sort_unstable();
    for (energy, j) in parts {
        if energy <= surplus {
            surplus -= energy;
            continue;
        }
        let demand = i128::from(c.extents[j].demand);
        let less = surplus.max(0) / demand;
        surplus -= less * demand;
        why.extend(part(c, j, window, c.extents[j].overlap(window) - less as i64));
    }
    why
}

/// The premises stating that a task runs in the window for at least this long.
fn part(c: &Cumulative, j: usize, (a, b): (i64, i64), overlap: i64) -> impl Iterator<Item = Atom> {
    let (start, own) = (c.tasks[j].start, c.extents[j]);
    let within = [Atom::at_least(start, a + overlap - own.duration), Atom::at_most(start, b - overlap)];
    within.into_iter().chain(sizes(c, j))
}

/// The premises for a task's minimum duration and demand.
fn sizes(c: &Cumulative, task: usize) -> impl Iterator<Item = Atom> {
    let (posted, own) = (c.tasks[task], c.extents[task]);
    let sizes = [posted.duration.at_least(own.duration), posted.demand.at_least(own.demand)];
    sizes.into_iter().flatten()
}
