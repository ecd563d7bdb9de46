//! Portfolio search: several searches of one model run in parallel, on threads (B. A. Huberman, R. M. Lukose, T. Hogg,
//! *An economics approach to hard computational problems*, Science 275, 1997; C. P. Gomes, B. Selman, *Algorithm
//! portfolios*, Artificial Intelligence 126, 2001). The run time of a single search is hard to predict, but two
//! different searches are less likely to both take long.

mod cores;
mod end;
mod pool;
mod schedule;
mod shared;
mod worker;

use super::optimise::{Goal, Incumbent, Optimum};
use super::outcome::Outcome;
use super::run::Run;
use super::search::Search;
use super::solution::Solution;
use super::task::Task;
use crate::budget::CancelToken;
use crate::model::{Expr, Model, ModelError};
use crate::search::{ConflictHeuristic, Exchange, Learning, Lns, Peer, Statistics, TieBreak, ValueSelect, VarSelect};
use end::End;
use schedule::Schedule;
use shared::Listener;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

/// The maximum model size, in variables and constraints, for which building an engine is faster than starting a thread.
const SMALL: usize = 500;

/// A portfolio: searches of one model that run in parallel; the first answer counts. With an objective, the third
/// search and later ones always use the shared bound. The first two use it only once they stop finding improvements
/// themselves, so they are no slower in parallel than sequentially.
///
/// ```
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let x = m.ints("x", 9, 0..=8)?;
/// m.all_different(&x);
/// let cost: Expr = (1..).zip(&x).map(|(k, &x)| k * x).sum();
/// let best = m.portfolio(2).deterministic().minimize(cost)?.complete().expect("there are solutions");
/// assert_eq!(best.value, 120);
/// # Ok::<(), ModelError>(())
/// ```
#[doc(alias("parallel search", "threads", "workers"))]
#[derive(Clone, Debug)]
#[must_use = "a portfolio does nothing until it is asked a question"]
pub struct Portfolio<'m> {
    searches: Vec<Search<'m>>,
    deterministic: bool,
}

impl Model {
    /// Creates a portfolio with as many searches as threads, each with different options. The first search is
    /// [automatic](Search::auto); the second is its opposite: largest values first, no restarts. Use [`Search::with`]
    /// to choose the searches yourself.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let q = m.ints("q", 8, 0..=7)?;
    /// m.all_different(&q);
    /// assert!(m.portfolio(2).first()?.complete().is_some());
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn portfolio(&self, threads: usize) -> Portfolio<'_> {
        self.search().threads(threads).portfolio()
    }
}

impl<'m> Search<'m> {
    /// Whether several threads run different searches for one solution or an optimum, rather than share a tree. They do
    /// if the search learns, or if the user has not chosen how to search.
    pub fn is_portfolio(&self) -> bool {
        self.options.more_threads > 0 && (!self.options.is_chosen || self.learns())
    }

    /// Whether the search learns, possibly only as part of an interleaved search.
    fn learns(&self) -> bool {
        self.options.learning.is_some() || self.options.interleaves
    }

    /// Creates a [portfolio](Model::portfolio) with the variables, limits and seed of this search, and one search per
    /// [thread](Search::threads). If this search [learns](Search::learn), all searches of the portfolio learn, with
    /// different options.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let q = m.ints("q", 8, 0..=7)?;
    /// m.all_different(&q);
    /// let portfolio = m.search().learn(Learning::Alternating).threads(2).portfolio();
    /// assert!(portfolio.deterministic().first()?.complete().is_some());
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn portfolio(&self) -> Portfolio<'m> {
        let options = |k: usize| {
            let stated = self.clone().threads(1).seed(self.options.seed.wrapping_add(k as u64));
            if let Some(learning) = self.options.learning {
                return stated.learn([learning, Learning::Activity, Learning::Alternating][k % 3]);
            }
            let search = stated.clone().order(VarSelect::DomWdeg);
            match k % 4 {
                0 => stated.auto(),
                1 => search.values(ValueSelect::Max).conflict_heuristic(ConflictHeuristic::LastConflict(2)),
                2 => stated.learn(Learning::Activity),
                _ => search
                    .order(VarSelect::SmallestDomain)
                    .then_by(VarSelect::DomWdeg)
                    .tie_break(TieBreak::Random)
                    .conflict_heuristic(ConflictHeuristic::ConflictOrdering),
            }
        };
        Portfolio {
            searches: (0..=self.options.more_threads).map(options).collect(),
            deterministic: self.options.ordered,
        }
    }

    /// Creates a portfolio of this search and other searches of the same model, with one thread for each.
    #[doc(alias("portfolio", "parallel"))]
    pub fn with(self, others: impl IntoIterator<Item = Search<'m>>) -> Portfolio<'m> {
        Portfolio { searches: std::iter::once(self).chain(others).collect(), deterministic: false }
    }
}

/// The answer of a portfolio.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shared<T> {
    /// The answer.
    pub outcome: T,
    /// The index, counted from 0, of the search that found the solution or completed its tree.
    pub by: usize,
    /// The statistics of each search.
    pub statistics: Vec<Statistics>,
}

impl<'m> Portfolio<'m> {
    /// Applies the same change to every search, for example to its limits or the variables to branch on.
    ///
    /// ```
    /// # use solver_core::prelude::*;
    /// # let mut m = Model::new();
    /// # let x = m.ints("x", 9, 0..=8)?;
    /// let stopped = m.portfolio(2).each(|search| search.node_limit(0)).first()?;
    /// assert_eq!(stopped, Outcome::Stopped { by: StopReason::Nodes, known: () });
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn each(mut self, change: impl Fn(Search<'m>) -> Search<'m>) -> Self {
        self.searches = self.searches.into_iter().map(change).collect();
        self
    }

    /// Returns the searches one by one.
    pub fn into_searches(self) -> impl Iterator<Item = Search<'m>> {
        self.searches.into_iter()
    }

    /// Uses large neighbourhood search in every second search, from the second. Meant for queries with an objective.
    pub fn lns(mut self, around: &Lns) -> Self {
        for search in self.searches.iter_mut().skip(1).step_by(2) {
            *search = search.clone().lns(around.clone());
        }
        self
    }

    /// Makes the portfolio deterministic: it gives the same answer in every run. The searches synchronise every few
    /// hundred nodes and exchange their results. Without this option, the portfolio is opportunistic: the answer is
    /// equally good, but the choice among equally good solutions depends on which thread is faster.
    ///
    /// Limits on time and memory, and cancellation, still depend on the machine.
    #[doc(alias("reproducible", "opportunistic"))]
    pub fn deterministic(mut self) -> Self {
        self.deterministic = true;
        self
    }

    /// Returns the first solution that any search finds.
    ///
    /// # Errors
    /// [`ModelError`] when the model cannot be solved, or when options cannot be combined.
    pub fn first(&self) -> Result<Outcome<Solution>, ModelError> {
        Ok(self.first_shared()?.outcome)
    }

    /// Same as [`first`](Portfolio::first), but also returns which search found the solution, and the statistics.
    ///
    /// # Errors
    /// Same as [`first`](Portfolio::first).
    pub fn first_shared(&self) -> Result<Shared<Outcome<Solution>>, ModelError> {
        let first = |mut search: Search<'m>| {
            // The searches need not prepare to enumerate further solutions.
            search.options.limits.solutions.get_or_insert(1);
            search.start()
        };
        let end = self.schedule(&Task::default(), &first, None)?;
        let outcome = match (end.best, end.proved, end.stopped) {
            (Some((_, solution)), ..) => Outcome::Complete(solution),
            (None, true, _) => Outcome::Unsat,
            (None, false, by) => Outcome::Stopped { by, known: () },
        };
        Ok(Shared { outcome, by: end.by, statistics: end.statistics })
    }

    /// Finds the solution with the smallest value of an expression, and proves it optimal.
    ///
    /// # Errors
    /// Same as [`first`](Portfolio::first).
    pub fn minimize(&self, objective: impl Into<Expr>) -> Result<Outcome<Optimum, Incumbent>, ModelError> {
        Ok(self.optimum(Goal::Minimize, objective)?.outcome)
    }

    /// Finds the solution with the largest value of an expression, and proves it optimal.
    ///
    /// # Errors
    /// Same as [`first`](Portfolio::first).
    pub fn maximize(&self, objective: impl Into<Expr>) -> Result<Outcome<Optimum, Incumbent>, ModelError> {
        Ok(self.optimum(Goal::Maximize, objective)?.outcome)
    }

    /// Same as [`minimize`](Portfolio::minimize) and [`maximize`](Portfolio::maximize), but also returns which search
    /// found the solution, and the statistics.
    ///
    /// # Errors
    /// Same as [`first`](Portfolio::first).
    pub fn optimum(
        &self,
        goal: Goal,
        objective: impl Into<Expr>,
    ) -> Result<Shared<Outcome<Optimum, Incumbent>>, ModelError> {
        self.optimum_with(goal, objective, |_| ControlFlow::Continue(()))
    }

    /// Same as [`optimum`](Portfolio::optimum), and also calls the function with each new incumbent as soon as it is
    /// known; the last incumbent is optimal. `Break` cancels the searches. A [deterministic](Portfolio::deterministic)
    /// portfolio reports the same incumbents in every run.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// use std::ops::ControlFlow;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 9, 0..=8)?;
    /// m.all_different(&x);
    /// let cost: Expr = (1..).zip(&x).map(|(k, &x)| k * x).sum();
    /// let mut values = Vec::new();
    /// let shared = m.portfolio(2).optimum_with(Goal::Minimize, cost, |better| {
    ///     values.push(better.value);
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert!(values.is_sorted_by(|worse, better| worse > better));
    /// assert_eq!(values.last(), shared.outcome.complete().map(|best| best.value).as_ref());
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// Same as [`first`](Portfolio::first).
    pub fn optimum_with(
        &self,
        goal: Goal,
        objective: impl Into<Expr>,
        mut each: impl FnMut(&Optimum) -> ControlFlow<()> + Send,
    ) -> Result<Shared<Outcome<Optimum, Incumbent>>, ModelError> {
        let objective = objective.into();
        let mut listener =
            |value, solution: &Solution| each(&Optimum { value: goal.user_value(value), solution: solution.clone() });
        let task = Task { objective: Some(&objective), ..Task::default() };
        let end = self.schedule(&task, &|search| search.run_towards(goal, objective.clone()), Some(&mut listener))?;
        let best = end.best.map(|(value, solution)| Optimum { value: goal.user_value(value), solution });
        let outcome = match (best, end.proved, end.stopped) {
            (Some(best), true, _) => Outcome::Complete(best),
            (None, true, _) => Outcome::Unsat,
            (best, false, by) => {
                Outcome::Stopped { by, known: Incumbent { best, bound: end.bound.map(|bound| goal.user_value(bound)) } }
            }
        };
        Ok(Shared { outcome, by: end.by, statistics: end.statistics })
    }

    /// Creates the exchange of nogoods, if at least two searches learn. All searches must have the same model, so that
    /// their variables have the same indices.
    fn exchange(&self) -> Option<Arc<Exchange>> {
        let same = |search: &Search<'_>| {
            std::ptr::eq(search.model(), self.searches[0].model()) && search.options.assumptions.is_empty()
        };
        let learning = self.searches.iter().filter(|search| search.learns()).count();
        (learning > 1 && self.searches.iter().all(same))
            .then(|| Arc::new(Exchange::new(self.searches.len(), self.deterministic)))
    }

    /// Runs all searches until there is an answer or none can continue.
    fn schedule(
        &self,
        task: &Task<'_>,
        start: &(dyn Fn(Search<'m>) -> Result<Run, ModelError> + Sync),
        mut listener: Option<Listener<'_>>,
    ) -> Result<End, ModelError> {
        for search in &self.searches {
            search.check(task)?;
        }
        // Stops all searches when the user cancels the first one or when one of them has the answer.
        let wanted = self.searches.first().and_then(|search| search.options.limits.cancel.as_ref());
        let over = wanted.map_or_else(CancelToken::new, CancelToken::child);
        let asked = Instant::now();
        let exchange = self.exchange();
        let start = |by: usize| {
            start(self.searches[by].clone().cancel(&over).set(|options| {
                options.among = exchange.as_ref().map(|exchange| Peer::new(exchange, by));
                // Searches that begin late have less time left.
                let time = &mut options.limits.time;
                *time = time.map(|time| time.saturating_sub(asked.elapsed()));
            }))
        };
        let size = |search: &Search<'_>| search.model().variables() + search.model().constraints();
        // Shortens the listener's lifetime to that of the schedule.
        let listener = listener.as_mut().map(|listener| &mut **listener as Listener<'_>);
        let schedule =
            Schedule::new(&start, self.searches.len(), task.objective.is_some(), &over).reporting_to(listener);
        let schedule = schedule.exchanging(exchange.as_deref());
        let schedule =
            if self.searches.first().is_some_and(|s| size(s) <= SMALL) { schedule.with_head_start() } else { schedule };
        if self.deterministic { schedule.deterministically() } else { schedule.opportunistically() }
    }
}
