//! The constraints that a refutation used: the antecedent cone of every failed node.
//!
//! A search that finds no solution is a proof: at every failed node, some inference contradicts the decisions above it.
//! The *antecedent cone* of a failure is that inference together with everything it depends on, back to the decisions.
//! The cone's constraints are those whose propagators made its inferences. The constraints in the cones of all failed
//! nodes form an unsatisfiable subset: an assignment that satisfied it would lead down the tree, branch by branch, to a
//! failed node, where it would contradict the cone.
//!
//! Three kinds of dependency are not on the trail and are added separately:
//!
//! - Comparisons that involve only one variable have no propagator: compilation applies them directly to the variable's
//!   domain. Reasons omit facts that hold at the root, so counting a constraint also counts all such comparisons of its
//!   variables.
//! - A d-way node tries the values that remain, so its cone includes the removals of all other values. A two-way node,
//!   with `x = v` and `x != v`, depends on nothing.
//! - A failure without a reason is attributed to all constraints.

use crate::budget::{Budget, StopReason};
use crate::compile::SymbolTable;
use crate::engine::{Antecedents, Engine, Inference};
use crate::model::Model;
use crate::search::Branching;
use crate::solve::Run;
use fixedbitset::FixedBitSet;

/// The cost of explaining an inference, in budget units: about a microsecond.
const INFERENCE: usize = 100;

/// Collects the constraints used, one failed node after another.
pub(super) struct Cones<'m> {
    model: &'m Model,
    /// The comparisons that involve only one variable, by variable index.
    unary: &'m [Vec<usize>],
    branching: Branching,
    /// Only these constraints are counted.
    candidates: &'m FixedBitSet,
    used: FixedBitSet,
    antecedents: Antecedents,
    /// The number of root facts: they never leave the trail and need no second visit.
    root: usize,
}

impl<'m> Cones<'m> {
    pub(super) fn new(
        model: &'m Model,
        unary: &'m [Vec<usize>],
        branching: Branching,
        candidates: &'m FixedBitSet,
    ) -> Cones<'m> {
        let used = FixedBitSet::with_capacity(model.constraints());
        Cones { model, unary, branching, candidates, used, antecedents: Antecedents::new(), root: 0 }
    }

    /// Called at the root's fixpoint, whose facts never change.
    pub(super) fn at_root(&mut self, run: &Run) {
        self.root = run.engine().map_or(0, Engine::facts);
    }

    /// Adds the constraints of the node that has just failed. Returns an error if the budget runs out.
    pub(super) fn add(&mut self, run: &Run, budget: &mut Budget) -> Result<(), StopReason> {
        let (Some(engine), Some(symbols)) = (run.engine(), run.symbols()) else { return Ok(()) };
        if self.candidates.is_subset(&self.used) {
            return Ok(());
        }
        let Some(conflict) = engine.conflict() else {
            self.used.insert_range(..);
            return Ok(());
        };
        self.antecedents.restart(self.root);
        self.count_inference(engine, symbols, &conflict, engine.facts());
        while let Some(position) = self.antecedents.next() {
            if !budget.spend(INFERENCE) {
                return Err(budget.stopped.unwrap_or(StopReason::Cancelled));
            }
            match engine.inference(position) {
                Some(inference) => self.count_inference(engine, symbols, &inference, position),
                None if self.branching == Branching::DWay => self.decided(engine, run, position),
                None => {}
            }
        }
        Ok(())
    }

    /// Counts the constraint that made an inference, and queues its premises.
    fn count_inference(&mut self, engine: &Engine, symbols: &SymbolTable, inference: &Inference, position: usize) {
        self.uses(symbols.constraint_of(inference.propagator));
        if !self.antecedents.visit_premises(engine, inference, position) {
            // A premise did not hold, so the reason is wrong and proves nothing.
            self.used.insert_range(..);
        }
    }

    /// Visits the antecedents of a d-way decision: every earlier fact about the variable may have removed other
    /// values.
    fn decided(&mut self, engine: &Engine, run: &Run, position: usize) {
        let Some(var) = engine.fact(position).map(|fact| fact.var()) else { return };
        for at in engine.entries(var, position) {
            self.antecedents.visit(at);
        }
        if let Some(x) = run.views.iter().position(|view| view.var() == var) {
            self.used.extend(self.unary[x].iter().copied());
        }
    }

    /// Counts a constraint, together with the comparisons of each of its variables.
    fn uses(&mut self, constraint: usize) {
        if !self.used.put(constraint) {
            for x in self.model.variables_of(constraint) {
                self.used.extend(self.unary[x].iter().copied());
            }
        }
    }

    /// The candidates that were used.
    pub(super) fn used(mut self) -> FixedBitSet {
        self.used.intersect_with(self.candidates);
        self.used
    }
}
