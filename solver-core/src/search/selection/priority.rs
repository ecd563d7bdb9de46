//! Priority search divides the search into parts and completes the part with the best key before it begins the next.
//!
//! A key is a variable or a constant. The selections for decision variables also compare keys, but a key may be a fixed
//! variable. The current part is that of the last decision; the cursor records it, and backtracking restores it.

use super::pick::key;
use super::{Selection, orders_with};
use crate::engine::Engine;
use crate::search::{TieBreak, VarSelect};
use crate::view::View;
use smallvec::SmallVec;
use std::cmp::Ordering;
use std::ops::Range;

/// Parts of a search that are searched one at a time. Each consists of one or more groups.
#[derive(Clone, Debug)]
pub(crate) struct Priority {
    pub(crate) order: VarSelect,
    pub(crate) parts: Vec<Part>,
}

/// A part: the indices of its groups, and its key.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    pub(crate) groups: Range<usize>,
    pub(crate) key: Key,
}

/// The key by which a part is chosen.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Key {
    View(View),
    Constant(i32),
}

/// A compiled [`Priority`].
pub(super) struct Compiled {
    orders: SmallVec<[(VarSelect, usize); 2]>,
    tie_break: TieBreak,
    parts: Vec<Part>,
}

impl Compiled {
    /// Compiles a priority; `number` returns the index of a selection's score.
    pub(super) fn new(priority: Priority, number: impl FnMut(VarSelect) -> usize) -> Compiled {
        let ties = if priority.order == VarSelect::Random { TieBreak::Random } else { TieBreak::First };
        let (orders, tie_break) = orders_with(&[priority.order], ties, number);
        Compiled { orders, tie_break, parts: priority.parts }
    }

    /// The groups of all parts.
    fn groups(&self) -> Range<usize> {
        let start = self.parts.first().map_or(0, |part| part.groups.start);
        start..self.parts.last().map_or(start, |part| part.groups.end)
    }
}

impl Selection {
    /// Returns the index of the first open variable of the part to search, and counts the variables inspected. `at` is
    /// the index of the first open variable overall, and `last` is the last decision's group.
    #[cold]
    pub(super) fn by_priority(&mut self, engine: &Engine, mut at: usize, last: usize) -> usize {
        // A nested priority comes after the outer one.
        for i in 0..self.priorities.len() {
            let group = self.groups.partition_point(|group| group.end <= at);
            if !self.priorities[i].groups().contains(&group) {
                continue;
            }
            let begun =
                self.priorities[i].parts.iter().find(|part| part.groups.contains(&last)).map(|p| p.groups.clone());
            let index = begun.and_then(|groups| self.first_open(engine, groups));
            at = index.or_else(|| self.best_part(engine, i)).unwrap_or(at);
        }
        at
    }

    /// The index of the first open variable in these groups.
    fn first_open(&mut self, engine: &Engine, groups: Range<usize>) -> Option<usize> {
        let start = groups.start.checked_sub(1).map_or(0, |before| self.groups[before].end);
        let end = self.groups[groups.end - 1].end;
        let found = (start..end).find(|&index| engine.store.fixed(self.decision_vars.vars[index]).is_none());
        self.inspections += found.unwrap_or(end) - start;
        found
    }

    /// Returns the index of the first open variable in the part with the best key among those with open variables.
    fn best_part(&mut self, engine: &Engine, i: usize) -> Option<usize> {
        let mut best: Option<(usize, Key)> = None;
        let mut equals = 0;
        for part in 0..self.priorities[i].parts.len() {
            let Part { groups, key } = self.priorities[i].parts[part].clone();
            let Some(index) = self.first_open(engine, groups) else { continue };
            let compared = best.map_or(Ordering::Less, |(_, known)| self.compared(engine, i, key, known));
            equals = if compared == Ordering::Less { 1 } else { equals + u64::from(compared == Ordering::Equal) };
            let takes = match (compared, self.priorities[i].tie_break) {
                (Ordering::Less, _) => true,
                (Ordering::Equal, TieBreak::Random) => self.rng.below(equals) == 0,
                (Ordering::Equal | Ordering::Greater, _) => false,
            };
            if takes {
                best = Some((index, key));
            }
        }
        best.map(|(index, _)| index)
    }

    fn compared(&self, engine: &Engine, i: usize, a: Key, b: Key) -> Ordering {
        let by = |&(order, score): &(VarSelect, usize)| {
            self.part_key(engine, order, score, a).total_cmp(&self.part_key(engine, order, score, b))
        };
        self.priorities[i].orders.iter().map(by).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }

    /// The key of a part: the smaller, the better.
    fn part_key(&self, engine: &Engine, order: VarSelect, score: usize, part: Key) -> f64 {
        match part {
            _ if matches!(order, VarSelect::Input | VarSelect::Random) => 0.0,
            Key::View(view) => match (self.scores.get(score), self.decision_vars.index(view.var())) {
                (Some((_, score)), Some(index)) => score.key(engine, &self.decision_vars, index),
                _ => key(engine, order, view),
            },
            Key::Constant(value) => match order {
                VarSelect::SmallestValue => f64::from(value),
                VarSelect::LargestValue => -f64::from(value),
                VarSelect::LargestDomain => -1.0,
                VarSelect::MaxRegret => 0.0,
                // A constant has no constraints.
                VarSelect::Degree => 0.0,
                VarSelect::SmallestDomain => 1.0,
                _ => f64::INFINITY,
            },
        }
    }
}
