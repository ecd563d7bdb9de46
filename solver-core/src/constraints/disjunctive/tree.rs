//! Θ-Λ-trees (Vilím 2004; 2007, §2.6): the earliest end of a set of tasks, and with one more of others.
//!
//! A complete binary tree over the tasks in the order of their earliest starts. White tasks are in Θ, gray ones
//! in Λ. Each node knows the sum of durations and the earliest end of the white tasks below it, and both with
//! the gray task added that makes them largest. Insertion and removal take logarithmic time.

/// The white tasks below a node.
#[derive(Clone, Copy, Debug)]
struct White {
    sum: i64,
    end: i64,
}

/// The same with one gray task, and which one it is.
#[derive(Clone, Copy, Debug)]
struct Plus {
    sum: i64,
    end: i64,
    /// The gray task that `sum`, that `end` comes from.
    by_sum: u32,
    by_end: u32,
}

/// The earliest end of no task.
const NEVER: i64 = i64::MIN / 4;
const NOBODY: u32 = u32::MAX;

const EMPTY: White = White { sum: 0, end: NEVER };

/// The tree. Tasks are named by their places in the order of earliest starts.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    white: Vec<White>,
    /// Kept from `fill` to `clear`, where gray tasks are.
    plus: Vec<Plus>,
    leaves: usize,
}

impl Tree {
    pub(super) fn new(tasks: usize) -> Tree {
        let nodes = 2 * tasks.next_power_of_two();
        Tree { white: Vec::with_capacity(nodes), plus: Vec::with_capacity(nodes), leaves: 0 }
    }

    /// Empty, with room for so many tasks, none of which will be gray.
    pub(super) fn clear(&mut self, tasks: usize) {
        self.leaves = tasks.next_power_of_two();
        self.white.clear();
        self.white.resize(2 * self.leaves, EMPTY);
    }

    /// All tasks, by start and duration, in Θ, from where they may turn gray.
    pub(super) fn fill(&mut self, tasks: impl ExactSizeIterator<Item = (i64, i64)>) {
        self.clear(tasks.len());
        for (leaf, (start, duration)) in self.white[self.leaves..].iter_mut().zip(tasks) {
            *leaf = White { sum: duration, end: start + duration };
        }
        for at in (1..self.leaves).rev() {
            self.white[at] = merged(self.white[2 * at], self.white[2 * at + 1]);
        }
        self.plus.clear();
        self.plus.extend(self.white.iter().map(|&white| Plus::nobody(white)));
    }

    /// Adds a task to Θ.
    #[inline]
    pub(super) fn insert(&mut self, place: u32, start: i64, duration: i64) {
        self.set(place, White { sum: duration, end: start + duration });
    }

    /// Removes a task from Θ.
    #[inline]
    pub(super) fn remove(&mut self, place: u32) {
        self.set(place, EMPTY);
    }

    /// Moves a task from Θ to Λ.
    pub(super) fn turn_gray(&mut self, place: u32) {
        let White { sum, end } = self.white[self.leaves + place as usize];
        self.remove(place);
        self.set_plus(place, Plus { sum, end, by_sum: place, by_end: place });
    }

    /// Removes a task from Λ.
    pub(super) fn remove_gray(&mut self, place: u32) {
        self.set_plus(place, Plus::nobody(EMPTY));
    }

    /// The earliest end of Θ.
    #[inline]
    pub(super) fn end(&self) -> i64 {
        self.white[1].end
    }

    /// The latest of the earliest ends of Θ with one task of Λ, and that task; none if Λ adds nothing.
    pub(super) fn end_plus(&self) -> Option<(i64, u32)> {
        let root = &self.plus[1];
        (root.by_end != NOBODY).then_some((root.end, root.by_end))
    }

    #[inline]
    fn set(&mut self, place: u32, leaf: White) {
        let mut at = self.leaves + place as usize;
        self.white[at] = leaf;
        while at > 1 {
            at /= 2;
            self.white[at] = merged(self.white[2 * at], self.white[2 * at + 1]);
        }
    }

    fn set_plus(&mut self, place: u32, leaf: Plus) {
        let mut at = self.leaves + place as usize;
        self.plus[at] = leaf;
        while at > 1 {
            at /= 2;
            let (left, right) = (2 * at, 2 * at + 1);
            self.plus[at] = Plus::merged((self.white[left], self.plus[left]), (self.white[right], self.plus[right]));
        }
    }
}

#[inline]
fn merged(left: White, right: White) -> White {
    White { sum: left.sum + right.sum, end: right.end.max(left.end + right.sum) }
}

impl Plus {
    /// No task is gray.
    fn nobody(White { sum, end }: White) -> Plus {
        Plus { sum, end, by_sum: NOBODY, by_end: NOBODY }
    }

    fn merged((left, left_plus): (White, Plus), (right, right_plus): (White, Plus)) -> Plus {
        let sums = [(left_plus.sum + right.sum, left_plus.by_sum), (left.sum + right_plus.sum, right_plus.by_sum)];
        let (sum, by_sum) = if sums[1].0 > sums[0].0 { sums[1] } else { sums[0] };
        let ends = [
            (left_plus.end + right.sum, left_plus.by_end),
            (left.end + right_plus.sum, right_plus.by_sum),
            (right_plus.end, right_plus.by_end),
        ];
        let (mut end, mut by_end) = ends[0];
        for &(other, by) in &ends[1..] {
            if other > end {
                (end, by_end) = (other, by);
            }
        }
        Plus { sum, end, by_sum, by_end }
    }
}
