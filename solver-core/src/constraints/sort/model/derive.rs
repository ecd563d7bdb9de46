//! The rows of `sort`, and the derivation of its inferences from sets of unsorted views with fewer possible positions
//! than views (P. Hall 1935).
//!
//! The position of an unsorted view is the number of views before it, with ties broken by index, and the view equals
//! the sorted view at its position. Bounds exclude positions.

use super::super::explain::lack;
use crate::atom::Atom;
use crate::budget::Stopped;
use crate::constraints::shortage::Shortage;
use crate::model::lines::{Ended, Lines, PROVES, Part};
use crate::model::rows::{Literal, Rows};
use crate::view::View;

/// The maximum number of views in each array; more would take too many rows.
const MOST: usize = 100;

/// The name of the literal stating that an unsorted view has a position.
fn stands(view: usize, place: usize) -> String {
    format!("element_{view}_at_{place}")
}

/// The name of the literal stating that an unsorted view comes before a later one.
fn comes(view: usize, later: usize) -> String {
    format!("element_{view}_before_{later}")
}

fn pair(a: usize, b: usize) -> i64 {
    (a as i64) << 32 | b as i64
}

pub(super) fn rows(x: &[View], y: &[View], rows: &mut dyn Rows) -> Result<bool, Stopped> {
    let n = x.len();
    if !PROVES || rows.is_conditional() {
        return Ok(false);
    }
    if n > MOST {
        rows.refuse("it sorts more than 100 elements");
        return Ok(true);
    }
    for i in 1..n {
        rows.at_most(("ordered", i as i64), &[(1, y[i - 1]), (-1, y[i])], 0, Literal::TRUE)?;
    }
    // There is one literal per pair; its name lists the smaller index first.
    let mut before = vec![Literal::TRUE; n * n];
    for j in 0..n {
        for k in j + 1..n {
            let first = rows.selector(&comes(j, k))?;
            rows.at_most(("first", pair(j, k)), &[(1, x[j]), (-1, x[k])], 0, first)?;
            rows.at_most(("second", pair(j, k)), &[(-1, x[j]), (1, x[k])], -1, !first)?;
            (before[j * n + k], before[k * n + j]) = (first, !first);
        }
    }
    let mut places: Vec<Vec<Literal>> = vec![Vec::new(); n];
    for j in 0..n {
        let others = || (0..n).filter(|&k| k != j).map(|k| before[k * n + j]);
        let mut own: Vec<Literal> = Vec::with_capacity(n);
        for (i, taken) in places.iter_mut().enumerate() {
            let (at, number) = (rows.selector(&stands(j, i))?, pair(j, i));
            // The numbers of views before and after this position.
            let (some, rest) = (i as i64, (n - 1 - i) as i64);
            rows.row("preceded", number, others().map(|l| (1, l)).chain([(some, !at)]).collect(), some)?;
            rows.row("followed", number, others().map(|l| (1, !l)).chain([(rest, !at)]).collect(), rest)?;
            rows.at_most(("at_least", number), &[(1, y[i]), (-1, x[j])], 0, at)?;
            rows.at_most(("at_most", number), &[(-1, y[i]), (1, x[j])], 0, at)?;
            own.push(at);
            taken.push(at);
        }
        rows.row("view", j as i64, own.into_iter().map(|l| (1, l)).collect(), 1)?;
    }
    for (i, taken) in places.into_iter().enumerate() {
        rows.row("place", i as i64, taken.into_iter().map(|l| (1, !l)).collect(), n as i64 - 1)?;
    }
    Ok(true)
}

pub(super) fn derive(x: &[View], y: &[View], lines: &mut dyn Lines) -> Result<(), Ended> {
    if !PROVES {
        return Ok(());
    }
    order(y, lines)?;
    let of = |view: &View, lines: &dyn Lines| {
        let (low, high) = lines.bounds(*view);
        (low as i32, high as i32)
    };
    let bounds: Vec<(i32, i32)> = x.iter().chain(y).map(|view| of(view, lines)).collect();
    let Some(Shortage { items, places }) = lack(&bounds) else { return Ok(()) };
    for &j in &items {
        for i in (0..y.len()).filter(|&i| !places.contains(&(i as i32))) {
            let at = lines.selector(&stands(j, i));
            if lines.is_false(at) {
                continue;
            }
            let [(x_low, x_high), (y_low, y_high)] = [x[j], y[i]].map(|view| lines.bounds(view));
            let (row, bounds) = if y_low > x_high {
                ("at_least", [Atom::at_least(y[i], y_low), Atom::at_most(x[j], x_high)])
            } else {
                ("at_most", [Atom::at_most(y[i], y_high), Atom::at_least(x[j], x_low)])
            };
            lines.linear((row, pair(j, i)), &bounds)?;
            lines.clause(&[!at])?;
        }
    }
    let views = items.into_iter().map(|j| (Part::Own("view", j as i64), 1));
    lines.sum(&views.chain(places.into_iter().map(|i| (Part::Own("place", i.into()), 1))).collect::<Vec<_>>())
}

/// Derives the bounds that follow from the order of the sorted views.
fn order(y: &[View], lines: &mut dyn Lines) -> Result<(), Ended> {
    for i in 1..y.len() {
        let (low, own) = (lines.bounds(y[i - 1]).0, lines.bounds(y[i]).0);
        if low > own {
            let bound = Atom::at_least(y[i], low);
            lines.linear(("ordered", i as i64), &[Atom::at_least(y[i - 1], low), !bound])?;
            let bound = lines.literal(bound);
            lines.clause(&[bound])?;
        }
    }
    for i in (1..y.len()).rev() {
        let (high, own) = (lines.bounds(y[i]).1, lines.bounds(y[i - 1]).1);
        if high < own {
            let bound = Atom::at_most(y[i - 1], high);
            lines.linear(("ordered", i as i64), &[Atom::at_most(y[i], high), !bound])?;
            let bound = lines.literal(bound);
            lines.clause(&[bound])?;
        }
    }
    Ok(())
}
