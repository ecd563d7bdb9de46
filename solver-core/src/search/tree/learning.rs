//! The search loop with clause learning: it propagates, learns from conflicts, jumps back, and decides.
//!
//! Each decision has its own level, and there are no right branches: nogoods record what a decision's subtree has
//! proved. After a solution in optimisation, the bound causes the next conflict. An enumeration permanently negates the
//! solution's last decision.

use super::{NODE, Phase, SearchTree};
use crate::budget::StopReason;
use crate::engine::Halt;
use crate::search::goal::Goal;
use crate::search::learn::{Assumption, ConflictDriven, Resolution};
use crate::search::strategy::Strategy;
use crate::search::watch::Analysed;
use crate::search::{Branch, Event, Step, Watch};
use crate::store::LiteralState;

impl SearchTree {
    /// The counterpart of [`go`](SearchTree::go) for a search with clause learning.
    pub(super) fn go_learning<W: Watch>(&mut self, nodes: u64, watch: &mut W) -> Option<Step> {
        let Strategy::Learning(mut learner) = std::mem::take(&mut self.strategy) else { return Some(Step::Exhausted) };
        let pause = self.statistics.nodes.saturating_add(nodes.max(1));
        let step = self.learn(&mut learner, pause, watch);
        self.strategy = Strategy::Learning(learner);
        match step {
            Ok(Some(Step::Exhausted)) => Some(self.end(Step::Exhausted, watch)),
            Ok(step) => step,
            Err(by) => Some(self.end(Step::Stopped(by), watch)),
        }
    }

    fn learn<W: Watch>(
        &mut self,
        learner: &mut ConflictDriven,
        pause: u64,
        watch: &mut W,
    ) -> Result<Option<Step>, StopReason> {
        match self.phase {
            Phase::Ended(step) => return Ok(Some(step)),
            Phase::Start => {
                learner.enumerates = self.optimum().is_none() && self.limits.solutions != Some(1);
                if !self.start(watch)? {
                    return Ok(Some(Step::Exhausted));
                }
                let objective = match &self.goal {
                    Goal::Optimum(optimum) => Some(&optimum.objective),
                    Goal::All | Goal::Projection(_) => None,
                };
                let held = self.engine.bytes() + self.stack.bytes() + learner.bytes();
                let room = self.limits.memory.map(|limit| limit.saturating_sub(held));
                learner.prepare(&mut self.engine, objective, room, watch);
            }
            Phase::Leaf if self.optimum().is_none() => {
                learner.backtrack_level = match self.goal {
                    // Below nodes at which all projected variables were fixed, all solutions agree with the current one
                    // on these variables.
                    Goal::Projection(variables) => self.stack.open_among(variables),
                    Goal::All | Goal::Optimum(_) => self.stack.len(),
                };
                if !self.flip(learner, watch)? {
                    return Ok(Some(Step::Exhausted));
                }
            }
            // A search that alternates with this one may have used up the failure limit.
            Phase::Leaf | Phase::Open
                if self.limits.failures.is_some_and(|limit| self.statistics.failures >= limit) =>
            {
                return Err(StopReason::Failures);
            }
            Phase::Leaf | Phase::Open | Phase::Cube => {}
        }
        self.phase = Phase::Open;
        loop {
            if self.statistics.nodes >= pause {
                return Ok(None);
            }
            if !self.reaches_a_fixpoint(learner, watch)? {
                return Ok(Some(Step::Exhausted));
            }
            if self.engine.level() == 0 && learner.exchange(&mut self.engine) {
                continue;
            }
            if self.engine.level() == 0
                && let Goal::Optimum(optimum) = &mut self.goal
            {
                optimum.note_bound(&self.engine);
                if let Some(by) = optimum.is_good_enough() {
                    return Err(by);
                }
            }
            self.spend(NODE + self.selection.inspections())?;
            self.allow_learning(learner)?;
            if learner.restarts() {
                self.restart_learning(learner, watch)?;
                continue;
            }
            learner.forget(&mut self.engine);
            let given = learner.next_given(&self.engine);
            if let Some(Assumption::Core(core)) = given {
                self.core = Some(core);
                return Ok(Some(Step::Exhausted));
            }
            let atom = match given.or_else(|| self.next_assumption(learner)) {
                Some(Assumption::Core(core)) => {
                    watch.core(&self.engine, &learner.core_clause(&core));
                    self.restart_learning(learner, watch)?;
                    if let Some(total) = learner.apply_core(&mut self.engine, core) {
                        watch.total(total);
                    }
                    self.spend(learner.work())?;
                    continue;
                }
                Some(Assumption::Assume(atom)) => {
                    self.selection.bypassed();
                    Some(atom)
                }
                None => self.choose(learner),
            };
            let Some(atom) = atom else {
                learner.solved(&self.engine);
                return Ok(Some(self.solution(watch)));
            };
            debug_assert_eq!(self.engine.store.literal_state(atom), LiteralState::Open, "a decision changes something");
            self.stack.push(&mut self.engine, atom, 0.5);
            self.enter(atom, Branch::Left, watch)?;
        }
    }

    /// The next assumption of a core-guided run, once there is an incumbent.
    fn next_assumption(&self, learner: &mut ConflictDriven) -> Option<Assumption> {
        let is_solved = self.optimum().is_some_and(|optimum| optimum.objective.is_limited());
        is_solved.then(|| learner.next_assumption(&self.engine)).flatten()
    }

    /// The next decision; `None` if all variables are fixed.
    fn choose(&mut self, learner: &mut ConflictDriven) -> Option<crate::Atom> {
        // With an incumbent, the first decision may be a bound on the objective.
        let objective = self.optimum().map(|optimum| &optimum.objective);
        let assumed = objective
            .filter(|objective| self.engine.level() == 0 && objective.is_limited())
            .and_then(|objective| learner.assume(&self.engine, objective.view));
        if let Some(atom) = assumed.or_else(|| learner.decide(&self.engine)) {
            self.selection.bypassed();
            return Some(atom);
        }
        let var = self.selection.next(&self.engine, &mut self.stack.cursor)?;
        let chosen = self.selection.chosen(&self.engine);
        Some(chosen.unwrap_or_else(|| self.selection.left(&mut self.engine, var, self.stack.cursor).0))
    }

    /// Takes a branch to a new node without propagating.
    fn enter<W: Watch>(&mut self, atom: crate::Atom, branch: Branch, watch: &mut W) -> Result<(), StopReason> {
        if self.listens {
            self.selection.deciding(&self.engine, atom, branch);
        }
        let decided = self.engine.assume(atom);
        debug_assert!(decided.is_ok(), "a decision is open");
        self.statistics.nodes += 1;
        let (node, depth) = (self.statistics.nodes, u64::from(self.stack.depth));
        self.statistics.peak_depth = self.statistics.peak_depth.max(depth);
        watch.on_event(&self.engine, || Event::Decide { node, depth, atom, branch })
    }

    /// Propagates, and learns from conflicts until there is none. Returns `false` if the search space is exhausted.
    fn reaches_a_fixpoint<W: Watch>(
        &mut self,
        learner: &mut ConflictDriven,
        watch: &mut W,
    ) -> Result<bool, StopReason> {
        loop {
            if let Goal::Optimum(optimum) = &self.goal {
                optimum.hold(&mut self.engine);
                #[cfg(any(test, feature = "harness"))]
                if let Some(audit) = learner.audit() {
                    audit.limit = Some((optimum.objective.view, optimum.objective.best()));
                }
            }
            let known = self.engine.facts();
            let propagated = watch.propagate_with_nogoods(&mut self.engine);
            learner.explain_inferences(&self.engine, known);
            match propagated {
                Ok(()) => {
                    #[cfg(any(test, feature = "harness"))]
                    learner.audit_fixpoint(&self.engine);
                    if self.listens {
                        self.selection.reached(&self.engine);
                    }
                    return Ok(true);
                }
                Err(Halt::Stopped(by)) => return Err(by),
                Err(Halt::Failed) => {}
            }
            let decided = self.stack.decision(self.stack.len()).map(|atom| atom.var());
            self.statistics.failures += 1;
            let (node, depth) = (self.statistics.nodes, self.stack.depth.into());
            watch.on_event(&self.engine, || Event::Fail { node, depth })?;
            self.selection.failed(&self.engine, decided);
            if !self.resolve(learner, watch)? {
                return Ok(false);
            }
            self.spend(NODE + learner.work())?;
            self.allow_learning(learner)?;
        }
    }

    /// Checks the limits before another node is visited.
    fn allow_learning(&mut self, learner: &ConflictDriven) -> Result<(), StopReason> {
        self.allow()?;
        let bytes = || self.engine.bytes() + self.stack.bytes() + learner.bytes();
        match self.limits.memory {
            Some(limit) if bytes() > limit => Err(StopReason::Memory),
            _ => Ok(()),
        }
    }

    /// Learns from the conflict and jumps back. Returns `false` if the search space is exhausted.
    fn resolve<W: Watch>(&mut self, learner: &mut ConflictDriven, watch: &mut W) -> Result<bool, StopReason> {
        learner.record_explanations(watch.wants_explanations());
        match learner.conflict(&mut self.engine) {
            Resolution::Refuted => {
                watch.analysed(&self.engine, Analysed::Branch(0));
                Ok(false)
            }
            Resolution::Exhausted => {
                watch.analysed(&self.engine, Analysed::Branch(learner.backtrack_level));
                self.flip(learner, watch)
            }
            Resolution::Jump(nogood) => {
                watch.analysed(&self.engine, learner.explanations());
                self.jump(learner, nogood.back);
                let depth = self.stack.depth.into();
                watch.on_event(&self.engine, || Event::Backtrack { depth })?;
                let lbd = nogood.lbd;
                let nogood = learner.assert(&mut self.engine, nogood).unwrap_or_default();
                watch.on_event(&self.engine, || Event::Learn { nogood, lbd })?;
                let (propagator, position) = (learner.propagator(), self.engine.facts() - 1);
                watch.on_event(&self.engine, || Event::Propagate { propagator })?;
                if let Some(atom) = self.engine.fact(position) {
                    watch.on_event(&self.engine, || Event::Prune { position, atom })?;
                }
                Ok(true)
            }
        }
    }

    /// In an enumeration, permanently negates the deepest decision on the path to the last solution, one level above
    /// it. Returns `false` if there is no such decision.
    fn flip<W: Watch>(&mut self, learner: &mut ConflictDriven, watch: &mut W) -> Result<bool, StopReason> {
        let Some(atom) = self.stack.decision(learner.backtrack_level) else { return Ok(false) };
        learner.backtrack_level -= 1;
        self.jump(learner, learner.backtrack_level);
        let depth = self.stack.depth.into();
        watch.on_event(&self.engine, || Event::Backtrack { depth })?;
        self.stack.depth += 1;
        self.enter(!atom, Branch::Right, watch)?;
        Ok(true)
    }

    pub(super) fn jump(&mut self, learner: &mut ConflictDriven, level: usize) {
        self.stack.jump(&mut self.engine, level);
        learner.back_to(level);
    }

    #[cold]
    fn restart_learning<W: Watch>(&mut self, learner: &mut ConflictDriven, watch: &mut W) -> Result<(), StopReason> {
        self.jump(learner, 0);
        self.statistics.nodes += 1;
        self.statistics.restarts += 1;
        let (node, restart) = (self.statistics.nodes, self.statistics.restarts);
        self.selection.restarted();
        watch.on_event(&self.engine, || Event::Restart { node, restart })
    }
}

#[cfg(any(test, feature = "harness"))]
impl SearchTree {
    /// Makes the search check every reason and every nogood.
    pub(crate) fn audit(&mut self, audit: crate::search::Audit) {
        if let Strategy::Learning(learner) = &mut self.strategy {
            learner.audit = Some(Box::new(audit));
        }
    }

    /// The audit's findings.
    pub(crate) fn audited(&mut self) -> Option<&crate::search::Audit> {
        match &mut self.strategy {
            Strategy::Learning(learner) => learner.audit().map(|audit| &*audit),
            _ => None,
        }
    }
}
