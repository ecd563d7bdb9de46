//! Reasons for the inferences of `connected` and `reachable`: cuts, recomputed in past domains.
//!
//! Every path from a chosen beginning to a chosen end passes through an element that is not chosen. Two cuts are tried:
//! the elements that stop a forward search from the beginning, and those that stop a backward search from the end. Each
//! cut keeps only the elements that a search from the other side meets.

use super::CUTS;
use super::layout::{Layout, Root};
use crate::prelude_propagator::*;
use fixedbitset::FixedBitSet;

/// The maximum number of unreached ends for which a cut is computed; the smallest cut is taken.
const TRIED: usize = 4;

pub(super) fn explain(layout: &Layout, views: &[View], past: &DomainsAt<'_>, hint: u32, why: &mut Premises) {
    let element = (hint >> 1) as usize;
    let atom = |k: usize| layout.atom(views, k);
    let all = 0..layout.count;
    let mut chosen: Vec<usize> = all.clone().filter(|&k| k != element && past.entails(atom(k))).collect();
    // An element that is chosen at the root needs no premise.
    chosen.sort_by_key(|&k| !past.holds_at_root(atom(k)));
    let mut closed = FixedBitSet::with_capacity(layout.count);
    closed.extend(all.filter(|&k| past.entails(!atom(k))));
    // An element that is itself the cut is assumed not to be chosen, so some chosen element is not reached.
    let (ends, cuts) = if hint & 1 == CUTS { (chosen.clone(), Some(element)) } else { (vec![element], None) };
    closed.extend(cuts);
    let begins = match layout.root {
        Root::Any => chosen.into_iter().map(|k| (vec![k], Some(k))).collect(),
        Root::Last => vec![((layout.chosen..layout.count).collect(), None)],
    };
    let premises = begins.iter().find_map(|(begins, first)| {
        let ahead = layout.search(begins, true, &closed).0;
        let unreached = ends.iter().filter(|&&end| !ahead.contains(end));
        let sets = unreached.take(TRIED).map(|&end| {
            let cut = smallest_cut(layout, begins, end, &closed, |k| past.holds_at_root(!atom(k)));
            let closed = cut.ones().filter(|&k| Some(k) != cuts).map(|k| !atom(k));
            let ends = first.iter().copied().chain(cuts.map(|_| end)).map(atom);
            closed.chain(ends).collect::<Vec<Atom>>()
        });
        sets.min_by_key(|atoms| atoms.iter().filter(|&&atom| !past.holds_at_root(atom)).count())
    });
    why.extend(premises.unwrap_or_default());
}

fn smallest_cut(
    layout: &Layout,
    begins: &[usize],
    end: usize,
    closed: &FixedBitSet,
    is_free: impl Fn(usize) -> bool,
) -> FixedBitSet {
    let near = layout.search(begins, true, closed).1;
    let far = layout.search(&[end], false, closed).1;
    let cuts = [layout.search(&[end], false, &near).1, layout.search(begins, true, &far).1];
    let [near, far] = cuts;
    let size = |cut: &FixedBitSet| cut.ones().filter(|&k| !is_free(k)).count();
    if size(&far) < size(&near) { far } else { near }
}
