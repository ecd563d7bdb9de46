//! Reasons from Hall sets, recomputed from past domains.

use super::super::value::VALUE_TAKEN;
use super::super::{AT_LEAST_ONE, AT_MOST_ONE};
use super::AllDifferentDomain;
use crate::prelude_propagator::*;
use fixedbitset::FixedBitSet;
use std::ops::RangeInclusive;

pub(in super::super) static HALL_SET: Rule = Rule {
    name: "all_different.hall_set",
    text: "{premises}: these need every value that they have left, and all of {constraint} must differ, so {fact}",
    justification: Justification::SumOfRows,
};

/// Views with fewer values between them than there are views.
#[derive(Debug)]
struct Violator {
    views: Vec<usize>,
    values: FixedBitSet,
}

impl AllDifferentDomain {
    /// The reason of a conflict: two views with the same value, or more views than values.
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

    /// If the target had the value that it lost, others would have too few left:
    /// those others are a Hall set with just that value. For a conflict, `lost` is `None`.
    pub(super) fn explain_hall(&self, past: &DomainsAt<'_>, lost: Option<(u32, i32)>, why: &mut Premises) {
        let mut domains: Vec<FixedBitSet> = self.views.iter().map(|&view| self.domain_of(past, view)).collect();
        if let Some((target, v)) = lost {
            let v = self.index_of(v);
            domains.iter_mut().for_each(|d| d.set(v, false));
            domains[target as usize].clear();
        }
        let skipped = lost.map(|(target, _)| target as usize);
        let Some(mut found) = smallest_violator(&domains, skipped) else { return };
        if let Some((_, v)) = lost {
            found.values.insert(self.index_of(v));
        }
        let root = past.root();
        for &i in &found.views {
            self.push_inside(i, &found.values, past, &root, why);
            why.row(AT_LEAST_ONE, i as i64);
        }
        for v in found.values.ones() {
            why.row(AT_MOST_ONE, i64::from(self.base) + v as i64);
        }
    }

    fn index_of(&self, v: i32) -> usize {
        (i64::from(v) - i64::from(self.base)) as usize
    }

    fn domain_of(&self, past: &DomainsAt<'_>, view: View) -> FixedBitSet {
        let mut domain = FixedBitSet::with_capacity(self.words * 64);
        for v in past.min(view)..=past.max(view) {
            if past.contains(view, v) {
                domain.insert(self.index_of(v));
            }
        }
        domain
    }

    /// Atoms which state that a view has no values but these, as few and as weak as possible: a bound for removed
    /// values below, one for those above, each hole between by itself. Values that it never had need no atom. So there
    /// are never more atoms than facts about the view.
    fn push_inside(
        &self,
        position: usize,
        values: &FixedBitSet,
        past: &DomainsAt<'_>,
        root: &DomainsAt<'_>,
        why: &mut Premises,
    ) {
        let view = self.views[position];
        let (low, high) = (past.min(view), past.max(view));
        let others = |range: RangeInclusive<i32>| {
            range.filter(|&v| !values.contains(self.index_of(v)) && root.contains(view, v))
        };
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

/// A matching of views with values while it grows.
struct Matching<'a> {
    domains: &'a [FixedBitSet],
    /// The view that has each value, and the value of each view.
    owner: Vec<Option<usize>>,
    partner: Vec<Option<usize>>,
}

/// Matches the views one by one. Each that finds no value is, with those it could take one
/// from, a violator; the one with the fewest views is found.
fn smallest_violator(domains: &[FixedBitSet], skipped: Option<usize>) -> Option<Violator> {
    let values = domains.first().map_or(0, FixedBitSet::len);
    let mut matching = Matching { domains, owner: vec![None; values], partner: vec![None; domains.len()] };
    let views = (0..domains.len()).filter(|&i| Some(i) != skipped);
    let lonely: Vec<usize> = views.filter(|&view| matching.augment(view).is_err()).collect();
    let violators = lonely.into_iter().filter_map(|view| matching.augment(view).err());
    violators.min_by_key(|violator| violator.views.len())
}

impl Matching<'_> {
    /// Finds a value for a view, breadth first; else all that it reaches is a violator.
    fn augment(&mut self, first: usize) -> Result<(), Violator> {
        let mut from = vec![first; self.owner.len()];
        let mut seen = FixedBitSet::with_capacity(self.owner.len());
        let mut queue = vec![first];
        let mut at = 0;
        while let Some(&u) = queue.get(at) {
            at += 1;
            for v in self.domains[u].difference(&seen).collect::<Vec<_>>() {
                seen.insert(v);
                from[v] = u;
                match self.owner[v] {
                    Some(owner) => queue.push(owner),
                    None => {
                        self.shift(first, v, &from);
                        return Ok(());
                    }
                }
            }
        }
        Err(Violator { views: queue, values: seen })
    }

    /// Gives the free value `v` to the view that it was reached from, that one's to the one before, and so on.
    fn shift(&mut self, first: usize, mut v: usize, from: &[usize]) {
        loop {
            let u = from[v];
            let before = self.partner[u].replace(v);
            self.owner[v] = Some(u);
            match before {
                Some(value) if u != first => v = value,
                _ => return,
            }
        }
    }
}
