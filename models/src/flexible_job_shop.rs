//! Flexible job-shop scheduling: each task of a job runs on one of several machines, possibly with different durations.
//! (P. Brucker and R. Schlie, Computing 45, 1990.)

use crate::instances::published;
use crate::{Bar, Classic, Shown};
use solver_core::prelude::*;

/// A flexible job shop. The published instances are a small one by A. Schutt, T. Feydy and P. J. Stuckey (*Scheduling
/// optional tasks with explanation*, CP 2013), whose best makespan is 253, and ten jobs on seven machines by I. Kacem,
/// S. Hammadi and P. Borne (IEEE Transactions on Systems, Man and Cybernetics C 32, 2002), whose best makespan is 11.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FlexibleJobShop {
    /// For each job, its tasks; for each task, its machines, each with the time that it takes.
    pub jobs: Vec<Vec<Vec<(usize, i32)>>>,
}

published!(FlexibleJobShop in "flexible_job_shop" by read: "easy01", "kacem_10x7");

/// Parses a row for each job: the number of tasks and, for each task, the number of machines followed by pairs of
/// machine and time.
fn read(rows: &mut dyn Iterator<Item = Vec<i32>>) -> FlexibleJobShop {
    let job = |row: Vec<i32>| {
        let mut numbers = row.into_iter();
        let mut next = move || numbers.next().unwrap_or(0);
        (0..next()).map(|_| (0..next()).map(|_| (next() as usize, next())).collect()).collect()
    };
    FlexibleJobShop { jobs: rows.map(job).collect() }
}

/// Minimises the makespan of a flexible job shop.
///
/// # Errors
/// [`ModelError`] if a task has no machine.
pub fn flexible_job_shop(shop: &FlexibleJobShop) -> Result<Classic, ModelError> {
    let tasks = || shop.jobs.iter().flatten();
    let horizon = tasks().filter_map(|ways| ways.iter().map(|way| way.1).max()).sum();
    let machines = tasks().flatten().map(|way| way.0 + 1).max().unwrap_or(0);
    let mut m = Model::new();
    let end = m.int("end", 0..=horizon)?;
    let mut on: Vec<Vec<(usize, Interval)>> = vec![Vec::new(); machines];
    let (mut choices, mut starts) = (Vec::new(), Vec::new());
    for (j, job) in shop.jobs.iter().enumerate() {
        let mut before: Option<Interval> = None;
        for (k, ways) in job.iter().enumerate() {
            let duration = m.int(format!("duration[{j},{k}]"), ways.iter().map(|way| way.1).collect::<Vec<_>>())?;
            let task = m.interval(format!("task[{j},{k}]"), 0..=horizon, duration)?;
            let mut modes = Vec::new();
            for &(machine, takes) in ways {
                let chosen = m.bool(format!("task[{j},{k}] on machine {machine}"))?;
                let mode = task.mode(chosen, takes);
                on[machine].push((j, mode.clone()));
                choices.push(chosen);
                modes.push(mode);
            }
            m.alternative(&task, &modes);
            m.post(task.end().at_most(end));
            if let Some(before) = before {
                m.post(before.precedes(&task));
            }
            starts.extend(task.start().variable());
            before = Some(task);
        }
    }
    let mut bars = Vec::new();
    for (machine, tasks) in on.into_iter().enumerate() {
        let line = format!("machine {machine}");
        m.disjunctive(tasks.iter().map(|(_, task)| task)).named(&line);
        bars.extend(tasks.into_iter().map(|(j, task)| Bar { line: line.clone(), label: j.to_string(), task }));
    }
    let decisions = [starts, choices, vec![end]].concat();
    Ok(Classic::new(m, decisions).order(VarSelect::SmallestValue).shown(Shown::Bars(bars)).best(Goal::Minimize, end))
}
