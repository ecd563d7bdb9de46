//! The representation of a domain in the engine, whose variables are limited to ±2³⁰: unchanged, shifted, as two
//! digits, or clamped.

use super::ranges::{INFINITE, Ranges};
use super::var_map::DIGIT;
use solver_core::View;

/// An interval with 128-bit bounds, so that computations do not overflow.
pub(crate) type Hull = (i128, i128);

/// All values.
pub(super) const ALL: Hull = (-INFINITE, INFINITE);

const LIMIT: i128 = View::LIMIT as i128;

/// The largest magnitude that two digits can represent.
const DIGITS: i128 = LIMIT * DIGIT as i128;

/// How values are represented.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Held {
    /// A variable plus this offset.
    Moved(i128),
    /// Two digits.
    Digits,
}

/// The representation of a domain in the engine.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Window {
    /// The values of the domain, or some of them.
    pub(super) values: Ranges,
    pub(super) held: Held,
}

/// Finds a representation for the values of a domain. For values in `needed`, all constraints other than sums can be
/// posted; for values in `wished`, all views are within the limits. Returns `None` if no value is left.
///
/// Keeps all needed values if one shifted variable or two digits can represent them. Otherwise, keeps the wished values
/// or, if there are none, as many values as fit into one variable.
pub(super) fn window(domain: &Ranges, needed: Hull, wished: Hull) -> Option<Window> {
    let values = domain.meet(&Ranges::between(needed.0, needed.1));
    let (low, high) = values.bounds()?;
    if let Some(by) = shift((low, high)) {
        return Some(Window { values, held: Held::Moved(by) });
    }
    if -DIGITS <= low && high < DIGITS {
        return Some(Window { values, held: Held::Digits });
    }
    let mut values = domain.meet(&Ranges::between(wished.0, wished.1));
    if values.is_empty() {
        values = nearest(domain);
    }
    let (low, high) = values.bounds()?;
    Some(Window { values, held: Held::Moved(moved(low, high)) })
}

/// Returns the offset that moves values within the limits, if one exists.
pub(super) fn shift((low, high): Hull) -> Option<i128> {
    (high - low <= 2 * LIMIT).then(|| moved(low, high))
}

/// Returns the offset for values whose span fits.
fn moved(low: i128, high: i128) -> i128 {
    if -LIMIT <= low && high <= LIMIT {
        0
    } else if high - low <= LIMIT {
        low
    } else {
        low + LIMIT
    }
}

/// Returns the values close to 0, as many as fit into one variable.
fn nearest(domain: &Ranges) -> Ranges {
    let distance = |&&(low, high): &&(i128, i128)| low.max(-high).max(0);
    let Some(&(low, high)) = domain.as_slice().iter().min_by_key(distance) else { return domain.clone() };
    let from = if low > LIMIT {
        low
    } else if high < -LIMIT {
        high - 2 * LIMIT
    } else {
        -LIMIT
    };
    domain.meet(&Ranges::between(from, from + 2 * LIMIT))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(low: i128, high: i128) -> (Option<(i128, i128)>, Held) {
        let window = window(&Ranges::between(low, high), ALL, (-LIMIT, LIMIT)).expect("not empty");
        (window.values.bounds(), window.held)
    }

    #[test]
    fn finite_domains_are_held_in_full() {
        assert_eq!(held(-5, 1 << 30), (Some((-5, 1 << 30)), Held::Moved(0)));
        assert_eq!(held(1 << 40, (1 << 40) + 3), (Some((1 << 40, (1 << 40) + 3)), Held::Moved(1 << 40)));
        assert_eq!(held(0, 1 << 31), (Some((0, 1 << 31)), Held::Moved(1 << 30)));
        assert_eq!(held(-1, 1 << 31), (Some((-1, 1 << 31)), Held::Digits));
    }

    #[test]
    fn of_others_a_part_is_held() {
        assert_eq!(held(-INFINITE, 7), (Some((-LIMIT, 7)), Held::Moved(0)));
        assert_eq!(held(1 << 40, INFINITE), (Some((1 << 40, (1 << 40) + (1 << 31))), Held::Moved((1 << 40) + LIMIT)));
        let split = Ranges::between(-LIMIT - 9, LIMIT + 5).complement();
        let window = window(&split, ALL, (-LIMIT, LIMIT)).expect("not empty");
        assert_eq!(window.values.bounds(), Some((LIMIT + 6, LIMIT + 6 + 2 * LIMIT)));
        assert_eq!(super::window(&Ranges::between(1_i64 << 40, 1_i64 << 40), (-LIMIT, LIMIT), ALL), None);
    }
}
