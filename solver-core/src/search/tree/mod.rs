//! The search kernel: explores a tree, one solution at a time.
//!
//! The [stack] holds the open nodes; [node] processes a node; [branch] moves from one node to the next. The search is
//! chronological and complete: by continuing after each solution, it finds every solution once. Searches differ in
//! three independent parts: the brancher (which decision), the [strategy](super::strategy) (which [iterations]), and
//! the [goal](super::goal) (which solutions count).

mod branch;
mod cube;
mod fork;
mod incremental;
mod iterations;
mod learning;
mod node;
mod parts;
mod path;
mod probing;
mod stack;

use super::goal::{BranchAndBound, Goal};
use super::strategy::Strategy;
use super::{Branching, Event, GoodEnough, Limits, Objective, Probing, Selection, Statistics, Step, Unobserved, Watch};
use crate::budget::{Budget, StopReason};
use crate::engine::Engine;
use crate::view::View;
pub use cube::{Cube, NoCube, Rest};
pub(crate) use fork::Forked;
use stack::DecisionStack;

/// The cost of a node at which nothing propagates, in budget units.
const NODE: usize = 8;

/// A search in progress.
pub(crate) struct SearchTree {
    engine: Engine,
    selection: Selection,
    branching: Branching,
    strategy: Strategy,
    goal: Goal,
    limits: Limits,
    stack: DecisionStack,
    statistics: Statistics,
    phase: Phase,
    at_solution: bool,
    /// The total number of failures at which the iteration ends: `length` more than when it began.
    cutoff: u64,
    length: u64,
    listens: bool,
    root: Option<probing::Root>,
    probing: Probing,
    /// The part of the tree to explore next.
    cube: Option<Box<Cube>>,
    /// Whether parts of the tree may be given away.
    is_split: bool,
    /// Whether the selection has been initialised at the root.
    is_prepared: bool,
    /// The indices of the assumptions in the core, if the last query ended with one.
    core: Option<Vec<usize>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// No node has been visited yet.
    Start,
    /// At a solution or a failed node: backtrack.
    Leaf,
    /// At an open node: branch.
    Open,
    /// On the way to the node of a cube.
    Cube,
    Ended(Step),
}

impl SearchTree {
    /// Creates a search. `budget` contains the deadline; the clock may have started before the engine was built.
    pub(crate) fn new(
        mut engine: Engine,
        selection: Selection,
        branching: Branching,
        limits: Limits,
        budget: Budget,
    ) -> SearchTree {
        *engine.budget() = budget;
        let frames = selection.vars().len().min(1 << 20);
        // A d-way node lists its variable's values, and each variable has at most one node on a branch.
        let values = |&v: &crate::Var| u64::from(engine.size(View::from(v)));
        let pending = match branching {
            Branching::TwoWay => 0,
            Branching::DWay => selection.vars().iter().map(values).sum::<u64>().min(1 << 20) as usize,
        };
        SearchTree {
            engine,
            listens: selection.listens(),
            goal: if selection.projected() == usize::MAX { Goal::All } else { Goal::Projection(selection.projected()) },
            selection,
            branching,
            strategy: Strategy::DepthFirst,
            limits,
            stack: DecisionStack::with_capacity(frames, pending),
            statistics: Statistics::default(),
            phase: Phase::Start,
            at_solution: false,
            cutoff: u64::MAX,
            length: u64::MAX,
            root: None,
            probing: Probing::default(),
            cube: None,
            is_split: false,
            is_prepared: true,
            core: None,
        }
    }

    /// Sets the strategy.
    pub(crate) fn with_strategy(mut self, strategy: Strategy) -> SearchTree {
        self.stack.path = strategy.needs_path().then(Box::default);
        self.strategy = strategy;
        self
    }

    /// Uses branch and bound: once there is a solution, only better ones count.
    pub(crate) fn minimizing(mut self, objective: Objective) -> SearchTree {
        let view = objective.view;
        self.goal = Goal::Optimum(BranchAndBound::new(objective));
        self.with_objective(view)
    }

    /// Lets value selection use the objective.
    pub(crate) fn with_objective(mut self, objective: View) -> SearchTree {
        self.selection.set_objective(objective);
        self
    }

    /// Sets the criteria for stopping at a good enough solution.
    pub(crate) fn is_good_enough_at(&mut self, good_enough: GoodEnough) {
        if let Goal::Optimum(optimum) = &mut self.goal {
            optimum.good_enough = good_enough;
        }
    }

    fn optimum(&self) -> Option<&BranchAndBound> {
        match &self.goal {
            Goal::Optimum(optimum) => Some(optimum),
            Goal::All | Goal::Projection(_) => None,
        }
    }

    /// The objective value of the solution just found.
    pub(crate) fn objective(&self) -> Option<i32> {
        self.engine.fixed(self.optimum()?.objective.view)
    }

    /// The objective value of the best solution known.
    pub(crate) fn incumbent(&self) -> Option<i32> {
        self.optimum()?.objective.best()
    }

    /// The dual bound: no solution has a smaller objective value.
    pub(crate) fn bound(&self) -> Option<i32> {
        self.optimum()?.bound(self.phase == Phase::Ended(Step::Exhausted))
    }

    /// From now on, only solutions better than `value` count.
    pub(crate) fn improve_on(&mut self, value: i32) {
        if let Some(optimum) = self.optimum() {
            optimum.objective.found(value);
        }
    }

    /// Whether the search has not begun yet.
    pub(crate) fn is_fresh(&self) -> bool {
        self.phase == Phase::Start
    }

    /// Continues to the next solution, but pauses (`None`) after at most this many more nodes (at least one). Pausing
    /// does not change the search.
    pub(crate) fn step_for(&mut self, nodes: u64) -> Option<Step> {
        self.go(nodes, &mut Unobserved)
    }

    /// The counterpart of [`step_for`](SearchTree::step_for) with an observer.
    #[cold]
    pub(crate) fn step_watched<W: Watch>(&mut self, nodes: u64, watch: &mut W) -> Option<Step> {
        self.go(nodes, watch)
    }

    /// Ends the search at the observer's request.
    pub(crate) fn stopped_by_observer(&mut self) -> Step {
        self.end(Step::Stopped(StopReason::Observer), &mut Unobserved)
    }

    fn go<W: Watch>(&mut self, nodes: u64, watch: &mut W) -> Option<Step> {
        if std::mem::take(&mut self.at_solution) {
            if let Goal::Projection(variables) = self.goal
                && !matches!(self.strategy, Strategy::Learning(_))
            {
                // Below nodes at which all projected variables were fixed, all solutions agree with the current one on
                // those variables.
                let keep = self.stack.open_among(variables);
                self.stack.backjump(&mut self.engine, keep);
            }
            // The caller may have spent any amount of time since the last solution.
            if !matches!(self.phase, Phase::Ended(_))
                && let Err(by) = self.check_budget()
            {
                return Some(self.end(Step::Stopped(by), watch));
            }
        }
        if let Strategy::Learning(_) = self.strategy {
            return self.go_learning(nodes, watch);
        }
        let pause = self.statistics.nodes.saturating_add(nodes.max(1));
        let mut open = match self.phase {
            Phase::Ended(step) => return Some(step),
            Phase::Start => self.start(watch),
            Phase::Leaf => Ok(false),
            Phase::Open => Ok(true),
            Phase::Cube => self.enter_cube(watch),
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
                Ok(true) => match self.selection.next(&self.engine, &mut self.stack.cursor) {
                    None if self.found_before() || self.is_outdone() => Ok(false),
                    None => return Some(self.solution(watch)),
                    Some(var) => match self.branching {
                        Branching::TwoWay => self.branch(var, watch),
                        Branching::DWay => self.fan_out(var, watch),
                    },
                },
                Ok(false) if self.stack.len() == 0 => match self.iteration_exhausted(watch) {
                    Some(open) => open,
                    None => return Some(self.end(Step::Exhausted, watch)),
                },
                Ok(false) if self.statistics.failures >= self.cutoff => self.restart(watch),
                Ok(false) => self.next_branch(watch),
            };
        }
    }

    fn start<W: Watch>(&mut self, watch: &mut W) -> Result<bool, StopReason> {
        // A token that was cancelled before the start stops even a model without propagators.
        self.check_budget()?;
        self.allow()?;
        if self.limits.solutions == Some(0) {
            return Err(StopReason::Solutions);
        }
        // The search of a part begins with the part's cube.
        self.statistics.nodes += u64::from(self.cube.is_none());
        let open = self.visit(Ok(()), None, watch)?;
        let open = open && self.infer_at_root(watch)?;
        if open && self.listens {
            self.selection.prepare(&mut self.engine)?;
        }
        if open {
            self.leave_root()?;
        }
        if open && self.cube.is_some() {
            return self.enter_cube(watch);
        }
        Ok(open)
    }

    fn end<W: Watch>(&mut self, end: Step, watch: &mut W) -> Step {
        self.phase = Phase::Ended(end);
        if end != Step::Stopped(StopReason::Observer) {
            // The result is ignored, because the search ends regardless.
            let _ = watch.on_event(&self.engine, || Event::Done { end, statistics: self.statistics() });
        }
        end
    }

    fn solution<W: Watch>(&mut self, watch: &mut W) -> Step {
        self.statistics.solutions += 1;
        self.at_solution = true;
        self.stack.close_current();
        self.phase = Phase::Leaf;
        self.selection.solved(&self.engine);
        match &mut self.goal {
            Goal::Optimum(optimum) => optimum.found(&self.engine),
            // After the first solution the search continues without restarts.
            Goal::All | Goal::Projection(_) => self.cutoff = u64::MAX,
        }
        if self.strategy.solved(&self.engine) {
            self.cutoff = 0;
        }
        let Statistics { nodes: node, solutions: number, .. } = self.statistics;
        let depth = self.stack.depth.into();
        let reported = watch.on_event(&self.engine, || Event::Solution { node, depth, number });
        if let Err(by) = reported {
            self.end(Step::Stopped(by), watch);
        } else if self.limits.solutions.is_some_and(|limit| number >= limit) {
            self.end(Step::Stopped(StopReason::Solutions), watch);
        } else if let Some(by) = self.optimum().and_then(BranchAndBound::is_good_enough) {
            self.end(Step::Stopped(by), watch);
        }
        Step::Solution
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
        let relaxation = self.engine.relaxation_statistics();
        let explanations = match &self.strategy {
            Strategy::Learning(learner) => learner.statistics(),
            _ => Default::default(),
        };
        Statistics { propagations: self.engine.propagations(), relaxation, explanations, ..self.statistics }
    }

    /// The estimated explored share of the tree, from 0 to 1. Each branch counts as its share of the domain at its
    /// node. The estimate never falls, because it is the largest share explored by any iteration.
    pub(crate) fn progress(&self) -> f64 {
        match self.phase {
            Phase::Ended(Step::Exhausted) => 1.0,
            // A search with backjumping does not explore a fixed tree.
            _ if matches!(self.strategy, Strategy::Learning(_)) => 0.0,
            _ => self.stack.progress().clamp(0.0, 1.0),
        }
    }
}
