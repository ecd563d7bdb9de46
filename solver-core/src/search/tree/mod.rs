//! The search tree: depth-first search with an explicit decision stack, one solution at a time.
//!
//! Chronological and complete: it finds every solution once by continuing after the last one, never by restarting. The
//! left branch opens a level; the last branch of a node reuses its parent's. Searches in several [iterations] use the
//! same tree.

mod bound;
mod branches;
mod iterations;
mod path;
mod root;

pub(crate) use iterations::Iterations;
pub(crate) use path::Path;

use super::{Brancher, Branching, GoodEnough, Limits, Objective, Probing};
use crate::atom::Atom;
use crate::budget::{Budget, StopReason};
use crate::engine::{Engine, Halt};
use crate::observe::{Branch, Event, Nobody, Observer, Watch};
use crate::view::View;

/// Statistics of a search so far.
#[doc(alias("nodes", "failures", "propagations", "conflicts"))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Nodes visited: the root, and one for every branch taken.
    pub nodes: u64,
    /// Nodes at which propagation failed.
    pub failures: u64,
    /// Solutions found.
    pub solutions: u64,
    /// Propagator runs.
    pub propagations: u64,
    /// The largest number of branches between the root and a node.
    pub peak_depth: u64,
    /// How often the search returned to the root to begin another iteration.
    pub restarts: u64,
}

/// The result of a search step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// All decision variables are fixed: a solution.
    Solution,
    /// The whole tree was searched.
    Exhausted,
    /// A limit was reached.
    Stopped(StopReason),
}

impl Step {
    /// The limit that stopped the search early. The solution limit is none: the requested number of solutions was
    /// found.
    ///
    /// ```
    /// use solver_core::{StopReason, search::Step};
    /// assert_eq!(Step::Stopped(StopReason::Nodes).cut_short(), Some(StopReason::Nodes));
    /// assert_eq!(Step::Stopped(StopReason::Solutions).cut_short(), None);
    /// assert_eq!(Step::Exhausted.cut_short(), None);
    /// ```
    pub fn cut_short(self) -> Option<StopReason> {
        match self {
            Step::Solution | Step::Exhausted | Step::Stopped(StopReason::Solutions) => None,
            Step::Stopped(by) => Some(by),
        }
    }
}

#[derive(Clone, Copy)]
struct Frame {
    /// The branch taken.
    atom: Atom,
    /// The place of the first unfixed decision variable.
    cursor: u32,
    depth: u32,
    /// Values still to try in a d-way node: `pending[values..]`.
    values: u32,
    /// The number of values of a d-way node.
    of: u32,
    /// The share of the tree in the branches not yet taken.
    rest: f64,
}

/// What a node costs where nothing propagates, in units of the budget.
const NODE: usize = 8;

/// A search under way.
pub(crate) struct SearchTree {
    engine: Engine,
    brancher: Brancher,
    branching: Branching,
    limits: Limits,
    stack: Vec<Frame>,
    pending: Vec<i32>,
    statistics: Statistics,
    cursor: u32,
    depth: u32,
    /// The share of the tree below the current node, and the share that is done.
    share: f64,
    done: f64,
    phase: Phase,
    at_solution: bool,
    /// Since the last solution, no node above it allowed a better one.
    climbing: bool,
    objective: Option<Objective>,
    /// The smallest value that the objective could have at the root.
    bound: Option<i32>,
    good_enough: GoodEnough,
    iterations: Iterations,
    /// The iteration ends at this number of failures.
    cutoff: u64,
    /// The decisions on the branch, if the strategy needs them.
    path: Option<Box<Path>>,
    listens: bool,
    root: Option<root::Root>,
    probing: Probing,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Nothing was visited yet.
    Start,
    /// At a solution: backtrack.
    Leaf,
    /// At an open node: branch.
    Open,
    Ended(Step),
}

impl SearchTree {
    /// `budget` holds the deadline, which may have started before the engine was built.
    pub(crate) fn new(
        mut engine: Engine,
        brancher: Brancher,
        branching: Branching,
        limits: Limits,
        budget: Budget,
    ) -> SearchTree {
        *engine.budget() = budget;
        let frames = brancher.vars().len().min(1 << 20);
        // A d-way node lists its variable's values, and each variable has one node on a branch.
        let values = |&v: &crate::Var| u64::from(engine.size(View::of(v)));
        let pending = match branching {
            Branching::TwoWay => 0,
            Branching::DWay => brancher.vars().iter().map(values).sum::<u64>().min(1 << 20) as usize,
        };
        SearchTree {
            engine,
            listens: brancher.listens(),
            brancher,
            branching,
            limits,
            iterations: Iterations::default(),
            cutoff: u64::MAX,
            path: None,
            stack: Vec::with_capacity(frames),
            pending: Vec::with_capacity(pending),
            statistics: Statistics::default(),
            cursor: 0,
            depth: 0,
            share: 1.0,
            done: 0.0,
            phase: Phase::Start,
            at_solution: false,
            climbing: false,
            objective: None,
            bound: None,
            good_enough: GoodEnough::default(),
            root: None,
            probing: Probing::default(),
        }
    }

    /// Searches in these iterations.
    pub(crate) fn in_iterations(mut self, iterations: Iterations) -> SearchTree {
        self.path = iterations.need_the_path().then(Box::default);
        self.iterations = iterations;
        self
    }

    /// Branch and bound: once there is a solution, only better ones count.
    pub(crate) fn bounded_by(mut self, objective: Option<Objective>) -> SearchTree {
        self.objective = objective;
        match self.objective.as_ref().map(|objective| objective.view) {
            Some(view) => self.with_objective(view),
            None => self,
        }
    }

    /// Lets value selection use the objective.
    pub(crate) fn with_objective(mut self, objective: View) -> SearchTree {
        self.brancher.set_objective(objective);
        self
    }

    /// The value of the objective in the solution just found.
    pub(crate) fn objective(&self) -> Option<i32> {
        self.objective.as_ref().and_then(|objective| self.engine.fixed(objective.view))
    }

    /// Only solutions better than this value count from now on.
    pub(crate) fn improve_on(&mut self, value: i32) {
        if let Some(objective) = &self.objective {
            objective.found(value);
        }
    }

    /// Whether no step was made yet.
    pub(crate) fn is_fresh(&self) -> bool {
        self.phase == Phase::Start
    }

    /// Continues to the next solution.
    pub(crate) fn step(&mut self) -> Step {
        loop {
            if let Some(step) = self.step_for(u64::MAX) {
                return step;
            }
        }
    }

    /// Continues to the next solution, but pauses (`None`) after at most this many more nodes (at least one). Pausing
    /// does not change the search.
    pub(crate) fn step_for(&mut self, nodes: u64) -> Option<Step> {
        self.go(nodes, &mut Nobody)
    }

    /// As [`step_for`](SearchTree::step_for), with events for an observer.
    #[cold]
    pub(crate) fn step_observed(&mut self, nodes: u64, mut observer: &mut dyn Observer) -> Option<Step> {
        self.go(nodes, &mut observer)
    }

    /// Ends the search at the observer's request.
    pub(crate) fn dismissed(&mut self) -> Step {
        self.end(Step::Stopped(StopReason::Observer), &mut Nobody)
    }

    fn go<W: Watch>(&mut self, nodes: u64, watch: &mut W) -> Option<Step> {
        if std::mem::take(&mut self.at_solution) {
            if self.objective.is_none() {
                self.leave_copies();
            }
            // Nobody knows how long it took to tell the solution.
            if !matches!(self.phase, Phase::Ended(_)) && !self.engine.budget().look_now() {
                let by = self.engine.budget().stopped.unwrap_or(StopReason::Cancelled);
                return Some(self.end(Step::Stopped(by), watch));
            }
        }
        let pause = self.statistics.nodes.saturating_add(nodes.max(1));
        let mut open = match self.phase {
            Phase::Ended(step) => return Some(step),
            Phase::Start => self.start(watch),
            Phase::Leaf => Ok(false),
            Phase::Open => Ok(true),
        };
        loop {
            if self.statistics.nodes >= pause
                && let Ok(open) = open
            {
                self.phase = if open { Phase::Open } else { Phase::Leaf };
                return None;
            }
            open = match open {
                Err(by) => return Some(self.end(Step::Stopped(by), watch)),
                Ok(true) => match self.brancher.next(&self.engine, &mut self.cursor) {
                    None if self.seen_before() => Ok(false),
                    None => return Some(self.solution(watch)),
                    Some(var) => match self.branching {
                        Branching::TwoWay => self.branch(var, watch),
                        Branching::DWay => self.fan_out(var, watch),
                    },
                },
                Ok(false) if self.stack.is_empty() => match self.iteration_exhausted(watch) {
                    Some(open) => open,
                    None => return Some(self.end(Step::Exhausted, watch)),
                },
                Ok(false) if self.statistics.failures >= self.cutoff => self.restart(watch),
                Ok(false) => self.next_branch(watch),
            };
        }
    }

    /// Projection: after a solution, closes the nodes at which all projected variables were fixed.
    #[inline]
    fn leave_copies(&mut self) {
        let distinct = self.brancher.distinct();
        while self.stack.last().is_some_and(|frame| frame.cursor as usize >= distinct) {
            self.engine.pop_level();
            let Some(frame) = self.stack.pop() else { return };
            self.done += frame.rest;
            if self.branching == Branching::DWay {
                self.pending.truncate(frame.values as usize);
            }
            if let Some(path) = &mut self.path {
                path.close();
            }
        }
    }

    fn start<W: Watch>(&mut self, watch: &mut W) -> Result<bool, StopReason> {
        // A token cancelled before the start stops even a model without propagators.
        self.spend(usize::MAX / 4)?;
        self.allow()?;
        if self.limits.solutions == Some(0) {
            return Err(StopReason::Solutions);
        }
        self.statistics.nodes += 1;
        let open = self.visit(Ok(()), None, watch)?;
        let open = open && self.infer_at_root(watch)?;
        if open && self.listens {
            self.brancher.prepare(&mut self.engine)?;
        }
        if open {
            self.note_bound();
            self.leave_root()?;
        }
        Ok(open)
    }

    fn end<W: Watch>(&mut self, end: Step, watch: &mut W) -> Step {
        self.phase = Phase::Ended(end);
        if end != Step::Stopped(StopReason::Observer) {
            // Nothing is left to stop.
            let _ = watch.tell(&self.engine, || Event::Done { end, statistics: self.statistics() });
        }
        end
    }

    fn solution<W: Watch>(&mut self, watch: &mut W) -> Step {
        self.statistics.solutions += 1;
        self.at_solution = true;
        self.done += self.share;
        self.phase = Phase::Leaf;
        self.brancher.solved(&self.engine);
        if self.objective.is_none() {
            // After the first solution the search continues without restarts.
            self.cutoff = u64::MAX;
        }
        if let Some(objective) = &self.objective {
            // The objective is a decision variable like the others: it is fixed here.
            objective.found(self.engine.min(objective.view));
            self.climbing = true;
        }
        self.look_around();
        let Statistics { nodes: node, solutions: number, .. } = self.statistics;
        let told = watch.tell(&self.engine, || Event::Solution { node, depth: self.depth.into(), number });
        if let Err(by) = told {
            self.end(Step::Stopped(by), watch);
        } else if self.limits.solutions.is_some_and(|limit| number >= limit) {
            self.end(Step::Stopped(StopReason::Solutions), watch);
        } else if let Some(by) = self.is_good_enough() {
            self.end(Step::Stopped(by), watch);
        }
        Step::Solution
    }

    /// From the first solution on, the objective is held to the limit at every node where it is not so already.
    #[inline]
    fn hold_to_the_objective(&mut self) {
        if let Some(objective) = &self.objective
            && objective.is_limited()
            && objective.exceeds(self.engine.max(objective.view))
        {
            self.engine.wake(objective.propagator);
        }
    }

    /// When backtracking from a solution: whether a node above it allows a better one. If not, neither does its right
    /// branch, which is then no node of the tree.
    #[cold]
    fn may_be_better<W: Watch>(&mut self, watch: &mut W) -> Result<bool, StopReason> {
        self.hold_to_the_objective();
        match watch.propagate(&mut self.engine) {
            Ok(()) => {
                self.climbing = false;
                Ok(true)
            }
            Err(Halt::Failed) => {
                self.statistics.failures += 1;
                self.done += self.share;
                let node = self.statistics.nodes;
                watch.tell(&self.engine, || Event::Fail { node, depth: self.depth.into() })?;
                Ok(false)
            }
            Err(Halt::Stopped(by)) => Err(by),
        }
    }

    /// Takes a branch to a new node and propagates; `Ok(true)` if the node is open.
    #[inline]
    fn decide<W: Watch>(&mut self, atom: Atom, branch: Branch, watch: &mut W) -> Result<bool, StopReason> {
        if self.listens {
            self.brancher.deciding(&self.engine, atom, branch);
        }
        let decided = self.engine.assume(atom);
        self.hold_to_the_objective();
        self.statistics.nodes += 1;
        let (node, depth) = (self.statistics.nodes, u64::from(self.depth));
        if depth > self.statistics.peak_depth {
            self.statistics.peak_depth = depth;
        }
        watch.tell(&self.engine, || Event::Decide { node, depth, atom, branch })?;
        self.visit(decided, Some(atom.var()), watch)
    }

    /// Propagates at the node reached by `decided`, a decision on `var`.
    #[inline]
    fn visit<W: Watch>(
        &mut self,
        decided: Result<(), Halt>,
        var: Option<crate::Var>,
        watch: &mut W,
    ) -> Result<bool, StopReason> {
        match decided.and_then(|()| watch.propagate(&mut self.engine)) {
            Ok(()) => {
                if self.listens {
                    self.brancher.reached(&self.engine);
                }
                Ok(true)
            }
            Err(Halt::Failed) => {
                self.statistics.failures += 1;
                self.done += self.share;
                let node = self.statistics.nodes;
                watch.tell(&self.engine, || Event::Fail { node, depth: self.depth.into() })?;
                self.brancher.failed(&self.engine, var);
                Ok(false)
            }
            Err(Halt::Stopped(by)) => Err(by),
        }
    }

    /// Counts work.
    #[inline]
    fn spend(&mut self, units: usize) -> Result<(), StopReason> {
        match self.engine.budget().spend(units) {
            true => Ok(()),
            false => Err(self.engine.budget().stopped.unwrap_or(StopReason::Cancelled)),
        }
    }

    /// Whether one more node may be visited.
    #[inline]
    fn allow(&mut self) -> Result<(), StopReason> {
        let Statistics { nodes, failures, .. } = self.statistics;
        if self.limits.nodes.is_some_and(|limit| nodes >= limit) {
            return Err(StopReason::Nodes);
        }
        if self.limits.failures.is_some_and(|limit| failures >= limit) {
            return Err(StopReason::Failures);
        }
        if self.limits.memory.is_some_and(|limit| self.engine.bytes() + self.bytes() > limit) {
            return Err(StopReason::Memory);
        }
        Ok(())
    }

    fn bytes(&self) -> usize {
        let path = self.path.as_ref().map_or(0, |path| path.bytes());
        self.stack.capacity() * size_of::<Frame>() + self.pending.capacity() * 4 + path
    }

    /// Whether the last step found a solution and nothing has changed since.
    pub(crate) fn at_solution(&self) -> bool {
        self.at_solution
    }

    /// The engine, at the current node.
    pub(crate) fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Statistics so far.
    pub(crate) fn statistics(&self) -> Statistics {
        Statistics { propagations: self.engine.propagations(), ..self.statistics }
    }

    /// An estimate of the share of the tree that is done, from 0 to 1: each branch counts as its share of the domain at
    /// its node.
    pub(crate) fn progress(&self) -> f64 {
        match self.phase {
            Phase::Ended(Step::Exhausted) => 1.0,
            _ => self.done.clamp(0.0, 1.0),
        }
    }
}
