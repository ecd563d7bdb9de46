//! `cumulative` in a model.

mod derive;
mod rows;

use super::{Cumulative, CumulativeLevel, Task};
use crate::constraints::{Activity, Disjunctive, DisjunctiveLevel, IntoTask};
use crate::model::defining::*;

impl From<CumulativeLevel> for Consistency {
    fn from(level: CumulativeLevel) -> Consistency {
        match level {
            CumulativeLevel::TimeTable => Consistency::Value,
            CumulativeLevel::EdgeFinding => Consistency::Bounds,
        }
    }
}

/// A task with its demand: a tuple of start, duration and demand, or a pair of an [`Interval`] and its demand.
pub trait IntoDemandingTask {
    /// The start, the duration and the demand.
    fn into_demanding_task(self) -> [Expr; 3];
}

impl<S: Into<Expr>, D: Into<Expr>, R: Into<Expr>> IntoDemandingTask for (S, D, R) {
    fn into_demanding_task(self) -> [Expr; 3] {
        [self.0.into(), self.1.into(), self.2.into()]
    }
}

impl<T: IntoTask, R: Into<Expr>> IntoDemandingTask for (T, R) {
    fn into_demanding_task(self) -> [Expr; 3] {
        let [start, duration] = self.0.into_task();
        [start, duration, self.1.into()]
    }
}

/// Arguments: start, duration and demand of each task, then the capacity.
struct Resource;

impl Model {
    /// Requires that the total demand of the running tasks never exceeds `capacity`. Each task is given by its start,
    /// duration and demand, or by an [`Interval`] and its demand. The default level is [`CumulativeLevel::TimeTable`];
    /// if no two tasks ever fit in parallel, the default adds a [`disjunctive`](Model::disjunctive) over the tasks. An
    /// explicitly chosen level is posted alone. A task whose duration or demand is a variable that may be 0 is
    /// optional.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let start = m.ints("start", 3, 0..=2)?;
    /// m.cumulative(start.iter().map(|s| (s, 1, 1)), 2);
    /// assert_eq!(m.count()?, Outcome::Complete(27 - 3)); // not all three at once
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("resource", "scheduling", "renewable resource", "edge finding", "optional task"))]
    pub fn cumulative<T: IntoDemandingTask>(
        &mut self,
        tasks: impl IntoIterator<Item = T>,
        capacity: impl Into<Expr>,
    ) -> Posted<'_, CumulativeLevel> {
        let mut arguments: Vec<Expr> = tasks.into_iter().flat_map(T::into_demanding_task).collect();
        arguments.push(capacity.into());
        self.state("cumulative", arguments, Resource)
    }
}

impl Semantics for Resource {
    fn misuse(&self, x: &[Expr]) -> Option<String> {
        let capacity = x.last()?;
        (capacity.is_number() && capacity.constant < 0)
            .then(|| format!("its capacity is {}, but must not be negative", capacity.constant))
    }

    fn holds(&self, values: &[i32]) -> bool {
        let Some((&capacity, tasks)) = values.split_last() else { return true };
        let mut changes: Vec<(i64, i64)> = Vec::new();
        for task in tasks.chunks_exact(3) {
            let [start, duration, demand] = [task[0], task[1], task[2]].map(i64::from);
            if duration < 0 || demand < 0 {
                return false;
            }
            changes.extend([(start, demand), (start + duration, -demand)]);
        }
        // At equal times, ends are processed before starts.
        changes.sort_unstable();
        let mut used = 0;
        capacity >= 0
            && changes.into_iter().all(|(_, change)| {
                used += change;
                used <= i64::from(capacity)
            })
    }

    fn written(&self, _: &str, x: &[Expr], say: Say<'_>) -> String {
        let (tasks, capacity) = x.split_at(x.len() - 1);
        let tasks = joined(tasks.chunks_exact(3).map(|task| format!("({})", say(task))), ", ");
        format!("cumulative({tasks}; {})", say(capacity))
    }
}

impl Decompose for Resource {
    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        let Some((capacity, tasks)) = x.split_last() else { return Ok(()) };
        let quantities = tasks.chunks_exact(3).flat_map(|task| &task[1..]).chain([capacity]);
        into.require_all(quantities.map(|q| q.clone().at_least(0)))?;
        // The total demand is highest at the start of some task.
        for now in tasks.chunks_exact(3).map(|task| &task[0]) {
            let need = |task: &[Expr]| {
                let ends = task[0].clone() + task[1].clone();
                let runs = all_of([task[0].clone().at_most(now), now.clone().less_than(ends)]);
                Expr::from(runs) * task[2].clone()
            };
            into.require(tasks.chunks_exact(3).map(need).sum::<Expr>().at_most(capacity))?;
        }
        Ok(())
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        let (capacity, tasks) = x.split_last()?;
        let part = |k: usize| tasks.chunks_exact(3).map(|task| &task[k]).collect::<Vec<&Named>>();
        // Other solvers require non-negative numbers here, even for starts.
        let plain = x.iter().all(|x| x.bounds.0 >= 0);
        let (lengths, heights) = (joined(quantities(&part(1))?, " "), joined(quantities(&part(2))?, " "));
        let (origins, limit) = (joined(part(0).iter().map(|x| &x.name), " "), quantities(&[capacity])?.concat());
        let times = format!("<origins> {origins} </origins> <lengths> {lengths} </lengths>");
        let use_of = format!("<heights> {heights} </heights> <condition> (le,{limit}) </condition>");
        (!tasks.is_empty() && plain).then(|| format!("<cumulative> {times} {use_of} </cumulative>"))
    }
}

impl Certify for Resource {
    fn rows(&self, x: &[View], rows: &mut dyn Rows) -> Result<bool, Stopped> {
        rows::rows(x, rows)
    }

    fn is_about_bounds(&self, _: &[Expr]) -> bool {
        true
    }

    fn derive(&self, x: &[View], lines: &mut dyn Lines) -> Result<(), Ended> {
        derive::derive(x, lines)
    }
}

impl Post for Resource {
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, TooLarge> {
        let last = site.views().len() - 1;
        let tasks = (0..last).step_by(3).map(|k| Task {
            start: site.views()[k],
            duration: site.quantity(k + 1),
            demand: site.quantity(k + 2),
        });
        let level = match site.level() {
            Consistency::Value => CumulativeLevel::TimeTable,
            Consistency::Bounds | Consistency::Domain => CumulativeLevel::EdgeFinding,
        };
        let resource = Cumulative::new(tasks, site.quantity(last), level);
        let mut all: Vec<Box<dyn Propagator>> = vec![Box::new(resource)];
        let demands = (0..last).step_by(3).map(|k| site.bounds(k + 2).0);
        if site.chosen().is_none() && exclude_each_other(demands, site.bounds(last).1) {
            let tasks =
                (0..last).step_by(3).map(|k| Activity { start: site.views()[k], duration: site.quantity(k + 1) });
            all.push(Box::new(Disjunctive::new(tasks, DisjunctiveLevel::EdgeFinding)));
        }
        Ok(all)
    }

    fn levels(&self) -> Option<Levels> {
        Some(Levels { of: &[Consistency::Value, Consistency::Bounds], default: Consistency::Value })
    }
}

/// Checks whether the minimum demands of any two tasks together exceed the capacity.
pub(in crate::constraints) fn exclude_each_other(demands: impl Iterator<Item = i32>, capacity: i32) -> bool {
    let mut demands: Vec<i64> = demands.map(i64::from).collect();
    demands.sort_unstable();
    demands.len() >= 2 && demands[0] > 0 && demands[0] + demands[1] > i64::from(capacity)
}
