//! The state after a number of events: the domains, and a trail for undoing branches.

use super::Event;
use solver_core::{Atom, ValueSet, Var};

/// The current domains and the changes that led to them.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) domains: Vec<ValueSet>,
    pub(super) changes: Vec<Change>,
    /// For each variable, the indices of its changes.
    pub(super) of: Vec<Vec<usize>>,
    pub(super) levels: Vec<Level>,
    /// The number of the root in the current restart.
    root: u64,
}

/// A reduction of a domain.
#[derive(Clone, Debug)]
pub(super) struct Change {
    pub(super) event: usize,
    pub(super) var: Var,
    pub(super) before: ValueSet,
}

/// A current decision.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    pub(super) event: usize,
    pub(super) node: u64,
    /// The number of changes before the decision.
    changes: usize,
}

impl State {
    pub(super) fn new(roots: &[ValueSet]) -> State {
        let of = vec![Vec::new(); roots.len()];
        State { domains: roots.to_vec(), changes: Vec::new(), of, levels: Vec::new(), root: 1 }
    }

    /// Processes the event with the given number.
    pub(super) fn happen(&mut self, number: usize, event: &Event) {
        match *event {
            Event::Decide { node, .. } => {
                self.levels.push(Level { event: number, node, changes: self.changes.len() });
            }
            Event::Backtrack { depth } => self.back_to(depth as usize),
            Event::Restart { node, .. } => {
                self.root = node;
                self.back_to(0);
            }
            Event::Prune(_)
            | Event::Propagate { .. }
            | Event::Fail { .. }
            | Event::Solution { .. }
            | Event::Learn { .. } => {}
        }
        if let Some(fact) = event.fact() {
            self.learn(number, fact);
        }
    }

    fn learn(&mut self, event: usize, fact: Atom) {
        let var = fact.var();
        let domain = &mut self.domains[var.index()];
        let left = domain.intersection(&fact.values());
        if left != *domain {
            let before = std::mem::replace(domain, left);
            self.of[var.index()].push(self.changes.len());
            self.changes.push(Change { event, var, before });
        }
    }

    fn back_to(&mut self, depth: usize) {
        let Some(level) = self.levels.get(depth) else { return };
        for Change { var, before, .. } in self.changes.drain(level.changes..).rev() {
            self.domains[var.index()] = before;
            self.of[var.index()].pop();
        }
        self.levels.truncate(depth);
    }

    pub(super) fn node(&self) -> u64 {
        self.levels.last().map_or(self.root, |level| level.node)
    }

    pub(super) fn entails(&self, fact: Atom) -> bool {
        self.domains[fact.var().index()].minus(&fact.values()).is_empty()
    }

    /// Iterates over the changes of a variable's domain, latest first: the event, and the domains before and after it.
    pub(super) fn changes_of(&self, var: Var) -> impl Iterator<Item = (usize, &ValueSet, &ValueSet)> {
        let mut after = &self.domains[var.index()];
        self.of[var.index()].iter().rev().map(move |&i| {
            let Change { event, before, .. } = &self.changes[i];
            (*event, before, std::mem::replace(&mut after, before))
        })
    }
}
