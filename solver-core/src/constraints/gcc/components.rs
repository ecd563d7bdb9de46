//! The strongly connected components of a network's residual graph.
//!
//! R. Tarjan, *Depth-first search and linear graph algorithms* (SIAM Journal on Computing 1972), with rows of edges as words:
//! the next node to visit is a bit of what a row has left, so a search costs nodes × words, and a look at each edge
//! within a component.

use super::network::{Network, bits};

#[derive(Clone, Debug)]
pub(super) struct Components {
    nodes: usize,
    words: usize,
    edges: Box<[u64]>,
    unvisited: Box<[u64]>,
    on_stack: Box<[u64]>,
    index: Box<[u32]>,
    low: Box<[u32]>,
    path: Vec<u32>,
    stack: Vec<u32>,
    /// For each node, the bits of its component: a row number, and the rows.
    component: Box<[u32]>,
    members: Box<[u64]>,
    found: usize,
}

impl Components {
    /// For a network of so many nodes; the slack is one more.
    pub(super) fn new(network: &Network) -> Components {
        let nodes = network.nodes() + 1;
        let words = nodes.div_ceil(64);
        Components {
            nodes,
            words,
            edges: vec![0; nodes * words].into(),
            unvisited: vec![0; words].into(),
            on_stack: vec![0; words].into(),
            index: vec![0; nodes].into(),
            low: vec![0; nodes].into(),
            path: Vec::with_capacity(nodes),
            stack: Vec::with_capacity(nodes),
            component: vec![0; nodes].into(),
            members: vec![0; nodes * words].into(),
            found: 0,
        }
    }

    /// The nodes in the component of a node, as bits.
    pub(super) fn of(&self, node: usize) -> &[u64] {
        &self.members[self.component[node] as usize * self.words..][..self.words]
    }

    /// Finds all components.
    pub(super) fn find(&mut self, network: &Network, views: usize) {
        self.build(network, views);
        self.found = 0;
        self.members.fill(0);
        self.on_stack.fill(0);
        self.unvisited.fill(0);
        (0..self.nodes).for_each(|node| self.unvisited[node / 64] |= 1 << (node % 64));
        let mut clock = 0;
        for root in 0..self.nodes {
            if self.unvisited[root / 64] >> (root % 64) & 1 != 0 {
                self.visit(root, &mut clock);
            }
        }
    }

    fn build(&mut self, network: &Network, views: usize) {
        self.edges.fill(0);
        let (words, slack) = (self.words, self.nodes - 1);
        for view in 0..views {
            let from = &mut self.edges[network.node_of(view) * words..][..words];
            from.iter_mut().zip(network.row(view)).for_each(|(edges, row)| *edges |= row);
        }
        for node in 0..slack {
            if network.count(node) < network.high(node) {
                self.edges[node * words + slack / 64] |= 1 << (slack % 64);
            }
            if network.count(node) > network.low(node) {
                self.edges[slack * words + node / 64] |= 1 << (node % 64);
            }
        }
    }

    fn enter(&mut self, node: usize, clock: &mut u32) {
        self.index[node] = *clock;
        self.low[node] = *clock;
        *clock += 1;
        self.unvisited[node / 64] &= !(1 << (node % 64));
        self.on_stack[node / 64] |= 1 << (node % 64);
        self.stack.push(node as u32);
        self.path.push(node as u32);
    }

    fn visit(&mut self, root: usize, clock: &mut u32) {
        self.enter(root, clock);
        while let Some(&node) = self.path.last() {
            let node = node as usize;
            let edges = &self.edges[node * self.words..][..self.words];
            let next = edges.iter().zip(&self.unvisited).enumerate().find(|(_, (e, u))| *e & *u != 0);
            if let Some((word, (e, u))) = next {
                let next = 64 * word + (e & u).trailing_zeros() as usize;
                self.enter(next, clock);
                continue;
            }
            // All below are done: what is still on the stack is in a component with this node, or above.
            for word in 0..self.words {
                let back = [self.edges[node * self.words + word] & self.on_stack[word]];
                for bit in bits(&back) {
                    self.low[node] = self.low[node].min(self.low[64 * word + bit]);
                }
            }
            self.path.pop();
            if self.low[node] == self.index[node] {
                self.close(node);
            }
        }
    }

    /// Takes a component from the stack.
    fn close(&mut self, root: usize) {
        let row = self.found * self.words;
        while let Some(node) = self.stack.pop() {
            let node = node as usize;
            self.on_stack[node / 64] &= !(1 << (node % 64));
            self.members[row + node / 64] |= 1 << (node % 64);
            self.component[node] = self.found as u32;
            if node == root {
                break;
            }
        }
        self.found += 1;
    }
}
