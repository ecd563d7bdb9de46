//! Portfolio search (`-p`): runs the requested search together with free searches.

use super::driver::Driver;
use super::failure::Failure;
use super::free::other;
use super::sink::Ending;
use super::statistics::RunStatistics;
use crate::Quantity;
use crate::plan::Plan;
use solver_core::search::{Relaxation, Statistics};
use solver_core::{Expr, Goal, Incumbent, Optimum, Outcome, Portfolio, Search, Solution};
use std::ops::{Add, ControlFlow};
use std::sync::mpsc;
use std::time::Instant;

/// The outcome of a portfolio, the objective value of the best solution, and the statistics of each search.
type Ended = (Ending, Option<Quantity>, Vec<Statistics>);

impl Driver<'_> {
    /// Runs a portfolio, and sends the results to the sink.
    pub(super) fn side_by_side(
        &mut self,
        plan: &Plan,
        search: Search<'_>,
        goal: Option<(Goal, Expr)>,
    ) -> Result<(Ending, RunStatistics), Failure> {
        let seed = |k: usize| self.flags.seed.wrapping_add(k as u64);
        let learns = self.flags.learning.is_some();
        // The learning search runs in a separate thread.
        let alone = search.clone().learn(None).linear_relaxation(Relaxation::Auto);
        // If the search without learning is a single tree, half of the threads share it, unless every run must find the
        // same solutions.
        let is_tree = !learns && !self.flags.ordered && !alone.has_restarts();
        let sharing = if is_tree { (self.flags.searches() / 2).max(1) } else { 1 };
        let others = (1..=self.flags.searches() - sharing)
            .map(|k| other(alone.clone(), plan, k, goal.is_some(), learns, self.flags.relaxation).seed(seed(k)))
            .collect::<Vec<_>>();
        let portfolio = if learns { search.with(others) } else { alone.threads(sharing).with(others) };
        let portfolio = if self.flags.ordered { portfolio.deterministic() } else { portfolio };
        let (init, begun) = (self.started.elapsed(), Instant::now());
        let (ending, value, statistics) = match goal {
            Some((goal, objective)) => self.best_of(&portfolio, goal, objective)?,
            None => self.first_solution(&portfolio)?,
        };
        let all = statistics.into_iter().fold(Statistics::default(), Add::add);
        Ok((ending, self.run_statistics(all, value, init, begun.elapsed())))
    }

    fn first_solution(&mut self, portfolio: &Portfolio<'_>) -> Result<Ended, Failure> {
        let shared = portfolio.first_shared()?;
        let ending = match shared.outcome {
            Outcome::Complete(first) => {
                self.better(&first, true)?;
                Ending::Enough
            }
            Outcome::Unsat => Ending::Unsatisfiable,
            Outcome::Stopped { .. } => Ending::Unknown,
        };
        Ok((ending, None, shared.statistics))
    }

    /// Runs the searches in separate threads, and prints their solutions in this thread in the order of arrival.
    fn best_of(&mut self, portfolio: &Portfolio<'_>, goal: Goal, objective: Expr) -> Result<Ended, Failure> {
        let at_once = self.flags.each_better();
        let (send, found) = mpsc::channel::<Solution>();
        let search = move || {
            // If printing has failed, the channel is closed and the search stops.
            let each = |better: &Optimum| match send.send(better.solution.clone()) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            };
            portfolio.optimum_with(goal, objective, each)
        };
        std::thread::scope(|scope| {
            let searching = std::thread::Builder::new().spawn_scoped(scope, search)?;
            let mut value = None;
            let mut passed_on = Ok(());
            for solution in found {
                match self.better(&solution, at_once) {
                    Ok(better) => value = better,
                    Err(failure) => {
                        passed_on = Err(failure);
                        break;
                    }
                }
            }
            let shared = searching.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
            passed_on?;
            let ending = match shared.outcome {
                Outcome::Complete(_) => Ending::Complete,
                Outcome::Unsat => Ending::Unsatisfiable,
                Outcome::Stopped { known: Incumbent { best: Some(_), .. }, .. } => Ending::Some,
                Outcome::Stopped { known: Incumbent { best: None, .. }, .. } => Ending::Unknown,
            };
            Ok((ending, value, shared.statistics))
        })
    }
}
