//! Checks of reasons: premises must have held before their fact, and must imply it.

use super::Verdict;
use super::case::{Decision, mask_of};
use super::report::Tally;
use super::walk::{Node, Walk};
use crate::atom::{Atom, Relation};
use crate::engine::Inference;
use crate::reason::{Justification, Premises};
use crate::view::View;

impl Walk<'_> {
    /// Replays the facts recorded since `before` and checks the reason for each, and then the reason for the conflict
    /// if the propagation failed (`after` is `None`).
    pub(super) fn check_reasons(&mut self, before: &Node, decisions: &[Decision], after: Option<&[u64]>) -> Verdict {
        if !self.subject.case.explain {
            return Ok(());
        }
        let case = self.subject.case;
        let mut masks = before.masks.clone();
        let mut decisions = decisions.iter().copied();
        for position in before.facts..self.posted.engine.facts() {
            let inference = self.posted.engine.inference(position);
            let (var, mask) = match &inference {
                Some(Inference { fact: Some(fact), .. }) => self.meaning(*fact),
                Some(Inference { fact: None, .. }) => return Err("an inference without a fact".to_owned()),
                None => {
                    let news = |d: &Decision| masks[d.var] & !d.mask(&case.domains[d.var]) != 0;
                    let Some(decision) = decisions.find(news) else { return Err("an unknown decision".to_owned()) };
                    (decision.var, decision.mask(&case.domains[decision.var]))
                }
            };
            if let Some(inference) = &inference {
                self.check_inference(position, inference, &masks)?;
                self.check_weaker(position, inference, &masks)?;
            }
            self.recorded.push(inference.map(|i| i.premises));
            masks[var] &= mask;
        }
        match after {
            Some(after) if after == masks => Ok(()),
            Some(_) => Err("the facts of the trail do not add up to the domains".to_owned()),
            None => {
                let Some(conflict) = self.posted.engine.conflict() else {
                    return Err("a failure without a reason".to_owned());
                };
                if let Some(fact) = conflict.fact {
                    let (var, mask) = self.meaning(fact);
                    if masks[var] & mask != 0 {
                        return Err(format!("the conflict's fact {} can be true", self.words(fact)));
                    }
                }
                self.check_inference(self.posted.engine.facts(), &conflict, &masks)
            }
        }
    }

    /// Checks one inference; `masks` are the domains just before the fact.
    fn check_inference(&mut self, position: usize, inference: &Inference, masks: &[u64]) -> Verdict {
        let root = self.subject.case.root();
        for &premise in &inference.premises {
            let (var, mask) = self.meaning(premise);
            if masks[var] & !mask != 0 {
                return Err(format!("{}: premise {} did not hold", self.described(inference), self.words(premise)));
            }
            // A premise that gives the value of a variable fixed at the root stays in a reason.
            if root[var] & !mask == 0 && premise.relation() != Relation::Equal {
                return Err(format!("{}: premise {} held at the root", self.described(inference), self.words(premise)));
            }
            self.check_past(position, var, masks[var])?;
        }
        let needed = self.needed_premises(inference)?;
        self.check_rule(inference.rule)?;
        self.verify(position, inference)?;
        let spare = self.doubt_reason(inference, &needed)?;

        let premises = needed.len() as u64;
        let mut tally = Tally { reasons: 1, premises, ..Tally::default() };
        if self.subject.oracle.solutions.len() > 0 {
            tally.weighed = premises;
            tally.spare = spare;
            tally.superfluous = needed.iter().filter(|&&needed| !needed).count() as u64;
        }
        self.report.add(inference.rule, tally);
        Ok(())
    }

    /// Checks that a bound weaker than the inferred one, but not true before, can also be explained, because conflict
    /// analysis may request only this bound.
    fn check_weaker(&mut self, position: usize, inference: &Inference, masks: &[u64]) -> Verdict {
        let Some(fact) = inference.fact.filter(|_| self.doubt.below(4) == 0) else { return Ok(()) };
        let view = View::from(fact.var());
        let (var, mask) = self.meaning(fact);
        let domain = &self.subject.case.domains[var];
        // The values over which the bound moved; each of them except the last gives a weaker fact.
        let passed: Vec<i32> = domain
            .iter()
            .copied()
            .zip(0..)
            .filter(|&(_, i)| masks[var] & !mask & (1 << i) != 0)
            .map(|(x, _)| x)
            .collect();
        let weaker = match (fact.relation(), &passed[..]) {
            (Relation::AtLeast, [first, .., _]) => {
                passed[self.doubt.below(passed.len() as u64 - 1) as usize].max(*first) + 1
            }
            (Relation::Less, [_, .., last]) => {
                passed[1 + self.doubt.below(passed.len() as u64 - 1) as usize].min(*last)
            }
            _ => return Ok(()),
        };
        let weaker = match fact.relation() {
            Relation::AtLeast => Atom::at_least(view, weaker),
            _ => !Atom::at_least(view, weaker),
        };
        let mut premises = Premises::new();
        let Some((propagator, rule)) = self.posted.engine.premises_at(position, Some(weaker), &mut premises) else {
            return Err("an inference without a reason".to_owned());
        };
        let inference = Inference { propagator, fact: Some(weaker), premises, rule };
        for &premise in &inference.premises {
            let (var, mask) = self.meaning(premise);
            if masks[var] & !mask != 0 {
                return Err(format!(
                    "{}, a weaker fact: premise {} did not hold",
                    self.described(&inference),
                    self.words(premise)
                ));
            }
        }
        let roots = self.posted.engine.roots().ok_or("no roots in explain mode")?;
        let case: Vec<Atom> = inference.premises.iter().copied().chain([!weaker]).collect();
        match self.posted.engine.follows(propagator, rule, roots, &case) {
            true => Ok(()),
            false => Err(format!("{}, a weaker fact: the checker does not confirm it", self.described(&inference))),
        }
    }

    /// Runs the engine's own verification, which uses the checker.
    fn verify(&self, position: usize, inference: &Inference) -> Verdict {
        let engine = &self.posted.engine;
        let verified = if position == engine.facts() { engine.verify_conflict() } else { engine.verify(position) };
        match verified {
            Err(invalid) => Err(format!("{}: {invalid}", self.described(inference))),
            Ok(Some(again)) if again.premises == inference.premises && again.rule == inference.rule => {
                match inference.rule.justification {
                    Justification::UnitPropagation if !inference.rows().is_empty() => {
                        Err(format!("{}: unit propagation needs no rows", self.described(inference)))
                    }
                    _ => Ok(()),
                }
            }
            Ok(_) => Err(format!(
                "{}: a second request right away returns a different explanation",
                self.described(inference)
            )),
        }
    }

    /// Checks that the domains as of a trail position agree with the facts replayed so far.
    fn check_past(&self, position: usize, var: usize, mask: u64) -> Verdict {
        let values = &self.subject.case.domains[var];
        let (engine, view) = (&self.posted.engine, self.posted.variables[var]);
        let Some(past) = engine.past(position) else { return Err("no past in explain mode".to_owned()) };
        let (low, high) = (values[mask.trailing_zeros() as usize], values[63 - mask.leading_zeros() as usize]);
        if mask_of(values, |x| past.contains(view, x)) == mask
            && (past.min(view), past.max(view)) == (low, high)
            && past.fixed(view) == (low == high).then_some(low)
        {
            return Ok(());
        }
        Err(format!("the past domain of x{var} at fact {position} is wrong"))
    }

    /// Checks that every reason, requested again much later, is unchanged.
    pub(super) fn explain_again(&self) -> Verdict {
        for (position, recorded) in self.recorded.iter().enumerate() {
            let now = self.posted.engine.inference(position).map(|i| i.premises);
            if now != *recorded {
                return Err(format!("fact {position} was first explained by {recorded:?}, later by {now:?}"));
            }
        }
        Ok(())
    }

    /// The variable of an atom, as numbered by the case, and the mask of the values that make the atom true.
    pub(super) fn meaning(&self, atom: Atom) -> (usize, u64) {
        let var = self.posted.variables.iter().position(|v| v.var() == atom.var());
        let var = var.expect("an atom is about a variable of the engine");
        (var, mask_of(&self.subject.case.domains[var], |x| atom.holds_for(x)))
    }

    /// An atom as text, with the case's index of its variable.
    pub(super) fn words(&self, atom: Atom) -> String {
        let (var, _) = self.meaning(atom);
        let sign = match atom.relation() {
            crate::Relation::AtLeast => ">=",
            crate::Relation::Less => "<",
            crate::Relation::Equal => "=",
            crate::Relation::NotEqual => "!=",
        };
        format!("[x{var} {sign} {}]", atom.value())
    }

    pub(super) fn described(&self, inference: &Inference) -> String {
        let premises: Vec<String> = inference.premises.iter().map(|&a| self.words(a)).collect();
        let fact = inference.fact.map_or("a conflict".to_owned(), |a| self.words(a));
        format!("{} => {fact} ({})", premises.join(" & "), inference.rule.name)
    }
}
