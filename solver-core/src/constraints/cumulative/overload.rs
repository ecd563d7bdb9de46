//! The overload check: finds a window from an earliest start to a latest end that must contain more energy than is
//! available.
//!
//! Tasks enter a Θ-tree in order of latest end; its leaves are in order of earliest start. Its root holds the energy
//! envelope `max over a of C·a + energy of the tasks from a on` (Vilím 2009, section 2). Costs `n log n`.

use super::extent::Extent;
use crate::constraints::nearly_sorted::sort_nearly_sorted;
use std::ops::{Add, Mul};

/// The tasks in two orders, and the trees of the check.
#[derive(Clone, Debug, Default)]
pub(super) struct OverloadTree {
    /// One tree for energies that fit into 64 bits, as they nearly always do, and one for larger ones.
    short: Tree<i64>,
    long: Tree<i128>,
    by_est: Vec<u32>,
    by_lct: Vec<u32>,
    /// The leaf of each task.
    leaf: Vec<u32>,
}

/// The number type of energies.
trait Energy: Copy + Default + Ord + Add<Output = Self> + Mul<Output = Self> + From<i64> {
    /// The envelope of the empty set.
    const NONE: Self;
}

impl Energy for i64 {
    const NONE: i64 = i64::MIN / 2;
}

impl Energy for i128 {
    const NONE: i128 = i128::MIN / 2;
}

/// Below this energy, no sum exceeds 64 bits, because times lie within ±2³¹ and the capacity within ±2³⁰.
const SHORT: i128 = 1 << 61;

/// The nodes of a complete binary tree, each with the energy and the envelope of the tasks below it.
#[derive(Clone, Debug, Default)]
struct Tree<E> {
    nodes: Vec<(E, E)>,
}

impl<E: Energy> Tree<E> {
    fn clear(&mut self, leaves: usize) {
        self.nodes.clear();
        self.nodes.resize(2 * leaves, (E::default(), E::NONE));
    }

    /// Adds a task; returns the envelope of all tasks in the tree.
    #[inline]
    fn insert(&mut self, leaf: usize, task: &Extent, capacity: E) -> E {
        let energy = E::from(task.duration) * E::from(task.demand);
        let mut at = self.nodes.len() / 2 + leaf;
        let mut node = (energy, capacity * E::from(task.est) + energy);
        self.nodes[at] = node;
        while at > 1 {
            let sibling = self.nodes[at ^ 1];
            let (left, right) = if at & 1 == 0 { (node, sibling) } else { (sibling, node) };
            node = (left.0 + right.0, right.1.max(left.1 + right.0));
            at /= 2;
            self.nodes[at] = node;
        }
        node.1
    }
}

impl OverloadTree {
    pub(super) fn new(tasks: usize) -> OverloadTree {
        let order: Vec<u32> = (0..tasks as u32).collect();
        let short = Tree { nodes: Vec::with_capacity(2 * tasks.next_power_of_two()) };
        OverloadTree { short, long: Tree::default(), by_est: order.clone(), by_lct: order.clone(), leaf: order }
    }

    /// Returns a window with too little capacity for its energy, if the check finds one.
    pub(super) fn overloaded(&mut self, tasks: &[Extent], capacity: i32) -> Option<(i64, i64)> {
        sort_nearly_sorted(&mut self.by_est, |&t| (tasks[t as usize].est, t));
        sort_nearly_sorted(&mut self.by_lct, |&t| (tasks[t as usize].lct(), t));
        for (leaf, &t) in (0..).zip(&self.by_est) {
            self.leaf[t as usize] = leaf;
        }
        let OverloadTree { short, long, by_lct, leaf, .. } = self;
        let end = if tasks.iter().map(Extent::energy).sum::<i128>() < SHORT {
            first_overloaded(short, (by_lct, leaf), tasks, capacity)
        } else {
            first_overloaded(long, (by_lct, leaf), tasks, capacity)
        };
        end.map(|end| (self.start_of(tasks, end, capacity.into()), end))
    }

    /// Returns the latest start of an overloaded window that ends at `end`.
    fn start_of(&self, tasks: &[Extent], end: i64, capacity: i128) -> i64 {
        let mut energy = 0;
        let inside = self.by_est.iter().rev().map(|&t| &tasks[t as usize]).filter(|t| t.takes() && t.lct() <= end);
        let mut starts = inside.map(|task| {
            energy += task.energy();
            (task.est, energy > capacity * i128::from(end - task.est))
        });
        starts.find(|start| start.1).map_or(end, |start| start.0)
    }
}

/// Returns the earliest end of an overloaded window.
fn first_overloaded<E: Energy>(
    tree: &mut Tree<E>,
    (by_lct, leaf): (&[u32], &[u32]),
    tasks: &[Extent],
    capacity: i32,
) -> Option<i64> {
    let capacity = E::from(capacity.into());
    tree.clear(tasks.len().next_power_of_two());
    let mut inside = by_lct.iter().map(|&t| (&tasks[t as usize], leaf[t as usize])).filter(|(task, _)| task.takes());
    inside.find_map(|(task, leaf)| {
        let envelope = tree.insert(leaf as usize, task, capacity);
        (envelope > capacity * E::from(task.lct())).then(|| task.lct())
    })
}
