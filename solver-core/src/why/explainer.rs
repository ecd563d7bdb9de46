//! The explainer: a model at its root fixpoint, plus assumptions and queries.

use super::WhyError;
use super::derivation::{Derivation, Target, single, single_contradiction};
use super::premise_set::{Assumption, PremiseSet, Supposed};
use super::question;
use super::step::{Depth, Explanation, Follows, Minimality, Step};
use crate::atom::Atom;
use crate::budget::Budget;
use crate::compile::SymbolTable;
use crate::compile::{Compiled, Wiring};
use crate::engine::{Engine, Halt};
use crate::model::{Comparison, Model};
use crate::search::{Exploration, Limits};
use crate::solve::{Mode, OwnedSearch, Prepared, Run, Search, Task};
use crate::value_set::ValueSet;
use std::cell::RefCell;
use std::sync::Arc;

/// Whether propagation found the assumptions contradictory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// Propagation found no contradiction: there may be a solution.
    Open,
    /// Propagation found a contradiction: there is no solution.
    Contradiction,
}

/// The answer that propagation finds to a query.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The comparison is true, with an explanation.
    True(Explanation),
    /// The comparison is false, with an explanation of its negation.
    False(Explanation),
    /// Propagation does not decide the comparison; [`Explainer::decide`] searches.
    Open,
}

/// Explains what propagation finds in a model under assumptions. [`Model::explainer`] creates an explainer;
/// [`Search::explainer`] creates one with limits, and with variable and value selection for queries that need search.
///
/// An explainer owns a copy of the model. A clone continues from the current assumptions, which helps if many queries
/// share most of them.
#[doc(alias("explanation", "why"))]
#[derive(Clone)]
pub struct Explainer {
    search: Arc<OwnedSearch>,
    /// The engine at its root fixpoint.
    pub(super) root: Engine,
    wiring: Wiring,
    pub(super) symbols: SymbolTable,
    pub(super) declared: Vec<ValueSet>,
    pub(super) assumptions: Vec<Assumption>,
    /// The engine with all assumptions.
    pub(super) engine: Engine,
    supposed: Supposed,
    pub(super) budget: Budget,
}

/// The node limit of each search for a witness, if the search that created the explainer has none.
const NODES: u64 = 100_000;

impl Model {
    /// Creates an explainer for this model; see the [page on why](crate::why). Short for `search().explainer()`.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// use solver_core::why::Answer;
    /// let mut m = Model::new();
    /// let [x, y] = m.ints("x", 2, 0..=1)?[..] else { unreachable!() };
    /// m.post(constraint!(x < y));
    /// let why = m.explainer()?.why(constraint!(x == 0), Depth::Step)?;
    /// assert!(matches!(why, Answer::True(_)));
    /// # Ok::<(), solver_core::why::WhyError>(())
    /// ```
    ///
    /// # Errors
    /// [`WhyError::Model`] when the model cannot be solved.
    pub fn explainer(&self) -> Result<Explainer, WhyError> {
        self.search().explainer()
    }
}

impl Search<'_> {
    /// Creates an explainer for the model of this search. The time limit starts now. Queries that need search use this
    /// search's variable and value selection. Each of their searches has this search's node limit, or 100,000 nodes.
    ///
    /// # Errors
    /// [`WhyError::Model`] when the model cannot be solved, [`WhyError::Stopped`] when a limit is reached before the
    /// fixpoint.
    pub fn explainer(&self) -> Result<Explainer, WhyError> {
        let task = Task { mode: Mode::Explaining, ..Task::default() };
        let stopped = |by| Err(WhyError::Stopped { by });
        self.prepare(&task, stopped, |prepared| {
            let Prepared { compiled: Compiled { mut engine, symbols, wiring, .. }, mut budget, .. } = prepared;
            // A token cancelled before the start stops even a model without propagators.
            if !budget.spend(usize::MAX / 4) {
                return stopped(budget.reason());
            }
            *engine.budget() = budget.clone();
            let supposed = Supposed::nothing(&mut engine)?;
            let declared = symbols.vars().map(|var| symbols.declared(var).clone()).collect();
            Ok(Explainer {
                search: Arc::new(self.clone().exploration(Exploration::DepthFirst).owned()),
                root: engine.clone(),
                wiring,
                symbols,
                declared,
                assumptions: Vec::new(),
                engine,
                supposed,
                budget,
            })
        })
    }
}

impl Explainer {
    /// Assumes that a comparison of one variable is true, and propagates.
    ///
    /// # Errors
    /// [`WhyError`] if the comparison is not about one variable of the model, if the assumptions are already
    /// contradictory, or if a limit is reached. The assumption is then not made.
    pub fn assume(&mut self, comparison: Comparison) -> Result<Standing, WhyError> {
        self.add(None, &comparison)
    }

    /// Same as [`assume`](Explainer::assume), with a name for explanations, such as `given d1`.
    ///
    /// # Errors
    /// Same as [`assume`](Explainer::assume).
    pub fn assume_as(&mut self, name: impl Into<String>, comparison: Comparison) -> Result<Standing, WhyError> {
        self.add(Some(name.into()), &comparison)
    }

    fn add(&mut self, name: Option<String>, comparison: &Comparison) -> Result<Standing, WhyError> {
        self.must_be_open()?;
        let atom = self.atom(comparison)?;
        self.supposed.add(&mut self.engine, self.assumptions.len(), atom)?;
        self.assumptions.push(Assumption { atom, name });
        Ok(self.standing())
    }

    /// Whether propagation found a contradiction.
    pub fn standing(&self) -> Standing {
        if self.supposed.failed { Standing::Contradiction } else { Standing::Open }
    }

    /// Refutes an atom, or the model, by propagation and the linear relaxation, without the assumptions. `None` if that
    /// does not suffice, a limit is reached, or the relaxation was [switched off](Search::linear_relaxation).
    pub(super) fn refuted(&self, atom: Option<Atom>) -> Result<Option<Explanation>, WhyError> {
        let mut relaxed = Explainer { engine: self.root.clone(), assumptions: Vec::new(), ..self.clone() };
        *relaxed.engine.budget() = self.budget.clone();
        let room = self.search.wanted_limits().memory.map(|limit| limit.saturating_sub(relaxed.engine.bytes()));
        relaxed.engine.relax(None, room, Some(&self.declared), |_, _| {});
        let failed = match relaxed.engine.propagate_with_nogoods() {
            Ok(()) => false,
            Err(Halt::Failed) => true,
            Err(Halt::Stopped(_)) => return Ok(None),
        };
        relaxed.supposed = Supposed { failed, ..Supposed::default() };
        if let (false, Some(atom)) = (failed, atom) {
            if relaxed.supposed.add(&mut relaxed.engine, 0, atom).is_err() {
                return Ok(None);
            }
            relaxed.assumptions.push(Assumption { atom, name: None });
        }
        match relaxed.standing() {
            Standing::Contradiction => relaxed.why_failed(Depth::Decisions).map(Some),
            Standing::Open => Ok(None),
        }
    }

    pub(super) fn must_be_open(&self) -> Result<(), WhyError> {
        match self.standing() {
            Standing::Open => Ok(()),
            Standing::Contradiction => Err(WhyError::Contradiction),
        }
    }

    /// Returns whether a comparison of one variable is true or false, with an explanation.
    ///
    /// # Errors
    /// [`WhyError`] if the comparison is not about one variable of the model, if the assumptions contradict each other
    /// (see [`why_failed`](Explainer::why_failed)), or if a limit is reached.
    pub fn why(&self, comparison: Comparison, depth: Depth) -> Result<Answer, WhyError> {
        self.must_be_open()?;
        let atom = self.atom(&comparison)?;
        let premise_set = self.premise_set();
        Ok(if premise_set.holds(atom) {
            Answer::True(self.explain(Target::Fact(atom), depth)?)
        } else if premise_set.holds(!atom) {
            Answer::False(self.explain(Target::Fact(!atom), depth)?)
        } else {
            Answer::Open
        })
    }

    /// Explains why the assumptions, or the model itself, are contradictory.
    ///
    /// # Errors
    /// [`WhyError::NoContradiction`] if propagation finds none; [`WhyError::Stopped`] if a limit is reached.
    pub fn why_failed(&self, depth: Depth) -> Result<Explanation, WhyError> {
        match self.standing() {
            Standing::Open => Err(WhyError::NoContradiction),
            Standing::Contradiction => self.explain(Target::Contradiction, depth),
        }
    }

    fn explain(&self, target: Target, depth: Depth) -> Result<Explanation, WhyError> {
        match depth {
            Depth::Smallest => self.smallest(target),
            Depth::Decisions => self.chain(&self.engine, &self.supposed, target, depth),
            Depth::Step => {
                let premise_set = self.premise_set();
                let steps = match target {
                    Target::Fact(fact) => vec![single(&premise_set, fact)?],
                    Target::Contradiction => single_contradiction(&premise_set)?,
                };
                Explainer::checked(&premise_set, target, depth, steps)
            }
        }
    }

    /// Derives the target in an engine with some of the assumptions.
    pub(super) fn chain(
        &self,
        engine: &Engine,
        supposed: &Supposed,
        target: Target,
        depth: Depth,
    ) -> Result<Explanation, WhyError> {
        let premise_set = self.premise_set_of(engine, supposed);
        let steps = match target {
            Target::Fact(fact) => Derivation::of_fact(&premise_set, fact)?,
            Target::Contradiction => Derivation::of_contradiction(&premise_set)?,
        };
        Explainer::checked(&premise_set, target, depth, steps)
    }

    fn checked(
        premise_set: &PremiseSet<'_>,
        target: Target,
        depth: Depth,
        steps: Vec<Step>,
    ) -> Result<Explanation, WhyError> {
        let verified = premise_set.check(&steps, depth)?;
        Ok(Explanation {
            fact: target.fact(),
            depth,
            assumptions: PremiseSet::ends(&steps),
            steps,
            follows: Follows::ByPropagation,
            minimality: Minimality::NotAsked,
            verified,
        })
    }

    /// Converts a comparison of one variable to the equivalent atom.
    pub(super) fn atom(&self, comparison: &Comparison) -> Result<Atom, WhyError> {
        question::atom(self.search.model(), &self.symbols, comparison)
    }

    fn premise_set(&self) -> PremiseSet<'_> {
        self.premise_set_of(&self.engine, &self.supposed)
    }

    fn premise_set_of<'a>(&'a self, engine: &'a Engine, supposed: &'a Supposed) -> PremiseSet<'a> {
        PremiseSet {
            engine,
            symbols: &self.symbols,
            declared: &self.declared,
            assumptions: &self.assumptions,
            decided: &supposed.decided,
            refused: supposed.refused,
            budget: RefCell::new(self.budget.clone()),
        }
    }

    /// The assumptions, in the order in which they were added.
    pub fn assumptions(&self) -> &[Assumption] {
        &self.assumptions
    }

    /// The names of the engine's variables and propagators.
    pub fn symbols(&self) -> &SymbolTable {
        &self.symbols
    }

    /// The engine with all assumptions, for inspecting its domains.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Creates a search below some atoms, in an engine with or without the assumptions. `None` if an atom contradicts
    /// the domain of its variable.
    pub(super) fn search_below(&self, engine: &Engine, atoms: &[Atom]) -> Result<Option<Run>, WhyError> {
        let mut engine = engine.clone();
        engine.push_level();
        if atoms.iter().any(|&atom| engine.assume(atom).is_err()) {
            return Ok(None);
        }
        let wanted = self.search.wanted_limits();
        let limits = Limits {
            nodes: Some(wanted.nodes.unwrap_or(NODES)),
            failures: wanted.failures,
            memory: wanted.memory,
            // The budget, which started with the explainer, includes the time limit and the cancel token.
            ..Limits::default()
        };
        let tree = self.search.search().tree(engine, &self.wiring, limits, self.budget.clone())?;
        Ok(Some(Run::single(self.search.model(), tree, &self.wiring.views)))
    }
}

impl std::fmt::Debug for Explainer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Explainer")
            .field("assumptions", &self.assumptions)
            .field("standing", &self.standing())
            .finish_non_exhaustive()
    }
}
