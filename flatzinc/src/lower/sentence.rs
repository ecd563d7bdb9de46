//! What a simple constraint says: values of one variable, or `x = ±y + c`.

use super::bonds::{Bonds, Empty};
use super::ranges::{INFINITE, Ranges};
use crate::instance::VariableId;

/// An operand as it is known by now.
#[derive(Clone, Copy)]
pub(super) enum Known {
    Value(i64),
    Open(VariableId),
}

/// What a constraint says, where that is simple.
pub(super) enum Sentence {
    /// `x` is one of these.
    In(VariableId, Ranges),
    /// `x = ±y + c`.
    Tied(VariableId, VariableId, bool, i128),
    /// It holds, or does not, whatever the variables are.
    Decided(bool),
    /// Anything else.
    Other,
}

impl Sentence {
    pub(super) fn negated(self) -> Option<Sentence> {
        match self {
            Sentence::In(x, values) => Some(Sentence::In(x, values.complement())),
            Sentence::Decided(value) => Some(Sentence::Decided(!value)),
            Sentence::Tied(..) | Sentence::Other => None,
        }
    }

    pub(super) fn hold(self, bonds: &mut Bonds) -> Result<Option<bool>, Empty> {
        match self {
            Sentence::In(x, values) => bonds.keep(x, &values)?,
            Sentence::Tied(x, y, negated, offset) => bonds.tie(x, y, negated, offset)?,
            Sentence::Decided(true) => {}
            // That is left to a constraint that fails, by its name.
            Sentence::Decided(false) | Sentence::Other => return Ok(Some(false)),
        }
        Ok(Some(true))
    }

    /// `truth <-> sentence`.
    pub(super) fn decide(self, truth: VariableId, bonds: &mut Bonds) -> Result<bool, Empty> {
        let fixed = |v: bool| Ranges::between(i128::from(v), i128::from(v));
        match self {
            Sentence::Decided(value) => bonds.keep(truth, &fixed(value))?,
            Sentence::In(x, values) => {
                let Some((low, high)) = bonds.bounds(x) else { return Ok(false) };
                let own = Ranges::between(low, high).meet(&values);
                if own.is_empty() {
                    bonds.keep(truth, &fixed(false))?;
                } else if own.bounds() == Some((low, high)) && own.as_slice().len() == 1 {
                    bonds.keep(truth, &fixed(true))?;
                } else if low + 1 == high {
                    // Two values side by side: x is the truth value, or its contrary.
                    let negated = own.contains(low);
                    bonds.tie(x, truth, negated, if negated { high } else { low })?;
                } else {
                    return Ok(false);
                }
            }
            Sentence::Tied(..) | Sentence::Other => return Ok(false),
        }
        Ok(true)
    }
}

/// `x = y + c`.
pub(super) fn equal(x: Known, y: Known, c: i128) -> Sentence {
    match (x, y) {
        (Known::Open(x), Known::Open(y)) => Sentence::Tied(x, y, false, c),
        (Known::Open(x), Known::Value(v)) => at(x, i128::from(v) + c),
        (Known::Value(v), Known::Open(y)) => at(y, i128::from(v) - c),
        (Known::Value(v), Known::Value(w)) => Sentence::Decided(i128::from(v) == i128::from(w) + c),
    }
}

/// `x = 1 - y`, of truth values.
pub(super) fn contrary(x: Known, y: Known) -> Sentence {
    match (x, y) {
        (Known::Open(x), Known::Open(y)) => Sentence::Tied(x, y, true, 1),
        (Known::Open(x), Known::Value(v)) | (Known::Value(v), Known::Open(x)) => at(x, 1 - i128::from(v)),
        (Known::Value(v), Known::Value(w)) => Sentence::Decided(v != w),
    }
}

pub(super) fn differ(x: Known, y: Known) -> Sentence {
    match (x, y) {
        (Known::Open(x), Known::Open(y)) => {
            if x == y {
                Sentence::Decided(false)
            } else {
                Sentence::Other
            }
        }
        (Known::Open(x), Known::Value(v)) | (Known::Value(v), Known::Open(x)) => {
            Sentence::In(x, Ranges::between(v, v).complement())
        }
        (Known::Value(v), Known::Value(w)) => Sentence::Decided(v != w),
    }
}

/// `x + c <= y`.
pub(super) fn ordered(x: Known, y: Known, c: i128) -> Sentence {
    match (x, y) {
        (Known::Open(_), Known::Open(_)) => Sentence::Other,
        (Known::Open(x), Known::Value(v)) => Sentence::In(x, Ranges::between(-INFINITE, i128::from(v) - c)),
        (Known::Value(v), Known::Open(y)) => Sentence::In(y, Ranges::between(i128::from(v) + c, INFINITE)),
        (Known::Value(v), Known::Value(w)) => Sentence::Decided(i128::from(v) + c <= i128::from(w)),
    }
}

fn at(x: VariableId, v: i128) -> Sentence {
    Sentence::In(x, Ranges::between(v, v))
}

/// The values of `x` with `c·x = rest`.
pub(super) fn multiple(c: i128, rest: i128) -> Ranges {
    if rest % c == 0 { Ranges::between(rest / c, rest / c) } else { Ranges::between(1, 0) }
}
