//! A search under way: one step at a time, or as an iterator.

use super::solution::Solution;
use crate::budget::StopReason;
use crate::engine::Engine;
use crate::model::{IntVar, ModelError, Owner, Recheck, SymbolTable, WrongSolution};
use crate::observe::{Event, Observer};
use crate::search::{Probing, SearchTree, Statistics, Step};
use crate::view::View;

/// A search that goes on when asked to, and can be looked at in between.
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
pub struct Run {
    pub(super) owner: Owner,
    pub(super) views: Vec<View>,
    pub(super) symbols: Option<SymbolTable>,
    /// `None` when a limit ended the compiling.
    pub(super) tree: Result<Box<SearchTree>, StopReason>,
    /// What looks at solutions again, unless the search is unchecked.
    pub(super) recheck: Option<Recheck>,
}

impl Run {
    /// Goes on to the next solution.
    #[inline]
    pub fn step(&mut self) -> Step {
        match &mut self.tree {
            Ok(tree) => tree.step(),
            Err(by) => Step::Stopped(*by),
        }
    }

    /// Goes on to the next solution, but pauses (`None`) after so many more nodes:
    /// for progress reports. It changes nothing in the search.
    #[inline]
    pub fn step_for(&mut self, nodes: u64) -> Option<Step> {
        match &mut self.tree {
            Ok(tree) => tree.step_for(nodes),
            Err(by) => Some(Step::Stopped(*by)),
        }
    }

    /// As [`step_for`](Run::step_for), told to an observer. What is told of a run that does not
    /// record reasons ([`explaining`](crate::Search::explaining)) is its tree, without `prune`.
    ///
    /// Steps made without the observer are not told. A run that a limit ended before there
    /// was an engine tells nothing.
    pub fn step_observed(&mut self, nodes: u64, observer: &mut dyn Observer) -> Option<Step> {
        let tree = match &mut self.tree {
            Ok(tree) => tree,
            Err(by) => return Some(Step::Stopped(*by)),
        };
        if tree.is_fresh() {
            let start = Event::Start { symbols: self.symbols.as_ref() };
            if observer.see(&start, tree.engine()).is_break() {
                return Some(tree.dismissed());
            }
        }
        tree.step_observed(nodes, observer)
    }

    /// The value of a variable in the solution just found.
    ///
    /// # Errors
    /// [`ModelError::ForeignVariable`]; [`ModelError::NoSolution`] when the last step found none.
    pub fn value(&self, x: IntVar) -> Result<i32, ModelError> {
        let foreign = || ModelError::ForeignVariable { place: "the question for a solution's value".to_owned() };
        if !self.owner.owns(x) {
            return Err(foreign());
        }
        let tree = self.tree.as_ref().map_err(|_| ModelError::NoSolution)?;
        let view = *self.views.get(x.index as usize).ok_or_else(foreign)?;
        if !tree.at_solution() {
            return Err(ModelError::NoSolution);
        }
        tree.engine().fixed(view).ok_or(ModelError::NoSolution)
    }

    /// A copy of the solution just found, if the last step found one.
    pub fn solution(&self) -> Option<Solution> {
        let tree = self.tree.as_ref().ok().filter(|tree| tree.at_solution())?;
        let values = self.views.iter().map(|&v| tree.engine().fixed(v)).collect::<Option<_>>()?;
        Some(Solution { owner: self.owner.clone(), values })
    }

    /// Looks at the solution just found again, by an evaluator that knows nothing of propagators
    /// ([`Model::violations`](crate::Model::violations)). Does nothing when the search is
    /// [`unchecked`](crate::Search::unchecked), or the last step found no solution.
    ///
    /// # Errors
    /// [`ModelError::WrongSolution`]: it is none.
    pub fn recheck(&mut self) -> Result<(), ModelError> {
        self.checked().map(|_| ()).map_err(ModelError::WrongSolution)
    }

    /// A copy of the solution just found, looked at again; an error when it is none.
    pub(super) fn checked(&mut self) -> Result<Option<Solution>, Box<WrongSolution>> {
        let Some(solution) = self.solution() else { return Ok(None) };
        let objective = self.objective();
        if let Some(recheck) = &mut self.recheck {
            recheck.check(&solution.values, objective)?;
        }
        Ok(Some(solution))
    }

    /// The value of what is made small, in the solution just found.
    pub(crate) fn objective(&self) -> Option<i32> {
        self.tree.as_ref().ok()?.objective()
    }

    /// Of solutions with an objective, only those count from now on that are better than this value of what is made small.
    pub(crate) fn improve_on(&mut self, value: i32) {
        if let Ok(tree) = &mut self.tree {
            tree.improve_on(value);
        }
    }

    /// What the search has done so far.
    pub fn statistics(&self) -> Statistics {
        self.tree.as_ref().map(|tree| tree.statistics()).unwrap_or_default()
    }

    /// What the [inference at the root](crate::Search::root) did.
    pub fn probing(&self) -> Probing {
        self.tree.as_ref().map(|tree| tree.probing()).unwrap_or_default()
    }

    /// The engine at the current node; `None` when a limit ended the compiling.
    /// With [`explaining`](crate::Search::explaining) it knows the reason of every inference.
    pub fn engine(&self) -> Option<&Engine> {
        self.tree.as_ref().ok().map(|tree| tree.engine())
    }

    /// What the engine's numbers stand for, with [`explaining`](crate::Search::explaining).
    pub fn symbols(&self) -> Option<&SymbolTable> {
        self.symbols.as_ref()
    }

    /// An estimate of the share of the tree that is done, from 0 to 1: each branch
    /// counts as the part of the domain that it takes of its node.
    pub fn progress(&self) -> f64 {
        self.tree.as_ref().map_or(0.0, |tree| tree.progress())
    }
}

/// The solutions of a model, found one by one as they are asked for.
///
/// Ends when the tree is exhausted or a limit is reached; [`stopped`](Solutions::stopped) tells which. Each solution is
/// checked first, unless the search is [`unchecked`](crate::Search::unchecked).
pub struct Solutions {
    run: Run,
    stopped: Option<StopReason>,
    wrong: Option<Box<WrongSolution>>,
}

impl Solutions {
    pub(super) fn new(run: Run) -> Solutions {
        Solutions { run, stopped: None, wrong: None }
    }

    /// An error when there was a wrong solution.
    pub(super) fn refuse_wrong(&self) -> Result<(), ModelError> {
        self.wrong.clone().map_or(Ok(()), |wrong| Err(ModelError::WrongSolution(wrong)))
    }

    /// What was found and is no solution, if [`stopped`](Solutions::stopped) tells that there was such a thing.
    pub fn wrong(&self) -> Option<&WrongSolution> {
        self.wrong.as_deref()
    }

    /// The limit that ended the search; `None` while it goes on and when it is complete.
    pub fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }

    /// What the search has done so far.
    pub fn statistics(&self) -> Statistics {
        self.run.statistics()
    }
}

impl Iterator for Solutions {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        if self.wrong.is_some() {
            return None;
        }
        match self.run.step() {
            Step::Solution => self.run.checked().unwrap_or_else(|wrong| {
                (self.wrong, self.stopped) = (Some(wrong), Some(StopReason::WrongSolution));
                None
            }),
            Step::Exhausted => None,
            Step::Stopped(by) => {
                self.stopped = Some(by);
                None
            }
        }
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
