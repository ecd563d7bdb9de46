//! Minimal explanations: as few assumptions as suffice.
//!
//! Assumptions are removed one by one while propagation still derives the fact (deletion). The result is minimal
//! for *propagation*, but need not be minimal for the model: an assumption that propagation needs may still follow from
//! the others. Therefore each assumption is tested by search. A solution that satisfies the other assumptions but not
//! the fact shows that the tested one is needed. If there is none, the assumption is removed, and the fact follows by
//! search. The result is called minimal only if every assumption has such a witness.

use super::derivation::Target;
use super::premise_set::Supposed;
use super::step::{Cause, Depth, Explanation, Follows, Minimality, Step};
use super::{Explainer, WhyError};
use crate::atom::Atom;
use crate::budget::StopReason;
use crate::engine::Engine;
use crate::solve::{Outcome, Solution};

impl Explainer {
    pub(super) fn smallest(&self, target: Target) -> Result<Explanation, WhyError> {
        let mut trial = self.root.clone();
        let all: Vec<usize> = (0..self.assumptions.len()).collect();
        let mut kept = all.clone();
        // Removes, in one step, all assumptions that the first derivation does not use, if propagation confirms this.
        let chain = self.explanation_from(&mut trial, &all, target)?.map(|e| e.assumptions).unwrap_or(all);
        if self.suffice(&mut trial, &chain, target)? {
            kept = chain;
        }
        for i in (0..kept.len()).rev() {
            let mut without = kept.clone();
            without.remove(i);
            if self.suffice(&mut trial, &without, target)? {
                kept = without;
            }
        }
        let Some(by_propagation) = self.explanation_from(&mut trial, &kept, target)? else {
            return Err(WhyError::NoContradiction);
        };
        let proof = self.prove(kept, target)?;
        let explanation = match proof.refuted {
            None => by_propagation,
            Some(nodes) => self.by_search(&proof.kept, target, nodes),
        };
        let minimality = match proof.stopped {
            None => Minimality::Proven { witnesses: proof.witnesses, nodes: proof.nodes },
            Some(by) => Minimality::NotProven { by, nodes: proof.nodes },
        };
        Ok(Explanation { depth: Depth::Smallest, minimality, ..explanation })
    }

    /// Whether propagation derives the target under some of the assumptions.
    fn suffice(&self, trial: &mut Engine, numbers: &[usize], target: Target) -> Result<bool, WhyError> {
        self.under(trial, numbers, |_, engine, supposed| {
            Ok(match target {
                Target::Contradiction => supposed.failed,
                Target::Fact(fact) => {
                    !supposed.failed && engine.past(engine.facts()).is_some_and(|now| now.entails(fact))
                }
            })
        })
    }

    /// Derives the target under some of the assumptions, if propagation can.
    fn explanation_from(
        &self,
        trial: &mut Engine,
        numbers: &[usize],
        target: Target,
    ) -> Result<Option<Explanation>, WhyError> {
        if !self.suffice(trial, numbers, target)? {
            return Ok(None);
        }
        self.under(trial, numbers, |explainer, engine, supposed| {
            explainer.chain(engine, supposed, target, Depth::Smallest).map(Some)
        })
    }

    /// Runs a function under some of the assumptions, then removes them.
    fn under<T>(
        &self,
        trial: &mut Engine,
        numbers: &[usize],
        work: impl FnOnce(&Self, &Engine, &Supposed) -> Result<T, WhyError>,
    ) -> Result<T, WhyError> {
        let mut supposed = Supposed::nothing(trial)?;
        let level = trial.level();
        for &number in numbers {
            if !supposed.failed {
                supposed.add(trial, number, self.assumptions[number].atom)?;
            }
        }
        let result = work(self, trial, &supposed);
        while trial.level() > level {
            trial.pop_level();
        }
        result
    }

    /// Tests each assumption by search: either a witness shows that it is needed, or it is removed.
    fn prove(&self, mut kept: Vec<usize>, target: Target) -> Result<Proof, WhyError> {
        let mut proof = Proof::default();
        let mut i = 0;
        while i < kept.len() {
            let others = kept.iter().filter(|&&number| number != kept[i]).map(|&number| self.assumptions[number].atom);
            let atoms: Vec<Atom> = others.chain(target.fact().map(|fact| !fact)).collect();
            let found = self.find(&self.root, &atoms)?;
            proof.nodes += found.nodes;
            match found.outcome {
                Outcome::Complete(witness) => {
                    proof.witnesses.push(witness);
                    i += 1;
                }
                Outcome::Unsat => {
                    // Witnesses found earlier satisfy even fewer assumptions and remain valid.
                    proof.refuted = Some(found.nodes);
                    kept.remove(i);
                }
                Outcome::Stopped { by, .. } => {
                    proof.stopped = proof.stopped.or(Some(by));
                    i += 1;
                }
            }
        }
        proof.kept = kept;
        Ok(proof)
    }

    /// Creates the explanation of a fact that follows only by search.
    fn by_search(&self, kept: &[usize], target: Target, nodes: u64) -> Explanation {
        let assumed = |&number: &usize| {
            let assumption = &self.assumptions[number];
            let cause = Cause::Assumption { number, name: assumption.name.clone() };
            Step::new(Some(assumption.atom), cause, Vec::new())
        };
        let mut steps: Vec<Step> = kept.iter().map(assumed).collect();
        let premises = kept.iter().map(|&number| self.assumptions[number].atom).collect();
        let last = Step::new(target.fact(), Cause::Search { nodes }, premises);
        steps.push(Step { from: (0..kept.len()).collect(), ..last });
        Explanation {
            fact: target.fact(),
            depth: Depth::Smallest,
            steps,
            assumptions: kept.to_vec(),
            follows: Follows::BySearch { nodes },
            minimality: Minimality::NotAsked,
            verified: 0,
        }
    }
}

/// The results of the searches that test assumptions.
#[derive(Default)]
struct Proof {
    kept: Vec<usize>,
    witnesses: Vec<Solution>,
    /// The total number of nodes of all searches.
    nodes: u64,
    /// The number of nodes of the last search that found an assumption to be unnecessary.
    refuted: Option<u64>,
    stopped: Option<StopReason>,
}
