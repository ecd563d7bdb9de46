//! The rows of `cumulative`, one for each time, and how its reasons follow from them: by the energy that tasks need.
//!
//! A task runs at a time if it has started by then and no longer ago than its duration. What certainly runs, propagation finds. Where tasks need more
//! of a window than there is, the sum over its times is a contradiction: the bounds of a start cancel each other but for those by which the task may
//! leave the window on the left or on the right, and of these it does one only. What is not such an *overload* at once becomes one in both cases:
//! this task ends within the window of the others, or after it.

use super::super::TIME_TABLE;
use crate::atom::Atom;
use crate::model::lines::{Lines, Part};
use crate::model::rows::{Literal, Rows};
use crate::view::View;
use std::ops::ControlFlow::{self, Break, Continue};

/// With more terms than these the comparisons of starts take less space.
const MOST_TERMS: i64 = 50_000;

/// A task that takes time and needs something.
#[derive(Clone, Copy)]
struct Task {
    number: i64,
    start: View,
    duration: i64,
    demand: i64,
}

/// A task with the bounds of its start.
#[derive(Clone, Copy)]
struct Placed {
    task: Task,
    first: i64,
    last: i64,
}

impl Placed {
    /// The time that it certainly runs between two others.
    fn overlap(&self, from: i64, to: i64) -> i64 {
        let Task { duration, .. } = self.task;
        duration.min(to - from).min(self.first + duration - from).min(to - self.last).max(0)
    }

    fn energy(&self, from: i64, to: i64) -> i64 {
        self.overlap(from, to) * self.task.demand
    }
}

/// For fixed durations and demands: what runs at each time, and that this is not too much.
pub(super) fn rows(arguments: &[View], rows: &mut dyn Rows) -> bool {
    let Some((&capacity, arguments)) = arguments.split_last() else { return false };
    let sizes = arguments.chunks_exact(3).flat_map(|task| &task[1..]);
    let is_plain = sizes.map(|&view| rows.bounds(view)).all(|(low, high)| low == high && low >= 0);
    if rows.is_conditional() || !is_plain {
        return false;
    }
    let (least, most) = rows.bounds(capacity);
    let placed: Vec<Placed> = place(tasks(arguments, |view| rows.bounds(view).0), |view| rows.bounds(view));
    let runs: i64 = placed.iter().map(|p| p.last - p.first + p.task.duration).sum();
    if runs > MOST_TERMS {
        return false;
    }
    let mut times: Vec<i64> = placed.iter().flat_map(|p| p.first..p.last + p.task.duration).collect();
    times.sort_unstable();
    times.dedup();
    let all: i64 = placed.iter().map(|p| p.task.demand).sum();
    if (most.min(all) - least).max(0) * times.len() as i64 > MOST_TERMS {
        return false;
    }
    let not_negative = rows.literal(Atom::at_least(capacity, 0));
    rows.row("capacity", 0, vec![(1, not_negative)], 1);
    for time in times {
        let possible = || placed.iter().filter(|p| (p.first..p.last + p.task.duration).contains(&time));
        let demand: i64 = possible().map(|p| p.task.demand).sum();
        let mut terms: Vec<(i64, Literal)> = Vec::new();
        for p in possible() {
            terms.push((p.task.demand, !runs_at(p, time, rows)));
        }
        if demand <= least {
            continue;
        }
        // What the capacity has more than at least.
        for more in least.max(0) + 1..=most.min(demand) {
            terms.push((1, rows.literal(Atom::at_least(capacity, more))));
        }
        rows.row("time", time, terms, demand - least.max(0));
    }
    rows.suffice_for(&TIME_TABLE);
    true
}

/// The literal that a task runs at a time.
fn runs_at(p: &Placed, time: i64, rows: &mut dyn Rows) -> Literal {
    let lasts = rows.literal(Atom::at_least(p.task.start, time - p.task.duration + 1));
    let waits = rows.literal(Atom::at_least(p.task.start, time + 1));
    let runs = rows.selector(&runs_then(&p.task, time));
    let (family, number) = run(&p.task, time);
    rows.row(family, number, vec![(1, runs), (1, !lasts), (1, waits)], 1);
    rows.row("lasts", number, vec![(1, !runs), (1, lasts)], 1);
    rows.row("started", number, vec![(1, !runs), (1, !waits)], 1);
    runs
}

/// The name of that literal.
fn runs_then(task: &Task, time: i64) -> String {
    format!("task_{}_at_{time}", task.number)
}

/// The row that a task runs at a time if its bounds say so.
fn run(task: &Task, time: i64) -> (&'static str, i64) {
    ("runs", (task.number << 32) + time)
}

fn tasks(arguments: &[View], size: impl Fn(View) -> i64) -> Vec<Task> {
    let all = (0..).zip(arguments.chunks_exact(3));
    let tasks =
        all.map(|(number, task)| Task { number, start: task[0], duration: size(task[1]), demand: size(task[2]) });
    tasks.filter(|task| task.duration > 0 && task.demand > 0).collect()
}

fn place(tasks: Vec<Task>, bounds: impl Fn(View) -> (i64, i64)) -> Vec<Placed> {
    let placed = tasks.into_iter().map(|task| {
        let (first, last) = bounds(task.start);
        Placed { task, first, last }
    });
    placed.collect()
}

/// A window, and what certainly runs in it.
struct Window {
    from: i64,
    to: i64,
    needed: i64,
}

/// The tasks of a derivation, and what they need.
struct Need<'a> {
    arguments: &'a [View],
    /// No two tasks fit side by side: then each needs one, and there is one.
    excluding: bool,
    room: i64,
}

impl Need<'_> {
    fn new<'a>(capacity: View, arguments: &'a [View], lines: &dyn Lines) -> Need<'a> {
        let mut demands: Vec<i64> = tasks(arguments, |view| lines.bounds(view).0).iter().map(|t| t.demand).collect();
        demands.sort_unstable();
        let excluding = demands.len() > 1 && demands[0] + demands[1] > lines.root_bounds(capacity).1;
        Need { arguments, excluding, room: if excluding { 1 } else { lines.bounds(capacity).1 } }
    }

    fn placed(&self, lines: &dyn Lines) -> Vec<Placed> {
        let mut tasks = tasks(self.arguments, |view| lines.bounds(view).0);
        if self.excluding {
            tasks.iter_mut().for_each(|task| task.demand = 1);
        }
        place(tasks, |view| lines.bounds(view))
    }

    fn is_overfull(&self, window: &Window) -> bool {
        window.needed > self.room * (window.to - window.from)
    }

    /// Finds tasks that need more of a window than there is, and adds up what they need.
    fn overload(&self, lines: &mut dyn Lines) -> ControlFlow<()> {
        let placed = self.placed(lines);
        let overfull = windows(&placed).into_iter().filter(|window| self.is_overfull(window));
        let inside = |&Window { from, to, .. }: &Window| {
            let inside = placed.iter().filter(move |p| p.overlap(from, to) > 0);
            inside.copied().collect::<Vec<Placed>>()
        };
        let cost = |window: &Window| (window.to - window.from) * (1 + inside(window).len() as i64);
        let Some(window) = overfull.min_by_key(cost) else { return Continue(()) };
        let (mut inside, Window { from, to, needed }) = (inside(&window), window);
        // Tasks that are not needed, the least first.
        inside.sort_by_key(|p| p.energy(from, to));
        let mut excess = needed - self.room * (to - from);
        inside.retain(|p| {
            let energy = p.energy(from, to);
            let spare = energy < excess;
            excess -= if spare { energy } else { 0 };
            !spare
        });
        self.add_up((from, to), &inside, &placed, lines)?;
        Break(())
    }

    /// Adds up what these of all tasks need of a window.
    fn add_up(
        &self,
        (from, to): (i64, i64),
        inside: &[Placed],
        all: &[Placed],
        lines: &mut dyn Lines,
    ) -> ControlFlow<()> {
        let mut parts: Vec<(Part, i64)> = Vec::new();
        for time in from..to {
            let room = if self.excluding {
                let running = all.iter().map(|p| lines.selector(&runs_then(&p.task, time)));
                let running: Vec<_> = running.filter(|&l| l != Literal::FALSE).map(|l| [l, Literal::TRUE]).collect();
                lines.at_most_one((0, time), &running, &mut |_, _| None);
                Part::Kept((0, time))
            } else {
                Part::Own("time", time)
            };
            parts.push((room, 1));
        }
        for p in inside {
            let Task { start, duration, demand, .. } = p.task;
            parts.extend((from..to).map(|time| {
                let (family, number) = run(&p.task, time);
                (Part::Own(family, number), demand)
            }));
            // What is left of the sum: it started before the window by so much, it starts so late.
            let early = (from - duration..to - duration).filter(|&time| time >= p.first && !(from..to).contains(&time));
            let late = (from..to).filter(|&time| time < p.last && !(from - duration..to - duration).contains(&time));
            for (early, late) in early.zip(late) {
                let bounds = [Atom::at_least(start, early + 1), Atom::at_most(start, late)];
                parts.push((Part::Either(bounds), demand));
            }
        }
        lines.sum(&parts)
    }
}

pub(super) fn derive(arguments: &[View], lines: &mut dyn Lines) -> ControlFlow<()> {
    let Some((&capacity, arguments)) = arguments.split_last() else { return Continue(()) };
    let need = Need::new(capacity, arguments, lines);
    need.overload(lines)?;
    let placed = need.placed(lines);
    let Some(end) = turning_point(&placed, &need) else { return Continue(()) };
    let end = lines.literal(end);
    for case in [!end, end] {
        lines.refute(case, &mut |lines| need.overload(lines))?;
    }
    Continue(())
}

/// Windows that begin and end where the need for them can change its direction.
fn windows(placed: &[Placed]) -> Vec<Window> {
    let ends = |p: &Placed| [p.first, p.last].map(|start| start + p.task.duration);
    let mut edges: Vec<i64> = placed.iter().flat_map(|p| [[p.first, p.last], ends(p)].concat()).collect();
    edges.sort_unstable();
    edges.dedup();
    let pairs = edges.iter().enumerate().flat_map(|(i, &from)| edges[i + 1..].iter().map(move |&to| (from, to)));
    let needed = |from, to| placed.iter().map(|p| p.energy(from, to)).sum();
    pairs.map(|(from, to)| Window { from, to, needed: needed(from, to) }).collect()
}

/// A bound that some task has or not: that it ends after a window which it would make too full, or starts before it.
fn turning_point(placed: &[Placed], need: &Need<'_>) -> Option<Atom> {
    let mut best: Option<(i64, Atom)> = None;
    for Window { from, to, needed } in windows(placed) {
        for p in placed {
            let Task { start, duration, demand, .. } = p.task;
            let (bound, cut) = match (p.first >= from, p.last + duration <= to) {
                (true, false) => (to - duration + 1, Atom::at_least(start, to - duration + 1)),
                (false, true) => (from, !Atom::at_least(start, from)),
                _ => continue,
            };
            let with = Window { from, to, needed: needed - p.energy(from, to) + duration * demand };
            let is_open = p.first < bound && bound <= p.last;
            let is_shorter = best.is_none_or(|(length, _)| to - from < length);
            if is_open && is_shorter && (duration > to - from || need.is_overfull(&with)) {
                best = Some((to - from, cut));
            }
        }
    }
    best.map(|(_, cut)| cut)
}
