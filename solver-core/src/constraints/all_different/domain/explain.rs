//! Reasons from Hall sets, recomputed from past domains.

use super::super::value::VALUE_TAKEN;
use super::super::{AT_LEAST_ONE, AT_MOST_ONE};
use super::AllDifferentDomain;
use crate::constraints::bits::{add, bits, has, ones};
use crate::prelude_propagator::*;
use std::ops::RangeInclusive;

pub(in super::super) static HALL_SET: Rule = Rule::sum_of_rows(
    "all_different.hall_set",
    "{premises}: these need every value that they have left, and all of {constraint} must differ, so {fact}",
);

impl AllDifferentDomain {
    /// Explains a conflict: two views with the same value, or a set of views with fewer values than views.
    pub(super) fn explain_conflict(&self, past: &DomainsAt<'_>, why: &mut Premises) -> &'static Rule {
        let mut fixed: Vec<(i32, View)> =
            self.views.iter().filter_map(|&view| Some((past.fixed(view)?, view))).collect();
        fixed.sort_by_key(|f| f.0);
        match fixed.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            Some(clash) => {
                why.extend(clash.iter().map(|&(v, view)| Atom::equals(view, v)));
                &VALUE_TAKEN
            }
            None => {
                self.explain_hall(past, None, why);
                &HALL_SET
            }
        }
    }

    /// Explains why the target lost a value: if it took the value, some other views would have too few values left, so
    /// those views form a Hall set whose values include it. For a conflict, `lost` is `None`.
    pub(super) fn explain_hall(&self, past: &DomainsAt<'_>, lost: Option<(u32, i32)>, why: &mut Premises) {
        let mut sets = Sets { words: self.words, bits: vec![0; self.views.len() * self.words] };
        for (i, &view) in self.views.iter().enumerate() {
            self.read(past, view, sets.set_mut(i));
        }
        if let Some((target, v)) = lost {
            let v = self.index_of(v);
            (0..self.views.len()).for_each(|i| sets.set_mut(i)[v / 64] &= !(1 << (v % 64)));
            sets.set_mut(target as usize).fill(0);
        }
        let skipped = lost.map(|(target, _)| target as usize);
        let Some(mut found) = smallest_violator(&sets, self.views.len(), skipped) else { return };
        if let Some((_, v)) = lost {
            add(&mut found.values, self.index_of(v));
        }
        let root = past.root();
        for &i in &found.views {
            self.push_inside(i as usize, &found.values, past, &root, why);
            why.row(AT_LEAST_ONE, i.into());
        }
        for v in bits(&found.values) {
            why.row(AT_MOST_ONE, i64::from(self.base) + v as i64);
        }
    }

    fn index_of(&self, v: i32) -> usize {
        (i64::from(v) - i64::from(self.base)) as usize
    }

    /// Adds the values of a view to a set.
    fn read(&self, past: &DomainsAt<'_>, view: View, set: &mut [u64]) {
        let domain = past.domain(view);
        let mut insert = |v: i32| add(set, self.index_of(v));
        match domain.small_values() {
            Some(values) => values.for_each(insert),
            None => (domain.bounds.0..=domain.bounds.1).filter(|&v| domain.contains(v)).for_each(&mut insert),
        }
    }

    /// Adds atoms stating that a view has only the given values, as few and as weak as possible: one bound for the
    /// values removed below, one for the values removed above, and one atom for each hole. Values outside the root
    /// domain need no atom, so there are never more atoms than facts about the view.
    fn push_inside(
        &self,
        position: usize,
        values: &[u64],
        past: &DomainsAt<'_>,
        root: &DomainsAt<'_>,
        why: &mut Premises,
    ) {
        let view = self.views[position];
        let (low, high) = (past.min(view), past.max(view));
        let others =
            |range: RangeInclusive<i32>| range.filter(|&v| !has(values, self.index_of(v)) && root.contains(view, v));
        let below = others(root.min(view)..=low - 1).next_back();
        let above = others(high + 1..=root.max(view)).next();
        match (below, above) {
            (Some(_), Some(_)) if low == high => why.push(Atom::equals(view, low)),
            _ => {
                why.extend(below.map(|v| Atom::at_least(view, v + 1)));
                why.extend(others(low..=high).map(|v| Atom::differs(view, v)));
                why.extend(above.map(|v| Atom::at_most(view, v - 1)));
            }
        }
    }
}

/// Sets of values, as bits.
struct Sets {
    /// Words per set.
    words: usize,
    bits: Vec<u64>,
}

impl Sets {
    fn set(&self, i: usize) -> &[u64] {
        &self.bits[i * self.words..][..self.words]
    }

    fn set_mut(&mut self, i: usize) -> &mut [u64] {
        &mut self.bits[i * self.words..][..self.words]
    }
}

/// A Hall violator: a set of views that together have fewer values than there are views.
struct Violator {
    views: Vec<u32>,
    values: Vec<u64>,
}

/// Marks a value as free.
const FREE: u32 = u32::MAX;

/// A matching of views with values, under construction.
struct Matching<'a> {
    sets: &'a Sets,
    /// The view matched to each value, and the value matched to each view.
    owner: Vec<u32>,
    partner: Vec<u32>,
    /// The views reached by the last search, the values it visited, and the view from which each value was reached.
    queue: Vec<u32>,
    seen: Vec<u64>,
    from: Vec<u32>,
}

/// Matches the views one by one. If a view has no augmenting path, it forms a violator with the views that it reaches.
/// Returns the violator with the fewest views.
fn smallest_violator(sets: &Sets, views: usize, skipped: Option<usize>) -> Option<Violator> {
    let values = 64 * sets.words;
    let mut matching = Matching {
        sets,
        owner: vec![FREE; values],
        partner: vec![FREE; views],
        queue: Vec::with_capacity(views),
        seen: vec![0; sets.words],
        from: vec![FREE; values],
    };
    let mut lonely: Vec<u32> = (0..views as u32).filter(|&i| Some(i as usize) != skipped).collect();
    lonely.retain(|&view| !matching.augment(view));
    let mut smallest: Option<Violator> = None;
    for view in lonely {
        if !matching.augment(view) && smallest.as_ref().is_none_or(|known| matching.queue.len() < known.views.len()) {
            smallest = Some(Violator { views: matching.queue.clone(), values: matching.seen.clone() });
        }
    }
    smallest
}

impl Matching<'_> {
    /// Looks for an augmenting path by breadth-first search and applies it. If there is none, the views and values that
    /// the search reached form a violator.
    fn augment(&mut self, first: u32) -> bool {
        self.seen.fill(0);
        self.queue.clear();
        self.queue.push(first);
        let mut at = 0;
        while let Some(&u) = self.queue.get(at) {
            at += 1;
            for (k, &set) in self.sets.set(u as usize).iter().enumerate() {
                for bit in ones(set & !self.seen[k]) {
                    let v = 64 * k + bit as usize;
                    self.seen[k] |= 1 << bit;
                    self.from[v] = u;
                    if self.owner[v] == FREE {
                        self.shift(first, v);
                        return true;
                    }
                    self.queue.push(self.owner[v]);
                }
            }
        }
        false
    }

    /// Gives the free value `v` to the view from which it was reached, that view's old value to the previous view on
    /// the path, and so on.
    fn shift(&mut self, first: u32, mut v: usize) {
        loop {
            let u = self.from[v];
            let before = std::mem::replace(&mut self.partner[u as usize], v as u32);
            self.owner[v] = u;
            if u == first {
                return;
            }
            v = before as usize;
        }
    }
}
