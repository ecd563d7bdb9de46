//! Nogood minimisation: removes literals implied by the nogood's other literals.
//!
//! The first step is recursive (N. Sörensson, A. Biere, *Minimizing learned clauses*, SAT 2009): a literal is
//! redundant if each premise of its fact is in the nogood or itself redundant. The second is semantic: `x >= 3` is
//! removed if `x >= 5` remains. The order matters: the recursion must not rely on literals already removed by the
//! second step.

use super::explanations::Reasons;
use super::graph::Node;
use super::premise_cache::PremiseCache;
use crate::atom::{Atom, Relation};
use crate::engine::Engine;
use crate::reason::Premises;
use std::ops::Range;

/// The maximum number of explanations for one conflict.
const EXPLANATIONS: usize = 200;

/// The maximum depth of the recursion.
const DEPTH: usize = 20;

/// Minimisation pays off above this number of removed literals per explanation.
const YIELD: f64 = 0.05;

/// The interval, in conflicts, at which minimisation is attempted while it does not pay off.
const RARELY: u64 = 8;

#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Memo {
    #[default]
    Unknown,
    Redundant,
    Needed,
}

/// Buffers of the minimisation.
#[derive(Default)]
pub(super) struct Minimiser {
    memo: Vec<Memo>,
    known: Vec<Node>,
    /// By level: the index of the last conflict with literals there.
    stamps: Vec<u64>,
    conflict: u64,
    explanations: usize,
    /// Explaining stops when the engine has counted this many queries about past domains.
    most: u64,
    premises: PremiseCache,
    buffer: Premises,
    /// A running mean of literals removed per explanation.
    gain: f64,
    /// For a proof: the positions and facts whose explanations show literals to be redundant.
    pub(super) explained: Option<Vec<(usize, Atom)>>,
}

impl Minimiser {
    /// Removes redundant literals from a nogood. `facts` contains their negations, which hold, latest first; `need`
    /// contains the fact needed at each node. Stops explaining once the engine has answered `most` queries about past
    /// domains.
    pub(super) fn minimise(
        &mut self,
        engine: &Engine,
        reasons: &mut Reasons,
        need: &[Option<Atom>],
        facts: &mut Vec<(Node, Atom)>,
        most: u64,
    ) {
        self.conflict += 1;
        (self.explanations, self.most) = (EXPLANATIONS, most);
        if self.conflict == 1 {
            self.gain = 1.0;
        }
        if self.gain >= YIELD || self.conflict.is_multiple_of(RARELY) {
            self.premises.refresh(engine);
            self.stamp(engine, facts);
            self.memo.resize(self.memo.len().max(need.len()), Memo::Unknown);
            let before = facts.len();
            facts.retain(|&(node, fact)| !self.is_redundant(engine, reasons, need, node, fact, 0));
            if self.explanations_made() > 0 {
                let gained = (before - facts.len()) as f64 / self.explanations_made() as f64;
                self.gain += (gained - self.gain) / 64.0;
            }
            for node in self.known.drain(..) {
                self.memo[node.index()] = Memo::Unknown;
            }
        }
        drop_implied(facts);
    }

    /// The number of explanations made for the last conflict.
    pub(super) fn explanations_made(&self) -> usize {
        EXPLANATIONS - self.explanations
    }

    fn stamp(&mut self, engine: &Engine, facts: &[(Node, Atom)]) {
        for &(node, _) in facts {
            let level = engine.level_of(node.position());
            if self.stamps.len() <= level {
                self.stamps.resize(level + 1, 0);
            }
            self.stamps[level] = self.conflict;
        }
    }

    /// Checks whether a fact follows from the other facts of the nogood.
    fn is_redundant(
        &mut self,
        engine: &Engine,
        reasons: &mut Reasons,
        need: &[Option<Atom>],
        of: Node,
        fact: Atom,
        depth: usize,
    ) -> bool {
        if depth > 0 {
            if need[of.index()].is_some_and(|stated| fact.follows_from(stated)) {
                return true;
            }
            match self.memo[of.index()] {
                Memo::Redundant => return true,
                Memo::Needed => return false,
                Memo::Unknown => {}
            }
            // A fact cannot follow from the nogood's other facts if none of them is at its level.
            if self.stamps.get(engine.level_of(of.position())) != Some(&self.conflict) {
                return false;
            }
        }
        if self.explanations == 0 || depth > DEPTH || engine.queries() > self.most {
            return false;
        }
        self.explanations -= 1;
        // The result is stored for the node and must hold for every fact that a later step may need from it, so the
        // entire entry is explained.
        let entry = if of.is_derived() { fact } else { engine.fact(of.position()).unwrap_or(fact) };
        let redundant = self.premises_of(engine, reasons, of, entry).is_some_and(|mut places| {
            places.all(|place| match self.premises.premise(engine, place, of.before()) {
                Some((before, premise)) => self.is_redundant(engine, reasons, need, before, premise, depth + 1),
                None => true,
            })
        });
        if !of.is_derived() {
            if let Some(explained) = self.explained.as_mut().filter(|_| redundant) {
                explained.push((of.position(), reasons.fact_to_explain(engine, of, entry)));
            }
            self.memo[of.index()] = if redundant { Memo::Redundant } else { Memo::Needed };
            self.known.push(of);
        }
        redundant
    }

    /// Returns the premises of a node's entire entry, cached after the first request; `None` for a decision.
    fn premises_of(&mut self, engine: &Engine, reasons: &mut Reasons, of: Node, entry: Atom) -> Option<Range<u32>> {
        let position = (!of.is_derived()).then(|| of.position());
        position.and_then(|position| self.premises.get(position)).or_else(|| {
            let fact = reasons.fact_to_explain(engine, of, entry);
            let is_explained = reasons.explain(engine, of, fact, &mut self.buffer);
            is_explained.then(|| self.premises.add(position, &self.buffer))
        })
    }

    /// The memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.memo.capacity() + self.premises.bytes()
    }

    /// Returns the latest level of these facts, and the number of distinct levels. The latest fact must come first.
    pub(super) fn levels(&mut self, engine: &Engine, facts: &[(Node, Atom)]) -> (usize, u32) {
        let Some(&(latest, _)) = facts.first() else { return (0, 0) };
        let back = engine.level_of(latest.position());
        let mut different = 0;
        let mut last = usize::MAX;
        for &(node, _) in facts {
            let level = engine.level_of(node.position());
            different += u32::from(level != last);
            last = level;
        }
        (back, different)
    }
}

/// Removes facts that are implied by a later fact about the same variable. All facts are distinct.
fn drop_implied(facts: &mut Vec<(Node, Atom)>) {
    facts.sort_unstable_by_key(|&(node, fact)| (fact.var(), std::cmp::Reverse(node)));
    // The bounds that the kept facts imply for the variable: `low` inclusive, `high` exclusive.
    let (mut var, mut low, mut high) = (None, i32::MIN, i32::MAX);
    facts.retain(|&(_, fact)| {
        let v = fact.value();
        if var.replace(fact.var()) != Some(fact.var()) {
            (low, high) = (i32::MIN, i32::MAX);
        }
        match fact.relation() {
            Relation::AtLeast if v <= low => return false,
            Relation::Less if v >= high => return false,
            Relation::NotEqual => return low <= v && v < high,
            Relation::AtLeast => low = v,
            Relation::Less => high = v,
            Relation::Equal => (low, high) = (v, v.saturating_add(1)),
        }
        true
    });
    facts.sort_unstable_by_key(|&(node, _)| std::cmp::Reverse(node));
}
