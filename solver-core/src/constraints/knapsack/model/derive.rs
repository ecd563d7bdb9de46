//! The rows of `knapsack`, and the derivation of its inferences as a sum of multiples of two rows.

use crate::atom::Atom;
use crate::budget::Stopped;
use crate::model::lines::{Ended, Lines, PROVES, Part};
use crate::model::rows::{Literal, Rows};
use crate::view::View;

/// The items' counts, weights and profits, and the totals.
pub(super) struct Sacks<'a> {
    pub(super) counts: &'a [View],
    pub(super) sizes: &'a [(i32, i32)],
    pub(super) totals: [View; 2],
}

/// The families of the rows: for weight and profit, one row states that the sum over the items is at most the total,
/// and the other that it is at least the total.
const ROWS: [[&str; 2]; 2] = [["weight_at_most", "weight_at_least"], ["profit_at_most", "profit_at_least"]];

impl Sacks<'_> {
    /// The terms of the items and totals in the given linear combination of the two equations.
    fn terms(&self, [weight, profit]: [i64; 2]) -> impl Iterator<Item = (i64, View)> {
        let item = move |&(w, p): &(i32, i32)| weight * i64::from(w) + profit * i64::from(p);
        let totals = [(-weight, self.totals[0]), (-profit, self.totals[1])];
        self.sizes.iter().map(item).zip(self.counts.iter().copied()).chain(totals).filter(|term| term.0 != 0)
    }
}

pub(super) fn rows(sacks: &Sacks<'_>, rows: &mut dyn Rows) -> Result<bool, Stopped> {
    if !PROVES || rows.is_conditional() {
        return Ok(false);
    }
    for ([at_most, at_least], equation) in ROWS.into_iter().zip([[1, 0], [0, 1]]) {
        let terms: Vec<(i64, View)> = sacks.terms(equation).collect();
        let negated: Vec<(i64, View)> = terms.iter().map(|&(c, view)| (-c, view)).collect();
        rows.at_most((at_most, 0), &terms, 0, Literal::TRUE)?;
        rows.at_most((at_least, 0), &negated, 0, Literal::TRUE)?;
    }
    for (i, &count) in (0..).zip(sacks.counts) {
        let l = rows.literal(Atom::at_least(count, 0))?;
        rows.row("not_negative", i, vec![(1, l)], 1)?;
    }
    Ok(true)
}

/// Derives a contradiction from the bounds and one of the linear combinations that the propagator uses.
pub(super) fn derive(sacks: &Sacks<'_>, lines: &mut dyn Lines) -> Result<(), Ended> {
    if !PROVES {
        return Ok(());
    }
    let by_ratio = sacks.sizes.iter().map(|&(w, p)| [p.into(), -i64::from(w)]);
    let multiples: Vec<[i64; 2]> = [[1, 0], [0, 1]].into_iter().chain(by_ratio).collect();
    for [weight, profit] in multiples {
        for multiple in [[weight, profit], [-weight, -profit]] {
            // The minimum of each term, with its premise.
            let least = |(c, view): (i64, View)| {
                let (low, high) = lines.bounds(view);
                let (v, atom) =
                    if c > 0 { (low, Atom::at_least(view, low)) } else { (high, Atom::at_most(view, high)) };
                (i128::from(c) * i128::from(v), (Part::Bound(atom), c.abs()))
            };
            let bounds: Vec<(i128, (Part, i64))> = sacks.terms(multiple).map(least).collect();
            if bounds.iter().map(|bound| bound.0).sum::<i128>() <= 0 {
                continue;
            }
            let equations = ROWS.into_iter().zip(multiple).filter(|&(_, times)| times != 0);
            let equations = equations.map(|(row, times)| (Part::Own(row[usize::from(times < 0)], 0), times.abs()));
            return lines.sum(&equations.chain(bounds.into_iter().map(|bound| bound.1)).collect::<Vec<_>>());
        }
    }
    Ok(())
}
