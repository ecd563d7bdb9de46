//! Resource-constrained project scheduling: tasks with precedences share resources (RCPSP; CSPLib 61).

use crate::{Classic, Project, Shown};
use solver_core::prelude::*;

/// Minimises the makespan of a project.
///
/// # Errors
/// None for the instances in this crate.
pub fn project(project: &Project) -> Result<Classic, ModelError> {
    let Project { tasks, capacities } = project;
    let mut m = Model::new();
    let horizon = tasks.iter().map(|task| task.duration).sum::<i32>();
    let start = m.ints("start", tasks.len(), 0..=horizon)?;
    let end = m.int("end", 0..=horizon)?;
    for (&s, task) in start.iter().zip(tasks) {
        m.post((s + task.duration).at_most(end));
        for &next in &task.after {
            m.post((s + task.duration).at_most(start[next]));
        }
    }
    for (r, &capacity) in capacities.iter().enumerate() {
        let users = start.iter().zip(tasks).filter(|(_, task)| task.needs[r] > 0);
        m.cumulative(users.map(|(s, task)| (s, task.duration, task.needs[r])), capacity).named(format!("resource {r}"));
    }
    let branch: Vec<IntVar> = start.iter().copied().chain([end]).collect();
    let tasks: Vec<Interval> = start.iter().zip(tasks).map(|(s, task)| Interval::new(s, task.duration)).collect();
    Ok(Classic::new(m, branch)
        .shown(Shown::tasks("task", &tasks))
        .order(VarSelect::SmallestValue)
        .best(Goal::Minimize, end))
}
