//! Computes which values stronger levels of consistency would have removed at a node, from forward checking to exact
//! search. A node is given by its decisions.
//!
//! The levels, each at least as strong as the previous one:
//!
//! | level | removes |
//! |---|---|
//! | forward checking | what one step infers from the decisions, with every constraint at its weakest level |
//! | value, bounds, domain | what the fixpoint excludes, with every constraint at this level if it supports it |
//! | singleton | in addition to domain: values whose assignment fails under propagation |
//! | search | values that occur in no solution below the node |
//!
//! Singleton consistency: R. Debruyne, C. Bessière, *Some practicable filtering techniques for the constraint
//! satisfaction problem*, IJCAI 1997.

use crate::probe::{Effort, domains, root, singleton, solvable, within};
use solver_core::engine::Engine;
use solver_core::prelude::*;
use solver_core::{Atom, ValueSet};

/// A consistency level enforced at a node. The variants are ordered from weakest to strongest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Strength {
    /// One propagation step from the decisions.
    ForwardChecking,
    /// The fixpoint with [`Consistency::Value`] for every constraint that supports it.
    Value,
    /// The fixpoint with [`Consistency::Bounds`] for every constraint that supports it.
    Bounds,
    /// The fixpoint with [`Consistency::Domain`] for every constraint that supports it.
    Domain,
    /// Removes values whose assignment fails under propagation.
    Singleton,
    /// Removes values that occur in no solution.
    Search,
}

solver_core::named_variants!(pub Strength {
    ForwardChecking = "forward-checking", Value = "value", Bounds = "bounds", Domain = "domain",
    Singleton = "singleton", Search = "search",
});

/// The domains that remain at a node under a level, by variable number; `None` if propagation at this level fails.
pub type Left = Option<Vec<ValueSet>>;

/// The results of all levels at a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strengths {
    /// The levels from the weakest to the strongest that was reached; each keeps a subset of the values that the
    /// previous level keeps.
    pub levels: Vec<(Strength, Left)>,
    /// The level at which the effort was exhausted, if any.
    pub given_up: Option<Strength>,
}

/// Computes the domains that each level leaves at given nodes of a model's search tree.
///
/// ```
/// use solver_core::prelude::*;
/// use study::stronger::{Stronger, Strength};
/// // Three variables share two values: value consistency does not detect it, bounds consistency does.
/// let mut m = Model::new();
/// let x = m.ints("x", 3, 0..=1)?;
/// m.all_different(&x);
/// let strengths = Stronger::new(&m)?.at(&[]);
/// let (first, _) = strengths.levels.iter().find(|(_, left)| left.is_none()).unwrap();
/// assert_eq!(*first, Strength::Bounds);
/// # Ok::<(), ModelError>(())
/// ```
pub struct Stronger {
    /// The engine of each level, at the root before propagation.
    engines: [(Strength, Engine); 3],
    roots: Vec<ValueSet>,
    names: Vec<String>,
    effort: u64,
    cancel: CancelToken,
}

/// The maximum number of probes and search nodes per node.
const EFFORT: u64 = 50_000;

impl Stronger {
    /// Prepares the engines of a model.
    ///
    /// # Errors
    /// [`ModelError`] when the model cannot be compiled.
    pub fn new(model: &Model) -> Result<Stronger, ModelError> {
        let (value, names, roots) = engine(model, Consistency::Value)?;
        let (bounds, ..) = engine(model, Consistency::Bounds)?;
        let (domain, ..) = engine(model, Consistency::Domain)?;
        let engines = [(Strength::Value, value), (Strength::Bounds, bounds), (Strength::Domain, domain)];
        Ok(Stronger { engines, roots, names, effort: EFFORT, cancel: CancelToken::new() })
    }

    /// Limits the probes and search nodes per level and node of the tree; the default is 50,000.
    #[must_use]
    pub fn effort(self, effort: u64) -> Stronger {
        Stronger { effort, ..self }
    }

    /// Sets a cancellation token. Once it is cancelled, levels that need probes are not
    /// computed, and forward checking may remove too little.
    #[must_use]
    pub fn cancel(self, token: &CancelToken) -> Stronger {
        Stronger { cancel: token.clone(), ..self }
    }

    /// Checks whether the token is cancelled.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// Checks whether a search has the same variables as the model, by name and in the same order.
    pub fn knows<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> bool {
        names.into_iter().eq(self.names.iter().map(String::as_str))
    }

    /// Computes the domains that each level leaves under the given decisions.
    pub fn at(&mut self, decisions: &[Atom]) -> Strengths {
        let mut levels = vec![(Strength::ForwardChecking, self.forward(decisions))];
        for (level, engine) in &mut self.engines {
            let left = within(engine, decisions, |engine| engine.propagate().map(|()| domains(engine)));
            levels.push((*level, left.ok()));
        }
        let (_, engine) = &mut self.engines[2];
        let mut effort = Effort::new(self.effort, self.cancel.clone());
        let mut given_up = None;
        let stronger = within(engine, decisions, |engine| {
            engine.propagate()?;
            if !singleton(engine, &mut effort)? {
                given_up = Some(Strength::Singleton);
                return Ok(Vec::new());
            }
            let mut left = vec![(Strength::Singleton, domains(engine))];
            match solvable(engine, &mut effort) {
                Some(domains) => left.push((Strength::Search, domains)),
                None => given_up = Some(Strength::Search),
            }
            Ok(left)
        });
        match stronger {
            Ok(left) => levels.extend(left.into_iter().map(|(level, domains)| (level, consistent(domains)))),
            Err(_) => levels.extend([Strength::Singleton, Strength::Search].map(|level| (level, None))),
        }
        // A constraint that does not support a level may propagate less at it, so the domains are intersected with
        // those of the previous level.
        for i in 1..levels.len() {
            let both = levels[i - 1].1.as_ref().zip(levels[i].1.as_ref());
            let met = both.map(|(one, other)| one.iter().zip(other).map(|(a, b)| a.intersection(b)).collect());
            levels[i].1 = met.and_then(consistent);
        }
        Strengths { levels, given_up }
    }

    /// Makes one step: infers only facts whose premises are decisions. Assumes all decisions together, and then each
    /// decision separately. The separate runs are needed because, under all decisions together, a fact may first be
    /// inferred from other premises.
    fn forward(&mut self, decisions: &[Atom]) -> Left {
        let mut domains = self.roots.clone();
        let mut cut = |fact: Atom| {
            let domain = &mut domains[fact.var().index()];
            *domain = domain.intersection(&fact.values());
        };
        decisions.iter().for_each(|&decision| cut(decision));
        let engine = &mut self.engines[0].1;
        let alone = decisions.iter().map(std::slice::from_ref);
        for decisions in std::iter::once(decisions).chain(alone.filter(|_| decisions.len() > 1)) {
            engine.push_level();
            let before = engine.facts();
            if decisions.iter().all(|&decision| engine.assume(decision).is_ok()) {
                let first = engine.facts();
                let _ = engine.propagate();
                let known = |premise: Atom| {
                    decisions.iter().any(|&decision| premise.follows_from(decision))
                        || self.roots[premise.var().index()].minus(&premise.values()).is_empty()
                };
                // Each reason may take long to compute, so a cancelled level removes only what is known by then.
                let positions = first.max(before)..engine.facts();
                for position in positions.take_while(|_| !self.cancel.is_cancelled()) {
                    if let Some(inference) = engine.inference(position)
                        && let Some(fact) = inference.fact
                        && inference.premises.iter().all(|&premise| known(premise))
                    {
                        cut(fact);
                    }
                }
            }
            engine.pop_level();
        }
        consistent(domains)
    }
}

/// Creates the engine of a model, with every constraint at the given level if it supports it.
fn engine(model: &Model, level: Consistency) -> Result<(Engine, Vec<String>, Vec<ValueSet>), ModelError> {
    let mut leveled = model.clone();
    let mut raised = Vec::new();
    for constraint in model.constraint_ids() {
        if model.levels(constraint)?.contains(&level) {
            leveled.set_level(constraint, level)?;
            raised.push(constraint);
        }
    }
    let (engine, symbols) = match root(&leveled) {
        Err(ModelError::Unsupported { .. }) => {
            // Constraints that are too large for the level keep their own level.
            for constraint in raised {
                if root(&model.at_level(constraint, level)?).is_err() {
                    leveled.set_level(constraint, model.level(constraint)?.unwrap_or_default())?;
                }
            }
            root(&leveled)?
        }
        started => started?,
    };
    let names = symbols.variables().map(|(name, _)| name.to_owned()).collect();
    let roots = engine.roots().map_or_else(|| domains(&engine), <[ValueSet]>::to_vec);
    Ok((engine, names, roots))
}

/// Returns the domains, or `None` if one is empty.
fn consistent(domains: Vec<ValueSet>) -> Left {
    (!domains.iter().any(ValueSet::is_empty)).then_some(domains)
}
