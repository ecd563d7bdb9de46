//! An engine with its assumptions and symbol table: the input of an explanation.

use super::WhyError;
use super::step::{Cause, Depth, Step};
use super::words::AtomFormatter;
use crate::atom::Atom;
use crate::budget::Budget;
use crate::compile::SymbolTable;
use crate::engine::{Engine, Halt, Inference};
use crate::value_set::ValueSet;
use crate::var::Var;
use crate::view::View;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// An assumption.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assumption {
    /// The assumed atom.
    pub atom: Atom,
    /// The name of the assumption, such as `given d1`, if it has one.
    pub name: Option<String>,
}

/// Assumptions made in an engine, each at its own level.
#[derive(Clone, Debug, Default)]
pub(super) struct Supposed {
    /// The trail position and index of each assumption that was not already true.
    pub(super) decided: Vec<(usize, usize)>,
    /// The assumption that contradicted the domain of its variable, if any.
    pub(super) refused: Option<usize>,
    /// Whether there was a contradiction.
    pub(super) failed: bool,
}

impl Supposed {
    /// Propagates without assumptions.
    pub(super) fn nothing(engine: &mut Engine) -> Result<Supposed, WhyError> {
        let failed = match engine.propagate() {
            Ok(()) => false,
            Err(Halt::Failed) => true,
            Err(Halt::Stopped(by)) => return Err(WhyError::Stopped { by }),
        };
        Ok(Supposed { failed, ..Supposed::default() })
    }

    /// Adds an assumption and propagates. Removes it if a limit stops propagation.
    pub(super) fn add(&mut self, engine: &mut Engine, number: usize, atom: Atom) -> Result<(), WhyError> {
        engine.push_level();
        let before = engine.facts();
        let assumed = engine.assume(atom);
        if engine.facts() > before {
            self.decided.push((before, number));
        }
        let refused = assumed.is_err();
        match assumed.and_then(|()| engine.propagate_with_nogoods()) {
            Ok(()) => Ok(()),
            Err(Halt::Failed) => {
                self.failed = true;
                self.refused = refused.then_some(number);
                Ok(())
            }
            Err(Halt::Stopped(by)) => {
                engine.pop_level();
                self.decided.pop_if(|decided| decided.0 == before);
                Err(WhyError::Stopped { by })
            }
        }
    }
}

/// The input of an explanation.
pub(super) struct PremiseSet<'a> {
    pub(super) engine: &'a Engine,
    pub(super) symbols: &'a SymbolTable,
    /// The declared domains, by engine variable.
    pub(super) declared: &'a [ValueSet],
    pub(super) assumptions: &'a [Assumption],
    pub(super) decided: &'a [(usize, usize)],
    pub(super) refused: Option<usize>,
    pub(super) budget: RefCell<Budget>,
}

impl PremiseSet<'_> {
    /// Returns an error if a limit is reached. Called before each check of an inference, whose work is not counted.
    pub(super) fn poll(&self) -> Result<(), WhyError> {
        let mut budget = self.budget.borrow_mut();
        if budget.check_now() { Ok(()) } else { Err(WhyError::Stopped { by: budget.reason() }) }
    }

    /// Whether an atom is true.
    pub(super) fn holds(&self, atom: Atom) -> bool {
        self.engine.past(self.engine.facts()).is_some_and(|now| now.entails(atom))
    }

    pub(super) fn assumed(&self, number: usize) -> Cause {
        Cause::Assumption { number, name: self.assumptions[number].name.clone() }
    }

    /// The assumption at a position of the trail.
    pub(super) fn decision(&self, at: usize, fact: Option<Atom>) -> Result<Cause, WhyError> {
        let number = self.decided.iter().find(|decided| decided.0 == at).map(|decided| decided.1);
        number.map(|number| self.assumed(number)).ok_or_else(|| self.invalid(fact, None, "core.assumed"))
    }

    pub(super) fn stated(&self, constraints: Vec<usize>) -> Cause {
        let names = constraints.iter().map(|&number| self.symbols.constraint(number).to_owned()).collect();
        Cause::Stated { constraints, names }
    }

    /// Determines the cause of a root fact.
    pub(super) fn root_cause(&self, atom: Atom) -> Result<Cause, WhyError> {
        match self.symbols.stated(atom) {
            Some(constraints) if constraints.is_empty() => Ok(Cause::Declared),
            Some(constraints) => Ok(self.stated(constraints)),
            None => Err(self.invalid(Some(atom), None, "core.stated")),
        }
    }

    pub(super) fn constraint(&self, inference: &Inference) -> Cause {
        let Inference { propagator, rule, .. } = *inference;
        let sum = inference.premises.sum().cloned();
        Cause::Constraint { constraint: self.symbols.constraint_of(propagator), propagator, rule, sum }
    }

    /// The facts that hold at the root but do not follow from the variable's declaration.
    pub(super) fn root_facts(&self, var: Var) -> Vec<Atom> {
        root_facts(var, &self.declared[var.index()], &self.symbols.root(var))
    }

    /// Returns premises that imply an inference under the declared domains: those of the propagator, plus root facts as
    /// needed. Declared facts are omitted, except for variables declared with one value.
    pub(super) fn premises(&self, inference: &Inference, at: usize) -> Result<Vec<Atom>, WhyError> {
        let Inference { propagator, fact, rule, .. } = *inference;
        let invalid = || self.invalid(fact, Some(propagator), rule.name);
        let past = self.engine.past(at).ok_or_else(invalid)?;
        let mut known: Vec<Atom> = Vec::with_capacity(inference.premises.len());
        for &premise in &inference.premises {
            if !past.entails(premise) || fact == Some(premise) {
                return Err(invalid());
            }
            if !known.contains(&premise) && (self.is_declared_clue(premise) || !self.was_declared(premise)) {
                known.push(premise);
            }
        }
        let follows = |premises: &[Atom]| {
            self.poll()?;
            Ok(self.follows(propagator, rule, premises, fact))
        };
        let root_facts = |vars: BTreeSet<Var>| -> Vec<Atom> {
            vars.into_iter().flat_map(|var| self.root_facts(var)).filter(|atom| !known.contains(atom)).collect()
        };
        let of_scope = || root_facts(self.engine.scope(propagator).iter().map(|view| view.var()).collect());
        // A variable that is fixed at the root may occur in the propagator's scope only as a constant.
        let of_all = || root_facts(self.symbols.vars().collect());
        let mut added = fewest_added(&known, of_scope, follows)?;
        if added.is_none() {
            added = fewest_added(&known, of_all, follows)?;
        }
        known.extend(added.ok_or_else(invalid)?);
        Ok(known)
    }

    /// Whether the checker of a rule confirms, under the declared domains, that premises imply a fact.
    pub(super) fn follows(
        &self,
        propagator: usize,
        rule: &'static crate::Rule,
        premises: &[Atom],
        fact: Option<Atom>,
    ) -> bool {
        let atoms: Vec<Atom> = premises.iter().copied().chain(fact.map(|fact| !fact)).collect();
        self.engine.follows(propagator, rule, self.declared, &atoms)
    }

    /// Whether the declared domain of a variable has no value for which all premises hold and the fact does not.
    pub(super) fn leaves_nothing(&self, var: Var, premises: &[Atom], fact: Option<Atom>) -> bool {
        let left = self.left(var, premises);
        fact.map_or(left.clone(), |fact| left.intersection(&(!fact).values())).is_empty()
    }

    /// The values of a variable's declared domain that satisfy the premises.
    pub(super) fn left(&self, var: Var, premises: &[Atom]) -> ValueSet {
        let of_var = premises.iter().filter(|premise| premise.var() == var);
        self.declared[var.index()].minus(&ValueSet::union(of_var.map(|&premise| (!premise).values())))
    }

    /// Whether an atom is about a variable that was declared with one value. Reasons mention the atom, although it
    /// needs no reason.
    fn is_declared_clue(&self, atom: Atom) -> bool {
        self.declared[atom.var().index()].len() == 1 && !self.symbols.is_constant(atom.var())
    }

    fn was_declared(&self, atom: Atom) -> bool {
        self.leaves_nothing(atom.var(), &[], Some(atom))
    }

    pub(super) fn invalid(&self, fact: Option<Atom>, propagator: Option<usize>, rule: &'static str) -> WhyError {
        WhyError::Invalid {
            fact: fact.map_or_else(|| self.symbols.contradiction(), |fact| self.symbols.fact(fact)),
            constraint: propagator.map_or_else(|| "the engine".to_owned(), |p| self.symbols.source(p)),
            rule,
        }
    }

    /// Verifies every step again, independently of its derivation: its premises come from earlier steps and are true,
    /// and its fact follows from them. Returns the number of steps by constraint rules that were checked.
    pub(super) fn check(&self, steps: &[Step], depth: Depth) -> Result<usize, WhyError> {
        let mut verified = 0;
        for (i, step) in steps.iter().enumerate() {
            self.poll()?;
            let rests = |premise: Atom| {
                let known = |&from: &usize| from < i && steps[from].facts().any(|fact| premise.follows_from(fact));
                // With `Depth::Step`, the steps that lead to the premises are omitted.
                step.from.iter().any(known) || (depth == Depth::Step && self.holds(premise))
            };
            let earlier = step.from.iter().all(|&from| from < i);
            if !(earlier && step.premises.iter().all(|&premise| rests(premise)) && self.is_right(step)) {
                let propagator = match step.cause {
                    Cause::Constraint { propagator, .. } => Some(propagator),
                    _ => None,
                };
                return Err(self.invalid(step.fact, propagator, step.cause.rule().name));
            }
            verified += usize::from(matches!(step.cause, Cause::Constraint { .. }));
        }
        Ok(verified)
    }

    fn is_right(&self, step: &Step) -> bool {
        let var = step.fact.or(step.premises.first().copied()).map(Atom::var);
        match &step.cause {
            Cause::Assumption { number, .. } => step.fact == Some(self.assumptions[*number].atom),
            Cause::Declared => step.fact.is_some_and(|fact| self.was_declared(fact)),
            Cause::Stated { constraints, .. } => match step.fact {
                Some(fact) => self.symbols.stated(fact).is_some_and(|needed| needed == *constraints),
                None => !constraints.is_empty(),
            },
            Cause::Constraint { propagator, rule, .. } => {
                let mut facts = step.also.iter().map(|&fact| Some(fact)).chain([step.fact]);
                facts.all(|fact| self.follows(*propagator, rule, &step.premises, fact))
            }
            Cause::Domain { .. } => var.is_some_and(|var| self.leaves_nothing(var, &step.premises, step.fact)),
            Cause::Search { .. } => true,
        }
    }

    /// The assumptions at the leaves of a derivation, in ascending order.
    pub(super) fn ends(steps: &[Step]) -> Vec<usize> {
        let number = |step: &Step| match step.cause {
            Cause::Assumption { number, .. } => Some(number),
            _ => None,
        };
        let mut numbers: Vec<usize> = steps.iter().filter_map(number).collect();
        numbers.sort_unstable();
        numbers
    }
}

/// Returns the `extra` atoms needed besides `known`, minimised by deletion from the last to the first; `None` if even all
/// of them do not suffice. Atoms that are needless together are removed together, so that `follows` is called about
/// k·log n times if k of n atoms are needed.
pub(super) fn fewest_added(
    known: &[Atom],
    extra: impl FnOnce() -> Vec<Atom>,
    follows: impl Fn(&[Atom]) -> Result<bool, WhyError>,
) -> Result<Option<Vec<Atom>>, WhyError> {
    let with = |extra: &[Atom]| -> Vec<Atom> { known.iter().chain(extra).copied().collect() };
    if follows(known)? {
        return Ok(Some(Vec::new()));
    }
    let mut kept = extra();
    if kept.is_empty() || !follows(&with(&kept))? {
        return Ok(None);
    }
    let mut parts = vec![(0, kept.len())];
    while let Some((start, end)) = parts.pop() {
        let mut fewer = kept.clone();
        fewer.drain(start..end);
        if follows(&with(&fewer))? {
            kept = fewer;
        } else if end - start > 1 {
            let middle = start.midpoint(end);
            parts.extend([(start, middle), (middle, end)]);
        }
    }
    Ok(Some(kept))
}

/// The facts that hold at the root but do not follow from the variable's declaration.
fn root_facts(var: Var, declared: &ValueSet, root: &ValueSet) -> Vec<Atom> {
    let view = View::from(var);
    let (Some(low), Some(high)) = (root.min(), root.max()) else { return Vec::new() };
    if declared == root {
        return Vec::new();
    }
    if low == high {
        return vec![Atom::equals(view, low)];
    }
    let bounds = [
        Some(Atom::at_least(view, low)).filter(|_| declared.min() < Some(low)),
        Some(Atom::at_most(view, high)).filter(|_| declared.max() > Some(high)),
    ];
    let holes = declared.intersection(&ValueSet::range(low, high)).minus(root);
    let holes: Vec<Atom> = holes.iter().map(|v| Atom::differs(view, v)).collect();
    bounds.into_iter().flatten().chain(holes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Rng;
    use std::cell::Cell;

    #[test]
    fn few_of_many_atoms_are_found_in_few_checks() {
        let mut rng = Rng::new(3);
        for _ in 0..200 {
            let view = View::from(Var(0));
            let all: Vec<Atom> = (0..1_000).map(|v| Atom::differs(view, v)).collect();
            let needed: BTreeSet<usize> = (0..rng.below(5)).map(|_| rng.below(1_000) as usize).collect();
            let checks = Cell::new(0);
            let follows = |atoms: &[Atom]| {
                checks.set(checks.get() + 1);
                Ok(needed.iter().all(|&i| atoms.contains(&all[i])))
            };
            let added = fewest_added(&[], || all.clone(), follows).unwrap();
            assert_eq!(added, Some(needed.iter().map(|&i| all[i]).collect()));
            assert!(checks.get() <= 3 + 20 * needed.len().max(1), "{} checks", checks.get());
        }
    }
}
