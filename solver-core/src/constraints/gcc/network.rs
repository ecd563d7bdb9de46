//! The flow network: assigns views to values within each value's minimum and maximum.
//!
//! There is a node for each value with a count, in ascending order, and one more for all other values. The assignment
//! is kept from run to run as a hint: its valid part is reused, and shortest augmenting paths repair the rest.

use super::Meaning;
use crate::constraints::bits::{add, bits, has, ones};

/// The reason why no assignment exists. The nodes concerned are those [seen](Network::seen) by the last search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Refuted {
    /// Too many views lie within the nodes.
    TooMany,
    /// Too few views meet the nodes.
    TooFew,
}

#[derive(Clone, Debug)]
pub(super) struct Network {
    views: usize,
    pub(super) nodes: usize,
    pub(super) words: usize,
    /// The nodes that each view can be assigned to, as bits.
    rows: Box<[u64]>,
    /// The node to which each view is assigned.
    at: Box<[u32]>,
    /// The number of views of each node, its minimum and its maximum.
    pub(super) count: Box<[i64]>,
    pub(super) low: Box<[i64]>,
    pub(super) high: Box<[i64]>,
    seen: Box<[u64]>,
    queue: Vec<u32>,
    /// For each visited node, the view that would move into it or out of it.
    mover: Box<[u32]>,
    /// The views of each node as a linked list: the first one of each node, and the next one after each view.
    first: Box<[u32]>,
    next: Box<[u32]>,
}

const NONE: u32 = u32::MAX;

impl Network {
    pub(super) fn new(meaning: &Meaning) -> Network {
        let (views, nodes) = (meaning.views.len(), meaning.values.len() + 1);
        let words = nodes.div_ceil(64);
        Network {
            views,
            nodes,
            words,
            rows: vec![0; views * words].into(),
            at: vec![NONE; views].into(),
            count: vec![0; nodes].into(),
            low: vec![0; nodes].into(),
            high: vec![views as i64; nodes].into(),
            seen: vec![0; words].into(),
            queue: Vec::with_capacity(nodes),
            mover: vec![NONE; nodes].into(),
            first: vec![NONE; nodes].into(),
            next: vec![NONE; views].into(),
        }
    }

    pub(super) fn set_range(&mut self, node: usize, (low, high): (i64, i64)) {
        self.low[node] = low;
        self.high[node] = high.min(self.views as i64);
    }

    pub(super) fn row(&self, view: usize) -> &[u64] {
        &self.rows[view * self.words..][..self.words]
    }

    pub(super) fn row_mut(&mut self, view: usize) -> &mut [u64] {
        &mut self.rows[view * self.words..][..self.words]
    }

    pub(super) fn allow(&mut self, view: usize, node: usize) {
        add(self.row_mut(view), node);
    }

    fn can_have(&self, view: usize, node: usize) -> bool {
        has(self.row(view), node)
    }

    /// The node to which a view is assigned.
    pub(super) fn node_of(&self, view: usize) -> usize {
        self.at[view] as usize
    }

    /// The nodes visited by the last search.
    pub(super) fn seen(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.nodes).filter(|&node| has(&self.seen, node))
    }

    /// Assigns every view to a node, and gives every node its minimum number of views.
    ///
    /// `goes_on` receives the work of the next step and returns whether to continue; if it returns `false`, the result
    /// is meaningless.
    pub(super) fn settle(&mut self, mut goes_on: impl FnMut(usize) -> bool) -> Result<(), Refuted> {
        self.count.fill(0);
        for view in 0..self.views {
            let node = self.at[view] as usize;
            if node < self.nodes && self.can_have(view, node) && self.count[node] < self.high[node] {
                self.count[node] += 1;
            } else {
                self.at[view] = NONE;
            }
        }
        for view in 0..self.views {
            if self.at[view] == NONE && goes_on(self.views + self.nodes) {
                self.place(view)?;
            }
        }
        for node in 0..self.nodes {
            while self.count[node] < self.low[node] && goes_on(self.views) {
                self.bring(node)?;
            }
        }
        Ok(())
    }

    /// Moves views from nodes above their minimum to a node, up to its maximum. Returns its number of views.
    ///
    /// `goes_on` is as in [`settle`](Network::settle).
    pub(super) fn most(&mut self, node: usize, mut goes_on: impl FnMut(usize) -> bool) -> i64 {
        for view in 0..self.views {
            let from = self.node_of(view);
            if self.count[node] < self.high[node]
                && from != node
                && self.count[from] > self.low[from]
                && self.can_have(view, node)
            {
                self.shift(view, node);
            }
        }
        while self.count[node] < self.high[node] && goes_on(self.views * self.words) && self.bring(node).is_ok() {}
        self.count[node]
    }

    /// Moves views from a node, down to its minimum, to nodes below their maximum. Returns its number of views.
    ///
    /// `goes_on` is as in [`settle`](Network::settle).
    pub(super) fn least(&mut self, node: usize, mut goes_on: impl FnMut(usize) -> bool) -> i64 {
        for view in 0..self.views {
            if self.count[node] > self.low[node] && self.node_of(view) == node {
                let row = &self.rows[view * self.words..][..self.words];
                let room = bits(row).find(|&other| other != node && self.count[other] < self.high[other]);
                if let Some(other) = room {
                    self.shift(view, other);
                }
            }
        }
        while self.count[node] > self.low[node] && goes_on(self.views * self.words) && self.push_out(node).is_ok() {}
        self.count[node]
    }

    /// Moves a view to another node.
    fn shift(&mut self, view: usize, to: usize) {
        let from = std::mem::replace(&mut self.at[view], to as u32);
        self.count[from as usize] -= 1;
        self.count[to] += 1;
    }

    /// Assigns a view to a node, preferably one below its minimum.
    fn place(&mut self, view: usize) -> Result<(), Refuted> {
        let row = &self.rows[view * self.words..][..self.words];
        let below = bits(row).find(|&node| self.count[node] < self.low[node]);
        let free = below.or_else(|| bits(row).find(|&node| self.count[node] < self.high[node]));
        if let Some(node) = free {
            self.at[view] = node as u32;
            self.count[node] += 1;
            return Ok(());
        }
        self.list_views();
        self.start();
        self.see_row(view);
        self.spread(|_| false)
    }

    /// Moves one more view to a node, along a path from a node above its minimum.
    pub(super) fn bring(&mut self, node: usize) -> Result<(), Refuted> {
        self.start();
        add(&mut self.seen, node);
        self.queue.push(node as u32);
        let mut head = 0;
        while let Some(&into) = self.queue.get(head) {
            head += 1;
            for view in 0..self.views {
                let from = self.at[view] as usize;
                if has(&self.seen, from) || !self.can_have(view, into as usize) {
                    continue;
                }
                add(&mut self.seen, from);
                self.mover[from] = view as u32;
                // `next` is free during this search and stores the destination of the mover.
                self.next[view] = into;
                if self.count[from] > self.low[from] {
                    self.count[from] -= 1;
                    self.count[node] += 1;
                    self.follow(from, node);
                    return Ok(());
                }
                self.queue.push(from as u32);
            }
        }
        Err(Refuted::TooFew)
    }

    /// Moves one view out of `from`, one out of the node that it enters, and so on until `to` gains a view.
    fn follow(&mut self, mut from: usize, to: usize) {
        while from != to {
            let view = self.mover[from] as usize;
            let into = self.next[view];
            self.at[view] = into;
            from = into as usize;
        }
    }

    /// Moves one view out of a node, along a path to a node below its maximum.
    pub(super) fn push_out(&mut self, node: usize) -> Result<(), Refuted> {
        self.list_views();
        self.start();
        add(&mut self.seen, node);
        self.count[node] -= 1;
        let mut view = self.first[node];
        while view != NONE {
            self.see_row(view as usize);
            view = self.next[view as usize];
        }
        let result = self.spread(|from| from == node);
        if result.is_err() {
            self.count[node] += 1;
        }
        result
    }

    /// Continues the search from the queued nodes until it finds one below its maximum, and moves views along the path
    /// to it. The path starts at an unassigned view or at a node that satisfies `began`.
    fn spread(&mut self, began: impl Fn(usize) -> bool) -> Result<(), Refuted> {
        let mut head = 0;
        while let Some(&node) = self.queue.get(head) {
            head += 1;
            let node = node as usize;
            if self.count[node] < self.high[node] {
                self.count[node] += 1;
                let mut into = node;
                loop {
                    let view = self.mover[into] as usize;
                    let from = std::mem::replace(&mut self.at[view], into as u32);
                    if from == NONE || began(from as usize) {
                        return Ok(());
                    }
                    into = from as usize;
                }
            }
            let mut view = self.first[node];
            while view != NONE {
                self.see_row(view as usize);
                view = self.next[view as usize];
            }
        }
        Err(Refuted::TooMany)
    }

    fn start(&mut self) {
        self.seen.fill(0);
        self.queue.clear();
    }

    /// Visits the nodes to which a view can be assigned.
    fn see_row(&mut self, view: usize) {
        for word in 0..self.words {
            let news = self.rows[view * self.words + word] & !self.seen[word];
            self.seen[word] |= news;
            for bit in ones(news) {
                let node = 64 * word + bit as usize;
                self.mover[node] = view as u32;
                self.queue.push(node as u32);
            }
        }
    }

    fn list_views(&mut self) {
        self.first.fill(NONE);
        for view in (0..self.views).filter(|&view| self.at[view] != NONE) {
            self.next[view] = std::mem::replace(&mut self.first[self.at[view] as usize], view as u32);
        }
    }
}
