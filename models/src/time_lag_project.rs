//! Project scheduling with minimum and maximum time lags between the starts of activities (RCPSP/max).
//! (M. Bartusch, R. H. Möhring and F. J. Radermacher, Annals of Operations Research 16, 1988.)

use crate::instances::published;
use crate::{Classic, Shown};
use solver_core::prelude::*;

/// A project with time lags. The published instances are from the library of C. Schwindt (*Generation of
/// resource-constrained project scheduling problems with minimal and maximal time lags*, 1996).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TimeLagProject {
    /// The capacity of each resource.
    pub capacities: Vec<i32>,
    /// For each activity, its duration and the amount of each resource that it needs.
    pub activities: Vec<(i32, Vec<i32>)>,
    /// The time lags.
    pub lags: Vec<Lag>,
}

/// A time lag: one activity starts at least `time` after another. A negative time means that the activity may start
/// earlier than the other, but at most that much earlier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lag {
    /// The activity from whose start the time is measured.
    pub from: usize,
    /// The time lag.
    pub time: i32,
    /// The activity that starts after the lag.
    pub to: usize,
}

published!(TimeLagProject in "time_lag_project" by read: "j10_33", "j20_35");

/// Parses a row of capacities, the number of activities, a row for each activity with its duration and its needs, and
/// the lags.
fn read(rows: &mut dyn Iterator<Item = Vec<i32>>) -> TimeLagProject {
    let (capacities, count) = (rows.next().unwrap_or_default(), rows.next().map_or(0, |row| row[0] as usize));
    let activities = (0..count).map_while(|_| rows.next()).map(|row| (row[0], row[1..].to_vec())).collect();
    let lag = |row: Vec<i32>| Lag { from: row[0] as usize, time: row[1], to: row[2] as usize };
    TimeLagProject { capacities, activities, lags: rows.map(lag).collect() }
}

/// Minimises the makespan of a project with time lags.
///
/// # Errors
/// None for the instances in this crate.
pub fn time_lag_project(project: &TimeLagProject) -> Result<Classic, ModelError> {
    let longest = |i: usize| {
        let lags = project.lags.iter().filter(move |lag| lag.from == i).map(|lag| lag.time);
        lags.fold(project.activities[i].0, i32::max)
    };
    let horizon = (0..project.activities.len()).map(longest).sum();
    let mut m = Model::new();
    let end = m.int("end", 0..=horizon)?;
    let mut tasks = Vec::new();
    for (i, &(duration, _)) in project.activities.iter().enumerate() {
        let task = m.interval(format!("activity {i}"), 0..=horizon, duration)?;
        m.post(task.end().at_most(end));
        tasks.push(task);
    }
    for lag in &project.lags {
        m.post((tasks[lag.from].start() + lag.time).at_most(tasks[lag.to].start()));
    }
    for (r, &capacity) in project.capacities.iter().enumerate() {
        let needs = project.activities.iter().map(|(_, needs)| needs[r]);
        m.cumulative(tasks.iter().zip(needs), capacity).named(format!("resource {r}"));
    }
    let decisions = tasks.iter().filter_map(|task| task.start().variable()).chain([end]).collect();
    let shown = Shown::tasks("activity", &tasks);
    Ok(Classic::new(m, decisions).order(VarSelect::SmallestValue).shown(shown).best(Goal::Minimize, end))
}
