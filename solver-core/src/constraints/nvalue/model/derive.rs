//! The rows of `nvalue`, and the derivation of its bounds as sums.

use super::super::explain::{Cover, cover};
use crate::atom::Atom;
use crate::budget::Stopped;
use crate::model::lines::{Ended, Lines, PROVES, Part};
use crate::model::rows::{Literal, Rows, one_value_each};
use crate::view::View;
use std::collections::{BTreeMap, BTreeSet};

pub(crate) fn rows(views: &[View], count: View, rows: &mut dyn Rows) -> Result<bool, Stopped> {
    if !PROVES || rows.is_conditional() {
        return Ok(false);
    }
    let Some(values) = one_value_each(views, rows)? else { return Ok(false) };
    let mut takers: BTreeMap<i32, Vec<(usize, Literal)>> = BTreeMap::new();
    for (i, (v, l)) in values.into_iter().enumerate().flat_map(|(i, of)| of.into_iter().map(move |value| (i, value))) {
        takers.entry(v).or_default().push((i, l));
    }
    let mut taken: Vec<(i64, Literal)> = Vec::with_capacity(takers.len());
    for (v, takers) in takers {
        let is_taken = rows.selector(&format!("{v}_is_taken"))?;
        for &(i, l) in &takers {
            rows.row("taken", pair(i, v), vec![(1, !l), (1, is_taken)], 1)?;
        }
        let by = takers.into_iter().map(|(_, l)| (1, l));
        rows.row("taker", v.into(), by.chain([(1, !is_taken)]).collect(), 1)?;
        taken.push((1, is_taken));
    }
    let (least, terms) = rows.terms(count);
    let all: i64 = terms.iter().map(|term| term.0).sum();
    let number = taken.len() as i64;
    let not_taken = taken.iter().map(|&(c, l)| (c, !l));
    rows.row("least", 0, not_taken.chain(terms.iter().copied()).collect(), number - least)?;
    rows.row("most", 0, taken.into_iter().chain(terms.iter().map(|&(c, l)| (c, !l))).collect(), least + all)?;
    Ok(true)
}

pub(crate) fn derive(views: &[View], count: View, lines: &mut dyn Lines) -> Result<(), Ended> {
    if !PROVES {
        return Ok(());
    }
    let values: Vec<Vec<i32>> = views.iter().map(|&view| open(view, lines)).collect();
    let (least, most) = lines.bounds(count);
    let hull = |values: &Vec<i32>| Some((*values.first()?, *values.last()?));
    let Some(hulls) = values.iter().map(hull).collect::<Option<Vec<(i32, i32)>>>() else { return Ok(()) };
    let chosen = apart(&hulls);
    let parts: Vec<(Part, i64)> = if chosen.len() as i64 > most {
        let of = |i: usize| values[i].iter().map(move |&v| Part::Own("taken", pair(i, v)));
        let views = chosen.iter().flat_map(|&i| [Part::Own("at_least_one", i as i64)].into_iter().chain(of(i)));
        [Part::Own("least", 0)].into_iter().chain(views).map(|part| (part, 1)).collect()
    } else {
        let Cover { reached, covered } = cover(&values.into_iter().map(Some).collect::<Vec<_>>());
        let left = reached.iter().filter(|&&reached| !reached).count();
        if covered.len() as i64 + left as i64 >= least {
            return Ok(());
        }
        // Only views that were not reached can take the other values, one value per view.
        let mut others: BTreeSet<i32> = views.iter().flat_map(|&view| lines.root_values(view)).collect();
        others.retain(|v| !covered.contains(v));
        let others = others.into_iter().map(|v| Part::Own("taker", v.into()));
        let left = (0..views.len()).filter(|&i| !reached[i]).map(|i| Part::Own("at_most_one", i as i64));
        [Part::Own("most", 0)].into_iter().chain(others).chain(left).map(|part| (part, 1)).collect()
    };
    lines.sum(&parts)
}

/// The number of a row about a view and a value.
fn pair(view: usize, v: i32) -> i64 {
    (view as i64) << 32 | i64::from(v.cast_unsigned())
}

/// The remaining values of a view.
fn open(view: View, lines: &mut dyn Lines) -> Vec<i32> {
    let mut values = lines.root_values(view);
    values.retain(|&v| {
        let l = lines.literal(Atom::equals(view, v));
        !lines.is_false(l)
    });
    values
}

/// A maximum set of views with pairwise disjoint ranges. Greedily takes the first-ending view among those that begin
/// after the end of the previous one.
fn apart(ranges: &[(i32, i32)]) -> Vec<usize> {
    let mut by_end: Vec<usize> = (0..ranges.len()).collect();
    by_end.sort_by_key(|&i| ranges[i].1);
    let mut chosen: Vec<usize> = Vec::new();
    for i in by_end {
        if chosen.last().is_none_or(|&last| ranges[last].1 < ranges[i].0) {
            chosen.push(i);
        }
    }
    chosen
}
