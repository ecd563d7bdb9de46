//! Tests of the checkers with corrupted reasons.
//!
//! A checker that accepts everything would agree with every reason. Therefore reasons are corrupted: a premise is
//! removed, weakened or negated, or the fact is ignored. If brute force then finds a solution, the checker must reject
//! the reason. At every fixpoint with a solution, the checker must also return `false` for each declared rule.

use super::oracle::inside;
use super::walk::Walk;
use super::{Subject, Verdict};
use crate::atom::{Atom, Relation};
use crate::constraints::reified::DECIDED;
use crate::engine::Inference;
use crate::reason::Rule;
use crate::value_set::ValueSet;
use crate::view::View;

impl Walk<'_> {
    /// For each premise, whether it is needed: without it, the fact does not follow.
    ///
    /// A premise is needed if some solution in which the fact is false violates only that premise. One pass over all
    /// solutions determines this.
    pub(super) fn needed_premises(&self, inference: &Inference) -> Result<Vec<bool>, String> {
        let Subject { oracle, .. } = self.subject;
        let premises: Vec<(usize, u64)> = inference.premises.iter().map(|&a| self.meaning(a)).collect();
        let fact = inference.fact.map(|fact| self.meaning(fact));
        let mut needed = vec![false; premises.len()];
        for (i, row) in (0..).zip(oracle.solutions.rows()) {
            let holds = |&(var, mask): &(usize, u64)| mask >> row[var] & 1 != 0;
            if fact.as_ref().is_some_and(holds) {
                continue;
            }
            let mut violated = (0..).zip(&premises).filter(|(_, premise)| !holds(premise)).map(|(k, _): (usize, _)| k);
            match (violated.next(), violated.next()) {
                (None, _) => {
                    return Err(format!(
                        "{}: it does not follow, as {} shows",
                        self.described(inference),
                        self.tuple(i)
                    ));
                }
                (Some(only), None) => needed[only] = true,
                _ => {}
            }
        }
        Ok(needed)
    }

    /// Makes many corruptions of a reason, each of which the checker must detect. `needed` marks the premises that
    /// brute force found necessary. Returns the number of premises without which the fact still follows by the same
    /// rule.
    pub(super) fn doubt_reason(&mut self, inference: &Inference, needed: &[bool]) -> Result<u64, String> {
        if self.doubt.below(self.subject.case.form.share()) != 0 {
            return Ok(0);
        }
        let engine = &self.posted.engine;
        let roots = engine.roots().unwrap_or_default();
        let atoms: Vec<Atom> = inference.refutation().collect();
        let mut spare = 0;
        let mut fewer = atoms.clone();
        for (i, &needed) in needed.iter().enumerate() {
            let premise = fewer.remove(i);
            self.report.doubts += u64::from(needed);
            if engine.follows(inference.propagator, inference.rule, roots, &fewer) {
                if needed {
                    let (reason, premise) = (self.described(inference), self.words(premise));
                    return Err(format!("{reason}: the checker accepts it without {premise}, which is needed"));
                }
                spare += 1;
            }
            fewer.insert(i, premise);
        }
        let mut other = atoms;
        match self.doubt.below(3) {
            0 if inference.fact.is_some() => drop(other.pop()),
            kind if !needed.is_empty() => {
                let at = self.doubt.below(needed.len() as u64) as usize;
                other[at] = if kind == 1 { !other[at] } else { weaker(other[at]) };
            }
            _ => {}
        }
        self.must_refuse(inference, &other)?;
        Ok(spare)
    }

    /// Checks that the checker rejects these atoms if there is a solution in which they hold.
    fn must_refuse(&mut self, inference: &Inference, atoms: &[Atom]) -> Verdict {
        let Subject { case, oracle, .. } = self.subject;
        let mut masks = case.root();
        for &atom in atoms {
            let (var, mask) = self.meaning(atom);
            masks[var] &= mask;
        }
        let Some(i) = oracle.solutions.rows().position(|row| inside(row, &masks)) else { return Ok(()) };
        self.report.doubts += 1;
        let engine = &self.posted.engine;
        if !engine.follows(inference.propagator, inference.rule, engine.roots().unwrap_or_default(), atoms) {
            return Ok(());
        }
        let atoms: Vec<String> = atoms.iter().map(|&a| self.words(a)).collect();
        let (atoms, rule, tuple) = (atoms.join(" & "), inference.rule.name, self.tuple(i as u32));
        Err(format!("the checker of {rule} says that {atoms} has no solution, but {tuple} is one"))
    }

    /// Checks that the checker returns `false` for every rule on these masks, which contain a solution.
    pub(super) fn doubt_rules(&mut self, masks: &[u64]) -> Verdict {
        let Subject { case, check, .. } = self.subject;
        if self.doubt.below(case.form.share()) != 0 {
            return Ok(());
        }
        let mut roots = vec![ValueSet::default(); masks.len()];
        for (var, &mask) in masks.iter().enumerate() {
            roots[self.posted.variables[var].var().index()] = case.values(var, mask).collect();
        }
        let by_evaluation = case.by_evaluation.then_some(&DECIDED);
        for rule in check.rules.iter().copied().chain(by_evaluation) {
            self.report.doubts += 1;
            if (0..self.posted.engine.propagators()).any(|p| self.posted.engine.follows(p, rule, &roots, &[])) {
                return Err(format!("the checker of {} says that this node has no solution", rule.name));
            }
        }
        Ok(())
    }

    /// Checks that a rule has been declared.
    pub(super) fn check_rule(&self, rule: &'static Rule) -> Verdict {
        let declared = &self.subject.check.rules;
        if declared.is_empty() || declared.contains(&rule) || self.subject.case.by_evaluation && rule == &DECIDED {
            return Ok(());
        }
        Err(format!("the rule {} was not declared", rule.name))
    }
}

/// A weaker atom, or a different one if there is no weaker atom.
fn weaker(atom: Atom) -> Atom {
    let (x, v) = (View::from(atom.var()), atom.value());
    match atom.relation() {
        Relation::AtLeast => Atom::at_least(x, v.wrapping_sub(1)),
        Relation::Less => Atom::at_most(x, v),
        Relation::Equal => Atom::at_most(x, v),
        Relation::NotEqual => Atom::at_least(x, v),
    }
}
