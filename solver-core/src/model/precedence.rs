//! Precedences in proofs: derives the consequences of two intervals' bounds if one must end before the other begins.

use super::lines::{Ended, Lines};
use super::rows::Literal;
use crate::atom::Atom;
use crate::view::View;

/// A row and the literal `comes`. If `comes` holds, the row requires the first interval to end before the second
/// begins.
#[derive(Clone, Copy)]
pub(crate) struct Precedence {
    pub(crate) comes: Literal,
    pub(crate) row: (&'static str, i64),
    pub(crate) first: View,
    /// The length of the first interval.
    pub(crate) size: View,
    pub(crate) then: View,
}

impl Precedence {
    /// The minimum overlap of the intervals in this order under the current bounds; 0 or less if they need not overlap.
    pub(crate) fn excess(&self, lines: &dyn Lines) -> i64 {
        lines.bounds(self.first).0 + lines.bounds(self.size).0 - lines.bounds(self.then).1
    }

    /// Derives that the order is impossible, if the bounds imply this.
    pub(crate) fn exclude(&self, lines: &mut dyn Lines) -> Result<(), Ended> {
        if lines.is_false(self.comes) || self.excess(lines) <= 0 {
            return Ok(());
        }
        let begins = Atom::at_most(self.then, lines.bounds(self.then).1);
        let [begun, lasts] = self.least(lines);
        lines.linear(self.row, &[begun, lasts, begins])?;
        lines.clause(&[!self.comes])
    }

    fn least(&self, lines: &dyn Lines) -> [Atom; 2] {
        [self.first, self.size].map(|view| Atom::at_least(view, lines.bounds(view).0))
    }

    /// Derives the bounds implied by the order. Returns whether there are any.
    fn narrow(&self, lines: &mut dyn Lines) -> Result<bool, Ended> {
        let (&Precedence { first, size, then, .. }, mut changes) = (self, false);
        let ((low, high), length) = (lines.bounds(first), lines.bounds(size).0);
        let (then_low, then_high) = lines.bounds(then);
        let [begun, lasts] = self.least(lines);
        let later = (low + length > then_low).then(|| (begun, Atom::at_least(then, low + length)));
        let sooner = (then_high - length < high)
            .then(|| (Atom::at_most(then, then_high), Atom::at_most(first, then_high - length)));
        for (premise, bound) in [later, sooner].into_iter().flatten() {
            lines.linear(self.row, &[premise, lasts, !bound])?;
            let bound = lines.literal(bound);
            lines.clause(&[bound])?;
            changes = true;
        }
        Ok(changes)
    }
}

/// Derives the orders that the bounds exclude and the bounds that the orders imply, unless propagation has already
/// found them.
pub(crate) fn settle(all: &[Precedence], lines: &mut dyn Lines) -> Result<(), Ended> {
    // The number of rounds is limited, because contradictory orders could tighten bounds for a long time.
    for _ in 0..=all.len() {
        let mut changes = false;
        for precedence in all {
            if lines.is_false(precedence.comes) {
                continue;
            }
            if precedence.excess(lines) > 0 {
                precedence.exclude(lines)?;
                changes = true;
            } else if lines.is_false(!precedence.comes) {
                changes |= precedence.narrow(lines)?;
            }
        }
        if !changes {
            break;
        }
    }
    Ok(())
}

/// Refutes the undecided orders of a few intervals recursively, one after another.
pub(crate) fn try_orders(all: &[Precedence], lines: &mut dyn Lines) -> Result<(), Ended> {
    for &Precedence { comes, .. } in all {
        if !lines.is_false(comes) && !lines.is_false(!comes) {
            lines.refute(comes, &mut |lines| {
                settle(all, lines)?;
                try_orders(all, lines)
            })?;
            settle(all, lines)?;
        }
    }
    Ok(())
}
