//! Reasons for the inferences of `knapsack`: uses the row with the fewest premises among those that imply the bound.

use super::{Knapsack, PROFIT, Row, WEIGHT};
use crate::prelude_propagator::*;

/// The number of bounds read after which an explanation that is found suffices.
const ENOUGH: usize = 1 << 17;

/// The bounds of a view, in the past and at the root.
struct Bounds {
    past: (i128, i128),
    root: (i128, i128),
}

pub(super) fn explain(k: &Knapsack, past: &DomainsAt<'_>, fact: Option<Atom>, place: usize, why: &mut Premises) {
    let Some(fact) = fact else { return };
    let view = k.view(place);
    let bound = fact.bound(view);
    // Whether the lower bound of the view was raised.
    let raised = fact.is_lower_bound(view);
    // The nearest value that the fact excludes.
    let nearest = i128::from(if raised { bound - 1 } else { bound + 1 });
    let (root, wide) = (past.root(), |(low, high): (i32, i32)| (i128::from(low), i128::from(high)));
    let of = |past: &DomainsAt<'_>, view| wide((past.min(view), past.max(view)));
    let bounds = (0..k.places()).map(|place| k.view(place)).map(|v| Bounds { past: of(past, v), root: of(&root, v) });
    let bounds: Vec<Bounds> = bounds.collect();
    let rows = [WEIGHT, PROFIT].into_iter().enumerate().chain(nearest_to_critical(k, past).map(|i| (2 + i, k.row(i))));
    let mut best: Option<((usize, usize), Vec<Atom>)> = None;
    let mut read = 0;
    for (number, row) in rows {
        for sign in [1, -1] {
            if let Some(found) = premises(k, &bounds, row, sign, place, raised, nearest) {
                let cost = (found.len(), number);
                if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    best = Some((cost, found));
                }
            }
        }
        read += k.places();
        if best.is_some() && read >= ENOUGH {
            break;
        }
    }
    why.extend(best.map(|(_, found)| found).unwrap_or_default());
}

/// The positions in the order by ratio, those near the critical items first: their rows bound the profit best.
fn nearest_to_critical(k: &Knapsack, past: &DomainsAt<'_>) -> impl Iterator<Item = usize> {
    let critical = k.critical(|view| (past.min(view), past.max(view)));
    let mut positions: Vec<usize> = (0..k.by_ratio.len()).collect();
    positions.sort_by_key(|i| critical.iter().flatten().map(|c| c.abs_diff(*i)).min());
    positions.into_iter()
}

/// Returns premises that keep the row times `sign` above 0 while the view is at `nearest` or beyond; `None` if the
/// bounds do not suffice.
fn premises(
    k: &Knapsack,
    bounds: &[Bounds],
    row: Row,
    sign: i128,
    place: usize,
    raised: bool,
    nearest: i128,
) -> Option<Vec<Atom>> {
    let own = sign * k.coefficient(row, place);
    // Values beyond `nearest` (smaller ones if the lower bound was raised) must increase the sum.
    if own == 0 || (own < 0) != raised {
        return None;
    }
    let mut surplus = own * nearest - 1;
    let mut parts: Vec<(i128, usize)> = Vec::new();
    for (other, Bounds { past, root }) in bounds.iter().enumerate().filter(|(other, _)| *other != place) {
        let coefficient = sign * k.coefficient(row, other);
        let least = |bounds: &(i128, i128)| if coefficient > 0 { bounds.0 } else { bounds.1 };
        surplus += coefficient * least(past);
        let cost = coefficient * (least(past) - least(root));
        if cost > 0 {
            parts.push((cost, other));
        }
    }
    if surplus < 0 {
        return None;
    }
    parts.sort_unstable();
    let mut why = Vec::new();
    for (cost, other) in parts {
        if cost <= surplus {
            surplus -= cost;
            continue;
        }
        let (coefficient, view) = (sign * k.coefficient(row, other), k.view(other));
        let (low, high) = bounds[other].past;
        let weaker = surplus / coefficient.abs();
        surplus -= weaker * coefficient.abs();
        if coefficient > 0 {
            why.push(Atom::at_least(view, (low - weaker) as i64));
        } else {
            why.push(Atom::at_most(view, (high + weaker) as i64));
        }
    }
    Some(why)
}
