//! Rounds: searches that go back to the root and begin again.

use super::Walk;
use crate::atom::Atom;
use crate::budget::StopReason;
use crate::observe::{Branch, Event, Watch};
use crate::search::discrepancy::Tour;
use crate::search::neighbourhood::{Excursions, Stage};
use crate::search::restarts::Cutoffs;

/// How the rounds of a search follow each other. The default is one round.
#[derive(Default)]
pub(crate) struct Rounds {
    /// A round ends after so many failures.
    pub(crate) cutoffs: Option<Cutoffs>,
    /// The number of the propagator that keeps nogoods.
    pub(crate) nogoods: Option<u32>,
    /// A round leaves out what others visit.
    pub(crate) tour: Option<Tour>,
    /// A round searches near the best solution.
    pub(crate) excursions: Option<Box<Excursions>>,
    /// The levels between the root and where the round begins.
    pub(crate) above_root: usize,
    /// The failures after which this round is given up.
    pub(crate) length: u64,
}

impl Rounds {
    pub(super) fn need_the_path(&self) -> bool {
        self.nogoods.is_some() || self.tour.is_some()
    }

    /// The failures that end the next round.
    fn failures(&mut self) -> u64 {
        self.cutoffs.as_mut().map_or(u64::MAX, Cutoffs::next)
    }

    /// Whether the round searches a part of the tree that is none of its branches.
    fn is_near(&self) -> bool {
        self.excursions.as_ref().is_some_and(|around| matches!(around.stage, Stage::Near { .. }))
    }
}

impl Walk {
    /// Whether this solution was told by an earlier round.
    #[inline]
    pub(super) fn seen_before(&self) -> bool {
        match (&self.rounds.tour, &self.path) {
            (Some(tour), Some(path)) => tour.repeats(self.depth, path.discrepancies()),
            _ => false,
        }
    }

    /// Whether this round takes the `index`-th branch of the node at `self.depth`.
    pub(super) fn enters(&mut self, index: u32) -> bool {
        let so_far = self.path.as_ref().map_or(0, |path| path.discrepancies());
        match &mut self.rounds.tour {
            Some(tour) => tour.allows(self.depth + 1, index, so_far.saturating_add(index)),
            None => true,
        }
    }

    /// Takes the right branch of the node at `self.depth`, if this round takes it.
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

    /// Takes a branch of a d-way node at `depth`, if this round takes it.
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

    /// The tree of this round is searched. Begins the next one, if there is one.
    pub(super) fn round_exhausted<W: Watch>(&mut self, watch: &mut W) -> Option<Result<bool, StopReason>> {
        if let Some(around) = &mut self.rounds.excursions {
            match around.stage {
                Stage::First | Stage::Proof | Stage::Near { whole: true } => return None,
                Stage::Near { whole: false } => around.ended(true),
            }
        } else if !self.rounds.tour.as_mut()?.next_round() {
            return None;
        }
        Some(self.begin_round(watch))
    }

    /// After a solution: the search goes on near it, if it is that kind of search.
    pub(super) fn look_around(&mut self) {
        if let Some(around) = &mut self.rounds.excursions {
            around.remember(&self.engine);
            if around.stage == Stage::First && around.begins_near() {
                self.cutoff = 0;
            }
        }
    }

    /// Gives up the tree of this round, of which the innermost branch has just failed.
    #[cold]
    pub(super) fn restart<W: Watch>(&mut self, watch: &mut W) -> Result<bool, StopReason> {
        if !self.rounds.is_near() {
            self.record_nogoods();
            if let Some(around) = &mut self.rounds.excursions {
                around.left_the_tree(self.rounds.length);
            }
        } else if let Some(around) = &mut self.rounds.excursions {
            around.ended(false);
        }
        self.begin_round(watch)
    }

    /// Goes back to the root and propagates what is known by now.
    fn begin_round<W: Watch>(&mut self, watch: &mut W) -> Result<bool, StopReason> {
        self.allow()?;
        // Rounds can be short: limits hold between them, too.
        self.spend(100 + self.stack.len())?;
        for _ in 0..self.stack.len() + std::mem::take(&mut self.rounds.above_root) {
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
        let (node, round) = (self.statistics.nodes, self.statistics.restarts);
        watch.tell(&self.engine, || Event::Restart { node, round })?;
        self.brancher.restarted();
        self.hold_to_the_objective();
        if let Some(nogoods) = self.rounds.nogoods {
            self.engine.wake(nogoods);
        }
        let open = self.visit(Ok(()), None, watch)?;
        if open {
            self.leave_root()?;
        }
        Ok(open)
    }

    /// From the root to where the round begins.
    pub(super) fn leave_root(&mut self) -> Result<(), StopReason> {
        let failures = match &mut self.rounds.excursions {
            Some(around) if around.wants_a_round() => {
                self.rounds.above_root = around.dive(&mut self.engine)?;
                around.failures()
            }
            _ => self.rounds.failures(),
        };
        self.rounds.length = failures;
        self.cutoff = self.statistics.failures.saturating_add(failures);
        if self.rounds.tour.is_some() {
            // The right branches of its root are not proved while branches are left out, and must be undone.
            self.engine.push_level();
            self.rounds.above_root = 1;
        }
        Ok(())
    }

    /// Keeps what the round has proved: wherever a branch stands, those before it in its node are searched to the end
    /// (C. Lecoutre, L. Saïs, S. Tabary, V. Vidal, *Recording and minimizing nogoods from restarts*, JSAT 1, 2007, section 4:
    /// reduced nld-nogoods, of positive decisions only).
    fn record_nogoods(&mut self) {
        let (Some(path), Some(nogoods)) = (&self.path, self.rounds.nogoods) else { return };
        let mut clause: Vec<Atom> = Vec::new();
        for taken in path.taken() {
            match taken.index {
                // Assumed, not proved: a premise of what comes after.
                0 => clause.push(!taken.atom),
                // The contrary was searched: under the premises so far, it has no (better) solution.
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
