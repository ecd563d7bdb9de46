//! One constraint of a model alone, or all of them: what it leaves open where some facts are known.

use crate::probe::{solve, start, within};
use solver_core::engine::Engine;
use solver_core::prelude::*;
use solver_core::{Atom, Legend, Relation, ValueSet, Var, View};
use std::collections::HashMap;

/// An engine and its names.
pub(super) struct Single {
    name: String,
    engine: Engine,
    legend: Legend,
    numbers: HashMap<String, Var>,
}

/// What a search for a way out has found.
pub(super) enum Found {
    /// Propagation alone says that there is none.
    FailsAtOnce,
    /// There is none.
    Nothing,
    /// The values of the variables.
    Solution(Vec<(String, i32)>),
}

/// Nodes of a search for a way out.
const EFFORT: u64 = 200_000;

impl Single {
    pub(super) fn new(name: &str, model: Model) -> Result<Single, ModelError> {
        let (engine, legend) = start(&model)?;
        let numbers = legend.vars().map(|var| (legend.variable(var).to_owned(), var)).collect();
        Ok(Single { name: name.to_owned(), engine, legend, numbers })
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn legend(&self) -> &Legend {
        &self.legend
    }

    /// The domains at the root.
    pub(super) fn roots(&self) -> Vec<ValueSet> {
        self.engine.roots().map_or_else(Vec::new, <[ValueSet]>::to_vec)
    }

    /// Facts of a search with other numbers, in those of this one. What is about a variable that is not here says nothing here.
    fn own(&self, legend: &Legend, facts: &[Atom]) -> Vec<Atom> {
        let own = |fact: &Atom| Some(renamed(*fact, *self.numbers.get(legend.variable(fact.var()))?));
        facts.iter().filter_map(own).collect()
    }

    /// Whether facts cannot be together. `None` when it was too much to find out.
    pub(super) fn refuted(&mut self, legend: &Legend, facts: &[Atom]) -> Option<bool> {
        Some(!matches!(self.solution(legend, facts)?, Found::Solution(_)))
    }

    /// Whether propagation alone tells a fact where others are known.
    pub(super) fn propagates(&mut self, legend: &Legend, known: &[Atom], fact: Atom) -> bool {
        let (known, fact) = (self.own(legend, known), self.own(legend, &[fact]));
        let told = within(&mut self.engine, &known, |engine| {
            engine.propagate()?;
            Ok(fact.iter().all(|fact| engine.values(View::of(fact.var())).iter().all(|&value| fact.holds_for(value))))
        });
        told.unwrap_or(true)
    }

    /// Looks for a solution with these facts.
    pub(super) fn solution(&mut self, legend: &Legend, facts: &[Atom]) -> Option<Found> {
        let facts = self.own(legend, facts);
        let mut effort = EFFORT;
        let engine = &mut self.engine;
        let found = within(engine, &facts, |engine| {
            engine.propagate()?;
            Ok(solve(engine, &mut effort))
        });
        let Ok(found) = found else { return Some(Found::FailsAtOnce) };
        let Some(values) = found? else { return Some(Found::Nothing) };
        let names = self.legend.variables().map(|(name, _)| name.to_owned());
        Some(Found::Solution(names.zip(values).collect()))
    }

    /// The first fact that it infers beyond the domains known, and from what; no fact when it cannot hold.
    pub(super) fn infers(
        &mut self,
        legend: &Legend,
        known: &[Atom],
        domains: &[ValueSet],
    ) -> Option<(Option<Atom>, Vec<Atom>)> {
        let facts = self.own(legend, known);
        let names: HashMap<&str, Var> = legend.vars().map(|var| (legend.variable(var), var)).collect();
        let other = |fact: Atom| Some(renamed(fact, *names.get(self.legend.variable(fact.var()))?));
        self.engine.push_level();
        for &fact in &facts {
            // What is known does not contradict itself.
            let _ = self.engine.assume(fact);
        }
        let first = self.engine.facts();
        let failed = self.engine.propagate().is_err();
        let conflict = failed.then(|| self.engine.conflict()).flatten();
        let inferred =
            (first..self.engine.facts()).filter_map(|position| self.engine.inference(position)).chain(conflict);
        let mut new = inferred.filter_map(|inference| {
            let premises = inference.premises.iter().filter_map(|&premise| other(premise)).collect();
            let Some(fact) = inference.fact else { return Some((None, premises)) };
            let fact = other(fact)?;
            let news = !domains[fact.var().index()].minus(&fact.values()).is_empty();
            news.then_some((Some(fact), premises))
        });
        let found = new.next();
        drop(new);
        self.engine.pop_level();
        found
    }
}

/// The same about another variable.
fn renamed(fact: Atom, var: Var) -> Atom {
    let view = View::of(var);
    match fact.relation() {
        Relation::AtLeast => Atom::at_least(view, fact.value()),
        Relation::Less => !Atom::at_least(view, fact.value()),
        Relation::Equal => Atom::equals(view, fact.value()),
        Relation::NotEqual => Atom::differs(view, fact.value()),
    }
}

/// The facts that make a domain of another one.
pub(super) fn facts(var: Var, root: &ValueSet, domain: &ValueSet) -> Vec<Atom> {
    let view = View::of(var);
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
