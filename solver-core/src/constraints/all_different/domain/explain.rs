//! Why: Hall sets, found again in the domains of the past.

use super::AllDifferentDomain;
use crate::prelude_propagator::*;
use fixedbitset::FixedBitSet;

pub(super) static HALL_SET: Rule = Rule {
    name: "all_different.hall_set",
    text: "{premises}: these views need all the values that they have left, and all must differ, so {fact}",
    justification: Justification::SumOfRows,
};

/// Views with fewer values between them than there are views.
#[derive(Debug)]
struct Violator {
    views: Vec<usize>,
    values: FixedBitSet,
}

impl AllDifferentDomain {
    /// If the target had the value that it lost, others would have too few left:
    /// those others are a Hall set with just that value. For a conflict, `lost` is `None`.
    pub(super) fn explain_hall(&self, past: &Past<'_>, lost: Option<(u32, i32)>, why: &mut Premises) {
        let mut domains: Vec<FixedBitSet> = self.views.iter().map(|&view| self.domain_of(past, view)).collect();
        if let Some((target, v)) = lost {
            let v = self.index_of(v);
            domains.iter_mut().for_each(|d| d.set(v, false));
            domains[target as usize].clear();
        }
        let skipped = lost.map(|(target, _)| target as usize);
        let Some(mut found) = find_violator(&domains, skipped) else { return };
        if let Some((_, v)) = lost {
            found.values.insert(self.index_of(v));
        }
        for &i in &found.views {
            self.push_inside(i, &found.values, why);
        }
    }

    fn index_of(&self, v: i32) -> usize {
        (i64::from(v) - i64::from(self.base)) as usize
    }

    fn domain_of(&self, past: &Past<'_>, view: View) -> FixedBitSet {
        let mut domain = FixedBitSet::with_capacity(self.words * 64);
        for v in past.min(view)..=past.max(view) {
            if past.contains(view, v) {
                domain.insert(self.index_of(v));
            }
        }
        domain
    }

    /// Atoms that say that a view has no values but these: two bounds and the holes between.
    fn push_inside(&self, position: usize, values: &FixedBitSet, why: &mut Premises) {
        let (view, (low, high)) = (self.views[position], self.bounds[position]);
        let inside = |&v: &i32| values.contains(self.index_of(v));
        let Some(first) = (low..=high).find(inside) else { return };
        let last = (first..=high).rev().find(inside).unwrap_or(first);
        if first == last {
            why.push(Atom::equals(view, first));
            return;
        }
        if first > low {
            why.push(Atom::at_least(view, first));
        }
        if last < high {
            why.push(Atom::at_most(view, last));
        }
        why.extend((first..=last).filter(|v| !inside(v)).map(|v| Atom::differs(view, v)));
    }
}

/// Matches the views one by one; those reached from the first without a value are too many.
fn find_violator(domains: &[FixedBitSet], skipped: Option<usize>) -> Option<Violator> {
    let values = domains.first().map_or(0, FixedBitSet::len);
    let mut owner: Vec<Option<usize>> = vec![None; values];
    for first in (0..domains.len()).filter(|&i| Some(i) != skipped) {
        let mut from = vec![first; values];
        let mut seen = FixedBitSet::with_capacity(values);
        let mut queue = vec![first];
        let mut partner: Vec<Option<usize>> = vec![None; domains.len()];
        owner.iter().enumerate().for_each(|(v, o)| {
            if let &Some(o) = o {
                partner[o] = Some(v);
            }
        });
        let mut at = 0;
        let free = loop {
            let Some(&u) = queue.get(at) else { return Some(Violator { views: queue, values: seen }) };
            at += 1;
            let mut free = None;
            for v in domains[u].difference(&seen).collect::<Vec<_>>() {
                seen.insert(v);
                from[v] = u;
                match owner[v] {
                    Some(o) => queue.push(o),
                    None => free = Some(v),
                }
            }
            if free.is_some() {
                break free;
            }
        };
        let mut next = free;
        while let Some(v) = next {
            let u = from[v];
            owner[v] = Some(u);
            next = if u == first { None } else { partner[u] };
        }
    }
    None
}
