//! The derivation of a fact: its premises, their premises, and so on down to assumptions, declared domains and
//! constraints.
//!
//! The atom trail records which propagator inferred a fact, and its premises. For each premise,
//! [`origin`](crate::engine::Engine::origin) finds where it comes from: another inference, several facts about one
//! variable together, or the root domain. This is done only once per premise.
//!
//! A propagator's premises omit root facts. However, a root fact that comes from a comparison of one variable, applied
//! to the domain, should appear in the derivation. Therefore each inference is checked under the *declared* domains,
//! and if it does not follow, the missing root facts are added.

use super::WhyError;
use super::premise_set::{PremiseSet, fewest_added};
use super::step::{BOUND, Cause, EMPTY, IMPLIED, LEFT, Step};
use crate::atom::{Atom, Relation};
use crate::engine::{Antecedents, Inference, Origin};
use std::collections::btree_map::Entry as Slot;
use std::collections::{BTreeMap, HashMap};

/// The fact or contradiction to explain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    Fact(Atom),
    Contradiction,
}

impl Target {
    pub(super) fn fact(self) -> Option<Atom> {
        match self {
            Target::Fact(fact) => Some(fact),
            Target::Contradiction => None,
        }
    }
}

/// A position in chronological order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Position {
    /// A root fact: the index of its variable, its value, and its relation. Root facts precede all entries.
    Root(usize, i32, u8),
    /// An index on the trail, followed by 0 for the entry itself, or by n for the n-th fact that the entry completed.
    Entry(usize, usize),
    /// After all entries.
    Last(usize),
}

/// A step, with its premises given by their positions.
struct Made {
    step: Step,
    from: Vec<Position>,
}

/// A derivation under construction.
pub(super) struct Derivation<'w> {
    premise_set: &'w PremiseSet<'w>,
    made: BTreeMap<Position, Made>,
    /// Facts that several entries together make true.
    together: HashMap<Atom, Position>,
    /// The trail entries that the derivation needs.
    entries: Antecedents,
}

impl<'w> Derivation<'w> {
    /// Derives a fact that holds.
    pub(super) fn of_fact(premise_set: &'w PremiseSet<'w>, fact: Atom) -> Result<Vec<Step>, WhyError> {
        let mut chain = Derivation::new(premise_set);
        let end = premise_set.engine.facts();
        let position = chain.locate(fact, end)?;
        if let Position::Entry(at, 0) = position
            && let Some(known) = premise_set.engine.fact(at).filter(|&known| known != fact)
        {
            chain.last(Some(fact), Cause::Domain { rule: &IMPLIED }, vec![known], vec![position]);
        }
        chain.resolve()
    }

    /// Derives the contradiction that ended propagation.
    pub(super) fn of_contradiction(premise_set: &'w PremiseSet<'w>) -> Result<Vec<Step>, WhyError> {
        let mut chain = Derivation::new(premise_set);
        if let Some(number) = premise_set.refused {
            let fact = premise_set.assumptions[number].atom;
            let position = chain.last(Some(fact), premise_set.assumed(number), Vec::new(), Vec::new());
            chain.empty(fact, position)?;
        } else if let Some(conflict) = premise_set.engine.conflict() {
            if let Some(constraints) = premise_set.symbols.unary_core(conflict.propagator) {
                chain.last(None, premise_set.stated(constraints), Vec::new(), Vec::new());
            } else {
                let (premises, from) = chain.premises(&conflict, premise_set.engine.facts())?;
                let position = chain.last(conflict.fact, premise_set.constraint(&conflict), premises, from);
                if let Some(fact) = conflict.fact {
                    chain.empty(fact, position)?;
                }
            }
        } else {
            return Err(WhyError::NoContradiction);
        }
        chain.resolve()
    }

    fn new(premise_set: &'w PremiseSet<'w>) -> Derivation<'w> {
        Derivation { premise_set, made: BTreeMap::new(), together: HashMap::new(), entries: Antecedents::new() }
    }

    /// Adds a step after all entries.
    fn last(&mut self, fact: Option<Atom>, cause: Cause, premises: Vec<Atom>, from: Vec<Position>) -> Position {
        let after = self.made.keys().filter(|position| matches!(position, Position::Last(_))).count();
        let position = Position::Last(after);
        self.made.insert(position, Made { step: Step::new(fact, cause, premises), from });
        position
    }

    /// Adds the contradiction between a fact and the domain of its variable.
    fn empty(&mut self, fact: Atom, position: Position) -> Result<(), WhyError> {
        let known = self.locate(!fact, self.premise_set.engine.facts())?;
        self.last(None, Cause::Domain { rule: &EMPTY }, vec![fact, !fact], vec![position, known]);
        Ok(())
    }

    /// Processes all needed entries and orders the steps.
    fn resolve(mut self) -> Result<Vec<Step>, WhyError> {
        while let Some(at) = self.entries.next() {
            self.premise_set.poll()?;
            let fact = self.premise_set.engine.fact(at);
            let (cause, premises, from) = match self.premise_set.engine.inference(at) {
                None => (self.premise_set.decision(at, fact)?, Vec::new(), Vec::new()),
                Some(inference) => {
                    let (premises, from) = self.premises(&inference, at)?;
                    (self.premise_set.constraint(&inference), premises, from)
                }
            };
            self.made.insert(Position::Entry(at, 0), Made { step: Step::new(fact, cause, premises), from });
        }
        let (mut steps, mut numbers): (Vec<Step>, HashMap<Position, usize>) = (Vec::new(), HashMap::new());
        let mut alike: HashMap<_, usize> = HashMap::new();
        for (position, Made { step, from }) in self.made {
            let mut from: Vec<usize> = from.iter().filter_map(|position| numbers.get(position).copied()).collect();
            from.sort_unstable();
            from.dedup();
            // Removals from one domain by the same rule and from the same steps are merged into the first step.
            let mut at = steps.len();
            if let (Cause::Constraint { propagator, rule, .. }, Some(fact)) = (&step.cause, step.fact) {
                at = *alike.entry((*propagator, rule.name, fact.var(), from.clone())).or_insert(at);
            }
            numbers.insert(position, at);
            match steps.get_mut(at) {
                Some(first) => {
                    first.also.extend(step.fact);
                    let new: Vec<Atom> = step.premises.into_iter().filter(|p| !first.premises.contains(p)).collect();
                    first.premises.extend(new);
                }
                None => steps.push(Step { from, ..step }),
            }
        }
        Ok(steps)
    }

    /// Locates the step that makes an atom true: the earliest one on the trail before `before`.
    fn locate(&mut self, atom: Atom, before: usize) -> Result<Position, WhyError> {
        let premise_set = self.premise_set;
        match premise_set.engine.origin(atom, before) {
            None => Err(premise_set.invalid(Some(atom), None, LEFT.name)),
            Some(Origin::Root) => {
                let position = root_position(atom);
                if let Slot::Vacant(slot) = self.made.entry(position) {
                    let cause = premise_set.root_cause(atom)?;
                    let step = Step::new(Some(atom), cause, Vec::new());
                    slot.insert(Made { step, from: Vec::new() });
                }
                Ok(position)
            }
            Some(Origin::Entry(at)) => {
                self.entries.visit(at);
                Ok(Position::Entry(at, 0))
            }
            Some(Origin::Together(entries)) => self.locate_together(atom, &entries),
        }
    }

    fn locate_together(&mut self, atom: Atom, entries: &[usize]) -> Result<Position, WhyError> {
        if let Some(&position) = self.together.get(&atom) {
            return Ok(position);
        }
        let premise_set = self.premise_set;
        let last = entries.last().copied().unwrap_or_default();
        let others =
            self.together.values().filter(|position| matches!(position, Position::Entry(at, _) if *at == last)).count();
        let position = Position::Entry(last, 1 + others);
        self.together.insert(atom, position);
        let known: Vec<Atom> = entries.iter().filter_map(|&at| premise_set.engine.fact(at)).collect();
        let follows = |premises: &[Atom]| Ok(premise_set.leaves_nothing(atom.var(), premises, Some(atom)));
        let extra = || {
            // Considers only root facts that exclude values not already excluded.
            let left = premise_set.left(atom.var(), &known).intersection(&(!atom).values());
            let mut extra = premise_set.root_facts(atom.var());
            extra.retain(|fact| left.intersection(&fact.values()) != left);
            extra
        };
        let Some(added) = fewest_added(&known, extra, follows)? else {
            return Err(premise_set.invalid(Some(atom), None, LEFT.name));
        };
        let mut from: Vec<Position> = entries.iter().map(|&at| Position::Entry(at, 0)).collect();
        entries.iter().for_each(|&at| self.entries.visit(at));
        for &root in &added {
            from.push(self.locate(root, 0)?);
        }
        let premises = known.into_iter().chain(added).collect();
        let rule = if atom.relation() == Relation::Equal { &LEFT } else { &BOUND };
        let step = Step::new(Some(atom), Cause::Domain { rule }, premises);
        self.made.insert(position, Made { step, from });
        Ok(position)
    }

    /// The premises of an inference under the declared domains, and their positions.
    fn premises(&mut self, inference: &Inference, at: usize) -> Result<(Vec<Atom>, Vec<Position>), WhyError> {
        let mut premises = self.premise_set.premises(inference, at)?;
        let mut from = Vec::with_capacity(premises.len());
        for premise in &mut premises {
            // A truth value that is at most 0 equals 0, and both facts have the same text.
            if self.premise_set.symbols.is_introduced_truth(premise.var())
                && let Some(Origin::Together(entries)) = self.premise_set.engine.origin(*premise, at)
                && let [entry] = entries[..]
                && let Some(fact) = self.premise_set.engine.fact(entry)
            {
                *premise = fact;
            }
            from.push(self.locate(*premise, at)?);
        }
        Ok((premises, from))
    }
}

fn root_position(atom: Atom) -> Position {
    let relation = match atom.relation() {
        Relation::AtLeast => 0,
        Relation::Less => 1,
        Relation::Equal => 2,
        Relation::NotEqual => 3,
    };
    Position::Root(atom.var().index(), atom.value(), relation)
}

/// Creates the single step to a fact, without the derivation of its premises.
pub(super) fn single(premise_set: &PremiseSet<'_>, fact: Atom) -> Result<Step, WhyError> {
    let end = premise_set.engine.facts();
    let step = |cause, premises| Step::new(Some(fact), cause, premises);
    match premise_set.engine.origin(fact, end) {
        None => Err(premise_set.invalid(Some(fact), None, LEFT.name)),
        Some(Origin::Root) => Ok(step(premise_set.root_cause(fact)?, Vec::new())),
        Some(Origin::Together(_)) => {
            let mut chain = Derivation::new(premise_set);
            let position = chain.locate(fact, end)?;
            let made = chain.made.remove(&position).map(|made| made.step);
            made.ok_or_else(|| premise_set.invalid(Some(fact), None, LEFT.name))
        }
        Some(Origin::Entry(at)) => {
            let stated = premise_set.engine.fact(at);
            match premise_set.engine.inference(at) {
                _ if stated != Some(fact) => Ok(step(Cause::Domain { rule: &IMPLIED }, stated.into_iter().collect())),
                None => Ok(step(premise_set.decision(at, stated)?, Vec::new())),
                Some(inference) => Ok(step(premise_set.constraint(&inference), premise_set.premises(&inference, at)?)),
            }
        }
    }
}

/// Creates the last step to the contradiction. If the contradiction is between a fact and its negation, the step to the
/// fact is included.
pub(super) fn single_contradiction(premise_set: &PremiseSet<'_>) -> Result<Vec<Step>, WhyError> {
    let mut steps = Derivation::of_contradiction(premise_set)?;
    let last = steps.pop().ok_or(WhyError::NoContradiction)?;
    let met = match last.cause {
        Cause::Domain { .. } => {
            steps.into_iter().find(|step| step.facts().any(|fact| last.premises.first() == Some(&fact)))
        }
        _ => None,
    };
    Ok(match met {
        Some(step) => vec![Step { from: Vec::new(), ..step }, Step { from: vec![0], ..last }],
        None => vec![Step { from: Vec::new(), ..last }],
    })
}
