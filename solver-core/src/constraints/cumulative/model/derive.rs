//! Derives the inferences of `cumulative` from its rows, by the energy that tasks need.
//!
//! Unit propagation finds the tasks that certainly run at each time. If tasks need more energy in a window than it has,
//! the sum of the rows for the window's times is a contradiction: the bounds of each start cancel, except those by
//! which the task could leave the window to the left or to the right, and it can leave on only one side. If an
//! inference has no such *overload*, each of two cases has one: a task ends within the others' window, or after it.
//!
//! A variable duration or demand contributes its minimum.

use super::rows::{Task, tasks};
use crate::atom::Atom;
use crate::model::lines::{Ended, Lines, PROVES, Part};
use crate::model::rows::Literal;
use crate::view::View;

/// A task with its start bounds, minimum duration and minimum demand.
#[derive(Clone, Copy)]
struct Placed {
    task: Task,
    first: i64,
    last: i64,
    duration: i64,
    demand: i64,
}

impl Placed {
    /// How long the task certainly runs within `from..to`.
    fn overlap(&self, from: i64, to: i64) -> i64 {
        self.duration.min(to - from).min(self.first + self.duration - from).min(to - self.last).max(0)
    }

    fn energy(&self, from: i64, to: i64) -> i64 {
        self.overlap(from, to) * self.demand
    }
}

impl Task {
    fn part(&self, family: &'static str, time: i64, part: usize) -> Part {
        let (family, number) = self.row(family, time, part);
        Part::Own(family, number)
    }
}

/// The maximum number of bounds tried, beginning with those of the shortest windows.
const TRIED: usize = 32;

/// A window, and the energy that tasks certainly need in it.
struct Window {
    from: i64,
    to: i64,
    needed: i64,
}

/// The tasks of a derivation and their resource.
struct Need {
    tasks: Vec<Task>,
    /// Whether no two tasks fit in parallel; if so, all demands and the capacity are 1.
    excluding: bool,
    capacity: View,
    room: i64,
}

impl Need {
    fn new(capacity: View, arguments: &[View], lines: &dyn Lines) -> Need {
        let tasks = tasks(arguments, |view| lines.root_bounds(view));
        let mut demands: Vec<i64> = tasks.iter().map(|task| lines.root_bounds(task.demand).0).collect();
        demands.sort_unstable();
        let excluding = demands.len() > 1 && demands[0] > 0 && demands[0] + demands[1] > lines.root_bounds(capacity).1;
        Need { tasks, excluding, capacity, room: if excluding { 1 } else { lines.bounds(capacity).1 } }
    }

    /// The tasks with positive minimum duration and demand, with their bounds.
    fn placed(&self, lines: &dyn Lines) -> Vec<Placed> {
        let placed = self.tasks.iter().map(|&task| {
            let (first, last) = lines.bounds(task.start);
            let [duration, demand] = [task.duration, task.demand].map(|size| lines.bounds(size).0);
            Placed { task, first, last, duration, demand: if self.excluding { 1 } else { demand } }
        });
        placed.filter(|p| p.duration > 0 && p.demand > 0).collect()
    }

    /// Moves an inference's starts past the times that the other tasks fill.
    fn settle(&self, lines: &mut dyn Lines) -> Result<(), Ended> {
        let mut changes = true;
        while std::mem::take(&mut changes) {
            let placed = self.placed(lines);
            let is_full = |p: &Placed, time: i64| {
                let others = placed.iter().filter(|other| other.task.number != p.task.number);
                others.map(|other| other.energy(time, time + 1)).sum::<i64>() + p.demand > self.room
            };
            for p in &placed {
                if !lines.concerns(p.task.start) {
                    continue;
                }
                let end = p.first + p.duration;
                let early = (end <= p.last && is_full(p, end - 1)).then(|| Atom::at_most(p.task.start, end - 1));
                let before = p.last - p.duration;
                let late = (p.first <= before && is_full(p, p.last)).then(|| Atom::at_least(p.task.start, before + 1));
                for bound in [early, late].into_iter().flatten() {
                    let bound = lines.literal(bound);
                    lines.refute(bound, &mut |lines| self.overload(lines))?;
                    changes = true;
                }
            }
        }
        Ok(())
    }

    fn is_overfull(&self, window: &Window) -> bool {
        window.needed > self.room * (window.to - window.from)
    }

    /// Finds tasks that need more energy in a window than it has, and adds up their rows.
    fn overload(&self, lines: &mut dyn Lines) -> Result<(), Ended> {
        let placed = self.placed(lines);
        let overfull = windows(&placed).into_iter().filter(|window| self.is_overfull(window));
        let inside = |&Window { from, to, .. }: &Window| {
            let inside = placed.iter().filter(move |p| p.overlap(from, to) > 0);
            inside.copied().collect::<Vec<Placed>>()
        };
        let cost = |window: &Window| (window.to - window.from) * (1 + inside(window).len() as i64);
        let Some(window) = overfull.min_by_key(cost) else { return Ok(()) };
        let (mut inside, Window { from, to, needed }) = (inside(&window), window);
        // Omits tasks that are not needed, those with the smallest energy first.
        inside.sort_by_key(|p| p.energy(from, to));
        let mut excess = needed - self.room * (to - from);
        inside.retain(|p| {
            let energy = p.energy(from, to);
            let spare = energy < excess;
            excess -= if spare { energy } else { 0 };
            !spare
        });
        self.add_up((from, to), &inside, lines)?;
        Err(Ended)
    }

    /// Adds up the energy of these tasks in a window.
    fn add_up(&self, (from, to): (i64, i64), inside: &[Placed], lines: &mut dyn Lines) -> Result<(), Ended> {
        let mut parts: Vec<(Part, i64)> = Vec::new();
        for time in from..to {
            let room = if self.excluding {
                let running = self.tasks.iter().map(|task| lines.selector(&task.runs(time)));
                let running: Vec<_> = running.filter(|&l| l != Literal::FALSE).map(|l| [l, Literal::TRUE]).collect();
                lines.at_most_one(("one", [time, 0, 0]), &running, &mut |_, _| None);
                Part::Kept(("one", [time, 0, 0]))
            } else {
                Part::Own("time", time)
            };
            parts.push((room, 1));
        }
        let room = (Part::Bound(Atom::at_most(self.capacity, self.room)), to - from);
        parts.extend((!self.excluding).then_some(room));
        for p in inside {
            let Placed { task, duration, .. } = *p;
            let (least, needs) = if self.excluding { (1, Vec::new()) } else { lines.terms(task.demand) };
            let most = least + needs.iter().map(|part| part.0).sum::<i64>();
            let lasts = Atom::at_least(task.duration, duration);
            let is_variable = lines.root_bounds(task.duration).0 < lines.root_bounds(task.duration).1;
            for time in from..to {
                parts.push((task.part("runs", time, 0), most));
                parts.extend((0..).zip(&needs).map(|(k, &(weight, _))| (task.part("needs", time, k), weight)));
                if is_variable {
                    let bounds = [Atom::at_least(task.start, time - duration + 1), lasts];
                    let otherwise = lines.selector(&task.lasts(time));
                    parts.push((Part::Left { row: task.row("over", time, 0), bounds, otherwise }, most));
                }
            }
            if !needs.is_empty() {
                parts.push((Part::Bound(Atom::at_least(task.demand, p.demand)), to - from));
            }
            // The remaining terms: the task leaves the window on at most one side, because it starts after `early` or
            // by `late`.
            let early = (from - duration..to - duration).filter(|&time| time >= p.first && !(from..to).contains(&time));
            let late = (from..to).filter(|&time| time < p.last && !(from - duration..to - duration).contains(&time));
            for (early, late) in early.zip(late) {
                let bounds = [Atom::at_least(task.start, early + 1), Atom::at_most(task.start, late)];
                parts.push((Part::Either(bounds), most));
            }
        }
        lines.sum(&parts)
    }
}

pub(super) fn derive(arguments: &[View], lines: &mut dyn Lines) -> Result<(), Ended> {
    let Some((&capacity, arguments)) = arguments.split_last() else { return Ok(()) };
    if !PROVES {
        return Ok(());
    }
    let need = Need::new(capacity, arguments, lines);
    need.settle(lines)?;
    need.overload(lines)?;
    let placed = need.placed(lines);
    let Some(end) = turning_point(&placed, &need) else { return Ok(()) };
    let end = lines.literal(end);
    for case in [!end, end] {
        lines.refute(case, &mut |lines| need.overload(lines))?;
    }
    Ok(())
}

/// The windows whose ends are times where the required energy changes its slope.
fn windows(placed: &[Placed]) -> Vec<Window> {
    let ends = |p: &Placed| [p.first, p.last].map(|start| start + p.duration);
    let mut edges: Vec<i64> = placed.iter().flat_map(|p| [[p.first, p.last], ends(p)].concat()).collect();
    edges.sort_unstable();
    edges.dedup();
    let pairs = edges.iter().enumerate().flat_map(|(i, &from)| edges[i + 1..].iter().map(move |&to| (from, to)));
    let needed = |from, to| placed.iter().map(|p| p.energy(from, to)).sum();
    pairs.map(|(from, to)| Window { from, to, needed: needed(from, to) }).collect()
}

/// Returns a bound to branch on, stating that a task ends after, or starts before, a window that it would overfill.
/// Prefers a bound that by itself makes some window overfull.
fn turning_point(placed: &[Placed], need: &Need) -> Option<Atom> {
    let mut cuts: Vec<(i64, usize, i64, bool)> = Vec::new();
    for Window { from, to, needed } in windows(placed) {
        for (k, p) in placed.iter().enumerate() {
            let Placed { duration, demand, .. } = *p;
            let (bound, is_late) = match (p.first >= from, p.last + duration <= to) {
                (true, false) => (to - duration + 1, true),
                (false, true) => (from, false),
                _ => continue,
            };
            let with = Window { from, to, needed: needed - p.energy(from, to) + duration * demand };
            if p.first < bound && bound <= p.last && (duration > to - from || need.is_overfull(&with)) {
                cuts.push((to - from, k, bound, is_late));
            }
        }
    }
    cuts.sort_unstable();
    cuts.dedup_by_key(|cut| (cut.1, cut.2, cut.3));
    let settles = |&&(_, k, bound, is_late): &&(i64, usize, i64, bool)| {
        let mut placed = placed.to_vec();
        match is_late {
            true => placed[k].first = bound,
            false => placed[k].last = bound - 1,
        }
        windows(&placed).iter().any(|window| need.is_overfull(window))
    };
    let &(_, k, bound, is_late) = cuts.iter().take(TRIED).find(settles).or(cuts.first())?;
    let later = Atom::at_least(placed[k].task.start, bound);
    Some(if is_late { later } else { !later })
}
