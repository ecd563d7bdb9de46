//! Which constraints a refutation has used.
//!
//! A search that finds nothing is a proof: at every failed node some inference contradicts
//! the decisions above it. The *antecedents* of a failure is that inference with all that it leans
//! on, back to the decisions; the constraints whose propagators made the inferences are its
//! constraints. The union over all failed nodes is an unsatisfiable subset: whatever
//! satisfied it could be followed down the tree, branch by branch, to a node whose
//! antecedents it contradicts.
//!
//! Three things are not on the trail and are counted by hand:
//!
//! - Comparisons of one variable have no propagator: compiling applies them to the domain. An
//!   explanation leaves out what holds at the root, so with a constraint all such
//!   comparisons of its variables count as used.
//! - A d-way node tries the values that are left, so its cones lean on what removed the
//!   others. A two-way node leans on nothing: `x = v` or `x != v`.
//! - A failure that cannot say why counts for all constraints.

use crate::budget::{Budget, StopReason};
use crate::engine::{Engine, Inference, Origin};
use crate::model::{Model, SymbolTable};
use crate::search::Branching;
use crate::solve::Run;
use fixedbitset::FixedBitSet;

/// What asking for the reason of an inference costs, in units of the budget: about a microsecond.
const INFERENCE: usize = 100;

/// Gathers the constraints used, one failed node after the other.
pub(super) struct Cones<'m> {
    model: &'m Model,
    /// Comparisons of one variable, by its index.
    alone: &'m [Vec<usize>],
    branching: Branching,
    /// Only these count.
    candidates: &'m FixedBitSet,
    used: FixedBitSet,
    /// Facts on the trail that have been walked through.
    seen: FixedBitSet,
    /// So many facts, those of the root, never leave the trail and need no second visit.
    root: usize,
    pending: Vec<usize>,
}

impl<'m> Cones<'m> {
    pub(super) fn new(
        model: &'m Model,
        alone: &'m [Vec<usize>],
        branching: Branching,
        candidates: &'m FixedBitSet,
    ) -> Cones<'m> {
        let used = FixedBitSet::with_capacity(model.constraints());
        Cones { model, alone, branching, candidates, used, seen: FixedBitSet::new(), root: 0, pending: Vec::new() }
    }

    /// The root is at its fixpoint: its facts will stay where they are.
    pub(super) fn at_root(&mut self, run: &Run) {
        self.root = run.engine().map_or(0, Engine::facts);
    }

    /// Adds the constraints of the node that has just failed; an error when the budget ends.
    pub(super) fn add(&mut self, run: &Run, budget: &mut Budget) -> Result<(), StopReason> {
        let (Some(engine), Some(symbols)) = (run.engine(), run.symbols()) else { return Ok(()) };
        if self.candidates.is_subset(&self.used) {
            return Ok(());
        }
        let Some(conflict) = engine.conflict() else {
            self.used.insert_range(..);
            return Ok(());
        };
        let end = engine.facts();
        self.seen.grow(end);
        self.seen.remove_range(self.root.min(self.seen.len())..);
        self.lean_on(engine, symbols, &conflict, end);
        while let Some(position) = self.pending.pop() {
            if !budget.spend(INFERENCE) {
                self.pending.clear();
                return Err(budget.stopped.unwrap_or(StopReason::Cancelled));
            }
            match engine.inference(position) {
                Some(inference) => self.lean_on(engine, symbols, &inference, position),
                None if self.branching == Branching::DWay => self.decided(engine, run, position),
                None => {}
            }
        }
        Ok(())
    }

    /// The constraint that made an inference, and what the inference leans on.
    fn lean_on(&mut self, engine: &Engine, symbols: &SymbolTable, inference: &Inference, position: usize) {
        self.uses(symbols.constraint_of(inference.propagator));
        // A conflict's fact contradicts the domain, so what it leans on denies it too.
        let denied = inference.fact.filter(|_| position == engine.facts()).map(|fact| !fact);
        for atom in inference.premises.iter().copied().chain(denied) {
            match engine.origin(atom, position) {
                Some(Origin::Entry(at)) => self.visit(at),
                Some(Origin::Together(entries)) => entries.into_iter().for_each(|at| self.visit(at)),
                Some(Origin::Root) => {}
                // A premise that did not hold: the reason is wrong, and proves nothing.
                None => self.used.insert_range(..),
            }
        }
    }

    /// A d-way decision: the other values are gone because of all that is known of the variable.
    fn decided(&mut self, engine: &Engine, run: &Run, position: usize) {
        let Some(var) = engine.fact(position).map(|fact| fact.var()) else { return };
        for at in engine.entries(var, position) {
            self.visit(at);
        }
        if let Some(x) = run.views.iter().position(|view| view.var() == var) {
            self.used.extend(self.alone[x].iter().copied());
        }
    }

    fn visit(&mut self, position: usize) {
        if !self.seen.put(position) {
            self.pending.push(position);
        }
    }

    /// Counts a constraint, and with it the comparisons of its variables alone.
    fn uses(&mut self, constraint: usize) {
        if !self.used.put(constraint) {
            for x in self.model.variables_of(constraint) {
                self.used.extend(self.alone[x].iter().copied());
            }
        }
    }

    /// The candidates used.
    pub(super) fn used(mut self) -> FixedBitSet {
        self.used.intersect_with(self.candidates);
        self.used
    }
}
