//! Θ-Λ-trees (Vilím 2004; 2007, §2.6): the earliest end of a set of tasks, and with one more of others.
//!
//! A complete binary tree over the tasks in the order of their earliest starts. White tasks are in Θ, gray ones
//! in Λ. Each node knows the sum of durations and the earliest end of the white tasks below it, and both with
//! the gray task added that makes them largest. Insertion and removal take logarithmic time.

/// A node: of the white tasks, and with one gray task (`_plus`) and which one it is.
#[derive(Clone, Copy, Debug)]
struct Node {
    sum: i64,
    end: i64,
    sum_plus: i64,
    end_plus: i64,
    /// The gray task that `sum_plus`, that `end_plus` comes from.
    by_sum: u32,
    by_end: u32,
}

/// The earliest end of no task.
const NEVER: i64 = i64::MIN / 4;
const NOBODY: u32 = u32::MAX;

const EMPTY: Node = Node { sum: 0, end: NEVER, sum_plus: 0, end_plus: NEVER, by_sum: NOBODY, by_end: NOBODY };

/// The tree. Tasks are named by their places in the order of earliest starts.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    leaves: usize,
}

impl Tree {
    pub(super) fn new(tasks: usize) -> Tree {
        Tree { nodes: Vec::with_capacity(2 * tasks.next_power_of_two()), leaves: 0 }
    }

    /// Empty, with room for so many tasks.
    pub(super) fn clear(&mut self, tasks: usize) {
        self.leaves = tasks.next_power_of_two();
        self.nodes.clear();
        self.nodes.resize(2 * self.leaves, EMPTY);
    }

    /// Adds a task to Θ.
    pub(super) fn insert(&mut self, place: u32, start: i64, duration: i64) {
        let end = start + duration;
        let leaf = Node { sum: duration, end, sum_plus: duration, end_plus: end, by_sum: NOBODY, by_end: NOBODY };
        self.set(place, leaf);
    }

    /// Moves a task from Θ to Λ.
    pub(super) fn turn_gray(&mut self, place: u32) {
        let Node { sum, end, .. } = self.nodes[self.leaves + place as usize];
        self.set(place, Node { sum_plus: sum, end_plus: end, by_sum: place, by_end: place, ..EMPTY });
    }

    /// Removes a task from either set.
    pub(super) fn remove(&mut self, place: u32) {
        self.set(place, EMPTY);
    }

    /// The earliest end of Θ.
    pub(super) fn end(&self) -> i64 {
        self.nodes[1].end
    }

    /// The latest of the earliest ends of Θ with one task of Λ, and that task; none if Λ adds nothing.
    pub(super) fn end_plus(&self) -> Option<(i64, u32)> {
        let root = &self.nodes[1];
        (root.by_end != NOBODY).then_some((root.end_plus, root.by_end))
    }

    fn set(&mut self, place: u32, leaf: Node) {
        let mut at = self.leaves + place as usize;
        self.nodes[at] = leaf;
        while at > 1 {
            at /= 2;
            self.nodes[at] = merged(&self.nodes[2 * at], &self.nodes[2 * at + 1]);
        }
    }
}

fn merged(left: &Node, right: &Node) -> Node {
    let by_sum = [(left.sum_plus + right.sum, left.by_sum), (left.sum + right.sum_plus, right.by_sum)];
    let (sum_plus, by_sum) = if by_sum[1].0 > by_sum[0].0 { by_sum[1] } else { by_sum[0] };
    let ends = [
        (left.end_plus + right.sum, left.by_end),
        (left.end + right.sum_plus, right.by_sum),
        (right.end_plus, right.by_end),
    ];
    let (mut end_plus, mut by_end) = ends[0];
    for (end, by) in &ends[1..] {
        if *end > end_plus {
            (end_plus, by_end) = (*end, *by);
        }
    }
    Node { sum: left.sum + right.sum, end: right.end.max(left.end + right.sum), sum_plus, end_plus, by_sum, by_end }
}
