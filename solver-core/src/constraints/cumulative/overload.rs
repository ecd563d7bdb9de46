//! The overload check: more energy must fall between an earliest start and a latest end than there is.
//!
//! A Θ-tree over the tasks by earliest start; tasks enter by latest end. Its root knows the energy
//! envelope `max over a of C·a + energy of the tasks from a on` (Vilím 2009, section 2). `n log n`.

use super::extent::Extent;
use crate::constraints::nearly_sorted::sort_nearly_sorted;

/// Nodes of a complete binary tree: energy and envelope of the tasks below.
#[derive(Clone, Debug, Default)]
pub(super) struct OverloadTree {
    nodes: Vec<(i128, i128)>,
    by_est: Vec<u32>,
    by_lct: Vec<u32>,
    /// The leaf of each task.
    leaf: Vec<u32>,
}

/// The envelope of no task.
const NONE: i128 = i128::MIN / 2;

impl OverloadTree {
    pub(super) fn new(tasks: usize) -> OverloadTree {
        let order: Vec<u32> = (0..tasks as u32).collect();
        OverloadTree {
            nodes: Vec::with_capacity(2 * tasks.next_power_of_two()),
            by_est: order.clone(),
            by_lct: order.clone(),
            leaf: order,
        }
    }

    /// A window with too little energy, if the check finds one.
    pub(super) fn overloaded(&mut self, tasks: &[Extent], capacity: i32) -> Option<(i64, i64)> {
        let capacity = i128::from(capacity);
        let leaves = tasks.len().next_power_of_two();
        self.nodes.clear();
        self.nodes.resize(2 * leaves, (0, NONE));
        sort_nearly_sorted(&mut self.by_est, |&t| (tasks[t as usize].est, t));
        sort_nearly_sorted(&mut self.by_lct, |&t| (tasks[t as usize].lct(), t));
        for (leaf, &t) in (0..).zip(&self.by_est) {
            self.leaf[t as usize] = leaf;
        }
        for k in 0..self.by_lct.len() {
            let t = self.by_lct[k] as usize;
            let task = &tasks[t];
            if !task.takes() {
                continue;
            }
            let mut node = leaves + self.leaf[t] as usize;
            self.nodes[node] = (task.energy(), capacity * i128::from(task.est) + task.energy());
            while node > 1 {
                node /= 2;
                let ((left, left_env), (right, right_env)) = (self.nodes[2 * node], self.nodes[2 * node + 1]);
                self.nodes[node] = (left + right, right_env.max(left_env + right));
            }
            if self.nodes[1].1 > capacity * i128::from(task.lct()) {
                return Some((self.start_of(tasks, task.lct(), capacity), task.lct()));
            }
        }
        None
    }

    /// The latest start of a window that ends at `end` and holds more than it can.
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
