//! The questions a search answers: all solutions, the first one, their number, whether it is unique.

use super::outcome::{Outcome, Uniqueness};
use super::run::{Run, Solutions};
use super::search::Search;
use super::searches::Searches;
use super::solution::Solution;
use super::split::Split;
use super::turns::Turns;
use crate::budget::Budget;
use crate::engine::Engine;
use crate::model::{CompileOptions, Compiled, Model, ModelError, Recheck};
use crate::observe::Observer;
use crate::search::{Branching, Incompatible, Learning, Limits, RootInference, SearchTree, Selection, Step};
use crate::view::View;

/// D-way nodes list the values of a domain: at most this many.
const MAX_BRANCHES: u64 = 1_000_000;

impl Model {
    /// All solutions, lazily. Short for `search().solutions()`.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.int("x", [2, 3, 5])?;
    /// let found: Vec<i32> = m.solutions()?.map(|solution| solution[x]).collect();
    /// assert_eq!(found, [2, 3, 5]);
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// [`ModelError`] when the model cannot be solved as stated.
    #[doc(alias("enumerate", "all solutions", "solve_all", "find_all"))]
    pub fn solutions(&self) -> Result<Solutions, ModelError> {
        self.search().solutions()
    }

    /// The first solution. Short for `search().first()`.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.int("x", 0..=9)?;
    /// m.post(constraint!(x * x == 49));
    /// let Outcome::Complete(solution) = m.first()? else { panic!("there is a solution") };
    /// assert_eq!(solution[x], 7);
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// [`ModelError`] when the model cannot be solved as stated.
    #[doc(alias("solve", "satisfy", "find_solution", "one"))]
    pub fn first(&self) -> Result<Outcome<Solution>, ModelError> {
        self.search().first()
    }

    /// The number of solutions. Short for `search().count()`.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 2, 1..=6)?;
    /// m.post(constraint!(x[0] + x[1] == 7));
    /// assert_eq!(m.count()?, Outcome::Complete(6));
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// [`ModelError`] when the model cannot be solved as stated.
    #[doc(alias("count solutions", "model counting", "enumerate"))]
    pub fn count(&self) -> Result<Outcome<u128, u128>, ModelError> {
        self.search().count()
    }

    /// Whether there is exactly one solution. Short for `search().unique()`.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.int("x", 0..=9)?;
    /// m.post(constraint!(x >= 8));
    /// let Uniqueness::Several(one, other) = m.unique()? else { panic!("there are two") };
    /// assert_ne!(one[x], other[x]);
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// [`ModelError`] when the model cannot be solved as stated.
    #[doc(alias = "uniqueness")]
    pub fn unique(&self) -> Result<Uniqueness, ModelError> {
        self.search().unique()
    }
}

impl Search<'_> {
    /// Searches to the end, or to a limit, and reports events to an observer. Records reasons, as
    /// [`explaining`](Search::explaining) does. To inspect solutions on the way, start a run and use
    /// [`Run::step_observed`].
    ///
    /// # Errors
    /// As [`start`](Search::start).
    #[doc(alias("trace", "callback", "monitor"))]
    pub fn observe(&self, observer: &mut dyn Observer) -> Result<Run, ModelError> {
        let mut run = self.start_with(CompileOptions { explain: true, ..CompileOptions::default() })?;
        while matches!(run.step_observed(u64::MAX, observer), None | Some(Step::Solution)) {}
        Ok(run)
    }

    /// Compiles the model and prepares the first step.
    ///
    /// # Errors
    /// [`ModelError`] when the model cannot be solved as stated, or options contradict each other.
    pub fn start(&self) -> Result<Run, ModelError> {
        self.start_with(CompileOptions { explain: self.explain, ..CompileOptions::default() })
    }

    /// As [`start`](Search::start), with only some of the model's constraints.
    pub(crate) fn start_with(&self, options: CompileOptions<'_>) -> Result<Run, ModelError> {
        self.check_options()?;
        if let Some(model) = self.assumed() {
            return self.on_model(&model).start_with(options);
        }
        self.check_objective(options.objective.is_some())?;
        if self.threads > 1 && options.explain {
            return Err(ModelError::Incompatible(Incompatible::ThreadsReasons));
        }
        let owner = self.model.owner().clone();
        let mut budget = Budget::starting_now(&self.limits);
        let options = CompileOptions {
            nogoods: self.restarts.is_some(),
            learns: self.learning.is_some(),
            cores: !options.explain && (self.takes_turns || self.learning == Some(Learning::Alternating)),
            probes: self.root != RootInference::None,
            ..options
        };
        let stopped = |budget: &Budget| {
            let by = budget.stopped.unwrap_or(crate::StopReason::Cancelled);
            Run { owner: owner.clone(), views: Vec::new(), symbols: None, searches: Err(by), recheck: None }
        };
        let Some(compiled) = self.model.compile(&mut budget, options)? else {
            return Ok(stopped(&budget));
        };
        let Compiled { engine, views, symbols, objective, nogoods, probes, .. } = compiled;
        let strategy = self.strategy(nogoods, objective.as_ref(), &views)?;
        // What follows passes over all variables several times.
        if !budget.look_now() {
            return Ok(stopped(&budget));
        }
        let tree = self.tree_on(engine, &views, self.limits.clone(), budget)?;
        let tree = tree.by(strategy).inferring_at_root(self.root, probes, &views);
        let tree = match &self.part {
            Some(part) if !part.fits(tree.engine()) => return Err(ModelError::Incompatible(Incompatible::ForeignPart)),
            Some(part) => tree.for_part(part),
            None => tree,
        };
        let partners = match self.partners(options.objective.is_some()) {
            Some([learning, plain]) => {
                Some([learning.options(tree.engine(), &views)?, plain.options(tree.engine(), &views)?])
            }
            None => None,
        };
        let tree = match objective {
            Some(objective) => tree.minimizing(objective),
            None => tree,
        };
        let searches = match partners {
            Some(partners) => {
                let uncounted = options.only.is_none().then(|| self.model.snapshot());
                Searches::Turns(Turns::with(tree, partners, self.among.clone(), &self.limits, uncounted))
            }
            None if self.threads > 1 => {
                let others =
                    (1..self.threads).map(|_| self.options(tree.engine(), &views)).collect::<Result<_, _>>()?;
                Searches::Split(Box::new(Split::new(tree, others, &views, self.ordered)))
            }
            None => Searches::Turns(Turns::alone(tree)),
        };
        let run = self.run_of(views, searches);
        let recheck = run.recheck.map(|r| r.with_only(options.only).with_objective(options.objective));
        Ok(Run { symbols, recheck, ..run })
    }

    /// A search tree on an engine of this model, with some root facts possibly added.
    pub(super) fn tree_on(
        &self,
        engine: Engine,
        views: &[View],
        limits: Limits,
        budget: Budget,
    ) -> Result<SearchTree, ModelError> {
        if self.branching == Branching::DWay {
            let too_wide = views.iter().enumerate().find(|(_, v)| u64::from(engine.size(**v)) > MAX_BRANCHES);
            if let Some((index, &view)) = too_wide {
                let variable = self.model.name_at(index);
                let size = engine.size(view).into();
                return Err(ModelError::TooManyBranches { variable, size, limit: MAX_BRANCHES });
            }
        }
        let selection = Selection::new(&engine, self.options(&engine, views)?);
        Ok(SearchTree::new(engine, selection, self.branching, limits, budget))
    }

    /// A run on an engine of this model, with some facts possibly added.
    pub(crate) fn run_on(
        &self,
        engine: Engine,
        views: &[View],
        limits: Limits,
        budget: Budget,
    ) -> Result<Run, ModelError> {
        let tree = self.tree_on(engine, views, limits, budget)?;
        Ok(self.run_of(views.to_vec(), Searches::Turns(Turns::alone(tree))))
    }

    /// A run of these searches.
    pub(super) fn run_of(&self, views: Vec<View>, searches: Searches) -> Run {
        let recheck = (!self.unchecked).then(|| Recheck::new(self.model));
        Run { owner: self.model.owner().clone(), views, symbols: None, searches: Ok(searches), recheck }
    }

    /// All solutions, lazily.
    ///
    /// # Errors
    /// As [`start`](Search::start).
    #[doc(alias("enumerate", "all solutions", "solve_all", "find_all"))]
    pub fn solutions(&self) -> Result<Solutions, ModelError> {
        Ok(Solutions::new(self.start()?))
    }

    /// The first solution.
    ///
    /// # Errors
    /// As [`start`](Search::start).
    #[doc(alias("solve", "satisfy", "find_solution", "one"))]
    pub fn first(&self) -> Result<Outcome<Solution>, ModelError> {
        if self.is_portfolio() {
            return self.portfolio().first();
        }
        let mut search = self.chosen_or_auto();
        // It need not be ready to enumerate the others.
        search.limits.solutions.get_or_insert(1);
        let mut solutions = search.solutions()?;
        let first = solutions.next();
        solutions.refuse_wrong()?;
        Ok(match first {
            Some(solution) => Outcome::Complete(solution),
            None => match solutions.stopped() {
                Some(by) => Outcome::Stopped { by, known: () },
                None => Outcome::Unsat,
            },
        })
    }

    /// The number of solutions, without storing any.
    ///
    /// # Errors
    /// As [`start`](Search::start).
    #[doc(alias("count solutions", "model counting", "enumerate"))]
    pub fn count(&self) -> Result<Outcome<u128, u128>, ModelError> {
        let mut run = self.start()?;
        let end = loop {
            if let Some(end) = run.count_for(u64::MAX) {
                break end;
            }
        };
        let known = u128::from(run.statistics().solutions);
        Ok(match end {
            Step::Stopped(by) => Outcome::Stopped { by, known },
            Step::Solution | Step::Exhausted if known == 0 => Outcome::Unsat,
            Step::Solution | Step::Exhausted => Outcome::Complete(known),
        })
    }

    /// Whether there is exactly one solution; if there are more, two different ones.
    ///
    /// # Errors
    /// As [`start`](Search::start).
    #[doc(alias = "uniqueness")]
    pub fn unique(&self) -> Result<Uniqueness, ModelError> {
        let mut solutions = self.solutions()?;
        let first = solutions.next();
        let second = if first.is_some() { solutions.next() } else { None };
        solutions.refuse_wrong()?;
        Ok(match (first, second, solutions.stopped()) {
            (Some(first), Some(second), _) => Uniqueness::Several(first, second),
            (found, _, Some(by)) => Uniqueness::Stopped { by, found },
            (Some(only), None, None) => Uniqueness::One(only),
            (None, ..) => Uniqueness::None,
        })
    }
}
