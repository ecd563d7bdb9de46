//! The best solution by halving what the objective can be.

use super::{Goal, Optimum};
use crate::atom::Atom;
use crate::budget::{Budget, StopReason};
use crate::model::{CompileOptions, Compiled, Expr, ModelError};
use crate::search::{RootInference, Step};
use crate::solve::outcome::Outcome;
use crate::solve::search::Search;

impl Search<'_> {
    /// The best solution, by halving: is there one in the better half of what the objective can still be? Pays where good solutions are easy
    /// to find and each step of branch and bound gains little. Each question is a search of its own with these orders and restarts; nodes and
    /// failures are limited over all of them.
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
    /// # Errors
    /// As [`start`](Search::start); [`ModelError::Contradiction`] with [`neighbourhoods`](Search::lns), which have no place in it.
    pub fn dichotomic(
        &self,
        goal: Goal,
        objective: impl Into<Expr>,
    ) -> Result<Outcome<Optimum, Option<Optimum>>, ModelError> {
        self.check_options()?;
        if self.lns.is_some() {
            return Err(ModelError::Contradiction(
                "halving the objective leaves no room for neighbourhoods: choose one",
            ));
        }
        if let Some(model) = self.assumed() {
            return self.on_model(&model).dichotomic(goal, objective);
        }
        let objective = goal.minimised(objective.into());
        let mut budget = Budget::starting_now(&self.limits);
        let options = CompileOptions {
            objective: Some(&objective),
            nogoods: self.restarts.is_some(),
            probes: self.root != RootInference::None,
            ..CompileOptions::default()
        };
        let stopped =
            |by: Option<StopReason>, known| Outcome::Stopped { by: by.unwrap_or(StopReason::Cancelled), known };
        let Some(compiled) = self.model.compile(&mut budget, options)? else {
            return Ok(stopped(budget.stopped, None));
        };
        let Compiled { mut engine, views, objective: Some(objective), nogoods, probes, .. } = compiled else {
            return Ok(stopped(None, None));
        };
        *engine.budget() = budget;
        match engine.propagate() {
            Ok(()) => {}
            Err(crate::engine::Halt::Failed) => return Ok(Outcome::Unsat),
            Err(crate::engine::Halt::Stopped(by)) => return Ok(stopped(Some(by), None)),
        }
        let (mut low, mut high) = (engine.min(objective.view), engine.max(objective.view));
        let mut limits = self.limits.clone();
        let mut best: Option<Optimum> = None;
        // The first question asks for any solution.
        let mut at_most = high;
        while low <= high {
            let mut half = engine.clone();
            half.push_level();
            if half.assume(Atom::at_most(objective.view, at_most)).is_err() {
                low = at_most + 1;
                at_most = low + ((i64::from(high) - i64::from(low)) / 2) as i32;
                continue;
            }
            let budget = engine.budget().clone();
            let mut run = self.run_on(half, &views, limits.clone(), budget)?;
            if let Ok(tree) = run.tree {
                let iterations = self.iterations(nogoods, None, &views);
                let tree = tree.in_iterations(iterations).with_objective(objective.view);
                run.tree = Ok(Box::new(tree.inferring_at_root(self.root, probes, &views)));
            }
            let step = run.step();
            let spent = run.statistics();
            limits.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(spent.nodes));
            limits.failures = limits.failures.map(|failures| failures.saturating_sub(spent.failures));
            match step {
                Step::Solution => {
                    let value = run.engine().map(|e| e.min(objective.view));
                    let (Some(solution), Some(value)) = (run.checked().map_err(ModelError::WrongSolution)?, value)
                    else {
                        return Ok(stopped(None, best));
                    };
                    best = Some(Optimum { value: goal.told(value), solution });
                    high = value - 1;
                }
                Step::Exhausted => low = at_most + 1,
                Step::Stopped(by) => return Ok(stopped(Some(by), best)),
            }
            at_most = low + ((i64::from(high) - i64::from(low)) / 2) as i32;
        }
        Ok(best.map_or(Outcome::Unsat, Outcome::Complete))
    }
}
