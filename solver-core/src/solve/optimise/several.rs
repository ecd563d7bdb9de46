//! Several objectives: lexicographic, or a Pareto front of two.

use super::{Goal, Improving, Incumbent, Optimum};
use crate::model::{Expr, Model, ModelError, Relates};
use crate::solve::ledger::Ledger;
use crate::solve::outcome::Outcome;
use crate::solve::search::Search;
use crate::solve::solution::Solution;
use crate::solve::task::{Mode, Task};

/// A solution and its values for several objectives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranked {
    /// The objective values, in the order given; if the search was stopped, only those of the objectives reached.
    pub values: Vec<i32>,
    /// The solution.
    pub solution: Solution,
}

impl Search<'_> {
    /// Optimises lexicographically: finds the best solutions for the first objective, among these the best for the
    /// second, and so on. If the search is stopped, the known solution is the incumbent, in which objectives already
    /// finished have their optimal value.
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
    /// Same as [`start`](Search::start).
    #[doc(alias("multi-objective", "hierarchical objectives"))]
    pub fn lexicographic(
        &self,
        objectives: impl IntoIterator<Item = (Goal, Expr)>,
    ) -> Result<Outcome<Ranked, Option<Ranked>>, ModelError> {
        self.check(&SEVERAL)?;
        let objectives: Vec<(Goal, Expr)> = objectives.into_iter().collect();
        let mut model = self.model.clone();
        let mut ledger = Ledger::open(self.options.limits.clone());
        ledger.lexicographic(self, &mut model, &objectives)
    }

    /// Finds the Pareto front of two objectives: each point is a solution that no other solution dominates
    /// (ε-constraint method; V. Chankong, Y. Y. Haimes, *Multiobjective Decision Making*, 1983). The points are ordered
    /// by the first objective, best first.
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
    /// Same as [`start`](Search::start).
    #[doc(alias("multi-objective", "pareto front", "bi-objective", "epsilon-constraint"))]
    pub fn pareto(
        &self,
        first: (Goal, Expr),
        second: (Goal, Expr),
    ) -> Result<Outcome<Vec<Ranked>, Vec<Ranked>>, ModelError> {
        self.check(&SEVERAL)?;
        let objectives = [first, second];
        let mut model = self.model.clone();
        let mut ledger = Ledger::open(self.options.limits.clone());
        let mut front = Vec::new();
        loop {
            let mut point_model = model.clone();
            match ledger.lexicographic(self, &mut point_model, &objectives)? {
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

const SEVERAL: Task<'static> = Task { mode: Mode::Several, objective: None, only: None, explain: false };

impl Ledger {
    /// Optimises the objectives one after another; each is then fixed at its best value.
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
                    let solution = known.best.map(|Optimum { value, solution }| {
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
            // Without an objective, any solution is optimal.
            None => self.lexicographic(search, model, &[(Goal::Minimize, Expr::from(0))]).map(without_values),
        }
    }

    /// Runs one of the searches and charges its effort to the common account.
    fn spend(
        &mut self,
        search: &Search<'_>,
        model: &Model,
        ask: impl FnOnce(&Search<'_>) -> Result<Improving, ModelError>,
    ) -> Result<Outcome<Optimum, Incumbent>, ModelError> {
        let mut stream = ask(&search.with_model(model).limits(self.left()))?;
        let outcome = stream.best()?;
        self.enter(stream.statistics());
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
