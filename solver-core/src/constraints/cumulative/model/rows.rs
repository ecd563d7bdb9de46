//! The rows of `cumulative`, one per time.
//!
//! A task runs at a time if it has started by then and has not ended. While it runs, it needs its demand in parts: the
//! minimum, and one part for each literal that adds to it.

use super::super::TIME_TABLE;
use crate::atom::Atom;
use crate::budget::Stopped;
use crate::model::lines::PROVES;
use crate::model::rows::{Literal, Rows};
use crate::view::View;
use std::ops::Range;

/// The maximum number of task-time pairs. Each pair takes about a hundred bytes.
const MOST: i64 = 200_000;

/// The maximum number of literals per demand.
const PARTS: i64 = 1 << 12;

/// A task that may have a positive duration and demand.
#[derive(Clone, Copy)]
pub(super) struct Task {
    pub(super) number: i64,
    pub(super) start: View,
    pub(super) duration: View,
    pub(super) demand: View,
}

/// The tasks that may have a positive duration and demand.
pub(super) fn tasks(arguments: &[View], bounds: impl Fn(View) -> (i64, i64)) -> Vec<Task> {
    let all = (0..).zip(arguments.chunks_exact(3));
    let tasks = all.map(|(number, task)| Task { number, start: task[0], duration: task[1], demand: task[2] });
    tasks.filter(|task| bounds(task.duration).1 > 0 && bounds(task.demand).1 > 0).collect()
}

impl Task {
    /// The name of the literal stating that the task runs at `time`.
    pub(super) fn runs(&self, time: i64) -> String {
        format!("task_{}_at_{time}", self.number)
    }

    /// The name of the literal stating that the task has not ended at `time`; for variable durations.
    pub(super) fn lasts(&self, time: i64) -> String {
        format!("task_{}_lasts_{time}", self.number)
    }

    /// The identifier of a row of this task for a time.
    pub(super) fn row(&self, family: &'static str, time: i64, part: usize) -> (&'static str, i64) {
        (family, ((self.number * PARTS + part as i64) << 32) + time)
    }

    /// The literal stating that the task runs at `time`.
    fn runs_at(&self, time: i64, rows: &mut dyn Rows) -> Result<Literal, Stopped> {
        let runs = rows.selector(&self.runs(time))?;
        let waits = rows.literal(Atom::at_least(self.start, time + 1))?;
        let (shortest, longest) = rows.bounds(self.duration);
        let lasts = if shortest == longest {
            rows.literal(Atom::at_least(self.start, time - longest + 1))?
        } else {
            let lasts = rows.selector(&self.lasts(time))?;
            let terms = |sign| [(sign, self.start), (sign, self.duration)];
            rows.at_most(self.row("lasting", time, 0), &terms(-1), -time - 1, lasts)?;
            rows.at_most(self.row("over", time, 0), &terms(1), time, !lasts)?;
            lasts
        };
        let mut row = |family, terms| {
            let (family, number) = self.row(family, time, 0);
            rows.row(family, number, terms, 1)
        };
        row("runs", vec![(1, runs), (1, !lasts), (1, waits)])?;
        row("lasts", vec![(1, !runs), (1, lasts)])?;
        row("started", vec![(1, !runs), (1, !waits)])?;
        Ok(runs)
    }

    /// The unused part of the task's maximum demand at `time`.
    fn spares(&self, time: i64, rows: &mut dyn Rows) -> Result<Vec<(i64, Literal)>, Stopped> {
        let runs = self.runs_at(time, rows)?;
        let (least, parts) = rows.terms(self.demand);
        let mut spares = vec![(least, !runs)];
        for (k, (weight, literal)) in parts.into_iter().enumerate() {
            let needs = rows.selector(&format!("task_{}_at_{time}_needs_{k}", self.number))?;
            let (family, number) = self.row("needs", time, k);
            rows.row(family, number, vec![(1, needs), (1, !runs), (1, !literal)], 1)?;
            rows.row("needed", number, vec![(2, !needs), (1, runs), (1, literal)], 2)?;
            spares.push((weight, !needs));
        }
        Ok(spares)
    }
}

/// Writes rows stating that the demand at each time does not exceed the capacity, unless a duration or demand may be
/// negative.
pub(super) fn rows(arguments: &[View], rows: &mut dyn Rows) -> Result<bool, Stopped> {
    let Some((&capacity, arguments)) = arguments.split_last() else { return Ok(false) };
    let sizes = || arguments.chunks_exact(3).flat_map(|task| &task[1..]).map(|&view| rows.bounds(view));
    if !PROVES || rows.is_conditional() || sizes().any(|size| size.0 < 0) {
        return Ok(false);
    }
    let is_plain = sizes().chain([rows.bounds(capacity)]).all(|size| size.0 == size.1);
    let tasks = tasks(arguments, |view| rows.bounds(view));
    let when = |task: Task| {
        let ((first, last), longest) = (rows.bounds(task.start), rows.bounds(task.duration).1);
        (task, first..last + longest, rows.terms(task.demand).1.len() as i64)
    };
    let placed: Vec<(Task, Range<i64>, i64)> = tasks.into_iter().map(when).collect();
    let size: i64 = placed.iter().map(|(_, times, parts)| (times.end - times.start) * (1 + parts)).sum();
    // If there are too many task-time pairs, the times are not even listed.
    let all_times = placed.iter().filter(|_| size <= MOST).flat_map(|(_, times, _)| times.clone());
    let mut times: Vec<i64> = all_times.collect();
    times.sort_unstable();
    times.dedup();
    let (least, room) = rows.terms(capacity);
    if size + (times.len() * room.len()) as i64 > MOST || placed.iter().any(|(.., parts)| *parts >= PARTS) {
        rows.refuse("its tasks can run at more than 200,000 times");
        return Ok(true);
    }
    let not_negative = rows.literal(Atom::at_least(capacity, 0))?;
    rows.row("capacity", 0, vec![(1, not_negative)], 1)?;
    for time in times {
        let at = placed.iter().filter(|(_, times, _)| times.contains(&time));
        let mut terms = Vec::new();
        for (task, ..) in at {
            terms.extend(task.spares(time, rows)?);
        }
        let all: i64 = terms.iter().map(|term| term.0).sum();
        terms.extend(&room);
        rows.row("time", time, terms, all - least)?;
    }
    if is_plain {
        rows.suffice_for(&TIME_TABLE);
    }
    Ok(true)
}
