//! Project scheduling with modes: each activity is performed in one of several ways, which differ in duration and in
//! resource needs (multi-mode RCPSP).

use crate::instances::published;
use crate::{Classic, Shown};
use solver_core::prelude::*;

/// A project whose activities have modes. The published instances are from PSPLIB (R. Kolisch and A. Sprecher,
/// EJOR 96, 1997).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MultiModeProject {
    /// For each resource, its capacity and whether it is consumed, like money.
    pub resources: Vec<(i32, bool)>,
    /// The activities.
    pub activities: Vec<Activity>,
}

/// A project activity.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Activity {
    /// The activities that cannot start before this one ends.
    pub after: Vec<usize>,
    /// The modes of the activity.
    pub modes: Vec<Mode>,
}

/// A way to perform an activity.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mode {
    /// The duration.
    pub duration: i32,
    /// The amount needed of each resource.
    pub needs: Vec<i32>,
}

published!(MultiModeProject in "multi_mode_project" by read: "j10_10_1", "j20_10_4");

/// Parses a row of capacities, and a row with a 1 for each resource that is consumed. Each activity then has a row with
/// its number of modes and its successors, followed by a row for each mode with its duration and its needs.
fn read(rows: &mut dyn Iterator<Item = Vec<i32>>) -> MultiModeProject {
    let (capacities, kinds) = (rows.next().unwrap_or_default(), rows.next().unwrap_or_default());
    let resources = capacities.into_iter().zip(kinds.into_iter().map(|kind| kind == 1)).collect();
    let mut activities = Vec::new();
    while let Some(row) = rows.next() {
        let mode = |row: Vec<i32>| Mode { duration: row[0], needs: row[1..].to_vec() };
        let modes = (0..row[0]).map_while(|_| rows.next()).map(mode).collect();
        activities.push(Activity { after: row[1..].iter().map(|&next| next as usize).collect(), modes });
    }
    MultiModeProject { resources, activities }
}

/// Minimises the makespan of a project with modes.
///
/// # Errors
/// [`ModelError`] if an activity has no modes.
pub fn multi_mode_project(project: &MultiModeProject) -> Result<Classic, ModelError> {
    let longest = |activity: &Activity| activity.modes.iter().map(|mode| mode.duration).max();
    let horizon = project.activities.iter().filter_map(longest).sum();
    let mut m = Model::new();
    let end = m.int("end", 0..=horizon)?;
    let (mut tasks, mut chosen) = (Vec::new(), Vec::new());
    for (i, activity) in project.activities.iter().enumerate() {
        let durations: Vec<i32> = activity.modes.iter().map(|mode| mode.duration).collect();
        let duration = m.int(format!("duration[{i}]"), durations.clone())?;
        let task = m.interval(format!("activity {i}"), 0..=horizon, duration)?;
        let modes = m.bools(format!("mode of {i}"), durations.len())?;
        let ways: Vec<Interval> = modes.iter().zip(durations).map(|(mode, takes)| task.mode(mode, takes)).collect();
        m.alternative(&task, &ways);
        m.post(task.end().at_most(end));
        tasks.push(task);
        chosen.push(modes);
    }
    for (task, activity) in tasks.iter().zip(&project.activities) {
        for &next in &activity.after {
            m.post(task.precedes(&tasks[next]));
        }
    }
    for (r, &(capacity, is_used_up)) in project.resources.iter().enumerate() {
        let need = |(activity, modes): (&Activity, &Vec<IntVar>)| {
            activity.modes.iter().zip(modes).map(|(mode, &chosen)| mode.needs[r] * chosen).sum::<Expr>()
        };
        let needs = project.activities.iter().zip(&chosen).map(need);
        if is_used_up {
            m.post(needs.sum::<Expr>().at_most(capacity)).named(format!("resource {r}"));
        } else {
            m.cumulative(tasks.iter().zip(needs), capacity).named(format!("resource {r}"));
        }
    }
    let starts = tasks.iter().filter_map(|task| task.start().variable());
    let decisions = starts.chain(chosen.concat()).chain([end]).collect();
    let shown = Shown::tasks("activity", &tasks);
    Ok(Classic::new(m, decisions).order(VarSelect::SmallestValue).shown(shown).best(Goal::Minimize, end))
}
