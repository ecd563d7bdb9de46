//! Determines what is possible under given facts, for one constraint of a model in isolation or for all constraints.

use super::is_known;
use crate::probe::{Effort, domains, root, solve, within};
use solver_core::engine::Engine;
use solver_core::prelude::*;
use solver_core::{Atom, Relation, ValueSet, Var, View};
use std::collections::HashMap;

/// An engine, and the mapping between its variables and those of the quiz.
pub(super) struct Single {
    name: String,
    engine: Engine,
    /// The engine variable for each quiz variable, by index; `None` if only other constraints use the variable.
    own: Vec<Option<Var>>,
    /// The quiz variable for each engine variable, by index; `None` for auxiliary variables.
    others: Vec<Option<Var>>,
}

/// The result of a search for a counterexample.
pub(super) enum Found {
    /// Propagation alone shows that there is no counterexample.
    FailsAtOnce,
    /// Search shows that there is no counterexample.
    Nothing,
    /// A counterexample: the values of the engine's variables.
    Solution(Vec<i32>),
}

/// The effort limit of a search, in probes and search nodes.
const EFFORT: u64 = 200_000;

impl Single {
    /// Isolates one constraint of a model. `quiz` maps the names of quiz variables to indices.
    pub(super) fn from_constraint(
        model: &Model,
        constraint: ConstraintId,
        quiz: &HashMap<String, Var>,
    ) -> Result<Single, ModelError> {
        let (engine, symbols) = root(&model.only(constraint)?)?;
        // In the model of one constraint, the variables outside its scope are fixed, so the quiz must not use them.
        let mut mentioned = vec![false; model.variables()];
        for x in model.scope(constraint)? {
            mentioned[symbols.var(x)?.index()] = true;
        }
        let is_here = |at: usize| mentioned.get(at).is_none_or(|&mentioned| mentioned);
        let names = symbols.variables().enumerate();
        let others = names.map(|(at, (name, _))| if is_here(at) { quiz.get(name).copied() } else { None }).collect();
        Ok(Single::new(model.constraint_name(constraint)?, engine, others, quiz.len()))
    }

    /// Creates the engine of all constraints. Its variables are those of the quiz.
    pub(super) fn all(engine: Engine) -> Single {
        let (others, all) = (engine.vars().map(Some).collect(), engine.vars().count());
        Single::new(String::new(), engine, others, all)
    }

    fn new(name: String, engine: Engine, others: Vec<Option<Var>>, all: usize) -> Single {
        let mut own = vec![None; all];
        for (var, other) in engine.vars().zip(&others) {
            if let Some(other) = other {
                own[other.index()] = Some(var);
            }
        }
        Single { name, engine, own, others }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the domains at the root.
    pub(super) fn roots(&self) -> Vec<ValueSet> {
        self.engine.roots().map_or_else(Vec::new, <[ValueSet]>::to_vec)
    }

    /// Translates facts from the quiz to this engine. Facts about variables that are not in the engine are dropped.
    fn own(&self, facts: &[Atom]) -> Vec<Atom> {
        let own = |fact: &Atom| Some(renamed(*fact, self.own[fact.var().index()]?));
        facts.iter().filter_map(own).collect()
    }

    /// Translates a fact from this engine to the quiz.
    fn other(&self, fact: Atom) -> Option<Atom> {
        Some(renamed(fact, self.others[fact.var().index()]?))
    }

    /// Checks whether facts are contradictory. Returns `None` if the search reaches its effort limit.
    pub(super) fn refuted(&mut self, facts: &[Atom]) -> Option<bool> {
        Some(!matches!(self.solution(facts)?, Found::Solution(_)))
    }

    /// Checks whether propagation alone derives a fact from known ones.
    pub(super) fn propagates(&mut self, known: &[Atom], fact: Atom) -> bool {
        let (known, fact) = (self.own(known), self.own(&[fact]));
        let derived = within(&mut self.engine, &known, |engine| {
            engine.propagate()?;
            Ok(fact.iter().all(|fact| engine.values(View::from(fact.var())).iter().all(|&value| fact.holds_for(value))))
        });
        derived.unwrap_or(true)
    }

    /// Returns the domains after propagating facts, or `None` if propagation fails.
    pub(super) fn propagated(&mut self, facts: &[Atom]) -> Option<Vec<ValueSet>> {
        let facts = self.own(facts);
        within(&mut self.engine, &facts, |engine| engine.propagate().map(|()| domains(engine))).ok()
    }

    /// Searches for a solution with these facts. Returns `None` if the search reaches its effort limit.
    pub(super) fn solution(&mut self, facts: &[Atom]) -> Option<Found> {
        let facts = self.own(facts);
        let mut effort = Effort::new(EFFORT, CancelToken::new());
        let engine = &mut self.engine;
        let found = within(engine, &facts, |engine| {
            engine.propagate()?;
            Ok(solve(engine, &mut effort))
        });
        let Ok(found) = found else { return Some(Found::FailsAtOnce) };
        let Some(values) = found? else { return Some(Found::Nothing) };
        Some(Found::Solution(values))
    }

    /// Returns the first fact that the engine infers beyond the known domains, with its premises. If the constraint is
    /// violated, there is no fact but only premises.
    pub(super) fn infers(&mut self, known: &[Atom], domains: &[ValueSet]) -> Option<(Option<Atom>, Vec<Atom>)> {
        let facts = self.own(known);
        self.engine.push_level();
        for &fact in &facts {
            // The known facts are consistent, so this cannot fail.
            let _ = self.engine.assume(fact);
        }
        let first = self.engine.facts();
        let failed = self.engine.propagate().is_err();
        let conflict = failed.then(|| self.engine.conflict()).flatten();
        let inferred =
            (first..self.engine.facts()).filter_map(|position| self.engine.inference(position)).chain(conflict);
        let mut new = inferred.filter_map(|inference| {
            let premises = inference.premises.iter().filter_map(|&premise| self.other(premise)).collect();
            let Some(fact) = inference.fact else { return Some((None, premises)) };
            let fact = self.other(fact)?;
            (!is_known(fact, domains)).then_some((Some(fact), premises))
        });
        let found = new.next();
        drop(new);
        self.engine.pop_level();
        found
    }
}

/// Returns the same fact about another variable.
fn renamed(fact: Atom, var: Var) -> Atom {
    let view = View::from(var);
    match fact.relation() {
        Relation::AtLeast => Atom::at_least(view, fact.value()),
        Relation::Less => !Atom::at_least(view, fact.value()),
        Relation::Equal => Atom::equals(view, fact.value()),
        Relation::NotEqual => Atom::differs(view, fact.value()),
    }
}

/// Returns the facts that reduce a root domain to a given domain.
pub(super) fn facts(var: Var, root: &ValueSet, domain: &ValueSet) -> Vec<Atom> {
    let view = View::from(var);
    let (Some(low), Some(high)) = (domain.min(), domain.max()) else { return Vec::new() };
    if low == high && root.len() > 1 {
        return vec![Atom::equals(view, low)];
    }
    let mut facts = Vec::new();
    if root.min() < Some(low) {
        facts.push(Atom::at_least(view, low));
    }
    if root.max() > Some(high) {
        facts.push(Atom::at_most(view, high));
    }
    let holes = root.intersection(&ValueSet::range(low, high)).minus(domain);
    facts.extend(holes.iter().map(|value| Atom::differs(view, value)));
    facts
}
