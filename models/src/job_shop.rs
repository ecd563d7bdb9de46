//! Job-shop scheduling: each job visits all machines in its own order, and a machine processes one task at a time.
//! (H. Fisher and G. L. Thompson 1963; S. Lawrence 1984.)

use crate::{Bar, Classic, JobShop, Shown};
use solver_core::prelude::*;

/// The model of a machine's capacity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Machines {
    /// One disjunction for each pair of tasks.
    ByPairs,
    /// The disjunctions plus a disjunctive constraint over all tasks on a machine, which propagates more.
    Whole,
}

/// Finds the task orders on the machines for which the makespan is at most `end`. Branching stops once all orders are
/// fixed, because each task can then start as early as possible.
///
/// # Errors
/// [`ModelError`] if `end` is less than the longest duration.
pub fn job_shop(jobs: &JobShop, end: i32, by: Machines) -> Result<Classic, ModelError> {
    let Shop { model, orders, bars, .. } = shop(jobs, end, by)?;
    Ok(Classic::new(model, orders).order(VarSelect::DomWdeg).shown(Shown::Bars(bars)))
}

/// Minimises the makespan. Branches on the order of each pair of tasks on a machine.
///
/// # Errors
/// None for the job shops in this crate.
pub fn earliest_job_shop(jobs: &JobShop) -> Result<Classic, ModelError> {
    let latest = jobs.jobs.iter().flat_map(|job| job.iter()).map(|task| task.1).sum();
    let Shop { model: mut m, orders, last, bars } = shop(jobs, latest, Machines::Whole)?;
    let end = m.int("end", 0..=latest)?;
    for (start, duration) in last {
        m.post((start + duration).at_most(end));
    }
    let classic = Classic::new(m, orders).order(VarSelect::DomWdeg).shown(Shown::Bars(bars));
    Ok(classic.best(Goal::Minimize, end))
}

/// The start and the duration of a task.
type Task = (IntVar, i32);

/// A partial model of a job shop.
struct Shop {
    model: Model,
    /// For each pair of tasks on a machine, which of the two comes first.
    orders: Vec<IntVar>,
    /// The last task of each job.
    last: Vec<Task>,
    /// All tasks, machine by machine.
    bars: Vec<Bar>,
}

/// Builds the model of a job shop with a makespan of at most `end`.
fn shop(jobs: &JobShop, end: i32, by: Machines) -> Result<Shop, ModelError> {
    let mut m = Model::new();
    let machines = jobs.jobs.iter().flat_map(|job| job.iter()).map(|task| task.0 + 1).max().unwrap_or(0);
    let mut on: Vec<Vec<(usize, Task)>> = vec![Vec::new(); machines];
    let (mut last, mut bars) = (Vec::new(), Vec::new());
    for (j, job) in jobs.jobs.iter().enumerate() {
        let mut before: Option<Task> = None;
        for &(machine, duration) in job.iter() {
            let start = m.int(format!("job {j} on machine {machine}"), 0..=end - duration)?;
            if let Some((earlier, takes)) = before {
                m.post((earlier + takes).at_most(start));
            }
            before = Some((start, duration));
            on[machine].push((j, (start, duration)));
            let task = Interval::new(start, duration);
            bars.push(Bar { line: format!("machine {machine}"), label: format!("{j}"), task });
        }
        last.extend(before);
    }
    let mut orders = Vec::new();
    for (machine, tasks) in on.iter().enumerate() {
        if by == Machines::Whole {
            m.disjunctive(tasks.iter().map(|&(_, task)| task)).named(format!("machine {machine}"));
        }
        for (i, &(second, (b, b_takes))) in tasks.iter().enumerate() {
            for &(first, (a, a_takes)) in &tasks[..i] {
                let a_first = m.bool(format!("job {first} before job {second} on machine {machine}"))?;
                m.post((a + a_takes).at_most(b)).enforce_if(a_first);
                m.post((b + b_takes).at_most(a)).enforce_if(1 - a_first);
                orders.push(a_first);
            }
        }
    }
    Ok(Shop { model: m, orders, last, bars })
}
