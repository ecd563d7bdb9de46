//! Dichotomic optimisation: halving the objective's range.

use super::{Goal, Incumbent, Optimum};
use crate::atom::Atom;
use crate::budget::StopReason;
use crate::compile::Compiled;
use crate::engine::Halt;
use crate::model::{Expr, ModelError};
use crate::search::{Limits, Step};
use crate::solve::outcome::Outcome;
use crate::solve::prepared::Prepared;
use crate::solve::run::Run;
use crate::solve::search::Search;
use crate::solve::task::{Mode, Task};

impl Search<'_> {
    /// Finds the best solution by dichotomic search, which repeatedly looks for a solution in the better half of the
    /// objective's remaining range. This pays off if good solutions are easy to find and each branch-and-bound step
    /// gains little. Each query is a separate search, with the same variable selection, value selection and restarts;
    /// limits on nodes and failures apply to the total.
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
    /// [`minimize`](Search::minimize) uses branch and bound and, with clause learning, also core-guided search if the
    /// objective is a sum.
    ///
    /// # Errors
    /// Same as [`start`](Search::start); [`ModelError::Incompatible`] with [`lns`](Search::lns), which does not apply
    /// here.
    #[doc(alias("binary search", "bisection", "lower bound", "core-guided"))]
    pub fn dichotomic(
        &self,
        goal: Goal,
        objective: impl Into<Expr>,
    ) -> Result<Outcome<Optimum, Incumbent>, ModelError> {
        let objective = goal.minimised(objective.into());
        let task = Task { mode: Mode::Halving, objective: Some(&objective), ..Task::default() };
        self.prepare(&task, |by| Ok(stopped(goal, by, None, None)), |prepared| halve(prepared, goal))
    }
}

/// Returns the result when a limit is reached.
fn stopped(goal: Goal, by: StopReason, best: Option<Optimum>, bound: Option<i32>) -> Outcome<Optimum, Incumbent> {
    Outcome::Stopped { by, known: Incumbent { best, bound: bound.map(|bound| goal.user_value(bound)) } }
}

fn halve(prepared: Prepared<'_>, goal: Goal) -> Result<Outcome<Optimum, Incumbent>, ModelError> {
    let Prepared { search, task, compiled: Compiled { mut engine, mut wiring, .. }, budget } = prepared;
    let stopped = |by, best, bound| Ok(stopped(goal, by, best, bound));
    // Each search accepts any solution within its half.
    let Some(objective) = wiring.objective.take().map(|objective| objective.view) else {
        return stopped(StopReason::Cancelled, None, None);
    };
    *engine.budget() = budget;
    match engine.propagate() {
        Ok(()) => {}
        Err(Halt::Failed) => return Ok(Outcome::Unsat),
        Err(Halt::Stopped(by)) => return stopped(by, None, None),
    }
    let (mut low, mut high) = (engine.min(objective), engine.max(objective));
    let mut limits = search.options.limits.clone();
    let mut best: Option<Optimum> = None;
    // The first query accepts any solution.
    let mut at_most = high;
    let good_enough = search.good_enough(goal);
    while low <= high {
        let value = best.as_ref().map(|best| goal.user_value(best.value));
        if let Some(by) = value.and_then(|value| good_enough.reached(value, low)) {
            return stopped(by, best, Some(low));
        }
        let mut half = engine.clone();
        if half.assume(Atom::at_most(objective, at_most)).is_err() {
            low = at_most + 1;
        } else {
            let tree = search.tree(half, &wiring, limits.clone(), engine.budget().clone())?;
            let mut run = Run::single(search.model, tree.with_objective(objective), &wiring.views);
            run.recheck = search.recheck(task);
            let step = run.step();
            limits = Limits { solutions: limits.solutions, ..run.statistics().leaves(&limits) };
            match step {
                Step::Solution => {
                    let value = run.engine().map(|engine| engine.min(objective));
                    let (Some(solution), Some(value)) = (run.checked().map_err(ModelError::WrongSolution)?, value)
                    else {
                        return stopped(StopReason::Cancelled, best, Some(low));
                    };
                    best = Some(Optimum { value: goal.user_value(value), solution });
                    high = value - 1;
                }
                Step::Exhausted => low = at_most + 1,
                Step::Stopped(by) => return stopped(by, best, Some(low)),
            }
        }
        at_most = low + ((i64::from(high) - i64::from(low)) / 2) as i32;
    }
    Ok(best.map_or(Outcome::Unsat, Outcome::Complete))
}
