//! Several objectives: one after the other, or two against each other.

use super::{Goal, Improving, Optimum};
use crate::model::{Expr, Model, ModelError, Relates};
use crate::solve::outcome::Outcome;
use crate::solve::search::Search;
use crate::solve::solution::Solution;
use std::time::Instant;

/// A solution and its values of several objectives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranked {
    /// The values of the objectives, in the order in which they were given. Of a search that was stopped, as far as it came.
    pub values: Vec<i32>,
    /// The solution.
    pub solution: Solution,
}

impl Search<'_> {
    /// The solution that is best in the first objective, among those the best in the second, and so on. What is known of a search that was
    /// stopped is the best solution by then, the first objectives being as good as can be if their turn was over.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 3, 0..=5)?;
    /// m.post((x[0] + x[1] + x[2]).equals(7));
    /// let best = m.search().lexicographic([
    ///     (Goal::Minimize, maximum_of(x.iter().copied())),
    ///     (Goal::Maximize, Expr::from(x[2])),
    ///     (Goal::Maximize, Expr::from(x[1])),
    /// ])?;
    /// let best = best.complete().expect("there are solutions");
    /// assert_eq!((&best.values[..], best.solution.values(&x)?), (&[3, 3, 3][..], vec![1, 3, 3]));
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// As [`start`](Search::start).
    pub fn lexicographic(
        &self,
        objectives: impl IntoIterator<Item = (Goal, Expr)>,
    ) -> Result<Outcome<Ranked, Option<Ranked>>, ModelError> {
        let objectives: Vec<(Goal, Expr)> = objectives.into_iter().collect();
        let mut model = self.model.clone();
        let mut left = Left::new(self);
        left.lexicographic(self, &mut model, &objectives)
    }

    /// All that two objectives can be at best together: each point is a solution to which no other is better in one objective and as good
    /// in the other (V. Chankong, Y. Y. Haimes, *Multiobjective Decision Making*, 1983: the ε-constraint method). In the order of the first
    /// objective, the best first.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let (price, time) = (m.int("price", 1..=9)?, m.int("time", 1..=9)?);
    /// m.post((price * time).at_least(12));
    /// let front = m.search().pareto((Goal::Minimize, price.into()), (Goal::Minimize, time.into()))?;
    /// let front: Vec<Vec<i32>> = front.complete().expect("points").into_iter().map(|point| point.values).collect();
    /// assert_eq!(front, [[2, 6], [3, 4], [4, 3], [6, 2]]);
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// As [`start`](Search::start).
    pub fn pareto(
        &self,
        first: (Goal, Expr),
        second: (Goal, Expr),
    ) -> Result<Outcome<Vec<Ranked>, Vec<Ranked>>, ModelError> {
        let objectives = [first, second];
        let mut model = self.model.clone();
        let mut left = Left::new(self);
        let mut front = Vec::new();
        loop {
            let mut point_model = model.clone();
            match left.lexicographic(self, &mut point_model, &objectives)? {
                Outcome::Complete(point) => {
                    let (goal, expr) = &objectives[1];
                    model.post(match goal {
                        Goal::Minimize => expr.clone().less_than(point.values[1]),
                        Goal::Maximize => expr.clone().greater_than(point.values[1]),
                    });
                    front.push(point);
                }
                Outcome::Unsat if front.is_empty() => return Ok(Outcome::Unsat),
                Outcome::Unsat => return Ok(Outcome::Complete(front)),
                Outcome::Stopped { by, .. } => return Ok(Outcome::Stopped { by, known: front }),
            }
        }
    }
}

/// What a question made of several searches may still spend.
struct Left {
    limits: crate::search::Limits,
    start: Instant,
}

impl Left {
    fn new(search: &Search<'_>) -> Left {
        Left { limits: search.limits.clone(), start: Instant::now() }
    }

    /// One objective after the other; each is posted at its best.
    fn lexicographic(
        &mut self,
        search: &Search<'_>,
        model: &mut Model,
        objectives: &[(Goal, Expr)],
    ) -> Result<Outcome<Ranked, Option<Ranked>>, ModelError> {
        let mut values = Vec::with_capacity(objectives.len());
        let mut best: Option<Solution> = None;
        for (goal, expr) in objectives {
            match self.spend(search, model, |search| search.improving(*goal, expr.clone()))? {
                Outcome::Complete(Optimum { value, solution }) => {
                    values.push(value);
                    model.post(expr.clone().equals(value));
                    best = Some(solution);
                }
                Outcome::Unsat => return Ok(Outcome::Unsat),
                Outcome::Stopped { by, known } => {
                    let solution = known.map(|Optimum { value, solution }| {
                        values.push(value);
                        solution
                    });
                    let known = solution.or(best).map(|solution| Ranked { values, solution });
                    return Ok(Outcome::Stopped { by, known });
                }
            }
        }
        match best {
            Some(solution) => Ok(Outcome::Complete(Ranked { values, solution })),
            // No objective at all: any solution is as good.
            None => self.lexicographic(search, model, &[(Goal::Minimize, Expr::from(0))]).map(without_values),
        }
    }

    /// One of the searches.
    fn spend(
        &mut self,
        search: &Search<'_>,
        model: &Model,
        ask: impl FnOnce(&Search<'_>) -> Result<Improving, ModelError>,
    ) -> Result<Outcome<Optimum, Option<Optimum>>, ModelError> {
        let mut limits = self.limits.clone();
        limits.time = limits.time.map(|time| time.saturating_sub(self.start.elapsed()));
        let mut stream = ask(&search.clone().limits(limits).of(model))?;
        let outcome = stream.best()?;
        let spent = stream.statistics();
        let less = |limit: &mut Option<u64>, by: u64| *limit = limit.map(|limit| limit.saturating_sub(by));
        less(&mut self.limits.nodes, spent.nodes);
        less(&mut self.limits.failures, spent.failures);
        less(&mut self.limits.solutions, spent.solutions);
        Ok(outcome)
    }
}

fn without_values(outcome: Outcome<Ranked, Option<Ranked>>) -> Outcome<Ranked, Option<Ranked>> {
    let bare = |ranked: Ranked| Ranked { values: Vec::new(), ..ranked };
    match outcome {
        Outcome::Complete(ranked) => Outcome::Complete(bare(ranked)),
        Outcome::Unsat => Outcome::Unsat,
        Outcome::Stopped { by, known } => Outcome::Stopped { by, known: known.map(bare) },
    }
}
