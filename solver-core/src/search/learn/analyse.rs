//! Conflict analysis derives a nogood from a failure. Exactly one of its literals belongs to the conflict's level: the
//! first unique implication point.
//!
//! The analysis visits the nodes of this level in reverse chronological order (J. Marques-Silva, K. Sakallah, *GRASP*,
//! IEEE Trans. Computers 48(5), 1999; L. Zhang et al., *Efficient conflict driven learning in a Boolean satisfiability
//! solver*, ICCAD 2001), over atoms instead of literals (G. Katsirelos, F. Bacchus, *Generalized nogoods in CSPs*, AAAI
//! 2005). At each node, it explains the weakest fact that suffices: if a bound moved from 3 to 9 but only 5 is needed,
//! it explains the bound 5.

use super::activity::Activities;
use super::explanations::Reasons;
use super::graph::{Learned, Node, joined, node};
use super::minimise::Minimiser;
use crate::atom::Atom;
use crate::engine::Engine;
use crate::reason::Premises;
use crate::search::watch::Analysed;
use std::collections::BinaryHeap;

#[cfg(any(test, feature = "harness"))]
use super::audit::Audit;

/// The maximum number of premises for one conflict. If a conflict needs more, its nogood consists of the decisions, so
/// that costly explanations do not stall the search.
const PREMISES: usize = 20_000;

/// The maximum number of queries about past domains that the explanations of one conflict may make (about ten
/// milliseconds). If they need more, the nogood also consists of the decisions.
const QUERIES: u64 = 500_000;

/// Budget units per premise and per explanation.
const WORK: (usize, usize) = (5, 20);

/// The number of queries per conflict that [`WORK`] covers; each further query costs one unit.
const FREE_QUERIES: u64 = 20_000;

/// Conflict analysis, one conflict at a time.
pub(crate) struct Analysis {
    pub(super) reasons: Reasons,
    /// By node: the fact that the conflict needs there.
    need: Vec<Option<Atom>>,
    touched: Vec<Node>,
    open: BinaryHeap<Node>,
    conflict: Vec<(Node, Atom)>,
    premises: Premises,
    /// The facts below the conflict's level whose negations are nogood literals.
    lower: Vec<(Node, Atom)>,
    minimiser: Minimiser,
    /// A buffer for the literals of the next nogood.
    clause: Vec<Atom>,
    /// Learned nogoods used in the derivation.
    pub(super) used: Vec<u32>,
    /// The work spent on the last conflict, in budget units.
    pub(super) work: usize,
    /// The number of premises in the explanations of the last conflict.
    returned: usize,
    /// The number of queries about past domains that the engine had made before this conflict.
    began: u64,
    /// For a proof: the positions visited for the last conflict, with the facts explained there.
    explained: Option<Vec<(usize, Atom)>>,
    /// Whether the last nogood consists of the decisions.
    is_by_decisions: bool,
    #[cfg(any(test, feature = "harness"))]
    pub(super) audit: Option<Box<Audit>>,
}

impl Analysis {
    pub(super) fn new(reasons: Reasons, #[cfg(any(test, feature = "harness"))] audit: Option<Box<Audit>>) -> Analysis {
        Analysis {
            reasons,
            need: Vec::new(),
            touched: Vec::new(),
            open: BinaryHeap::new(),
            conflict: Vec::new(),
            premises: Premises::new(),
            lower: Vec::new(),
            minimiser: Minimiser::default(),
            clause: Vec::new(),
            used: Vec::new(),
            work: 0,
            returned: 0,
            began: 0,
            explained: None,
            is_by_decisions: false,
            #[cfg(any(test, feature = "harness"))]
            audit,
        }
    }

    /// Switches the recording of explained facts on or off.
    pub(super) fn record(&mut self, record: bool) {
        self.explained = record.then(Vec::new);
        self.minimiser.explained = record.then(Vec::new);
        self.is_by_decisions = false;
    }

    /// Returns the facts explained for the last conflict.
    pub(super) fn explanations(&self) -> Analysed<'_> {
        match &self.explained {
            Some(explained) if !self.is_by_decisions => Analysed::Nogood(explained),
            _ => Analysed::Decisions,
        }
    }

    /// Takes the engine's conflict. Returns the level of the latest fact on which it depends, or `None` if it depends
    /// only on root facts.
    pub(super) fn take_conflict(&mut self, engine: &Engine) -> Option<usize> {
        let facts = engine.facts();
        self.begin(engine);
        self.used.clear();
        self.conflict.clear();
        let fact = engine.failed_fact();
        let is_explained = self.reasons.explain_at(engine, (facts, fact), &mut self.premises);
        // A decision is never false when it is made.
        debug_assert!(is_explained, "a conflict without a reason");
        self.used.extend(engine.nogood_at(facts));
        #[cfg(any(test, feature = "harness"))]
        if let Some(audit) = &mut self.audit {
            audit.conflict(engine, fact, &self.premises);
        }
        let denied = fact.map(|fact| !fact);
        for atom in self.premises.iter().copied().chain(denied) {
            self.conflict.extend(node(engine, atom, facts).map(|node| (node, atom)));
        }
        let top = self.conflict.iter().map(|&(node, _)| node).max()?;
        Some(engine.level_of(top.position()))
    }

    /// Derives a nogood from the conflict taken; `level` is the conflict's level.
    pub(super) fn learn(&mut self, engine: &Engine, level: usize, mut activities: Option<&mut Activities>) -> Learned {
        let Some(atoms) = engine.store.atoms.as_ref() else { return Learned::default() };
        let start = Node::first_at(atoms.level_start(level));
        self.prepare(engine);
        for i in 0..self.conflict.len() {
            let (node, atom) = self.conflict[i];
            self.add(engine, node, atom, start);
        }
        self.work = WORK.0 * self.conflict.len();
        let uip = loop {
            let Some(node) = self.open.pop() else { return self.decisions(engine, level) };
            let Some(needed) = self.need[node.index()] else { continue };
            if let Some(activities) = &mut activities {
                activities.bump(needed);
            }
            if self.open.is_empty() {
                break needed;
            }
            self.need[node.index()] = None;
            if self.is_exhausted(engine) || !self.expand(engine, node, needed, start) {
                return self.decisions(engine, level);
            }
        };
        self.lower.clear();
        let below = self.touched.iter().filter(|&&node| node < start);
        self.lower.extend(below.filter_map(|&node| Some((node, self.need[node.index()]?))));
        if let Some(activities) = &mut activities {
            self.lower.iter().for_each(|&(_, atom)| activities.bump(atom));
        }
        // Latest first.
        self.lower.sort_unstable_by_key(|&(node, _)| std::cmp::Reverse(node));
        let most = self.began + QUERIES;
        self.minimiser.minimise(engine, &mut self.reasons, &self.need, &mut self.lower, most);
        self.work += WORK.1 * self.minimiser.explanations_made() + self.surplus(engine);
        if let (Some(explained), Some(more)) = (&mut self.explained, &mut self.minimiser.explained) {
            explained.append(more);
        }
        self.forget_needs();
        let mut clause = std::mem::take(&mut self.clause);
        clause.clear();
        clause.push(!uip);
        clause.extend(self.lower.iter().map(|&(_, atom)| !atom));
        let (back, levels) = self.minimiser.levels(engine, &self.lower);
        let learned = Learned { back, clause, lbd: levels + 1 };
        #[cfg(any(test, feature = "harness"))]
        if let Some(audit) = &mut self.audit {
            return audit.nogood(engine, level, learned);
        }
        learned
    }

    /// Reuses the buffer of a stored nogood.
    pub(super) fn reuse(&mut self, clause: Vec<Atom>) {
        self.clause = clause;
    }

    /// Returns the decisions that imply a true atom, or `None` if the derivation needs too many premises.
    pub(super) fn decisions_behind(&mut self, engine: &Engine, atom: Atom) -> Option<Vec<Atom>> {
        let start = Node::first_at(engine.store.atoms.as_ref()?.level_start(1));
        self.prepare(engine);
        self.begin(engine);
        if let Some(node) = node(engine, atom, engine.facts()) {
            self.add(engine, node, atom, start);
        }
        let mut decisions = Vec::new();
        while !self.is_exhausted(engine)
            && let Some(node) = self.open.pop()
        {
            let Some(needed) = self.need[node.index()] else { continue };
            if !self.expand(engine, node, needed, start) {
                decisions.extend(engine.fact(node.position()));
            }
        }
        self.open.clear();
        self.used.clear();
        self.forget_needs();
        self.work += self.surplus(engine);
        (!self.is_exhausted(engine)).then_some(decisions)
    }

    /// Starts measuring the work for a conflict.
    fn begin(&mut self, engine: &Engine) {
        (self.work, self.returned, self.began) = (0, 0, engine.queries());
    }

    /// Whether the conflict's explanations have reached a limit.
    fn is_exhausted(&self, engine: &Engine) -> bool {
        self.returned > PREMISES || engine.queries() - self.began > QUERIES
    }

    /// Returns the budget units for queries beyond [`FREE_QUERIES`].
    fn surplus(&self, engine: &Engine) -> usize {
        (engine.queries() - self.began).saturating_sub(FREE_QUERIES) as usize
    }

    /// Makes room for an entry per node in `need`.
    fn prepare(&mut self, engine: &Engine) {
        self.need.resize(self.need.len().max(2 * engine.facts() + 2), None);
    }

    /// Clears the needs.
    fn forget_needs(&mut self) {
        for node in self.touched.drain(..) {
            self.need[node.index()] = None;
        }
    }

    /// Adds the premises of a node to the needs of earlier nodes. Returns `false` if the node is a decision.
    fn expand(&mut self, engine: &Engine, node: Node, needed: Atom, start: Node) -> bool {
        if !self.explain(engine, node, needed) {
            return false;
        }
        for i in 0..self.premises.len() {
            let atom = self.premises[i];
            if let Some(premise) = super::graph::node(engine, atom, node.before()) {
                debug_assert!(premise < node, "a premise that came later");
                self.add(engine, premise, atom, start);
            }
        }
        self.work += WORK.0 * self.premises.len() + WORK.1;
        self.returned += self.premises.len();
        true
    }

    /// Adds an atom to the needs of its node.
    fn add(&mut self, engine: &Engine, node: Node, atom: Atom, start: Node) {
        let need = &mut self.need[node.index()];
        match *need {
            Some(known) => *need = Some(joined(engine, node, known, atom)),
            None => {
                *need = Some(atom);
                self.touched.push(node);
                if node >= start {
                    self.open.push(node);
                }
            }
        }
    }

    /// Fetches the premises of a node. Returns `false` if the node is a decision.
    fn explain(&mut self, engine: &Engine, node: Node, needed: Atom) -> bool {
        let fact = self.reasons.fact_to_explain(engine, node, needed);
        #[cfg(any(test, feature = "harness"))]
        let fact = self.audit.as_ref().map_or(fact, |audit| audit.fact_to_explain(engine, node, fact));
        let is_explained = self.reasons.explain(engine, node, fact, &mut self.premises);
        if !node.is_derived() {
            self.used.extend(engine.nogood_at(node.position()));
            if let Some(explained) = &mut self.explained {
                explained.push((node.position(), fact));
            }
        }
        #[cfg(any(test, feature = "harness"))]
        if let Some(audit) = self.audit.as_mut().filter(|_| is_explained) {
            audit.reason(engine, node, fact, &mut self.premises);
        }
        is_explained
    }

    /// Returns the nogood that consists of all decisions up to a level.
    #[cold]
    fn decisions(&mut self, engine: &Engine, level: usize) -> Learned {
        self.is_by_decisions = true;
        self.work += self.surplus(engine);
        self.open.clear();
        self.forget_needs();
        let mut clause = std::mem::take(&mut self.clause);
        clause.clear();
        if let Some(atoms) = engine.store.atoms.as_ref() {
            clause.extend((1..=level).rev().map(|level| !atoms.fact(atoms.level_start(level)).0));
        }
        Learned { back: level - 1, clause, lbd: level as u32 }
    }

    /// The memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let own = self.need.capacity() * size_of::<Option<Atom>>() + self.touched.capacity() * 4;
        own + self.minimiser.bytes() + self.reasons.bytes()
    }
}
