//! The audit of a clause-learning search: in tests, it checks every reason and every nogood.
//!
//! Correct answers do not show that nogoods are sound: an unsound nogood often goes unnoticed, especially in small
//! models. The audit therefore makes two checks. It passes each requested reason to the checker for its rule. It also
//! requires every reason and every nogood to hold in known solutions, the *witnesses*, while the search still looks for
//! solutions at least as good as the witness.

use super::graph::{Learned, Node};
use crate::atom::{Atom, Relation};
use crate::engine::{Engine, Inference};
use crate::reason::{CheckContext, Premises};
use crate::search::totals::Total;
use crate::view::View;
use std::collections::BTreeMap;

/// A bug to inject, to test whether the audit notices it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LearningPlant {
    /// Drops a premise of a derived fact, such as the old bound when the removal of a value has moved it.
    OldBound,
    /// An explanation has no premises.
    NoPremises,
    /// A nogood lacks a literal.
    DroppedLiteral,
    /// Explains a weaker fact than the one needed.
    WeakLift,
    /// Jumps back too far.
    WrongLevel,
    /// Does not visit the nogoods that watch a literal.
    StaleWatch,
}

impl LearningPlant {
    /// All bugs.
    pub const ALL: [LearningPlant; 6] = [
        LearningPlant::OldBound,
        LearningPlant::NoPremises,
        LearningPlant::DroppedLiteral,
        LearningPlant::WeakLift,
        LearningPlant::WrongLevel,
        LearningPlant::StaleWatch,
    ];
}

/// The audit and its findings.
#[derive(Default)]
pub struct Audit {
    /// Known solutions, each an array of values by engine variable ([`Audit::solution`]).
    witnesses: Vec<Vec<i32>>,
    /// The bug to inject.
    plant: Option<LearningPlant>,
    has_short_runs: bool,
    /// The first complaints, at most ten.
    pub complaints: Vec<String>,
    /// The number of reasons checked.
    pub reasons: u64,
    /// The number of checked reasons for propagators' inferences and conflicts, by rule name.
    pub rules: BTreeMap<&'static str, u64>,
    /// The number of nogoods checked.
    pub nogoods: u64,
    /// The number of nogoods imported from other searches.
    pub imported: u64,
    /// The number of cores that reformulated an objective.
    pub cores: u64,
    /// The objective, and the best value known.
    pub(in crate::search) limit: Option<(View, Option<i32>)>,
    planted: u64,
    /// The number of nogoods still to test by search, and a root copy of the engine for these tests.
    to_refute: u64,
    root: Option<Engine>,
    /// The number of nogoods for which a search without learning found no solution that violates them.
    pub refuted: u64,
}

/// The number of conflicts in the shortest run of an audit that uses short runs.
const SHORT: u64 = 4;

/// The maximum number of nodes in a refutation.
const PATIENCE: u32 = 2_000;

impl Audit {
    /// Creates an audit with these witnesses.
    pub fn new(witnesses: Vec<Vec<i32>>) -> Audit {
        Audit { witnesses, ..Audit::default() }
    }

    /// Injects a bug.
    pub fn planting(mut self, plant: LearningPlant) -> Audit {
        self.plant = Some(plant);
        self
    }

    /// Uses short runs, so that small models reach every kind of run.
    pub fn with_short_runs(mut self) -> Audit {
        self.has_short_runs = true;
        self
    }

    /// The number of conflicts in the shortest run.
    pub(super) fn unit(&self) -> u64 {
        if self.has_short_runs { SHORT } else { super::UNIT }
    }

    /// Tests all imported nogoods and the first `nogoods` others: a search without learning looks for a better solution
    /// that violates the nogood. Do not use this in an enumeration, whose nogoods may exclude solutions already found.
    pub fn refuting(mut self, nogoods: u64) -> Audit {
        self.to_refute = nogoods;
        self
    }

    fn complain(&mut self, what: String) {
        if self.complaints.len() < 10 {
            self.complaints.push(what);
        }
    }

    /// Returns the values of all engine variables in a solution.
    pub fn solution(engine: &Engine) -> Vec<i32> {
        engine.vars().map(|var| engine.min(View::from(var))).collect()
    }

    fn count(&mut self, inference: Option<&Inference>) {
        if let Some(inference) = inference {
            *self.rules.entry(inference.rule.name).or_default() += 1;
        }
    }

    /// Complains if these atoms, which should not hold together, are all true in a witness that is at least as good as
    /// the solutions that the search still looks for.
    fn ask_witnesses(&mut self, atoms: &[Atom], what: &str) {
        let looked_for = |witness: &[i32]| match self.limit {
            Some((objective, Some(best))) => objective.value_of(witness[objective.var().index()]) < best,
            _ => true,
        };
        let agrees = |witness: &&Vec<i32>| {
            looked_for(witness) && atoms.iter().all(|atom| atom.holds_for(witness[atom.var().index()]))
        };
        if self.witnesses.iter().any(|witness| agrees(&witness)) {
            self.complain(format!("{what}: a solution has all of {atoms:?}"));
        }
    }

    /// Injects the bug at every fifth opportunity.
    fn plants(&mut self, plant: LearningPlant) -> bool {
        self.planted += u64::from(self.plant == Some(plant));
        self.plant == Some(plant) && self.planted.is_multiple_of(5)
    }

    /// Called when the search begins.
    pub(super) fn begin(&mut self, engine: &mut Engine) {
        self.root = (self.to_refute > 0).then(|| engine.clone());
        if self.plant == Some(LearningPlant::StaleWatch) {
            engine.let_watches_go_stale();
        }
    }

    /// Checks the conflict taken by the analysis.
    pub(super) fn conflict(&mut self, engine: &Engine, fact: Option<Atom>, premises: &Premises) {
        self.reasons += 1;
        match engine.verify_conflict() {
            Ok(Some(inference)) => {
                self.count(Some(&inference));
                self.implies(engine, (engine.facts(), fact), &inference, premises);
            }
            Ok(None) => {}
            Err(invalid) => self.complain(format!("conflict: {invalid}")),
        }
        let atoms: Vec<Atom> = premises.iter().copied().chain(fact.map(|fact| !fact)).collect();
        self.ask_witnesses(&atoms, "conflict");
    }

    /// Returns the fact to explain at a node; an injected bug may weaken it.
    pub(super) fn fact_to_explain(&self, engine: &Engine, node: Node, fact: Atom) -> Atom {
        let before = engine.past(node.position());
        match (self.plant, fact.relation()) {
            (Some(LearningPlant::WeakLift), Relation::AtLeast) if !node.is_derived() => {
                let weaker = Atom::at_least(View::from(fact.var()), fact.value() - 1);
                if before.is_some_and(|before| before.entails(weaker)) { fact } else { weaker }
            }
            _ => fact,
        }
    }

    /// Checks the premises that a node returned for the needed fact.
    pub(super) fn reason(&mut self, engine: &Engine, node: Node, needed: Atom, premises: &mut Premises) {
        if node.is_derived() && premises.len() > 1 && self.plants(LearningPlant::OldBound) {
            premises.pop();
        }
        if !node.is_derived() && self.plants(LearningPlant::NoPremises) {
            premises.clear();
        }
        self.reasons += 1;
        let refutation: Vec<Atom> = premises.iter().copied().chain([!needed]).collect();
        let Some(roots) = engine.roots() else { return };
        if node.is_derived() {
            // Root facts need no premise.
            let start = engine.store.atoms.as_ref().map_or(0, |atoms| atoms.level_start(1));
            let known = engine.entries(needed.var(), start).filter_map(|position| engine.fact(position));
            if !CheckContext::new(roots, refutation.iter().copied().chain(known)).is_contradictory() {
                self.complain(format!("derived: {premises:?} do not imply {needed:?}"));
            }
        } else if let Some(inference) = engine.inference(node.position()) {
            self.count(Some(&inference));
            self.implies(engine, (node.position(), Some(needed)), &inference, premises);
        }
        self.ask_witnesses(&refutation, "reason");
    }

    /// Complains unless these premises were true before a position and imply the fact by an inference's rule.
    fn implies(
        &mut self,
        engine: &Engine,
        (position, fact): (usize, Option<Atom>),
        inference: &Inference,
        premises: &Premises,
    ) {
        let (Some(past), Some(roots)) = (engine.past(position), engine.roots()) else { return };
        let (rule, refutation) = (inference.rule, premises.iter().copied().chain(fact.map(|fact| !fact)));
        if let Some(late) = premises.iter().find(|&&premise| !past.entails(premise)) {
            self.complain(format!("{}: the premise {late:?} of {fact:?} was not true before", rule.name));
        }
        if !engine.follows(inference.propagator, rule, roots, &refutation.collect::<Vec<Atom>>()) {
            self.complain(format!("{}: {:?} do not imply {fact:?}", rule.name, &premises[..]));
        }
    }

    /// Checks the nogood before the jump.
    pub(super) fn nogood(&mut self, engine: &Engine, level: usize, mut learned: Learned) -> Learned {
        self.nogoods += 1;
        if learned.clause.len() > 2 && self.plants(LearningPlant::DroppedLiteral) {
            learned.clause.pop();
        }
        if learned.back > 0 && self.plants(LearningPlant::WrongLevel) {
            learned.back -= 1;
        }
        // Every literal is false. Only the first became false below the target level of the jump; the second became
        // false at that level.
        let since = |literal: Atom| match engine.since(!literal, engine.facts()) {
            Some(crate::engine::Since::Entry(at)) => Some(engine.level_of(at)),
            Some(crate::engine::Since::Root) => Some(0),
            None => None,
        };
        let clause = &learned.clause;
        let levels: Vec<Option<usize>> = clause.iter().map(|&literal| since(literal)).collect();
        let back = levels[1..].iter().max().copied().unwrap_or(Some(0));
        if levels[0] != Some(level) || levels.contains(&None) || back != Some(learned.back) {
            self.complain(format!("the jump from {level} to {} with literals of the levels {levels:?}", learned.back));
        }
        self.ask_witnesses(&denied(clause), "nogood");
        // The search without learning has no totals, so reserved variables mean nothing to it.
        if self.to_refute > 0 && !clause.iter().any(|literal| engine.is_reserved(literal.var())) {
            self.to_refute -= 1;
            self.refute(&denied(clause));
        }
        learned
    }

    /// Extends the witnesses with the value of a reserved variable that has become a total.
    pub(super) fn counts(&mut self, total: &Total) {
        self.cores += 1;
        for witness in &mut self.witnesses {
            let held = total.atoms.iter().filter(|atom| atom.holds_for(witness[atom.var().index()])).count();
            witness.resize(witness.len().max(total.view.var().index() + 1), 0);
            witness[total.view.var().index()] = held as i32;
        }
    }

    /// Checks a nogood imported from another search.
    pub(super) fn imported(&mut self, clause: &[Atom]) {
        self.imported += 1;
        self.ask_witnesses(&denied(clause), "a nogood of another search");
        self.refute(&denied(clause));
    }

    /// Complains if a search finds a solution in which these atoms hold.
    fn refute(&mut self, denied: &[Atom]) {
        let Some(mut engine) = self.root.clone() else { return };
        let better = self.limit.and_then(|(objective, best)| Some(Atom::at_most(objective, best? - 1)));
        engine.push_level();
        let mut atoms = denied.iter().copied().chain(better);
        let mut patience = PATIENCE;
        match atoms.all(|atom| engine.assume(atom).is_ok()) && has_solution(&mut engine, &mut patience) {
            true => self.complain(format!("nogood: a search finds a solution with all of {denied:?}")),
            false => self.refuted += u64::from(patience > 0),
        }
    }

    /// Checks a fixpoint without conflict: if all but one of a nogood's literals are false, the remaining literal must
    /// be true, except where watches do not guarantee it.
    pub(super) fn fixpoint(&mut self, engine: &Engine) {
        if let Some(missed) = engine.missed_nogood() {
            self.complain(format!("the nogood {missed:?} was not visited"));
        }
    }

    /// Records a solution, which an enumeration will not look for again.
    pub(super) fn solved(&mut self, engine: &Engine) {
        if self.limit.is_none() {
            let found = Audit::solution(engine);
            self.witnesses.retain(|witness| *witness != found);
        }
    }
}

/// Returns the atoms that a nogood, given as a clause, forbids to hold together.
fn denied(clause: &[Atom]) -> Vec<Atom> {
    clause.iter().map(|&literal| !literal).collect()
}

/// Whether there is a solution below this node; `false` if `patience` runs out first.
fn has_solution(engine: &mut Engine, patience: &mut u32) -> bool {
    if *patience == 0 || engine.propagate().is_err() {
        return false;
    }
    *patience -= 1;
    let mut decided = engine.vars().filter(|&var| !engine.is_reserved(var)).map(View::from);
    let Some(x) = decided.find(|&x| engine.fixed(x).is_none()) else { return true };
    let low = engine.min(x);
    [Atom::equals(x, low), Atom::differs(x, low)].into_iter().any(|atom| {
        engine.push_level();
        let found = engine.assume(atom).is_ok() && has_solution(engine, patience);
        engine.pop_level();
        found
    })
}
