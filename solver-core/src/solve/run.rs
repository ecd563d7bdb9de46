//! A running search: one step at a time, or as an iterator.

use super::interleaved::Interleaved;
use super::outcome::Outcome;
use super::searches::Searches;
use super::solution::Solution;
use crate::budget::StopReason;
use crate::compile::SymbolTable;
use crate::engine::Engine;
use crate::model::{IntVar, Model, ModelError, Owner, Recheck, WrongSolution};
use crate::observe::Observer;
use crate::search::{GoodEnough, Probing, Rest, SearchTree, Statistics, Step};
use crate::view::View;

/// A search that runs step by step and can be inspected between steps.
///
/// ```
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let x = m.int("x", 1..=3)?;
/// let mut run = m.search().start()?;
/// while run.step() == Step::Solution {
///     println!("x = {}", run.value(x)?);
/// }
/// assert_eq!(run.statistics().solutions, 3);
/// # Ok::<(), ModelError>(())
/// ```
#[doc(alias("engine", "search", "resumable search", "dfs"))]
pub struct Run {
    pub(super) owner: Owner,
    pub(super) views: Vec<View>,
    pub(super) symbols: Option<SymbolTable>,
    pub(super) searches: Box<dyn Searches>,
    /// The solution checker.
    pub(super) recheck: Option<Recheck>,
}

impl Run {
    /// Creates a run that a limit ended before an engine was built.
    pub(super) fn stopped(model: &Model, by: StopReason) -> Run {
        let owner = model.owner().clone();
        Run { owner, views: Vec::new(), symbols: None, searches: Box::new(by), recheck: None }
    }

    /// Creates a run of one search.
    pub(crate) fn single(model: &Model, tree: SearchTree, views: &[View]) -> Run {
        let (owner, searches) = (model.owner().clone(), Box::new(Interleaved::single(tree)));
        Run { owner, views: views.to_vec(), symbols: None, searches, recheck: None }
    }

    /// Continues to the next solution.
    #[inline]
    pub fn step(&mut self) -> Step {
        loop {
            if let Some(step) = self.step_for(u64::MAX) {
                return step;
            }
        }
    }

    /// Continues to the next solution, but pauses (`None`) after at most this many more nodes, for progress reports.
    /// Pausing does not change the search.
    #[inline]
    pub fn step_for(&mut self, nodes: u64) -> Option<Step> {
        self.searches.step_for(nodes)
    }

    /// Continues past solutions to the end, or pauses (`None`) as [`step_for`](Run::step_for) does.
    /// [`statistics`](Run::statistics) counts the solutions. With [threads](crate::Search::threads), this is faster
    /// than stopping at each solution.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 3, 1..=4)?;
    /// m.all_different(&x);
    /// let mut run = m.search().start()?;
    /// while run.count_for(10).is_none() {}
    /// assert_eq!(run.statistics().solutions, 24);
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn count_for(&mut self, nodes: u64) -> Option<Step> {
        self.searches.count_for(nodes)
    }

    /// Same as [`step_for`](Run::step_for), with events for an observer. A run that does not record reasons
    /// ([`explaining`](crate::Search::explaining)) reports only its tree, without `prune` events.
    ///
    /// Steps made without the observer are not reported. A run with [threads](crate::Search::threads) reports nothing;
    /// neither does a run that a limit ended before an engine was built.
    pub fn step_observed(&mut self, nodes: u64, observer: &mut dyn Observer) -> Option<Step> {
        self.searches.step_observed(nodes, self.symbols.as_ref(), observer)
    }

    /// The value of a variable in the solution just found.
    ///
    /// # Errors
    /// [`ModelError::ForeignVariable`]; [`ModelError::NoSolution`] when the last step found none.
    pub fn value(&self, x: IntVar) -> Result<i32, ModelError> {
        let foreign = || ModelError::ForeignVariable { place: "the query for a solution's value".to_owned() };
        if !self.owner.owns(x) {
            return Err(foreign());
        }
        // A limit was reached before an engine was built.
        if self.views.is_empty() {
            return Err(ModelError::NoSolution);
        }
        let view = *self.views.get(x.index as usize).ok_or_else(foreign)?;
        self.searches.value(x.index as usize, view).ok_or(ModelError::NoSolution)
    }

    /// A copy of the solution just found, if the last step found one.
    pub fn solution(&self) -> Option<Solution> {
        if !self.searches.at_solution() {
            return None;
        }
        let values = self.views.iter().enumerate().map(|(k, &view)| self.searches.value(k, view));
        Some(Solution { owner: self.owner.clone(), values: values.collect::<Option<_>>()? })
    }

    /// Checks the solution just found with an evaluator that is independent of the propagators
    /// ([`Model::violations`](crate::Model::violations)). Does nothing if the search is
    /// [`unchecked`](crate::Search::unchecked) or the last step found no solution.
    ///
    /// # Errors
    /// [`ModelError::WrongSolution`] when the solution violates a constraint.
    pub fn recheck(&mut self) -> Result<(), ModelError> {
        self.checked().map(|_| ()).map_err(ModelError::WrongSolution)
    }

    /// Returns a copy of the solution just found, after checking it, or an error if the solution is wrong.
    pub(super) fn checked(&mut self) -> Result<Option<Solution>, Box<WrongSolution>> {
        let Some(solution) = self.solution() else { return Ok(None) };
        let objective = self.objective();
        if let Some(recheck) = &mut self.recheck {
            recheck.check(&solution.values, objective)?;
        }
        Ok(Some(solution))
    }

    /// Whether [`rest`](Run::rest) is possible here: something is left, no limit has ended the run, and the run is not
    /// searching for the single extension of a [projected](crate::Search::project_onto) solution.
    pub fn is_divisible(&self) -> bool {
        self.searches.is_divisible()
    }

    /// Ends the run at a pause or at a solution, and returns the unexplored remainder of its
    /// [part](crate::Search::part) of the tree, if it is [divisible](Run::is_divisible) here.
    pub fn rest(mut self) -> Option<Rest> {
        self.searches.rest()
    }

    /// The minimised objective value of the solution just found. For a maximised objective, this is the negated value.
    pub fn objective(&self) -> Option<i32> {
        self.searches.objective()
    }

    /// The dual bound: no solution has a smaller minimised objective value. `None` before the root is
    /// propagated.
    pub fn bound(&self) -> Option<i32> {
        self.searches.bound()
    }

    /// The absolute optimality gap of a search for an optimum ([`Improving::into_run`](crate::Improving::into_run)):
    /// the maximum possible improvement on the best solution, at least 0, in objective units. `None` if there is
    /// no solution.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let (x, y) = (m.int("x", 0..=9)?, m.int("y", 0..=9)?);
    /// m.post(constraint!(3 * x + 5 * y >= 22));
    /// let mut run = m.search().order(VarSelect::Input).improving(Goal::Minimize, 3 * x + 4 * y)?.into_run();
    /// assert_eq!(run.objective_gap(), None);
    /// run.step();
    /// assert_eq!((run.value(x)?, run.value(y)?, run.objective_gap()), (0, 5, Some(20)));
    /// while run.step() == Step::Solution {}
    /// assert_eq!(run.objective_gap(), Some(0));
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn objective_gap(&self) -> Option<u32> {
        Some(self.searches.incumbent()?.abs_diff(self.searches.bound()?))
    }

    /// Sets the criteria for a good enough solution, at which the search ends.
    pub(super) fn is_good_enough_at(&mut self, good_enough: GoodEnough) {
        self.searches.is_good_enough_at(good_enough);
    }

    /// From now on, accepts only solutions with a smaller minimised objective value than this.
    pub fn improve_on(&mut self, value: i32) {
        self.searches.improve_on(value);
    }

    /// Statistics of the search so far.
    pub fn statistics(&self) -> Statistics {
        self.searches.statistics()
    }

    /// The statistics of [probing at the root](crate::Search::root).
    pub fn probing(&self) -> Probing {
        self.searches.probing()
    }

    /// The engine at the current node; `None` if a limit ended the compilation or if several
    /// [threads](crate::Search::threads) search. With [`explaining`](crate::Search::explaining), the engine contains
    /// the reason for every inference.
    pub fn engine(&self) -> Option<&Engine> {
        self.searches.tree().map(SearchTree::engine)
    }

    /// The names of the engine's variables and propagators; `None` without [`explaining`](crate::Search::explaining).
    pub fn symbols(&self) -> Option<&SymbolTable> {
        self.symbols.as_ref()
    }

    /// The estimated explored share of the tree, from 0 to 1: each branch counts as its share of the domain at its
    /// node.
    #[doc(alias = "tree estimate")]
    pub fn progress(&self) -> f64 {
        self.searches.progress()
    }
}

/// A model's solutions, found lazily, one by one.
///
/// The iterator ends when the tree is exhausted or a limit is reached; [`stopped`](Solutions::stopped) shows which.
/// Each solution is checked first, unless the search is [`unchecked`](crate::Search::unchecked).
pub struct Solutions {
    pub(super) run: Run,
    stopped: Option<StopReason>,
    wrong: Option<Box<WrongSolution>>,
}

impl Solutions {
    pub(crate) fn new(run: Run) -> Solutions {
        Solutions { run, stopped: None, wrong: None }
    }

    /// Returns an error if a solution was wrong.
    pub(super) fn refuse_wrong(&self) -> Result<(), ModelError> {
        self.wrong.clone().map_or(Ok(()), |wrong| Err(ModelError::WrongSolution(wrong)))
    }

    /// The wrong solution, if [`stopped`](Solutions::stopped) reports one.
    pub fn wrong(&self) -> Option<&WrongSolution> {
        self.wrong.as_deref()
    }

    /// The limit that ended the search; `None` while it continues and when it is complete.
    pub fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }

    /// Statistics of the search so far.
    pub fn statistics(&self) -> Statistics {
        self.run.statistics()
    }

    /// The next solution, as the answer to a query for one solution.
    pub(crate) fn first(&mut self) -> Result<Outcome<Solution>, ModelError> {
        let first = self.next();
        self.refuse_wrong()?;
        Ok(match (first, self.stopped) {
            (Some(solution), _) => Outcome::Complete(solution),
            (None, Some(by)) => Outcome::Stopped { by, known: () },
            (None, None) => Outcome::Unsat,
        })
    }

    /// Returns the solution that a step of the run found, if there is one.
    pub(super) fn after(&mut self, step: Step) -> Option<Solution> {
        match step {
            Step::Solution => self.run.checked().unwrap_or_else(|wrong| {
                (self.wrong, self.stopped) = (Some(wrong), Some(StopReason::WrongSolution));
                None
            }),
            Step::Exhausted => None,
            // The solution limit ends a search like any other limit, so nothing is proved.
            Step::Stopped(by) => {
                self.stopped = Some(by);
                None
            }
        }
    }
}

impl Iterator for Solutions {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        if self.wrong.is_some() {
            return None;
        }
        let step = self.run.step();
        self.after(step)
    }
}

impl std::iter::FusedIterator for Solutions {}

impl std::fmt::Debug for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Run").field("statistics", &self.statistics()).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for Solutions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solutions").field("run", &self.run).field("stopped", &self.stopped).finish()
    }
}
