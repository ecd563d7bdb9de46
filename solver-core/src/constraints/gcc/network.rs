//! The flow network: views assigned to values, within each value's minimum and maximum.
//!
//! A node for each value with a count, in their order, and one more for all other values. The assignment is kept from
//! run to run as a hint: what is still valid is reused, the rest is repaired by shortest augmenting paths.

use super::Meaning;
use crate::constraints::bits::{add, bits, has, ones};

/// The reason why there is no assignment. The nodes are those [seen](Network::seen) by the last search.
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
    /// The nodes that each view can have, as bits.
    rows: Box<[u64]>,
    /// The node that each view has.
    at: Box<[u32]>,
    /// For each node its number of views, its minimum and its maximum.
    pub(super) count: Box<[i64]>,
    pub(super) low: Box<[i64]>,
    pub(super) high: Box<[i64]>,
    seen: Box<[u64]>,
    queue: Vec<u32>,
    /// For a visited node, the view that would move into it, or out of it.
    mover: Box<[u32]>,
    /// The views of each node as a list: the first of each node, the next of each view.
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

    /// The node that a view has.
    pub(super) fn node_of(&self, view: usize) -> usize {
        self.at[view] as usize
    }

    /// The nodes visited by the last search.
    pub(super) fn seen(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.nodes).filter(|&node| has(&self.seen, node))
    }

    /// Assigns every view to a node, and gives every node its minimum of views.
    ///
    /// `goes_on` receives the remaining work, and returns whether to continue: if not, the result is meaningless.
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

    /// Moves views from nodes that can spare one to a node, up to its maximum, and returns the number that it has then.
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

    /// Moves views from a node to those that have room, down to its minimum, and returns the number that it has then.
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

    /// Gives a view a node, preferably one below its minimum.
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

    /// Takes one more view for a node from nodes that can spare one.
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
                // Stores the destination of the mover in `next`, which is free.
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

    /// Moves one view out of `from`, one out of the node that it moves to, and so on until `to` gains one.
    fn follow(&mut self, mut from: usize, to: usize) {
        while from != to {
            let view = self.mover[from] as usize;
            let into = self.next[view];
            self.at[view] = into;
            from = into as usize;
        }
    }

    /// Moves one view out of a node to nodes that have room.
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

    /// Continues the search from the nodes in the queue for one with room, and moves views there. Ends at a view
    /// without a node or one where the search began.
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

    /// Visits the nodes that a view can have.
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
