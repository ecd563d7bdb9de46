//! Work splitting: searches give away and receive parts of the tree.
//!
//! A search gives away the last branch of its outermost open node, roughly the largest part of its tree not yet begun.
//! The receiving search makes the decisions that lead to the branch and explores it like its own tree. Together, the
//! two searches visit every node once.

use super::cube::{Cube, Rest};
use super::{NODE, Phase, SearchTree};
use crate::budget::{Budget, CancelToken, StopReason};
use crate::engine::Halt;
use crate::search::goal::Goal;
use crate::search::{Bounded, Branch, Branching, Event, Limits, SearchOptions, Selection, Step, Watch};

impl SearchTree {
    /// Enables [`give`](SearchTree::give). Call it before the first step.
    pub(crate) fn for_splitting(mut self) -> SearchTree {
        self.stack.path = Some(Box::default());
        self.is_split = true;
        self
    }

    /// Restricts the search to this part.
    pub(crate) fn for_part(self, part: &Cube) -> SearchTree {
        let mut tree = self.for_splitting();
        tree.cube = Some(Box::new(part.clone())).filter(|part| !part.taken().is_empty());
        tree
    }

    /// Gives away a branch, if there is an open node; this search then skips the branch.
    pub(crate) fn give(&mut self) -> Option<Cube> {
        match (self.phase, &self.goal) {
            (Phase::Start | Phase::Cube | Phase::Ended(_), _) => None,
            // Below nodes at which all projected variables were fixed, all solutions agree on those variables.
            (_, &Goal::Projection(variables)) => self.stack.give(variables),
            (_, Goal::All | Goal::Optimum(_)) => self.stack.give(usize::MAX),
        }
    }

    /// Whether the remaining search can be given away here. It cannot if nothing is left, if a limit has ended the
    /// search, or while the search is looking for the one solution to report below a node at which all projected
    /// variables were fixed.
    pub(crate) fn is_divisible(&self) -> bool {
        let looks_for_one =
            matches!(self.goal, Goal::Projection(variables) if self.stack.open_among(variables) < self.stack.len());
        matches!(self.phase, Phase::Open | Phase::Leaf) && (!looks_for_one || self.at_solution)
    }

    /// Gives away the unexplored remainder of the tree, if that is [possible](SearchTree::is_divisible).
    pub(crate) fn rest(&mut self) -> Option<Rest> {
        if !self.is_divisible() {
            return None;
        }
        let path = self.stack.path.as_ref()?;
        let copies = match self.goal {
            // On the projected variables, all solutions below this node agree with a solution already found.
            Goal::Projection(variables) => path.to_open(self.stack.open_among(variables)),
            Goal::All | Goal::Optimum(_) => None,
        };
        let is_open = self.phase == Phase::Open && copies.is_none();
        let taken = copies.unwrap_or_else(|| path.taken()).to_vec();
        let at = Cube::from_branches(taken);
        let mut parts: Vec<Cube> = std::iter::from_fn(|| self.give()).collect();
        if is_open {
            parts.push(at.clone());
        }
        Some(Rest { parts, at, is_open })
    }

    /// Creates a search for parts of the same tree. The new search is at the root, has no part yet, and keeps its own
    /// bound on the objective.
    pub(crate) fn for_cubes(&self, options: SearchOptions) -> SearchTree {
        let mut engine = self.engine.at_root();
        let objective = self.optimum().map(|optimum| optimum.objective.unshared());
        if let Some(objective) = &objective {
            engine.replace(objective.propagator, Box::new(Bounded::new(objective.view, objective.limit.clone())));
        }
        let selection = Selection::new(&engine, options);
        let budget = engine.budget().clone();
        let tree = SearchTree::new(engine, selection, self.branching, self.limits.clone(), budget).for_splitting();
        let mut tree = match objective {
            Some(objective) => tree.minimizing(objective),
            None => tree,
        };
        if let Some(optimum) = self.optimum() {
            tree.is_good_enough_at(optimum.good_enough);
            tree.import_bound(self);
        }
        tree.phase = Phase::Ended(Step::Exhausted);
        tree.is_prepared = false;
        tree
    }

    /// Continues with this part of the tree.
    pub(crate) fn explore(&mut self, cube: Cube) {
        self.cube = Some(Box::new(cube));
        self.at_solution = false;
        self.phase = Phase::Cube;
    }

    /// Moves to the cube's node and takes its branch.
    pub(super) fn enter_cube<W: Watch>(&mut self, watch: &mut W) -> Result<bool, StopReason> {
        self.check_budget()?;
        self.allow()?;
        let Some(cube) = self.cube.take() else { return Ok(false) };
        self.stack.go_to(&mut self.engine, &cube);
        if self.listens && !std::mem::replace(&mut self.is_prepared, true) {
            self.selection.prepare(&mut self.engine)?;
        }
        self.selection.restarted();
        if let Goal::Optimum(optimum) = &mut self.goal {
            optimum.climbing = false;
            optimum.hold(&mut self.engine);
        }
        let Some((last, above)) = cube.taken().split_last() else { return Ok(false) };
        // The search that gave the cube away has already counted the path to it.
        let propagations = self.engine.propagations();
        for taken in above {
            self.spend(NODE)?;
            match self.engine.assume(taken.atom).and_then(|()| watch.propagate(&mut self.engine)) {
                Ok(()) => {}
                // By now, a solution better than any in this cube is known.
                Err(Halt::Failed) => {
                    self.stack.close_current();
                    let (node, depth) = (self.statistics.nodes, self.stack.depth.into());
                    watch.on_event(&self.engine, || Event::Fail { node, depth })?;
                    return Ok(false);
                }
                Err(Halt::Stopped(by)) => return Err(by),
            }
        }
        self.engine.count_propagations_from(propagations);
        self.stack.depth += 1;
        let branch = match self.branching {
            Branching::TwoWay if last.index == 0 => Branch::Left,
            Branching::TwoWay => Branch::Right,
            Branching::DWay => Branch::Value { index: last.index, of: last.of },
        };
        self.decide(last.atom, branch, watch)
    }

    /// The limits.
    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The nodes visited so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.statistics.nodes
    }

    /// A copy of the deadline and the token.
    pub(crate) fn budget(&mut self) -> Budget {
        self.engine.budget().clone()
    }

    /// Sets the limit on the total number of failures.
    pub(crate) fn limit_failures(&mut self, failures: u64) {
        self.limits.failures = Some(failures);
    }

    /// Continues to the next solution or to the end, provided that this requires no new node.
    pub(crate) fn step_at_node(&mut self) -> Option<Step> {
        let phase = self.phase;
        let limit = self.limits.nodes.replace(self.statistics.nodes);
        let step = self.step_for(1);
        self.limits.nodes = limit;
        if step == Some(Step::Stopped(StopReason::Nodes)) {
            // The search has not moved, so its phase is restored.
            self.phase = phase;
            return None;
        }
        step
    }

    /// The estimated share of the entire tree that this search has explored.
    pub(crate) fn done(&self) -> f64 {
        self.stack.done
    }

    /// Whether there is an objective.
    pub(crate) fn optimises(&self) -> bool {
        self.optimum().is_some()
    }

    /// Replaces the limits and the token.
    pub(crate) fn hold_to(&mut self, limits: Limits, cancel: &CancelToken) {
        self.engine.budget().set_cancel(cancel);
        self.set_limits(limits);
    }

    /// Sets the limit on the objective: only values better than `value` count, whatever the previous limit was.
    pub(crate) fn count_below(&mut self, value: i32) {
        if let Some(optimum) = self.optimum() {
            optimum.objective.limit.set(value);
        }
    }
}
