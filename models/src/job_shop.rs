//! Job shops: each job visits all machines in an order of its own; a machine does one thing at a
//! time. (H. Fisher and G. L. Thompson 1963; S. Lawrence 1984.)

use crate::{Bar, Classic, JobShop, Shown};
use solver_core::prelude::*;

/// How it is said that a machine does one thing at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Machines {
    /// Of each two tasks one is first.
    ByPairs,
    /// The same, and for all tasks of a machine together, which sees more.
    Whole,
}

/// The orders of the tasks on the machines with which all is done by `end`. The search stops being one for orders
/// where they are complete: then each task may start as early as it can.
///
/// # Errors
/// [`ModelError`] for ends before the longest task is done.
pub fn job_shop(jobs: &JobShop, end: i32, by: Machines) -> Result<Classic, ModelError> {
    let Shop { model, orders, bars, .. } = shop(jobs, end, by)?;
    Ok(Classic::new(model, orders).order(VarSelect::DomWdeg).shown(Shown::Bars(bars)))
}

/// The earliest end. Branches on the order of two tasks of a machine.
///
/// # Errors
/// None for the job shops of this crate.
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

/// When a task starts, and how long it takes.
type Task = (IntVar, i32);

/// A shop as a model.
struct Shop {
    model: Model,
    /// Which of two tasks of a machine comes first.
    orders: Vec<IntVar>,
    /// The last task of each job.
    last: Vec<Task>,
    /// All tasks, machine by machine.
    bars: Vec<Bar>,
}

/// A shop that closes at `end`.
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
            bars.push(Bar { line: format!("machine {machine}"), label: format!("{j}"), start, duration });
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
