//! A tournament tree: finds the best of many open variables without inspecting them all (D. E. Knuth, *The Art of
//! Computer Programming* 3, section 5.4.1, selection trees).
//!
//! A leaf is an open variable; an inner node is the better of its two children. Only changed variables are
//! replayed, in O(log n) each, whereas a scan inspects all n. A search over n variables without constraints therefore
//! makes O(n log n) inspections instead of O(n²). The changed variables are those on the trail at the current level,
//! and those replayed at levels that have been undone. If many variables change from node to node, a scan is cheaper,
//! and no tree is built until fewer variables change.

use std::cmp::Ordering;
use std::ops::Range;

/// The minimum number of variables for a tournament; with fewer, a scan is used.
pub(super) const FEWEST: usize = 256;
/// The tree pays off if at most one in this many variables changes at a node.
const SHARE: usize = 16;
/// The number of consecutive nodes with few changes after which the tree is built.
const CALM: u32 = 8;

const NONE: u32 = u32::MAX;

#[derive(Default)]
pub(super) struct Tournament {
    /// The indices of the participating variables.
    range: Range<usize>,
    /// The winner at each node; the root is node 1, and the children of node `k` are `2k` and `2k + 1`. Empty if there
    /// is no tree.
    winners: Vec<u32>,
    leaves: usize,
    /// The replayed variables, each as the level of the change and the variable's index, in ascending order of level.
    entered: Vec<(u32, u32)>,
    /// The index of the last choice, its level, and the level at which the tree was built.
    choice: u64,
    level: usize,
    built: usize,
    /// The number of consecutive nodes with few changes, up to the latest one.
    calm: u32,
    /// Indices of variables whose keys have changed though their domains have not.
    pending: Vec<u32>,
}

/// Determines whether a variable is open, and which of two variables comes first.
pub(super) trait Players {
    fn open(&self, index: usize) -> bool;

    /// Returns `Less` if the first variable is the better one. The second one has the lower index.
    fn compare(&self, new: usize, old: usize) -> Ordering;
}

impl Tournament {
    /// Returns the best variable in `range` and the number of variables inspected, or `None` if a scan is just as good.
    /// Choices are numbered; between two consecutive choices, the search opens at most one level. `changed` yields the
    /// indices of the variables changed at the current level, with repetitions; `news` is approximately their number.
    pub(super) fn best(
        &mut self,
        range: Range<usize>,
        (choice, level): (u64, usize),
        (news, changed): (usize, impl Iterator<Item = usize>),
        players: &impl Players,
    ) -> Option<(usize, usize)> {
        let news = news + self.pending.len();
        if news > range.len() / SHARE {
            self.calm = 0;
            self.forget();
            return None;
        }
        // A tree has missed changes if it was not updated at every node or was built below the current node.
        let known = !self.winners.is_empty()
            && self.choice + 1 == choice
            && self.range.end == range.end
            && self.range.start <= range.start
            && (self.built..=self.level + 1).contains(&level);
        let inspections = if known {
            self.enter(level, changed, players)
        } else {
            self.forget();
            self.calm += 1;
            if self.calm < CALM {
                return None;
            }
            self.calm = 0;
            self.build(range, level, players)
        };
        (self.choice, self.level) = (choice, level);
        self.winners.get(1).filter(|winner| **winner != NONE).map(|&winner| (winner as usize, inspections))
    }

    /// Records that the key of a variable has changed although its domain has not. A tree must exist.
    pub(super) fn rekeyed(&mut self, index: usize) {
        if self.pending.len() < self.leaves {
            self.pending.push(index as u32);
        } else {
            self.forget();
        }
    }

    /// Discards the tree, because it has missed changes.
    pub(super) fn forget(&mut self) {
        self.leaves = 0;
        self.winners.clear();
        self.pending.clear();
    }

    #[inline]
    pub(super) fn is_built(&self) -> bool {
        !self.winners.is_empty()
    }

    fn build(&mut self, range: Range<usize>, level: usize, players: &impl Players) -> usize {
        self.leaves = range.len().next_power_of_two();
        self.winners.resize(2 * self.leaves, NONE);
        for index in range.clone().filter(|&index| players.open(index)) {
            self.winners[self.leaves + index - range.start] = index as u32;
        }
        for node in (1..self.leaves).rev() {
            self.winners[node] = self.play(node, players);
        }
        self.entered.clear();
        (self.range, self.built) = (range, level);
        2 * self.range.len()
    }

    /// Replays every variable that has changed at this level, or at a level that has been undone since.
    fn enter(&mut self, level: usize, changed: impl Iterator<Item = usize>, players: &impl Players) -> usize {
        let mut inspections = 0;
        while let Some((_, index)) = self.entered.pop_if(|(at, _)| *at as usize >= level) {
            inspections += self.replay(index as usize, players);
        }
        while let Some(index) = self.pending.pop() {
            inspections += self.replay(index as usize, players);
        }
        for index in changed {
            if self.range.contains(&index) {
                self.entered.push((level as u32, index as u32));
                inspections += self.replay(index, players);
            }
        }
        inspections
    }

    /// Replays the matches from a leaf to the root.
    fn replay(&mut self, index: usize, players: &impl Players) -> usize {
        if !self.range.contains(&index) {
            return 1;
        }
        let mut node = self.leaves + index - self.range.start;
        self.winners[node] = if players.open(index) { index as u32 } else { NONE };
        let mut inspections = 1;
        while node > 1 {
            node /= 2;
            self.winners[node] = self.play(node, players);
            inspections += 1;
        }
        inspections
    }

    fn play(&self, node: usize, players: &impl Players) -> u32 {
        match (self.winners[2 * node], self.winners[2 * node + 1]) {
            (one, NONE) => one,
            (NONE, other) => other,
            (one, other) => match players.compare(other as usize, one as usize) {
                Ordering::Less => other,
                Ordering::Equal | Ordering::Greater => one,
            },
        }
    }
}
