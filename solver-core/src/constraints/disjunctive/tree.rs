//! Θ-Λ-trees (Vilím 2004; 2007, §2.6): the earliest end of a set of tasks Θ, and of Θ plus one task of another set Λ.
//!
//! A complete binary tree over the tasks in order of earliest start. White tasks are in Θ, gray ones in Λ. Each node
//! holds the duration sum and the earliest end of the white tasks below it, and the maximum of each with one gray task
//! added. Insertion and removal take logarithmic time.

/// The duration sum and earliest end of the white tasks below a node.
#[derive(Clone, Copy, Debug)]
struct White {
    sum: i64,
    end: i64,
}

/// The maximum sum and end with one gray task added, and the gray tasks responsible.
#[derive(Clone, Copy, Debug)]
struct Plus {
    sum: i64,
    end: i64,
    /// The gray task responsible for `sum`, and the one responsible for `end`.
    by_sum: u32,
    by_end: u32,
}

/// The earliest end of the empty set.
const NEVER: i64 = i64::MIN / 4;
const NONE: u32 = u32::MAX;

const EMPTY: White = White { sum: 0, end: NEVER };

/// The tree. Tasks are identified by their index in the order of earliest starts.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    white: Vec<White>,
    /// Valid from `fill` to `clear`, while there are gray tasks.
    plus: Vec<Plus>,
    leaves: usize,
}

impl Tree {
    pub(super) fn new(tasks: usize) -> Tree {
        let nodes = 2 * tasks.next_power_of_two();
        Tree { white: Vec::with_capacity(nodes), plus: Vec::with_capacity(nodes), leaves: 0 }
    }

    /// Clears the tree and allocates leaves for this many tasks, none of which may turn gray.
    pub(super) fn clear(&mut self, tasks: usize) {
        self.leaves = tasks.next_power_of_two();
        self.white.clear();
        self.white.resize(2 * self.leaves, EMPTY);
    }

    /// Fills Θ with tasks that may turn gray later, and Λ with gray ones. Each task is given by its start, its
    /// duration, and whether it is gray.
    pub(super) fn fill(&mut self, tasks: impl ExactSizeIterator<Item = (i64, i64, bool)>) {
        self.clear(tasks.len());
        self.plus.clear();
        self.plus.resize(2 * self.leaves, Plus::without_candidate(EMPTY));
        for (place, (start, duration, gray)) in tasks.enumerate() {
            let (at, task) = (self.leaves + place, White { sum: duration, end: start + duration });
            if gray {
                self.plus[at] = Plus::gray(task, place as u32);
            } else {
                (self.white[at], self.plus[at]) = (task, Plus::without_candidate(task));
            }
        }
        for at in (1..self.leaves).rev() {
            self.white[at] = merged(self.white[2 * at], self.white[2 * at + 1]);
            self.plus[at] = self.plus_below(at);
        }
    }

    /// Adds a task to Θ.
    #[inline]
    pub(super) fn insert(&mut self, place: u32, start: i64, duration: i64) {
        self.set(place, White { sum: duration, end: start + duration });
    }

    /// Moves a task from Θ to Λ.
    pub(super) fn turn_gray(&mut self, place: u32) {
        let mut at = self.leaves + place as usize;
        self.plus[at] = Plus::gray(self.white[at], place);
        self.white[at] = EMPTY;
        while at > 1 {
            at /= 2;
            self.white[at] = merged(self.white[2 * at], self.white[2 * at + 1]);
            self.plus[at] = self.plus_below(at);
        }
    }

    /// Removes a task from Λ.
    pub(super) fn remove_gray(&mut self, place: u32) {
        let mut at = self.leaves + place as usize;
        self.plus[at] = Plus::without_candidate(EMPTY);
        while at > 1 {
            at /= 2;
            self.plus[at] = self.plus_below(at);
        }
    }

    /// The earliest end of Θ.
    #[inline]
    pub(super) fn end(&self) -> i64 {
        self.white[1].end
    }

    /// The earliest end of Θ without one of its tasks.
    pub(super) fn end_without(&self, place: u32) -> i64 {
        let mut at = self.leaves + place as usize;
        let mut rest = EMPTY;
        while at > 1 {
            let sibling = self.white[at ^ 1];
            rest = if at & 1 == 0 { merged(rest, sibling) } else { merged(sibling, rest) };
            at /= 2;
        }
        rest.end
    }

    /// The maximum, over the tasks of Λ, of the earliest end of Θ plus that task, with the task that attains it; `None`
    /// if no task of Λ makes Θ end later.
    pub(super) fn end_plus(&self) -> Option<(i64, u32)> {
        let root = &self.plus[1];
        (root.by_end != NONE).then_some((root.end, root.by_end))
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

    #[inline]
    fn plus_below(&self, at: usize) -> Plus {
        let (left, right) = (2 * at, 2 * at + 1);
        Plus::merged((self.white[left], self.plus[left]), (self.white[right], self.plus[right]))
    }
}

#[inline]
fn merged(left: White, right: White) -> White {
    White { sum: left.sum + right.sum, end: right.end.max(left.end + right.sum) }
}

impl Plus {
    /// The values of a node without a gray task below.
    fn without_candidate(White { sum, end }: White) -> Plus {
        Plus { sum, end, by_sum: NONE, by_end: NONE }
    }

    /// The values of a leaf whose task is gray.
    fn gray(White { sum, end }: White, place: u32) -> Plus {
        Plus { sum, end, by_sum: place, by_end: place }
    }

    #[inline]
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
