//! `cumulative` in a model.

use super::{Cumulative, CumulativeLevel, Task};
use crate::constraints::quantity::argument;
use crate::model::{Consistency, Expr, Levels, Model, Posted, Refusal, Site, Statement};
use crate::propagator::Propagator;

/// Marks constraints whose level is a [`CumulativeLevel`].
#[derive(Debug)]
pub struct ByCumulative;

impl Levels for ByCumulative {
    type Level = CumulativeLevel;
}

impl From<CumulativeLevel> for Consistency {
    fn from(level: CumulativeLevel) -> Consistency {
        match level {
            CumulativeLevel::TimeTable => Consistency::Value,
            CumulativeLevel::EdgeFinding => Consistency::Bounds,
        }
    }
}

/// Of each task its start, its duration and its demand; the capacity last.
struct Resource {
    arguments: Vec<Expr>,
    level: CumulativeLevel,
}

impl Model {
    /// Tasks that share a resource, each given by its start, its duration and its demand: at no time do those that run
    /// need more than `capacity`. The default level is [`CumulativeLevel::TimeTable`].
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let start = m.ints("start", 3, 0..=2)?;
    /// m.cumulative(start.iter().map(|s| (s, 1, 1)), 2);
    /// assert_eq!(m.count()?, Outcome::Complete(27 - 3)); // not all three at once
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn cumulative<S: Into<Expr>, D: Into<Expr>, R: Into<Expr>>(
        &mut self,
        tasks: impl IntoIterator<Item = (S, D, R)>,
        capacity: impl Into<Expr>,
    ) -> Posted<'_, ByCumulative> {
        let mut arguments: Vec<Expr> = tasks.into_iter().flat_map(|(s, d, r)| [s.into(), d.into(), r.into()]).collect();
        arguments.push(capacity.into());
        self.state(Resource { arguments, level: CumulativeLevel::default() })
    }
}

impl Statement for Resource {
    fn kind(&self) -> &'static str {
        "cumulative"
    }

    fn arguments(&self) -> &[Expr] {
        &self.arguments
    }

    fn misuse(&self) -> Option<String> {
        let capacity = self.arguments.last()?;
        let number = capacity.variables().is_empty() && capacity.is_linear();
        (number && capacity.constant < 0)
            .then(|| format!("its capacity is {}, and may not be negative", capacity.constant))
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
        // Ends before starts of the same time.
        changes.sort_unstable();
        let mut used = 0;
        capacity >= 0
            && changes.into_iter().all(|(_, change)| {
                used += change;
                used <= i64::from(capacity)
            })
    }

    fn propagators(&self, site: &Site<'_>) -> Result<Vec<Box<dyn Propagator>>, Refusal> {
        let last = site.views().len() - 1;
        let tasks = (0..last).step_by(3).map(|k| Task {
            start: site.views()[k],
            duration: argument(site, k + 1),
            demand: argument(site, k + 2),
        });
        Ok(vec![Box::new(Cumulative::new(tasks, argument(site, last), self.level))])
    }

    fn set_consistency(&mut self, level: Consistency) {
        self.level = match level {
            Consistency::Value => CumulativeLevel::TimeTable,
            _ => CumulativeLevel::EdgeFinding,
        };
    }
}
