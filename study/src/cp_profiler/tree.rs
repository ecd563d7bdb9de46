//! Derives the nodes of the tree from events: the parent of each node, and when its kind becomes known.

use solver_core::Atom;
use solver_core::engine::Engine;
use solver_core::observe::{Branch, Event};
use solver_core::search::Step;

/// The kind of a node. The discriminant is its number in the protocol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Status {
    Solved,
    /// There is no solution below the node.
    Failed,
    /// The node is an inner node or, if it has no children, was left open.
    Branch,
    /// The search does not visit the branch.
    Skipped,
}

/// A node of known kind.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The node's number in the search; `None` for a skipped branch.
    pub(super) number: Option<u64>,
    /// The parent's number; `None` for a root.
    pub(super) parent: Option<u64>,
    pub(super) depth: u64,
    /// The node's index among its parent's children.
    pub(super) alternative: Option<u32>,
    pub(super) children: u32,
    pub(super) status: Status,
    /// The decision that leads to the node; `None` for a root or a skipped branch.
    pub(super) decision: Option<Atom>,
}

/// The engine's state when a node is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Moment {
    /// The engine is at the node's fixpoint, failure or solution.
    Here,
    /// The first branch below the node has already been taken. The node's state is the state before the latest fact.
    BeforeTheLastFact,
    /// The branch is empty because of the failure just reported.
    JustRefuted,
    /// The search is somewhere else.
    Elsewhere,
}

/// Receives nodes.
pub(super) trait Listener {
    /// Called when a restart begins.
    fn restart(&mut self, restart: u64);
    /// Called when the kind of a node is known.
    fn node(&mut self, node: &Node, moment: Moment, engine: Option<&Engine>);
}

/// An open node on the current branch.
#[derive(Debug)]
struct Open {
    number: u64,
    /// The number of branches between the root and the node.
    depth: u64,
    parent: Option<u64>,
    alternative: Option<u32>,
    decision: Option<Atom>,
    /// For each child, whether it was taken; `None` before the node is sent.
    taken: Option<Vec<bool>>,
}

/// The open nodes on the current branch.
#[derive(Default, Debug)]
pub(super) struct Tree {
    path: Vec<Open>,
    ended: bool,
    /// The number of learned nogoods. Each nogood adds a node: the right branch of the node to which the search jumped
    /// back.
    learned: u64,
    /// The largest node number.
    latest: u64,
}

impl Tree {
    pub(super) fn start(&mut self) {
        self.latest = 1;
        self.path.push(Open::root(1));
    }

    pub(super) fn on_event(&mut self, event: &Event, engine: &Engine, listener: &mut impl Listener) {
        match *event {
            Event::Decide { node, depth, atom, branch } => {
                self.close_below(depth, listener);
                let (alternative, children) = match branch {
                    Branch::Left => (0, 2),
                    Branch::Right => (1, 2),
                    Branch::Value { index, of } => (index, of),
                };
                self.open(children, engine, listener);
                self.enter(node + self.learned, depth, alternative, Some(atom));
            }
            Event::Backtrack { depth } => {
                self.close_below(depth.saturating_add(1), listener);
            }
            Event::Learn { nogood, .. } => {
                self.learned += 1;
                let depth = self.path.last().map_or(0, |open| open.depth);
                self.enter(self.latest + 1, depth, 1, engine.nogood(nogood).first().copied());
            }
            Event::Fail { depth, .. } => {
                if self.path.last().is_some_and(|node| node.taken.is_none()) {
                    self.leaf(Status::Failed, Moment::Here, Some(engine), listener);
                    return;
                }
                // After a solution, the search has backtracked to this node, whose other branches contain no better
                // solution.
                self.close_below(depth.saturating_add(1), listener);
                self.skip_rest(Moment::JustRefuted, Some(engine), listener);
            }
            Event::Solution { .. } => self.leaf(Status::Solved, Moment::Here, Some(engine), listener),
            Event::Restart { node, restart } => {
                self.close_below(0, listener);
                listener.restart(restart);
                self.latest = node + self.learned;
                self.path.push(Open::root(self.latest));
            }
            Event::Done { end: Step::Exhausted, .. } => {
                self.close_below(0, listener);
                self.ended = true;
            }
            Event::Done { .. } => self.stop(listener),
            _ => {}
        }
    }

    /// Takes a branch from the latest node.
    fn enter(&mut self, number: u64, depth: u64, alternative: u32, decision: Option<Atom>) {
        let parent = self.path.last_mut().map(|parent| {
            if let Some(taken) = parent.taken.as_mut().and_then(|taken| taken.get_mut(alternative as usize)) {
                *taken = true;
            }
            parent.number
        });
        self.latest = number;
        self.path.push(Open { number, depth, parent, alternative: Some(alternative), decision, taken: None });
    }

    /// Ends the search. Nodes that the search has not closed stay open.
    pub(super) fn stop(&mut self, listener: &mut impl Listener) {
        if !std::mem::replace(&mut self.ended, true) && self.path.last().is_some_and(|node| node.taken.is_none()) {
            self.leaf(Status::Branch, Moment::Elsewhere, None, listener);
        }
    }

    /// Sends the latest node, which has no children.
    fn leaf(&mut self, status: Status, moment: Moment, engine: Option<&Engine>, listener: &mut impl Listener) {
        let depth = self.path.len().saturating_sub(1) as u64;
        let Some(open) = self.path.last_mut() else { return };
        open.taken = Some(Vec::new());
        listener.node(&open.node(depth, 0, status), moment, engine);
    }

    /// Sends the latest node when its first branch is taken.
    fn open(&mut self, children: u32, engine: &Engine, listener: &mut impl Listener) {
        let depth = self.path.len().saturating_sub(1) as u64;
        let Some(open) = self.path.last_mut().filter(|open| open.taken.is_none()) else { return };
        open.taken = Some(vec![false; children as usize]);
        let node = open.node(depth, children, Status::Branch);
        listener.node(&node, Moment::BeforeTheLastFact, Some(engine));
    }

    /// Closes all nodes at the given depth or deeper, and reports their unvisited branches as skipped.
    fn close_below(&mut self, depth: u64, listener: &mut impl Listener) {
        while self.path.last().is_some_and(|open| open.depth >= depth) {
            if self.path.last().is_some_and(|open| open.taken.is_none()) {
                self.leaf(Status::Skipped, Moment::Elsewhere, None, listener);
            }
            self.skip_rest(Moment::Elsewhere, None, listener);
            self.path.pop();
        }
    }

    /// Sends the untaken branches of the latest node as skipped.
    fn skip_rest(&mut self, moment: Moment, engine: Option<&Engine>, listener: &mut impl Listener) {
        let depth = self.path.len() as u64;
        let Some(open) = self.path.last_mut() else { return };
        let parent = Some(open.number);
        for (alternative, taken) in open.taken.iter_mut().flatten().enumerate().filter(|(_, taken)| !**taken) {
            *taken = true;
            let skipped = Node {
                number: None,
                parent,
                depth,
                alternative: u32::try_from(alternative).ok(),
                children: 0,
                status: Status::Skipped,
                decision: None,
            };
            listener.node(&skipped, moment, engine);
        }
    }
}

impl Open {
    fn root(number: u64) -> Open {
        Open { number, depth: 0, parent: None, alternative: None, decision: None, taken: None }
    }

    fn node(&self, depth: u64, children: u32, status: Status) -> Node {
        let Open { number, parent, alternative, decision, .. } = *self;
        Node { number: Some(number), parent, depth, alternative, children, status, decision }
    }
}
