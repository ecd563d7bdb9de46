//! Reasons for the inferences of `knapsack`: among the rows that imply the bound, uses the one that needs the fewest
//! premises.

use super::{Knapsack, PROFIT, Row, WEIGHT};
use crate::prelude_propagator::*;

pub(super) fn explain(k: &Knapsack, past: &DomainsAt<'_>, fact: Option<Atom>, place: usize, why: &mut Premises) {
    let Some(fact) = fact else { return };
    let view = k.view(place);
    let bound = fact.bound(view);
    // Whether the lower bound of the view was raised.
    let raised = fact.is_lower_bound(view);
    let ratios = k.by_ratio.iter().map(|&i| &k.items[i as usize]);
    let rows = ratios.map(|item| Row { weight: item.profit.into(), profit: item.weight.into() });
    let explanations = [WEIGHT, PROFIT].into_iter().chain(rows).flat_map(|row| {
        // The nearest value that the fact excludes.
        let nearest = i128::from(if raised { bound - 1 } else { bound + 1 });
        [1, -1].into_iter().filter_map(move |sign| premises(k, past, row, sign, place, raised, nearest))
    });
    why.extend(explanations.min_by_key(Vec::len).unwrap_or_default());
}

/// Returns premises that keep the row times `sign` above 0 while the view is at `nearest` or beyond; `None` if the
/// bounds do not imply that.
fn premises(
    k: &Knapsack,
    past: &DomainsAt<'_>,
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
    for other in (0..k.places()).filter(|&other| other != place) {
        let (coefficient, view) = (sign * k.coefficient(row, other), k.view(other));
        let bounds = |past: &DomainsAt<'_>| i128::from(if coefficient > 0 { past.min(view) } else { past.max(view) });
        surplus += coefficient * bounds(past);
        let cost = coefficient * (bounds(past) - bounds(&past.root()));
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
        let weaker = (surplus / coefficient.abs()) as i64;
        surplus -= i128::from(weaker) * coefficient.abs();
        if coefficient > 0 {
            why.push(Atom::at_least(view, i64::from(past.min(view)) - weaker));
        } else {
            why.push(Atom::at_most(view, i64::from(past.max(view)) + weaker));
        }
    }
    Some(why)
}
