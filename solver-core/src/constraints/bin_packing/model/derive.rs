//! The rows of `bin_packing`, and the derivation of its inferences as sums.
//!
//! To show that no subset of items fills a bin, the derivation branches on the number of larger items in it. Above some
//! number, the bin holds too much, even with the smallest of these items; up to that number, it holds too little, even
//! with all other items.

use super::super::subsets::{Gap, Sizes};
use crate::atom::Atom;
use crate::budget::Stopped;
use crate::model::lines::{Ended, Kept, Lines, PROVES, Part};
use crate::model::rows::{Literal, Rows, one_value_each};
use crate::view::View;

/// The bin of each item, the sizes, and the loads.
pub(super) struct Bins<'a> {
    pub(super) of: &'a [View],
    pub(super) sizes: &'a [i32],
    pub(super) loads: &'a [View],
}

/// The family of the two rows stating that the sum of all loads is at most, and at least, the sum of all sizes.
const ALL: &str = "all";

/// The literal stating that more than some number of the larger items are in the bin.
const MORE: Kept = ("more", [0; 3]);

pub(super) fn rows(bins: &Bins<'_>, rows: &mut dyn Rows) -> Result<bool, Stopped> {
    if !PROVES || rows.is_conditional() {
        return Ok(false);
    }
    let Some(values) = one_value_each(bins.of, rows)? else { return Ok(false) };
    let mut contents: Vec<Vec<(i64, Literal)>> = vec![Vec::new(); bins.loads.len()];
    for (of, &size) in values.iter().zip(bins.sizes) {
        for &(b, l) in of {
            match usize::try_from(b).ok().and_then(|b| contents.get_mut(b)) {
                Some(content) => content.push((size.into(), l)),
                None => rows.row("range", b.into(), vec![(1, !l)], 1)?,
            }
        }
    }
    for ((b, &load), content) in (0..).zip(bins.loads).zip(contents) {
        let (least, terms) = rows.terms(load);
        let with = |sign: i64| {
            let content = content.iter().map(move |&(c, l)| (sign * c, l));
            content.chain(terms.iter().map(move |&(c, l)| (-sign * c, l))).collect::<Vec<_>>()
        };
        rows.row("at_least", b, with(1), least)?;
        rows.row("at_most", b, with(-1), -least)?;
    }
    // All items together: their literals cancel.
    for (content, item) in [("at_least", "at_most_one"), ("at_most", "at_least_one")] {
        let all_bins = (0..).zip(bins.loads).map(|(b, _)| ((content, b), 1));
        let items = (0..).zip(bins.sizes).filter(|&(_, &size)| size > 0);
        let items = items.map(|(i, &size)| ((item, i), i64::from(size)));
        rows.implied(ALL, i64::from(content == "at_most"), &all_bins.chain(items).collect::<Vec<_>>());
    }
    Ok(true)
}

pub(super) fn derive(bins: &Bins<'_>, lines: &mut dyn Lines) -> Result<(), Ended> {
    if !PROVES {
        return Ok(());
    }
    let bounds: Vec<(i64, i64)> = bins.loads.iter().map(|&load| lines.bounds(load)).collect();
    total(bins, &bounds, lines)?;
    (0..).zip(bounds).try_for_each(|(b, bounds)| subset(bins, b, bounds, lines))
}

/// Derives a conflict between all items together and the bounds of the loads.
fn total(bins: &Bins<'_>, bounds: &[(i64, i64)], lines: &mut dyn Lines) -> Result<(), Ended> {
    let all: i64 = bins.sizes.iter().map(|&size| i64::from(size)).sum();
    let (least, most) = bounds.iter().fold((0, 0), |(least, most), &(low, high)| (least + low, most + high));
    let number = match () {
        () if least > all => 0,
        () if most < all => 1,
        () => return Ok(()),
    };
    let loads = bins.loads.iter().zip(bounds).map(|(&load, &(low, high))| {
        let bound = if least > all { Atom::at_least(load, low) } else { Atom::at_most(load, high) };
        (Part::Bound(bound), 1)
    });
    lines.sum(&loads.chain([(Part::Own(ALL, number), 1)]).collect::<Vec<_>>())
}

/// Derives a conflict between the open items of one bin and the bounds of its load.
fn subset(bins: &Bins<'_>, b: i32, (low, high): (i64, i64), lines: &mut dyn Lines) -> Result<(), Ended> {
    let (mut packed, mut open) = (0, Vec::new());
    for (&bin, &size) in bins.of.iter().zip(bins.sizes).filter(|&(_, &size)| size > 0) {
        let l = lines.literal(Atom::equals(bin, b));
        if lines.is_false(!l) {
            packed += i64::from(size);
        } else if !lines.is_false(l) {
            open.push((i64::from(size), l));
        }
    }
    open.sort_by_key(|item| -item.0);
    let sizes: Vec<i64> = open.iter().map(|item| item.0).collect();
    let sizes = Sizes { total: sizes.iter().sum(), all: &sizes };
    let (low, high) = (low - packed, high - packed);
    let gaps = [(low, high), (low, low), (high, high)].into_iter().filter_map(|(from, to)| sizes.gap(from, to));
    let Some(gap) = gaps.into_iter().find(|gap| gap.below < low && gap.above > high) else { return Ok(()) };
    let Gap { large, small, .. } = gap;
    let larger = &open[..open.len() - small];
    // Drops the literal of the previous bin.
    lines.forget(&[MORE]);
    lines.define(MORE, larger.iter().map(|&(_, l)| (1, l)).collect(), large as i64 + 1);
    let load = bins.loads[b as usize];
    let (smallest, largest) = (larger[larger.len() - 1 - large].0, larger[large.saturating_sub(1)].0);
    let too_much = [Part::Own("at_most", b.into()), Part::Bound(Atom::at_most(load, high + packed))];
    let too_little = [Part::Own("at_least", b.into()), Part::Bound(Atom::at_least(load, low + packed))];
    for (parts, more, times) in [(too_much, Part::Holds(MORE), smallest), (too_little, Part::Fails(MORE), largest)] {
        let parts = parts.map(|part| (part, 1)).into_iter().chain([(more, times)]);
        lines.sum(&parts.collect::<Vec<_>>())?;
    }
    Ok(())
}
