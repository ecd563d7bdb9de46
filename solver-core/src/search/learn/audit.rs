//! The audit of a learning search: every reason and every nogood is checked, in tests.
//!
//! Right answers are no evidence of right nogoods: an unsound one often goes unnoticed, and small models notice least. So two lanes stand beside the
//! search. The *checker lane* gives each reason, as it was asked for, to the checker of its rule. The *witness lane* has a known solution: as long as it
//! is at least as good as what is looked for, every reason and every nogood must be true in it.

use super::graph::{Learned, Node};
use crate::atom::{Atom, Relation};
use crate::engine::Engine;
use crate::reason::{CheckContext, Premises};
use crate::search::totals::Total;
use crate::view::View;

/// A bug to plant, to see whether the audit notices it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LearningPlant {
    /// A premise of a derived fact is forgotten: the bound that a hole moved.
    OldBound,
    /// An explanation has no premises.
    NoPremises,
    /// A literal is missing in a nogood.
    DroppedLiteral,
    /// An explanation is asked for less than is needed.
    WeakLift,
    /// The jump goes back too far.
    WrongLevel,
    /// The nogoods that watch a literal are not visited.
    StaleWatch,
}

impl LearningPlant {
    /// All of them.
    pub const ALL: [LearningPlant; 6] = [
        LearningPlant::OldBound,
        LearningPlant::NoPremises,
        LearningPlant::DroppedLiteral,
        LearningPlant::WeakLift,
        LearningPlant::WrongLevel,
        LearningPlant::StaleWatch,
    ];
}

/// What the audit has seen.
#[derive(Default)]
pub struct Audit {
    /// Known solutions, each by engine variable ([`Audit::solution`]).
    witnesses: Vec<Vec<i32>>,
    /// A bug to plant.
    plant: Option<LearningPlant>,
    has_short_runs: bool,
    /// The first complaints, by rule or part.
    pub complaints: Vec<String>,
    /// Reasons checked.
    pub reasons: u64,
    /// Nogoods checked.
    pub nogoods: u64,
    /// Nogoods taken over from other searches.
    pub adopted: u64,
    /// Cores by which an objective was rewritten.
    pub cores: u64,
    /// The objective, and the best value known.
    pub(in crate::search) limit: Option<(View, Option<i32>)>,
    planted: u64,
    /// Nogoods that are still to be refuted, and the engine at the root for it.
    to_refute: u64,
    root: Option<Engine>,
    /// Nogoods of which a search without learning has found that no solution violates them.
    pub refuted: u64,
}

/// Conflicts of the shortest run where runs are short.
const SHORT: u64 = 4;

/// Nodes after which a refutation is given up.
const PATIENCE: u32 = 2_000;

impl Audit {
    /// An audit with these witnesses.
    pub fn new(witnesses: Vec<Vec<i32>>) -> Audit {
        Audit { witnesses, ..Audit::default() }
    }

    /// Plants a bug.
    pub fn planting(mut self, plant: LearningPlant) -> Audit {
        self.plant = Some(plant);
        self
    }

    /// Has short runs, so that small models come to every kind of run.
    pub fn with_short_runs(mut self) -> Audit {
        self.has_short_runs = true;
        self
    }

    /// Conflicts of the shortest run.
    pub(super) fn unit(&self) -> u64 {
        if self.has_short_runs { SHORT } else { super::UNIT }
    }

    /// Refutes the first `n` nogoods, and all that are taken over: a search without learning looks for a better solution that violates them. Not for an enumeration, which may exclude
    /// what it has found.
    pub fn refuting(mut self, nogoods: u64) -> Audit {
        self.to_refute = nogoods;
        self
    }

    fn complain(&mut self, what: String) {
        if self.complaints.len() < 10 {
            self.complaints.push(what);
        }
    }

    /// The values of all engine variables, at a solution.
    pub fn solution(engine: &Engine) -> Vec<i32> {
        engine.vars().map(|var| engine.min(View::of(var))).collect()
    }

    /// Complains if these atoms, which are to exclude each other, are all true in a witness that is still looked for.
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

    /// Every so often it is time for the planted bug.
    fn plants(&mut self, plant: LearningPlant) -> bool {
        self.planted += u64::from(self.plant == Some(plant));
        self.plant == Some(plant) && self.planted.is_multiple_of(5)
    }

    /// The search begins.
    pub(super) fn begin(&mut self, engine: &mut Engine) {
        self.root = (self.to_refute > 0).then(|| engine.clone());
        if self.plant == Some(LearningPlant::StaleWatch) {
            engine.let_watches_go_stale();
        }
    }

    /// The conflict that is taken up.
    pub(super) fn conflict(&mut self, engine: &Engine, fact: Option<Atom>, premises: &Premises) {
        self.reasons += 1;
        if let Err(invalid) = engine.verify_conflict() {
            self.complain(format!("conflict: {invalid}"));
        }
        let atoms: Vec<Atom> = premises.iter().copied().chain(fact.map(|fact| !fact)).collect();
        self.ask_witnesses(&atoms, "conflict");
    }

    /// What to ask of a node.
    pub(super) fn asked(&self, engine: &Engine, node: Node, fact: Atom) -> Atom {
        let before = engine.past(node.position());
        match (self.plant, fact.relation()) {
            (Some(LearningPlant::WeakLift), Relation::AtLeast) if !node.is_derived() => {
                let weaker = Atom::at_least(View::of(fact.var()), fact.value() - 1);
                if before.is_some_and(|before| before.entails(weaker)) { fact } else { weaker }
            }
            _ => fact,
        }
    }

    /// The premises that a node gave for what was needed.
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
            // What holds at level 0 needs no premise.
            let start = engine.store.atoms.as_ref().map_or(0, |atoms| atoms.level_start(1));
            let known = engine.entries(needed.var(), start).filter_map(|position| engine.fact(position));
            if !CheckContext::new(roots, refutation.iter().copied().chain(known)).is_contradictory() {
                self.complain(format!("derived: {premises:?} do not imply {needed:?}"));
            }
        } else if let Some(inference) = engine.inference(node.position()) {
            let past = engine.past(node.position());
            if let Some(late) =
                premises.iter().find(|&&premise| !past.as_ref().is_some_and(|past| past.entails(premise)))
            {
                self.complain(format!(
                    "{}: the premise {late:?} of {needed:?} was not true before",
                    inference.rule.name
                ));
            }
            if !engine.follows(inference.propagator, inference.rule, roots, &refutation) {
                self.complain(format!("{}: {:?} do not imply {needed:?}", inference.rule.name, &premises[..]));
            }
        }
        self.ask_witnesses(&refutation, "reason");
    }

    /// The nogood, before the jump.
    pub(super) fn nogood(&mut self, engine: &Engine, level: usize, learned: &mut Learned) {
        self.nogoods += 1;
        if learned.clause.len() > 2 && self.plants(LearningPlant::DroppedLiteral) {
            learned.clause.pop();
        }
        if learned.back > 0 && self.plants(LearningPlant::WrongLevel) {
            learned.back -= 1;
        }
        // Every literal is false; but for the first, none became so above the level to jump to, and the second did on it.
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
        // A search without totals knows nothing of them.
        if self.to_refute > 0 && !clause.iter().any(|literal| engine.is_spare(literal.var())) {
            self.to_refute -= 1;
            self.refute(&denied(clause));
        }
    }

    /// A spare variable becomes a total, and gets its value in the witnesses.
    pub(super) fn counts(&mut self, total: &Total) {
        self.cores += 1;
        for witness in &mut self.witnesses {
            let held = total.atoms.iter().filter(|atom| atom.holds_for(witness[atom.var().index()])).count();
            witness.resize(witness.len().max(total.view.var().index() + 1), 0);
            witness[total.view.var().index()] = held as i32;
        }
    }

    /// A nogood of another search is taken over.
    pub(super) fn adopted(&mut self, clause: &[Atom]) {
        self.adopted += 1;
        self.ask_witnesses(&denied(clause), "a nogood of another search");
        self.refute(&denied(clause));
    }

    /// Looks for a solution with these atoms.
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

    /// A fixpoint without conflict: where all of a nogood's literals but one are false, that one is true, as far as watches promise.
    pub(super) fn fixpoint(&mut self, engine: &Engine) {
        if let Some(missed) = engine.missed_nogood() {
            self.complain(format!("the nogood {missed:?} was not visited"));
        }
    }

    /// A solution was found: an enumeration does not look for it any more.
    pub(super) fn solved(&mut self, engine: &Engine) {
        if self.limit.is_none() {
            let found = Audit::solution(engine);
            self.witnesses.retain(|witness| *witness != found);
        }
    }
}

/// What a nogood, as a clause, excludes.
fn denied(clause: &[Atom]) -> Vec<Atom> {
    clause.iter().map(|&literal| !literal).collect()
}

/// Whether there is a solution below; false when patience ends.
fn has_solution(engine: &mut Engine, patience: &mut u32) -> bool {
    if *patience == 0 || engine.propagate().is_err() {
        return false;
    }
    *patience -= 1;
    let mut decided = engine.vars().filter(|&var| !engine.is_spare(var)).map(View::of);
    let Some(x) = decided.find(|&x| engine.fixed(x).is_none()) else { return true };
    let low = engine.min(x);
    [Atom::equals(x, low), Atom::differs(x, low)].into_iter().any(|atom| {
        engine.push_level();
        let found = engine.assume(atom).is_ok() && has_solution(engine, patience);
        engine.pop_level();
        found
    })
}
