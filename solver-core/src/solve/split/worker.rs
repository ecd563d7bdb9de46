//! A worker: the search of one thread, which explores one part of the tree after another.

use super::delivery::{Found, Position};
use super::intervals::Intervals;
use super::shared::{Claim, Report, Shared};
use crate::search::{SearchTree, Step};
use crate::view::View;
use std::sync::Arc;

/// The number of nodes after which a search publishes its progress and solutions.
const SLICE: u64 = 1_024;

/// A search also publishes when its solutions contain this many values.
const LOAD: usize = 1 << 16;

/// A search that explores parts of the tree.
pub(super) struct Worker {
    number: usize,
    tree: SearchTree,
    views: Arc<[View]>,
    shared: Arc<Shared>,
    /// The position of the part.
    position: Position,
    found: Vec<Found>,
    counted: u64,
    /// If nodes and failures are limited: how many the search may use before it claims more.
    claim: Claim,
    /// The version of the last bound received.
    version: u64,
    /// The work done when the last part was given away or received, and the work needed to reach the current part.
    since: i64,
    way: i64,
    intervals: Intervals,
}

impl Worker {
    pub(super) fn new(
        number: usize,
        tree: SearchTree,
        views: Arc<[View]>,
        shared: Arc<Shared>,
        intervals: Intervals,
    ) -> Worker {
        Worker {
            number,
            tree,
            views,
            shared,
            position: Position::default(),
            found: Vec::new(),
            counted: 0,
            claim: Claim::default(),
            version: 0,
            since: 0,
            way: 1,
            intervals,
        }
    }

    /// Explores its own part of the tree, and then parts that others give away, until everything is explored or
    /// stopped.
    pub(super) fn work(mut self) {
        // The first worker has already begun.
        let mut has_part = self.number == 0;
        while has_part || self.receive() {
            let end = self.explore();
            self.publish();
            match end {
                None => return,
                Some(Step::Stopped(by)) => return self.shared.stop(by),
                Some(_) => self.shared.close(&self.position),
            }
            // Other workers may need the unused remainder of the claim.
            self.shared.claim(std::mem::take(&mut self.claim), 0);
            has_part = false;
        }
    }

    /// Waits for another part of the tree. Returns `false` when the search is over.
    fn receive(&mut self) -> bool {
        let Some((position, cube)) = self.shared.next_part() else { return false };
        self.position = position;
        self.tree.explore(cube);
        self.import_bound();
        (self.since, self.way) = (self.tree.work(), 0);
        true
    }

    /// Explores the part to its end. Returns `None` when the search is over.
    fn explore(&mut self) -> Option<Step> {
        loop {
            let end = self.slice()?;
            if end.is_some() {
                return end;
            }
            self.publish();
        }
    }

    /// Explores some nodes. Returns `None` when the search is over, and `Some(None)` when the part is not completely
    /// explored.
    fn slice(&mut self) -> Option<Option<Step>> {
        let begun = self.tree.statistics();
        let mut most = SLICE;
        if self.shared.is_limited {
            loop {
                match self.tree.step_at_node() {
                    None => break,
                    Some(Step::Solution) => self.solution(),
                    end => return Some(end),
                }
            }
            self.claim = self.shared.claim(std::mem::take(&mut self.claim), SLICE / 4)?;
            self.tree.limit_failures(begun.failures.saturating_add(self.claim.failures));
            most = self.claim.nodes;
        }
        let end = begun.nodes + most;
        let mut step = None;
        while step.is_none() {
            let left = end.saturating_sub(self.tree.nodes());
            if left == 0 || self.found.len() * self.views.len() > LOAD {
                break;
            }
            // Reaching the part counts as one step.
            step = self.tree.step_for(if self.way == 0 { 1 } else { left.min(self.intervals.poll) });
            if step == Some(Step::Solution) {
                self.solution();
                step = None;
            }
            if self.way == 0 {
                self.way = (self.tree.work() - self.since).max(1);
            }
            if self.shared.is_wanted() {
                self.give();
            }
            if self.shared.version() != self.version {
                self.import_bound();
            }
        }
        if self.shared.is_limited {
            let done = self.tree.statistics();
            self.claim.nodes = self.claim.nodes.saturating_sub(done.nodes - begun.nodes);
            self.claim.failures = self.claim.failures.saturating_sub(done.failures - begun.failures);
        }
        Some(step)
    }

    fn solution(&mut self) {
        let objective = self.tree.objective();
        if objective.is_none() && self.shared.counts() {
            self.counted += 1;
            return;
        }
        let engine = self.tree.engine();
        if let Some(values) = self.views.iter().map(|&view| engine.fixed(view)).collect() {
            self.found.push(Found { values, objective });
        }
        // The other workers need the bound.
        if objective.is_some() {
            self.publish();
        }
    }

    /// Gives away parts, if enough work was done since the last time.
    fn give(&mut self) {
        let work = self.tree.work();
        if work - self.since < self.intervals.grain.max(self.intervals.ways * self.way) {
            return;
        }
        self.since = work;
        let tree = &mut self.tree;
        self.shared.give(|| tree.give());
    }

    /// Takes over the objective bound.
    fn import_bound(&mut self) {
        self.version = self.shared.version();
        if let Some(bound) = self.shared.bound(&self.position) {
            self.tree.count_below(bound);
        }
    }

    /// Publishes the progress and the solutions of this worker.
    fn publish(&mut self) {
        let report = Report { statistics: self.tree.statistics(), done: self.tree.done() };
        let (counted, found) = (std::mem::take(&mut self.counted), std::mem::take(&mut self.found));
        self.shared.publish(self.number, &self.position, report, counted, found);
    }
}
