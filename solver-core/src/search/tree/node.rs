//! Processes a node: makes its decision, propagates, counts the node, checks the limits, and reports whether the node
//! is open.

use super::SearchTree;
use crate::atom::Atom;
use crate::budget::StopReason;
use crate::engine::Halt;
use crate::search::Statistics;
use crate::search::goal::Goal;
use crate::search::{Branch, Event, Watch};

impl SearchTree {
    /// Takes a branch to a new node and propagates. Returns `Ok(true)` if the node is open.
    #[inline]
    pub(super) fn decide<W: Watch>(&mut self, atom: Atom, branch: Branch, watch: &mut W) -> Result<bool, StopReason> {
        if self.listens {
            self.selection.deciding(&self.engine, atom, branch);
        }
        let decided = self.engine.assume(atom);
        if let Goal::Optimum(optimum) = &self.goal {
            optimum.hold(&mut self.engine);
        }
        self.statistics.nodes += 1;
        let (node, depth) = (self.statistics.nodes, u64::from(self.stack.depth));
        if depth > self.statistics.peak_depth {
            self.statistics.peak_depth = depth;
        }
        watch.on_event(&self.engine, || Event::Decide { node, depth, atom, branch })?;
        self.visit(decided, Some(atom.var()), watch)
    }

    /// Propagates at the node reached by `decided`, a decision on `var`.
    #[inline]
    pub(super) fn visit<W: Watch>(
        &mut self,
        decided: Result<(), Halt>,
        var: Option<crate::Var>,
        watch: &mut W,
    ) -> Result<bool, StopReason> {
        match decided.and_then(|()| watch.propagate(&mut self.engine)) {
            Ok(()) => {
                if self.listens {
                    self.selection.reached(&self.engine);
                }
                Ok(true)
            }
            Err(Halt::Failed) => {
                self.failed(watch)?;
                self.selection.failed(&self.engine, var);
                Ok(false)
            }
            Err(Halt::Stopped(by)) => Err(by),
        }
    }

    /// Checks, when backtracking from a solution, whether the current node allows a better one. If it does not, neither
    /// does its right branch, which is then not a node of the tree.
    #[inline]
    pub(super) fn may_be_better<W: Watch>(&mut self, watch: &mut W) -> Result<bool, StopReason> {
        match &self.goal {
            Goal::Optimum(optimum) if optimum.climbing => self.is_better_possible(watch),
            _ => Ok(true),
        }
    }

    #[cold]
    fn is_better_possible<W: Watch>(&mut self, watch: &mut W) -> Result<bool, StopReason> {
        let Goal::Optimum(optimum) = &mut self.goal else { return Ok(true) };
        optimum.hold(&mut self.engine);
        match watch.propagate(&mut self.engine) {
            Ok(()) => {
                optimum.climbing = false;
                Ok(true)
            }
            Err(Halt::Failed) => self.failed(watch).map(|()| false),
            Err(Halt::Stopped(by)) => Err(by),
        }
    }

    #[inline]
    fn failed<W: Watch>(&mut self, watch: &mut W) -> Result<(), StopReason> {
        self.statistics.failures += 1;
        self.stack.close_current();
        let (node, depth) = (self.statistics.nodes, self.stack.depth.into());
        watch.on_event(&self.engine, || Event::Fail { node, depth })
    }

    /// Spends units of the budget.
    #[inline]
    pub(super) fn spend(&mut self, units: usize) -> Result<(), StopReason> {
        match self.engine.budget().spend(units) {
            true => Ok(()),
            false => Err(self.engine.budget().stopped.unwrap_or(StopReason::Cancelled)),
        }
    }

    /// Checks the clock and the token immediately.
    pub(super) fn check_budget(&mut self) -> Result<(), StopReason> {
        match self.engine.budget().check_now() {
            true => Ok(()),
            false => Err(self.engine.budget().stopped.unwrap_or(StopReason::Cancelled)),
        }
    }

    /// Checks the limits before another node is visited.
    #[inline]
    pub(super) fn allow(&mut self) -> Result<(), StopReason> {
        let Statistics { nodes, failures, .. } = self.statistics;
        if self.limits.nodes.is_some_and(|limit| nodes >= limit) {
            return Err(StopReason::Nodes);
        }
        if self.limits.failures.is_some_and(|limit| failures >= limit) {
            return Err(StopReason::Failures);
        }
        if self.limits.memory.is_some_and(|limit| self.engine.bytes() + self.stack.bytes() > limit) {
            return Err(StopReason::Memory);
        }
        Ok(())
    }
}
