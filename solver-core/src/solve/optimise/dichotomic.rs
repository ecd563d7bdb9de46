//! Dichotomic optimisation: halving the range of the objective.

use super::{Goal, Incumbent, Optimum};
use crate::atom::Atom;
use crate::budget::{Budget, StopReason};
use crate::model::{CompileOptions, Compiled, Expr, ModelError};
use crate::search::{Incompatible, Limits, RootInference, Step};
use crate::solve::outcome::Outcome;
use crate::solve::search::Search;
use crate::solve::searches::Searches;
use crate::solve::turns::Turns;

impl Search<'_> {
    /// The best solution by dichotomic search: is there one in the better half of the objective's remaining range? Pays
    /// off where good solutions are easy to find and each step of branch and bound gains little. Each question is a
    /// search of its own, with the same variable and value selection and the same restarts; limits on nodes and
    /// failures apply to their sum.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let (x, y) = (m.int("x", 0..=1_000)?, m.int("y", 0..=1_000)?);
    /// m.post(constraint!(3 * x + 5 * y >= 2_222));
    /// let best = m.search().dichotomic(Goal::Minimize, 3 * x + 4 * y)?.complete().expect("there are solutions");
    /// assert_eq!(best.value, 1_779);
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// [`minimize`](Search::minimize) is branch and bound, and core-guided where it learns and the objective is a sum.
    ///
    /// # Errors
    /// As [`start`](Search::start); [`ModelError::Incompatible`] with [`lns`](Search::lns), which does not apply here.
    #[doc(alias("binary search", "bisection", "lower bound", "core-guided"))]
    pub fn dichotomic(
        &self,
        goal: Goal,
        objective: impl Into<Expr>,
    ) -> Result<Outcome<Optimum, Incumbent>, ModelError> {
        self.check_options()?;
        if self.lns.is_some() {
            return Err(ModelError::Incompatible(Incompatible::NeighbourhoodsDichotomic));
        }
        if self.threads > 1 {
            return Err(ModelError::Incompatible(Incompatible::ThreadsIterations));
        }
        if let Some(model) = self.assumed() {
            return self.on_model(&model).dichotomic(goal, objective);
        }
        let objective = goal.minimised(objective.into());
        let mut budget = Budget::starting_now(&self.limits);
        let options = CompileOptions {
            objective: Some(&objective),
            nogoods: self.restarts.is_some(),
            learns: self.learning.is_some(),
            probes: self.root != RootInference::None,
            ..CompileOptions::default()
        };
        let stopped = |by: Option<StopReason>, best, bound: Option<i32>| Outcome::Stopped {
            by: by.unwrap_or(StopReason::Cancelled),
            known: Incumbent { best, bound: bound.map(|bound| goal.told(bound)) },
        };
        let Some(compiled) = self.model.compile(&mut budget, options)? else {
            return Ok(stopped(budget.stopped, None, None));
        };
        let Compiled { mut engine, views, objective: Some(objective), nogoods, probes, .. } = compiled else {
            return Ok(stopped(None, None, None));
        };
        *engine.budget() = budget;
        match engine.propagate() {
            Ok(()) => {}
            Err(crate::engine::Halt::Failed) => return Ok(Outcome::Unsat),
            Err(crate::engine::Halt::Stopped(by)) => return Ok(stopped(Some(by), None, None)),
        }
        let (mut low, mut high) = (engine.min(objective.view), engine.max(objective.view));
        let mut limits = self.limits.clone();
        let mut best: Option<Optimum> = None;
        // The first question is for any solution.
        let mut at_most = high;
        let good_enough = self.good_enough(goal);
        while low <= high {
            let value = best.as_ref().map(|best| goal.told(best.value));
            if let Some(by) = value.and_then(|value| good_enough.reached(value, low)) {
                return Ok(stopped(Some(by), best, Some(low)));
            }
            let mut half = engine.clone();
            if half.assume(Atom::at_most(objective.view, at_most)).is_err() {
                low = at_most + 1;
                at_most = low + ((i64::from(high) - i64::from(low)) / 2) as i32;
                continue;
            }
            let budget = engine.budget().clone();
            let tree = self.tree_on(half, &views, limits.clone(), budget)?.by(self.strategy(nogoods, None, &views)?);
            let tree = tree.with_objective(objective.view).inferring_at_root(self.root, probes, &views);
            let mut run = self.run_of(views.clone(), Searches::Turns(Turns::alone(tree)));
            let step = run.step();
            limits = Limits { solutions: limits.solutions, ..run.statistics().leaves(&limits) };
            match step {
                Step::Solution => {
                    let value = run.engine().map(|e| e.min(objective.view));
                    let (Some(solution), Some(value)) = (run.checked().map_err(ModelError::WrongSolution)?, value)
                    else {
                        return Ok(stopped(None, best, Some(low)));
                    };
                    best = Some(Optimum { value: goal.told(value), solution });
                    high = value - 1;
                }
                Step::Exhausted => low = at_most + 1,
                Step::Stopped(by) => return Ok(stopped(Some(by), best, Some(low))),
            }
            at_most = low + ((i64::from(high) - i64::from(low)) / 2) as i32;
        }
        Ok(best.map_or(Outcome::Unsat, Outcome::Complete))
    }
}
