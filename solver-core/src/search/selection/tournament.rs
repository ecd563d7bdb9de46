//! The best of many open variables without a look at each: a tournament tree (D. E. Knuth, *The Art of Computer Programming* 3,
//! section 5.4.1, selection trees).
//!
//! A leaf is an open variable, an inner node the better one of two. Only what has changed plays again, in O(log n) each, where a scan looks
//! at all n: so a search over n variables without constraints looks O(n log n) times, not O(n²). What has changed is what the trail
//! holds of the current level, and what was entered at levels that are undone by now. Where much changes from node to node a scan is
//! cheaper, and the tree waits for calmer ones.

use std::cmp::Ordering;
use std::ops::Range;

/// Fewer variables are scanned.
pub(super) const FEWEST: usize = 256;
/// The tree pays where at most this part of the variables changes at a node.
const SHARE: usize = 16;
/// The tree is built after so many such nodes, one after the other.
const CALM: u32 = 8;

const NOBODY: u32 = u32::MAX;

#[derive(Default)]
pub(super) struct Tournament {
    /// The places of those who take part.
    range: Range<usize>,
    /// The winner of each node, the root at 1, those below node `k` at `2k` and `2k + 1`; empty while there is no tree.
    winners: Vec<u32>,
    leaves: usize,
    /// Places that were entered again, with the levels of their changes, ascending.
    entered: Vec<(u32, u32)>,
    /// The choice that the last look was for, its level, and the level at which the tree was built.
    choice: u64,
    level: usize,
    built: usize,
    /// Nodes, the last ones, at which little changed.
    calm: u32,
    /// Places whose keys have changed though their domains have not.
    pending: Vec<u32>,
}

/// Whether a variable is open, and which of two comes first.
pub(super) trait Players {
    fn open(&self, place: usize) -> bool;

    /// `Less` when the variable at the first place is the better one. The second place is the lower one.
    fn compare(&self, new: usize, old: usize) -> Ordering;
}

impl Tournament {
    /// The best of those in `range`, and the number of looks at variables that it took; `None` where a scan is as good. Choices are
    /// numbered, and between two consecutive ones the search opens at most one level. `changed` has the places that have changed at the current
    /// level, some more than once, and `news` is about their number.
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
        // Who did not look at every node has missed something, and so has who goes back above the node where the tree was built.
        let known = !self.winners.is_empty()
            && self.choice + 1 == choice
            && self.range.end == range.end
            && self.range.start <= range.start
            && (self.built..=self.level + 1).contains(&level);
        let looks = if known {
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
        self.winners.get(1).filter(|winner| **winner != NOBODY).map(|&winner| (winner as usize, looks))
    }

    /// The key of a variable has changed though its domain has not; there is a tree.
    pub(super) fn rekeyed(&mut self, place: usize) {
        if self.pending.len() < self.leaves {
            self.pending.push(place as u32);
        } else {
            self.forget();
        }
    }

    /// No tree is kept: it is not known any more what has changed.
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
        self.winners.resize(2 * self.leaves, NOBODY);
        for place in range.clone().filter(|&place| players.open(place)) {
            self.winners[self.leaves + place - range.start] = place as u32;
        }
        for node in (1..self.leaves).rev() {
            self.winners[node] = self.play(node, players);
        }
        self.entered.clear();
        (self.range, self.built) = (range, level);
        2 * self.range.len()
    }

    /// Everyone plays again who has changed at this level, or had changed at one that is left.
    fn enter(&mut self, level: usize, changed: impl Iterator<Item = usize>, players: &impl Players) -> usize {
        let mut looks = 0;
        while let Some((_, place)) = self.entered.pop_if(|(at, _)| *at as usize >= level) {
            looks += self.replay(place as usize, players);
        }
        while let Some(place) = self.pending.pop() {
            looks += self.replay(place as usize, players);
        }
        for place in changed {
            if self.range.contains(&place) {
                self.entered.push((level as u32, place as u32));
                looks += self.replay(place, players);
            }
        }
        looks
    }

    /// From a leaf to the root.
    fn replay(&mut self, place: usize, players: &impl Players) -> usize {
        if !self.range.contains(&place) {
            return 1;
        }
        let mut node = self.leaves + place - self.range.start;
        self.winners[node] = if players.open(place) { place as u32 } else { NOBODY };
        let mut looks = 1;
        while node > 1 {
            node /= 2;
            self.winners[node] = self.play(node, players);
            looks += 1;
        }
        looks
    }

    fn play(&self, node: usize, players: &impl Players) -> u32 {
        match (self.winners[2 * node], self.winners[2 * node + 1]) {
            (one, NOBODY) => one,
            (NOBODY, other) => other,
            (one, other) => match players.compare(other as usize, one as usize) {
                Ordering::Less => other,
                Ordering::Equal | Ordering::Greater => one,
            },
        }
    }
}
