//! The checkers of `disjunctive`: they try all windows and orders.

use super::{Disjunctive, EDGE, NEGATIVE, NOT_LAST, ORDER, OVERLOAD, PRECEDENCE};
use crate::prelude_propagator::*;

/// A task of the case: it starts in `first..=last` and has at least this duration.
#[derive(Clone, Copy)]
struct Job {
    first: i64,
    last: i64,
    long: i64,
}

pub(super) fn refuted(d: &Disjunctive, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
    if rule == &NEGATIVE {
        return d.tasks.iter().any(|t| t.duration.assumed(case).is_none_or(|(_, high)| high < 0));
    }
    let job = |task: &super::Activity| {
        let ((first, last), (long, _)) = (case.bounds(task.start)?, task.duration.assumed(case)?);
        Some(Job { first: first.into(), last: last.into(), long: long.into() })
    };
    let Some(jobs) = d.tasks.iter().map(job).collect::<Option<Vec<Job>>>() else { return true };
    let jobs: Vec<Job> = jobs.into_iter().filter(|job| job.long > 0).collect();
    let mirror: Vec<Job> =
        jobs.iter().map(|j| Job { first: -(j.last + j.long), last: -(j.first + j.long), ..*j }).collect();
    let either = |refuted: fn(&[Job], usize) -> bool| (0..jobs.len()).any(|i| refuted(&jobs, i) || refuted(&mirror, i));
    if rule == &OVERLOAD {
        (0..jobs.len()).any(|i| is_overfull(&jobs, jobs[i].last + jobs[i].long))
    } else if rule == &ORDER {
        either(|jobs, i| {
            jobs.iter().enumerate().any(|(j, b)| j != i && !may_follow(b, &jobs[i]) && !may_follow(&jobs[i], b))
        })
    } else if rule == &PRECEDENCE || rule == &NOT_LAST {
        either(starts_too_late)
    } else {
        rule == &EDGE && either(is_pushed_out)
    }
}

/// Returns whether `b` can come after `a`.
fn may_follow(b: &Job, a: &Job) -> bool {
    a.first + a.long <= b.last
}

/// The earliest time at which all of the tasks can have ended.
fn earliest_end(jobs: impl Iterator<Item = Job> + Clone) -> Option<i64> {
    let from = |start: i64| start + jobs.clone().filter(|j| j.first >= start).map(|j| j.long).sum::<i64>();
    jobs.clone().map(|j| from(j.first)).max()
}

fn is_overfull(jobs: &[Job], end: i64) -> bool {
    earliest_end(jobs.iter().copied().filter(|j| j.last + j.long <= end)).is_some_and(|earliest| earliest > end)
}

/// Checks whether the tasks that must precede task `i` cannot all end by its latest start.
fn starts_too_late(jobs: &[Job], i: usize) -> bool {
    let own = jobs[i];
    let before = jobs.iter().enumerate().filter(|&(j, b)| j != i && !may_follow(b, &own)).map(|(_, b)| *b);
    earliest_end(before).is_some_and(|end| end > own.last)
}

/// Checks whether task `i` must come after some other tasks because it does not fit among them, but cannot start after
/// them.
fn is_pushed_out(jobs: &[Job], i: usize) -> bool {
    let own = jobs[i];
    jobs.iter().any(|e| {
        let end = e.last + e.long;
        let starts = jobs.iter().map(|j| j.first).filter(|&start| start <= own.first);
        starts.into_iter().any(|start| {
            let inside = jobs.iter().enumerate().filter(|&(j, b)| j != i && b.first >= start && b.last + b.long <= end);
            let inside = inside.map(|(_, b)| *b);
            let total: i64 = inside.clone().map(|j| j.long).sum();
            total + own.long > end - start && earliest_end(inside).is_some_and(|end| end > own.last)
        })
    })
}
