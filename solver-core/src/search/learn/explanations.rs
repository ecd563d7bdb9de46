//! Kinds of explanations, which determine the premises that conflict analysis gets for an inference.
//!
//! The kinds are those that papers on lazy clause generation compare: eager and lazy explanations (O. Ohrimenko, P. J.
//! Stuckey, M. Codish, *Propagation via lazy clause generation*, Constraints 14(3), 2009), and naive and weaker ones
//! (A. Schutt, T. Feydy, P. J. Stuckey, M. G. Wallace, *Explaining the cumulative propagator*, Constraints 16(3),
//! 2011). Clauses, learned or posted, explain themselves: no kind changes or counts them.

use super::graph::{Learned, Node, derived, node};
use crate::atom::Atom;
use crate::engine::Engine;
use crate::names::named;
use crate::reason::Premises;
use crate::search::ExplanationStatistics;
use crate::var::Var;
use std::collections::BTreeSet;

/// How a learning search explains inferences in conflict analysis:
/// [`Search::explanations`](crate::Search::explanations). The solutions are the same for all kinds.
#[doc(alias("lazy explanation", "eager explanation", "lifted explanation", "naive explanation"))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Explanations {
    /// Explains every inferred atom at the end of the propagation that inferred it, whether or not a conflict needs the
    /// explanation. The nogoods are those of `Lazy`, unless an analysis reaches its limit on work; only time and the
    /// number of explanations differ.
    Eager,
    /// Explains an inferred atom when conflict analysis reaches it.
    Lazy,
    /// Like `Lazy`, but explains the weakest atom that the conflict needs, which may have weaker premises.
    #[default]
    Lifted,
    /// Like `Lifted`, without the premises that the rule's checker does not need. Tries to drop premises, the last one
    /// first, but keeps those that hold at the root, because they cost nothing.
    Minimal,
    /// All that was known about the variables of the constraint just before the inference: bounds and removed values.
    Naive,
}

named! {
    Explanations, "explanation", Eager = "eager", Lazy = "lazy", Lifted = "lifted", Minimal = "minimal", Naive = "naive"
}

/// An atom-trail position with the fact to explain there; at the end of the trail, the atom that failed.
type At = (usize, Option<Atom>);

/// One search's explanations, of the chosen kind.
#[derive(Default)]
pub(super) struct Reasons {
    /// The domain words of the Small variables at the root.
    pub(super) roots: Vec<u64>,
    pub(super) kind: Option<Explanations>,
    pub(super) statistics: ExplanationStatistics,
    /// Eager explanations: all premises, and the end of each atom-trail position's range in them.
    pub(super) eager: Vec<Atom>,
    pub(super) ends: Vec<u32>,
}

impl Reasons {
    /// Returns the fact to explain at a node: the needed fact if the entry's reason can explain it, otherwise the
    /// entry.
    pub(super) fn fact_to_explain(&self, engine: &Engine, node: Node, needed: Atom) -> Atom {
        let lifts = matches!(self.kind, None | Some(Explanations::Lifted | Explanations::Minimal));
        match engine.fact(node.position()) {
            Some(entry) if !(node.is_derived() || lifts && entry.relation() == needed.relation()) => entry,
            _ => needed,
        }
    }

    /// Replaces the contents of `premises` with earlier true atoms that imply a node's fact, as chosen by
    /// [`fact_to_explain`](Reasons::fact_to_explain). Returns `false` for a decision.
    pub(super) fn explain(&mut self, engine: &Engine, node: Node, fact: Atom, premises: &mut Premises) -> bool {
        if !node.is_derived() {
            return self.explain_at(engine, (node.position(), Some(fact)), premises);
        }
        premises.clear();
        derived(engine, &self.roots, node, fact, premises);
        true
    }

    /// Replaces the contents of `premises` with those of a fact or a failure. Returns `false` for a decision.
    pub(super) fn explain_at(&mut self, engine: &Engine, at @ (position, fact): At, premises: &mut Premises) -> bool {
        let Some(kind) = self.kind else { return engine.premises_at(position, fact, premises).is_some() };
        if let Some(&end) = self.ends.get(position).filter(|_| engine.is_by_propagator(position)) {
            let start = position.checked_sub(1).map_or(0, |before| self.ends[before]);
            premises.clear();
            premises.extend(self.eager[start as usize..end as usize].iter().copied());
            return true;
        }
        self.compute(engine, kind, at, premises)
    }

    #[cold]
    fn compute(&mut self, engine: &Engine, kind: Explanations, (position, fact): At, premises: &mut Premises) -> bool {
        let Some((propagator, rule)) = engine.premises_at(position, fact, premises) else { return false };
        if !engine.is_by_propagator(position) {
            return true;
        }
        if kind == Explanations::Naive
            && let Some(past) = engine.past(position)
        {
            let scope = engine.scope(propagator).iter().map(|view| view.var());
            let vars: BTreeSet<Var> = scope.chain(premises.iter().map(|atom| atom.var())).collect();
            premises.clear();
            vars.into_iter().for_each(|var| past.known(var, premises));
        } else if kind == Explanations::Minimal {
            // Together with the denied fact, the premises must contradict the constraint.
            let mut kept: Vec<Atom> = premises.iter().copied().chain(fact.map(|fact| !fact)).collect();
            for i in (0..premises.len()).rev() {
                let premise = kept.remove(i);
                let costs = node(engine, premise, position).is_some();
                if !costs || !engine.follows(propagator, rule, engine.root_domains(), &kept) {
                    kept.insert(i, premise);
                }
            }
            premises.clear();
            premises.extend(kept[..kept.len() - usize::from(fact.is_some())].iter().copied());
        }
        self.statistics = self.statistics + ExplanationStatistics([1, premises.len() as u64, 0, 0, 0]);
        true
    }

    /// Explains the inferences from position `known` on, if explanations are eager.
    pub(super) fn explain_inferences(&mut self, engine: &Engine, known: usize) {
        let Some(kind @ Explanations::Eager) = self.kind else { return };
        // Entries between the last backjump and `known` are decisions and asserted nogoods, never looked up here.
        self.ends.truncate(known);
        let end = self.ends.last().copied().unwrap_or(0);
        self.eager.truncate(end as usize);
        self.ends.resize(known, end);
        let mut premises = Premises::new();
        for position in known..engine.facts() {
            let at = (position, engine.fact(position));
            if engine.is_by_propagator(position) && self.compute(engine, kind, at, &mut premises) {
                self.eager.extend_from_slice(&premises);
            }
            self.ends.push(self.eager.len() as u32);
        }
    }

    /// Counts a nogood.
    pub(super) fn count(&mut self, nogood: &Learned) {
        let counts = [0, 0, 1, nogood.clause.len() as u64, nogood.lbd.into()];
        self.statistics = self.statistics + ExplanationStatistics(counts);
    }

    /// The memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.eager.capacity() * size_of::<Atom>() + self.ends.capacity() * 4
    }
}
