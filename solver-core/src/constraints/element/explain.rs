//! Reasons for the inferences of `element`, computed from the remaining elements.

use super::FROM_RESULT;
use crate::constraints::meet::disjoint;
use crate::prelude_propagator::*;
use crate::reason::Scratch;

/// Explains why the selected element satisfies a fact about the result: every element satisfies it or is not selected.
pub(super) fn elsewhere(
    past: &DomainsAt<'_>,
    array: &[View],
    index: View,
    (result, fact): (View, Atom),
    why: &mut Premises,
) {
    let mut others = Scratch::new();
    let indices = past.domain(index);
    for (i, &view) in (0..).zip(array) {
        let premise = fact.restated(result, view);
        match indices.contains(i) {
            _ if past.holds_at_root(premise) => {}
            true => why.push(premise),
            false => others.push(i),
        }
    }
    past.none_of(index, others, why);
}

/// Explains why no cell of a line is possible: for each cell, its index across the line was removed, or the result
/// cannot have its value.
pub(super) fn no_cell_in_line(
    past: &DomainsAt<'_>,
    across: View,
    result: View,
    cells: impl Iterator<Item = (i32, i32)>,
    why: &mut Premises,
) {
    let root = past.root();
    let (mut places, mut values) = (Scratch::new(), Scratch::new());
    let (first, results) = ([across, result].map(|view| root.domain(view)), past.domain(result));
    for (place, v) in cells {
        if !first[0].contains(place) || !first[1].contains(v) {
            continue;
        }
        if results.contains(v) { places.push(place) } else { values.push(v) }
    }
    past.none_of(across, places, why);
    each_once(past, result, values, why);
}

/// Explains why no element is the result: each index was removed, or its view and the result have no common value.
pub(super) fn no_element(past: &DomainsAt<'_>, array: &[View], index: View, result: View, why: &mut Premises) {
    let mut others = Scratch::new();
    let indices = past.domain(index);
    for (i, &view) in (0..).zip(array) {
        if indices.contains(i) { disjoint(past, view, result, why) } else { others.push(i) }
    }
    past.none_of(index, others, why);
}

/// Explains why none of these cells is possible: each cell has one value per view, and one of its values was removed.
pub(super) fn no_possible_cell<const N: usize>(
    past: &DomainsAt<'_>,
    views: [View; N],
    cells: impl Iterator<Item = [i32; N]>,
    why: &mut Premises,
) {
    let root = past.root();
    let mut lost: [Scratch<i32>; N] = std::array::from_fn(|_| Scratch::new());
    let (first, then) = (views.map(|view| root.domain(view)), views.map(|view| past.domain(view)));
    for cell in cells {
        if (0..N).all(|k| first[k].contains(cell[k]))
            && let Some(k) = (0..N).find(|&k| !then[k].contains(cell[k]))
        {
            lost[k].push(cell[k]);
        }
    }
    views.into_iter().zip(lost).for_each(|(view, values)| each_once(past, view, values, why));
}

/// Explains why the view has none of these values, which may contain duplicates.
fn each_once(past: &DomainsAt<'_>, view: View, mut values: Scratch<i32>, why: &mut Premises) {
    values.sort_unstable();
    values.dedup();
    past.none_of(view, values, why);
}

/// Explains a fact that holds because the selected view and the result are equal: by the index (its views and their
/// values) and the same fact about the other one.
pub(super) fn equal(
    fact: Atom,
    index: impl IntoIterator<Item = (View, i32)>,
    (result, chosen): (View, View),
    hint: u32,
    why: &mut Premises,
) {
    why.extend(index.into_iter().map(|(view, i)| Atom::equals(view, i)));
    let (to, from) = if hint == FROM_RESULT { (chosen, result) } else { (result, chosen) };
    why.push(fact.restated(to, from));
}

/// Explains why no cell is possible, or no cell that violates a fact about the result: for each cell, its row or column
/// was removed, it satisfies the fact, or it and the result have no common value. Cells are in row-major order, with
/// the given number of columns.
pub(super) fn no_other_cell(
    past: &DomainsAt<'_>,
    (cells, columns): (&[View], usize),
    index: [View; 2],
    result: View,
    fact: Option<Atom>,
    why: &mut Premises,
) {
    let root = past.root();
    let mut lost: [Scratch<i32>; 2] = Default::default();
    let (first, then) = (index.map(|view| root.domain(view)), index.map(|view| past.domain(view)));
    for (k, &cell) in cells.iter().enumerate() {
        let at = [(k / columns) as i32, (k % columns) as i32];
        if (0..2).any(|axis| !first[axis].contains(at[axis])) {
            continue;
        }
        if let Some(axis) = (0..2).find(|&axis| !then[axis].contains(at[axis])) {
            lost[axis].push(at[axis]);
            continue;
        }
        match fact.map(|fact| fact.restated(result, cell)) {
            Some(premise) if past.entails(premise) => why.push(premise),
            _ => disjoint(past, cell, result, why),
        }
    }
    index.into_iter().zip(lost).for_each(|(view, lines)| each_once(past, view, lines, why));
}
