//! Iterations: restarts, discrepancy searches and LNS return to the root and begin again.

use super::SearchTree;
use crate::atom::Atom;
use crate::budget::StopReason;
use crate::observe::{Branch, Event, Watch};
use crate::search::discrepancy::DiscrepancyBound;
use crate::search::lns::{LnsState, Stage};
use crate::search::restarts::Cutoffs;

/// How the iterations of a search follow each other. The default is one iteration.
#[derive(Default)]
pub(crate) struct Iterations {
    /// Restarts: an iteration ends after this many failures.
    pub(crate) cutoffs: Option<Cutoffs>,
    /// The index of the propagator that stores nogoods.
    pub(crate) nogoods: Option<u32>,
    /// Discrepancy search: an iteration leaves out branches.
    pub(crate) discrepancy: Option<DiscrepancyBound>,
    /// LNS: an iteration searches a neighbourhood of the incumbent.
    pub(crate) lns: Option<Box<LnsState>>,
    /// The levels between the root and where the iteration begins.
    pub(crate) above_root: usize,
    /// The failure limit of this iteration.
    pub(crate) length: u64,
}

impl Iterations {
    pub(super) fn need_the_path(&self) -> bool {
        self.nogoods.is_some() || self.discrepancy.is_some()
    }

    /// The failure limit of the next iteration.
    fn failures(&mut self) -> u64 {
        self.cutoffs.as_mut().map_or(u64::MAX, Cutoffs::next)
    }

    /// Whether the iteration searches a neighbourhood rather than the tree itself.
    fn is_near(&self) -> bool {
        self.lns.as_ref().is_some_and(|around| matches!(around.stage, Stage::Near { .. }))
    }
}

impl SearchTree {
    /// Whether an earlier iteration found this solution.
    #[inline]
    pub(super) fn seen_before(&self) -> bool {
        match (&self.iterations.discrepancy, &self.path) {
            (Some(discrepancy), Some(path)) => discrepancy.repeats(self.depth, path.discrepancies()),
            _ => false,
        }
    }

    /// Whether this iteration takes the `index`-th branch of the node at `self.depth`.
    pub(super) fn enters(&mut self, index: u32) -> bool {
        let so_far = self.path.as_ref().map_or(0, |path| path.discrepancies());
        match &mut self.iterations.discrepancy {
            Some(discrepancy) => discrepancy.allows(self.depth + 1, index, so_far.saturating_add(index)),
            None => true,
        }
    }

    /// Takes the right branch of the node at `self.depth`, if this iteration takes it.
    pub(super) fn take_right<W: Watch>(&mut self, atom: Atom, watch: &mut W) -> Result<bool, StopReason> {
        if !self.enters(1) {
            self.done += self.share;
            return Ok(false);
        }
        if let Some(path) = &mut self.path {
            path.take(atom, 1);
        }
        self.depth += 1;
        self.decide(atom, Branch::Right, watch)
    }

    /// Takes a branch of a d-way node at `depth`, if this iteration takes it.
    pub(super) fn take_value<W: Watch>(
        &mut self,
        atom: Atom,
        branch: Branch,
        (index, depth, is_last): (u32, u32, bool),
        watch: &mut W,
    ) -> Result<bool, StopReason> {
        if let Some(path) = &mut self.path {
            if is_last { path.close() } else { path.back() }
        }
        self.depth = depth;
        if !self.enters(index) {
            self.done += self.share;
            return Ok(false);
        }
        if let Some(path) = &mut self.path {
            path.take(atom, index);
        }
        self.depth = depth + 1;
        self.decide(atom, branch, watch)
    }

    /// The tree of this iteration is exhausted. Begins the next one, if there is one.
    pub(super) fn iteration_exhausted<W: Watch>(&mut self, watch: &mut W) -> Option<Result<bool, StopReason>> {
        if let Some(around) = &mut self.iterations.lns {
            match around.stage {
                Stage::First | Stage::Proof | Stage::Near { whole: true } => return None,
                Stage::Near { whole: false } => around.ended(true),
            }
        } else if !self.iterations.discrepancy.as_mut()?.next_iteration() {
            return None;
        }
        Some(self.begin_iteration(watch))
    }

    /// After a solution: begins an LNS iteration, if the search uses LNS.
    pub(super) fn look_around(&mut self) {
        if let Some(around) = &mut self.iterations.lns {
            around.remember(&self.engine);
            if around.stage == Stage::First && around.begins_near() {
                self.cutoff = 0;
            }
        }
    }

    /// Abandons the tree of this iteration, of which the innermost branch has just failed.
    #[cold]
    pub(super) fn restart<W: Watch>(&mut self, watch: &mut W) -> Result<bool, StopReason> {
        if !self.iterations.is_near() {
            self.record_nogoods();
            if let Some(around) = &mut self.iterations.lns {
                around.left_the_tree(self.iterations.length);
            }
        } else if let Some(around) = &mut self.iterations.lns {
            around.ended(false);
        }
        self.begin_iteration(watch)
    }

    /// Returns to the root and propagates what is known by now.
    fn begin_iteration<W: Watch>(&mut self, watch: &mut W) -> Result<bool, StopReason> {
        self.allow()?;
        // Iterations can be short: limits hold between them, too.
        self.spend(100 + self.stack.len())?;
        for _ in 0..self.stack.len() + std::mem::take(&mut self.iterations.above_root) {
            self.engine.pop_level();
        }
        self.stack.clear();
        self.pending.clear();
        self.climbing = false;
        if let Some(path) = &mut self.path {
            path.clear();
        }
        (self.depth, self.cursor, self.share, self.done) = (0, 0, 1.0, 0.0);
        self.statistics.nodes += 1;
        self.statistics.restarts += 1;
        let (node, restart) = (self.statistics.nodes, self.statistics.restarts);
        watch.tell(&self.engine, || Event::Restart { node, restart })?;
        self.brancher.restarted();
        self.hold_to_the_objective();
        if let Some(nogoods) = self.iterations.nogoods {
            self.engine.wake(nogoods);
        }
        let open = self.visit(Ok(()), None, watch)?;
        if open {
            self.note_bound();
            if let Some(by) = self.is_good_enough() {
                return Err(by);
            }
            self.leave_root()?;
        }
        Ok(open)
    }

    /// Goes from the root to where the iteration begins.
    pub(super) fn leave_root(&mut self) -> Result<(), StopReason> {
        let failures = match &mut self.iterations.lns {
            Some(around) if around.wants_an_iteration() => {
                self.iterations.above_root = around.fix(&mut self.engine)?;
                around.failures()
            }
            _ => self.iterations.failures(),
        };
        self.iterations.length = failures;
        self.cutoff = self.statistics.failures.saturating_add(failures);
        if self.iterations.discrepancy.is_some() {
            // Right branches at its root are not proved while branches are left out, and must be undone.
            self.engine.push_level();
            self.iterations.above_root = 1;
        }
        Ok(())
    }

    /// Records what the iteration has proved: at each node of the current branch, the branches before the current one
    /// are searched completely (C. Lecoutre, L. Saïs, S. Tabary, V. Vidal, *Recording and minimizing nogoods from
    /// restarts*, JSAT 1, 2007, section 4: reduced nld-nogoods, of positive decisions only).
    fn record_nogoods(&mut self) {
        let (Some(path), Some(nogoods)) = (&self.path, self.iterations.nogoods) else { return };
        let mut clause: Vec<Atom> = Vec::new();
        for taken in path.taken() {
            match taken.index {
                // Assumed, not proved: a premise of what follows.
                0 => clause.push(!taken.atom),
                // The negation was searched: under the premises so far, it has no (better) solution.
                _ => {
                    clause.push(taken.atom);
                    self.engine.adopt(nogoods, &clause);
                    clause.pop();
                }
            }
        }
        // The node itself has failed.
        self.engine.adopt(nogoods, &clause);
    }
}
