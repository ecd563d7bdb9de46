//! The checkers of `cumulative`: they add up compulsory parts, and the energy required in a window.

use super::{Cumulative, ENERGY, NEGATIVE, TIME_TABLE, TOO_TALL};
use crate::prelude_propagator::*;
use crate::quantity::Quantity;

/// A task of the case: it starts in `first..=last` and has at least this duration and demand.
#[derive(Clone, Copy)]
struct Job {
    first: i64,
    last: i64,
    long: i64,
    need: i64,
}

pub(super) fn refuted(c: &Cumulative, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
    let quantities = || c.tasks.iter().flat_map(|t| [t.duration, t.demand]).chain([c.capacity]);
    if rule == &NEGATIVE {
        return quantities().any(|q| q.assumed(case).is_none_or(|(_, high)| high < 0));
    }
    let least = |q: Quantity| q.assumed(case).map(|(low, _)| i64::from(low.max(0)));
    let job = |task: &super::Task| {
        let (first, last) = case.bounds(task.start)?;
        let (long, need) = (least(task.duration)?, least(task.demand)?);
        Some(Job { first: first.into(), last: last.into(), long, need })
    };
    let jobs: Option<Vec<Job>> = c.tasks.iter().map(job).collect();
    let (Some(jobs), Some((_, capacity))) = (jobs, c.capacity.assumed(case)) else { return true };
    let jobs: Vec<Job> = jobs.into_iter().filter(|j| j.long > 0 && j.need > 0).collect();
    let capacity = i64::from(capacity);
    if rule == &TOO_TALL {
        jobs.iter().any(|j| j.need > capacity)
    } else if rule == &TIME_TABLE {
        too_high(&jobs, capacity) || (0..jobs.len()).any(|i| has_no_start(&jobs, i, capacity))
    } else {
        rule == &ENERGY && (too_much(&jobs, capacity) || too_much(&backwards(&jobs), capacity))
    }
}

/// The profile of all compulsory parts but that of task `but`: ascending times, each with the height from then on.
fn heights(jobs: &[Job], but: Option<usize>) -> Vec<(i64, i64)> {
    let others = jobs.iter().enumerate().filter(|&(i, j)| Some(i) != but && j.last < j.first + j.long);
    let mut changes: Vec<(i64, i64)> =
        others.flat_map(|(_, j)| [(j.last, j.need), (j.first + j.long, -j.need)]).collect();
    changes.sort_unstable();
    let mut height = 0;
    let mut steps: Vec<(i64, i64)> = Vec::new();
    for (time, change) in changes {
        height += change;
        if steps.last().is_some_and(|step| step.0 == time) {
            steps.pop();
        }
        steps.push((time, height));
    }
    steps
}

fn too_high(jobs: &[Job], capacity: i64) -> bool {
    heights(jobs, None).iter().any(|&(_, height)| height > capacity)
}

/// Checks whether, at every possible start, the task overlaps others that leave too little capacity.
fn has_no_start(jobs: &[Job], i: usize, capacity: i64) -> bool {
    let Job { mut first, last, long, need } = jobs[i];
    let steps = heights(jobs, Some(i));
    for pair in steps.windows(2) {
        let ((begin, height), end) = (pair[0], pair[1].0);
        if height + need > capacity && begin < first + long && end > first {
            first = end;
        }
    }
    first > last
}

/// Checks whether some window that begins at a bound of a task must contain too much energy. All windows that begin at
/// `a` are tested in one sweep: as `b` grows, each task adds its demand to the energy required in `a..b`, beginning at
/// its latest start (but at least `a`), until its minimum overlap is reached.
fn too_much(jobs: &[Job], capacity: i64) -> bool {
    let beginnings = jobs.iter().flat_map(|j| [j.first, j.last, j.first + j.long]);
    beginnings.into_iter().any(|a| {
        let mut changes: Vec<(i64, i64)> = Vec::new();
        for j in jobs {
            let inside = j.long.min(j.first + j.long - a);
            if inside > 0 {
                let from = j.last.max(a);
                changes.extend([(from, j.need), (from + inside, -j.need)]);
            }
        }
        changes.sort_unstable();
        let (mut now, mut rate, mut excess) = (a, 0i64, 0i128);
        changes.into_iter().any(|(time, change)| {
            excess += i128::from(rate - capacity) * i128::from(time - now);
            (now, rate) = (time, rate + change);
            excess > 0
        })
    })
}

fn backwards(jobs: &[Job]) -> Vec<Job> {
    jobs.iter().map(|j| Job { first: -(j.last + j.long), last: -(j.first + j.long), ..*j }).collect()
}
