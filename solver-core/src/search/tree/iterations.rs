//! Iterations: when the strategy requires it, the search returns to the root and begins again.

use super::SearchTree;
use crate::atom::Atom;
use crate::budget::StopReason;
use crate::search::goal::Goal;
use crate::search::{Event, Watch};

impl SearchTree {
    /// Whether an earlier iteration found this solution.
    #[inline]
    pub(super) fn found_before(&self) -> bool {
        let discrepancies = || self.stack.path.as_ref().map_or(0, |path| path.discrepancies());
        self.strategy.repeats(self.stack.depth, discrepancies)
    }

    /// Called when the tree of this iteration is exhausted. Begins the next iteration, if there is one.
    #[cold]
    pub(super) fn iteration_exhausted<W: Watch>(&mut self, watch: &mut W) -> Option<Result<bool, StopReason>> {
        self.strategy.exhausted().then(|| self.begin_iteration(watch))
    }

    /// Abandons the tree of this iteration after its innermost branch has failed.
    #[cold]
    pub(super) fn restart<W: Watch>(&mut self, watch: &mut W) -> Result<bool, StopReason> {
        if self.strategy.cut_off(self.length) {
            self.record_nogoods();
        }
        self.begin_iteration(watch)
    }

    /// Returns to the root and propagates the facts known so far.
    fn begin_iteration<W: Watch>(&mut self, watch: &mut W) -> Result<bool, StopReason> {
        self.allow()?;
        // Iterations can be short, so limits are also checked between them.
        self.spend(100 + self.stack.len())?;
        self.stack.back_to_root(&mut self.engine);
        self.statistics.nodes += 1;
        self.statistics.restarts += 1;
        let (node, restart) = (self.statistics.nodes, self.statistics.restarts);
        watch.on_event(&self.engine, || Event::Restart { node, restart })?;
        self.selection.restarted();
        if let Goal::Optimum(optimum) = &mut self.goal {
            optimum.climbing = false;
            optimum.hold(&mut self.engine);
        }
        if let Some(nogoods) = self.strategy.nogoods() {
            self.engine.wake(nogoods);
        }
        let open = self.visit(Ok(()), None, watch)?;
        if open {
            self.leave_root()?;
        }
        Ok(open)
    }

    /// Moves from the root's fixpoint to where the iteration begins.
    pub(super) fn leave_root(&mut self) -> Result<(), StopReason> {
        if let Goal::Optimum(optimum) = &mut self.goal {
            optimum.note_bound(&self.engine);
            if let Some(by) = optimum.is_good_enough() {
                return Err(by);
            }
        }
        let iteration = self.strategy.begin(&mut self.engine)?;
        // Decisions must not be made at the root level, because other parts of the tree also begin there.
        let levels = iteration.levels + usize::from(self.is_split);
        (iteration.levels..levels).for_each(|_| self.engine.push_level());
        self.stack.begin_at(levels);
        self.length = iteration.failures;
        self.cutoff = self.statistics.failures.saturating_add(iteration.failures);
        Ok(())
    }

    /// Records nogoods from the iteration: at each node of the current branch, the branches before the current one have
    /// been searched completely (C. Lecoutre, L. Saïs, S. Tabary, V. Vidal, *Recording and minimizing nogoods from
    /// restarts*, JSAT 1, 2007, section 4: reduced nld-nogoods, with positive decisions only).
    fn record_nogoods(&mut self) {
        let (Some(path), Some(nogoods)) = (&self.stack.path, self.strategy.nogoods()) else { return };
        let mut clause: Vec<Atom> = Vec::new();
        for taken in path.taken() {
            match taken.index {
                // The branch is assumed, not proved, so it is a premise of the following clauses.
                0 => clause.push(!taken.atom),
                // The negation was searched: under the premises so far, it has no (better) solution.
                _ => {
                    clause.push(taken.atom);
                    self.engine.add_clause(nogoods, &clause);
                    clause.pop();
                }
            }
        }
        // The current node itself has failed.
        self.engine.add_clause(nogoods, &clause);
    }
}
