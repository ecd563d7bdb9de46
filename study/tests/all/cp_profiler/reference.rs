//! Reconstructs the tree from the events according to their documentation.

use solver_core::engine::Engine;
use solver_core::observe::{Branch, Event, Observer};
use solver_core::search::{Statistics, Step};
use solver_core::{AtomFormatter, SymbolTable};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// A node's parent (by number), alternative, status and label.
pub(crate) type Node = (Option<u64>, i32, u8, Option<String>);

/// A reference tree: its nodes by number.
#[derive(Default)]
pub(crate) struct Reference {
    symbols: Option<SymbolTable>,
    pub(crate) nodes: BTreeMap<u64, Node>,
    latest: BTreeMap<u64, u64>,
    /// The latest node and its depth, while the node's kind is unknown.
    open: Option<(u64, u64)>,
    pub(crate) is_complete: bool,
    pub(crate) statistics: Statistics,
    restart: i32,
    pub(crate) restarts: BTreeMap<u64, i32>,
}

impl Reference {
    fn add(&mut self, node: u64, depth: u64, alternative: i32, label: Option<String>) {
        let parent = depth.checked_sub(1).map(|above| self.latest[&above]);
        self.latest.insert(depth, node);
        // This is an inner node, unless a later event shows otherwise.
        self.nodes.insert(node, (parent, alternative, 2, label));
        self.restarts.insert(node, self.restart);
        self.open = Some((node, depth));
    }

    fn status(&mut self, status: u8) {
        if let Some((node, _)) = self.open.take() {
            self.nodes.get_mut(&node).expect("it was reported").2 = status;
        }
    }
}

impl Observer for Reference {
    fn start(&mut self, symbols: Option<&SymbolTable>, _: &Engine) -> ControlFlow<()> {
        self.symbols = symbols.cloned();
        self.add(1, 0, -1, None);
        ControlFlow::Continue(())
    }

    fn see(&mut self, event: &Event, _: &Engine) -> ControlFlow<()> {
        match *event {
            Event::Decide { node, depth, atom, branch } => {
                let alternative = match branch {
                    Branch::Left => 0,
                    Branch::Right => 1,
                    Branch::Value { index, .. } => index as i32,
                };
                let label = self.symbols.as_ref().map(|symbols| symbols.fact(atom));
                self.add(node, depth, alternative, label);
            }
            Event::Fail { .. } => self.status(1),
            Event::Solution { .. } => self.status(0),
            Event::Backtrack { depth } if self.open.is_some_and(|(_, of)| depth < of) => self.status(3),
            Event::Restart { node, restart } => {
                self.status(3);
                self.restart = restart as i32;
                self.add(node, 0, -1, None);
            }
            Event::Done { end, statistics } => {
                (self.is_complete, self.statistics) = (end == Step::Exhausted, statistics);
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }
}
