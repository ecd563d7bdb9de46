//! Strongly connected components of a graph stored as bitsets.
//!
//! R. Tarjan, *Depth-first search and linear graph algorithms* (SIAM Journal on Computing 1972), with bitset rows for
//! adjacency: the next node to visit is a remaining bit of a row, so a search costs nodes × words, plus one test per
//! edge within a component.

use crate::constraints::bits::{add, bits, has};

#[derive(Clone, Debug)]
pub(crate) struct Components {
    nodes: usize,
    words: usize,
    edges: Box<[u64]>,
    unvisited: Box<[u64]>,
    on_stack: Box<[u64]>,
    index: Box<[u32]>,
    low: Box<[u32]>,
    path: Vec<u32>,
    stack: Vec<u32>,
    /// For each node, the index of its component: the row of `members` that holds it as a bitset.
    component: Box<[u32]>,
    members: Box<[u64]>,
    found: usize,
}

impl Components {
    /// Allocates a graph of this many nodes without edges.
    pub(crate) fn new(nodes: usize) -> Components {
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

    /// The component of a node, as a bitset.
    pub(crate) fn component(&self, node: usize) -> &[u64] {
        &self.members[self.component[node] as usize * self.words..][..self.words]
    }

    /// Removes all edges.
    pub(crate) fn clear(&mut self) {
        self.edges.fill(0);
    }

    /// The edges that leave a node, as a bitset.
    pub(crate) fn edges_of(&mut self, node: usize) -> &mut [u64] {
        &mut self.edges[node * self.words..][..self.words]
    }

    /// Finds all components.
    pub(crate) fn find(&mut self) {
        self.found = 0;
        self.members.fill(0);
        self.on_stack.fill(0);
        self.unvisited.fill(0);
        (0..self.nodes).for_each(|node| add(&mut self.unvisited, node));
        let mut clock = 0;
        for root in 0..self.nodes {
            if has(&self.unvisited, root) {
                self.visit(root, &mut clock);
            }
        }
    }

    fn enter(&mut self, node: usize, clock: &mut u32) {
        self.index[node] = *clock;
        self.low[node] = *clock;
        *clock += 1;
        self.unvisited[node / 64] &= !(1 << (node % 64));
        add(&mut self.on_stack, node);
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
            // All nodes below are done; those still on the stack share a component with this node or with one above it.
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

    /// Pops a component off the stack.
    fn close(&mut self, root: usize) {
        let row = self.found * self.words;
        while let Some(node) = self.stack.pop() {
            let node = node as usize;
            self.on_stack[node / 64] &= !(1 << (node % 64));
            add(&mut self.members[row..], node);
            self.component[node] = self.found as u32;
            if node == root {
                break;
            }
        }
        self.found += 1;
    }
}
