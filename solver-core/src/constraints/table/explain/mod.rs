//! Reasons for the inferences of `table`: facts that exclude every row, as few as possible.
//!
//! A value was removed because all its rows are invalid, and each row is invalid because some position cannot take the
//! row's value. A fact such as `x >= 5` excludes many rows. Facts are chosen greedily, starting with the fact that
//! excludes the most remaining rows. Finally, each fact is weakened as far as possible while it still excludes its
//! rows.
//!
//! | file | chooses for |
//! |---|---|
//! | [`bits`] | tables of few rows, represented as bits |
//! | [`listed`] | other tables, whose relevant rows are listed |

mod bits;
mod listed;

use super::relation::Table;
use crate::prelude_propagator::*;
use crate::store::DomainAt;

/// A kind of fact about one position.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Kind {
    /// The position has this value.
    Fixed,
    /// The position is not below its minimum.
    Low,
    /// The position is not above its maximum.
    High,
    /// The position does not have this value.
    Hole(i32),
}

/// A fact that can exclude rows.
type Killer = (usize, Kind);

/// The smallest and largest value at a chosen fact's position among the rows that the fact excludes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Reach {
    low: i32,
    high: i32,
}

/// Adds to `why` facts that exclude every row in which `fact`, a fact about the view at the given position, is false.
/// Without a fact, excludes every row.
pub(super) fn no_row(
    table: &Table,
    views: &[View],
    past: &DomainsAt<'_>,
    fact: Option<(Atom, usize)>,
    why: &mut Premises,
) {
    let listed = || listed::choose(table, views, past, fact);
    let chosen = if bits::fits(table) { bits::choose(table, views, past, fact) } else { listed() };
    debug_assert!(!bits::fits(table) || chosen == listed(), "both choose the same");
    why.extend(chosen.into_iter().map(|((p, kind), reach)| weakest(past, views[p], kind, reach)));
}

/// Whether a value was removed, and how.
enum Removal {
    Left,
    /// The value was never in the domain.
    Never,
    Gone(Kind),
}

/// Determines how a value of a view was removed, given the view's past domain.
#[inline]
fn removal(past: &DomainsAt<'_>, view: View, domain: &DomainAt<'_>, v: i32) -> Removal {
    let (low, high) = domain.bounds;
    if domain.contains(v) {
        Removal::Left
    } else if past.holds_at_root(Atom::differs(view, v)) {
        Removal::Never
    } else {
        Removal::Gone(match (v < low, v > high) {
            _ if low == high => Kind::Fixed,
            (true, _) => Kind::Low,
            (_, true) => Kind::High,
            _ => Kind::Hole(v),
        })
    }
}

/// Returns the weakest fact of a kind about a view that still excludes both ends of the reach.
fn weakest(past: &DomainsAt<'_>, view: View, kind: Kind, Reach { low, high }: Reach) -> Atom {
    match (kind, past.fixed(view)) {
        _ if low == high => Atom::differs(view, low),
        (Kind::Fixed, Some(v)) if low < v && v < high => Atom::equals(view, v),
        (Kind::Low, _) => Atom::at_least(view, high + 1),
        (Kind::Fixed, Some(v)) if high < v => Atom::at_least(view, high + 1),
        _ => Atom::at_most(view, low - 1),
    }
}

/// The reach, extended by a value.
fn wider(reach: Option<Reach>, v: i32) -> Reach {
    reach.map_or(Reach { low: v, high: v }, |r| Reach { low: r.low.min(v), high: r.high.max(v) })
}
