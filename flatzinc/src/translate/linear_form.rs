//! The linear form of a simple constraint: values of one variable, or `x = ±y + c`.

use super::equality_classes::{Empty, EqualityClasses};
use super::ranges::{INFINITE, Ranges};
use crate::instance::VariableId;

/// An operand as it is known by now.
#[derive(Clone, Copy)]
pub(super) enum Known {
    Value(i64),
    Open(VariableId),
}

/// What a constraint says, where that is simple.
pub(super) enum LinearForm {
    /// `x` is one of these.
    In(VariableId, Ranges),
    /// `x = ±y + c`.
    Tied(VariableId, VariableId, bool, i128),
    /// It holds, or does not, whatever the variables are.
    Decided(bool),
    /// Anything else.
    Other,
}

impl LinearForm {
    pub(super) fn negated(self) -> Option<LinearForm> {
        match self {
            LinearForm::In(x, values) => Some(LinearForm::In(x, values.complement())),
            LinearForm::Decided(value) => Some(LinearForm::Decided(!value)),
            LinearForm::Tied(..) | LinearForm::Other => None,
        }
    }

    pub(super) fn hold(self, classes: &mut EqualityClasses) -> Result<Option<bool>, Empty> {
        match self {
            LinearForm::In(x, values) => classes.keep(x, &values)?,
            LinearForm::Tied(x, y, negated, offset) => classes.tie(x, y, negated, offset)?,
            LinearForm::Decided(true) => {}
            // That is left to a constraint that fails, by its name.
            LinearForm::Decided(false) | LinearForm::Other => return Ok(Some(false)),
        }
        Ok(Some(true))
    }

    /// `truth <-> form`.
    pub(super) fn decide(self, truth: VariableId, classes: &mut EqualityClasses) -> Result<bool, Empty> {
        let fixed = |v: bool| Ranges::between(i128::from(v), i128::from(v));
        match self {
            LinearForm::Decided(value) => classes.keep(truth, &fixed(value))?,
            LinearForm::In(x, values) => {
                let Some((low, high)) = classes.bounds(x) else { return Ok(false) };
                let own = Ranges::between(low, high).meet(&values);
                if own.is_empty() {
                    classes.keep(truth, &fixed(false))?;
                } else if own.bounds() == Some((low, high)) && own.as_slice().len() == 1 {
                    classes.keep(truth, &fixed(true))?;
                } else if low + 1 == high {
                    // Two values side by side: x is the truth value, or its contrary.
                    let negated = own.contains(low);
                    classes.tie(x, truth, negated, if negated { high } else { low })?;
                } else {
                    return Ok(false);
                }
            }
            LinearForm::Tied(..) | LinearForm::Other => return Ok(false),
        }
        Ok(true)
    }
}

/// `x = y + c`.
pub(super) fn equal(x: Known, y: Known, c: i128) -> LinearForm {
    match (x, y) {
        (Known::Open(x), Known::Open(y)) => LinearForm::Tied(x, y, false, c),
        (Known::Open(x), Known::Value(v)) => at(x, i128::from(v) + c),
        (Known::Value(v), Known::Open(y)) => at(y, i128::from(v) - c),
        (Known::Value(v), Known::Value(w)) => LinearForm::Decided(i128::from(v) == i128::from(w) + c),
    }
}

/// `x = 1 - y`, of truth values.
pub(super) fn contrary(x: Known, y: Known) -> LinearForm {
    match (x, y) {
        (Known::Open(x), Known::Open(y)) => LinearForm::Tied(x, y, true, 1),
        (Known::Open(x), Known::Value(v)) | (Known::Value(v), Known::Open(x)) => at(x, 1 - i128::from(v)),
        (Known::Value(v), Known::Value(w)) => LinearForm::Decided(v != w),
    }
}

pub(super) fn differ(x: Known, y: Known) -> LinearForm {
    match (x, y) {
        (Known::Open(x), Known::Open(y)) => {
            if x == y {
                LinearForm::Decided(false)
            } else {
                LinearForm::Other
            }
        }
        (Known::Open(x), Known::Value(v)) | (Known::Value(v), Known::Open(x)) => {
            LinearForm::In(x, Ranges::between(v, v).complement())
        }
        (Known::Value(v), Known::Value(w)) => LinearForm::Decided(v != w),
    }
}

/// `x + c <= y`.
pub(super) fn ordered(x: Known, y: Known, c: i128) -> LinearForm {
    match (x, y) {
        (Known::Open(_), Known::Open(_)) => LinearForm::Other,
        (Known::Open(x), Known::Value(v)) => LinearForm::In(x, Ranges::between(-INFINITE, i128::from(v) - c)),
        (Known::Value(v), Known::Open(y)) => LinearForm::In(y, Ranges::between(i128::from(v) + c, INFINITE)),
        (Known::Value(v), Known::Value(w)) => LinearForm::Decided(i128::from(v) + c <= i128::from(w)),
    }
}

fn at(x: VariableId, v: i128) -> LinearForm {
    LinearForm::In(x, Ranges::between(v, v))
}

/// The values of `x` with `c·x = rest`.
pub(super) fn multiple(c: i128, rest: i128) -> Ranges {
    if rest % c == 0 { Ranges::between(rest / c, rest / c) } else { Ranges::between(1, 0) }
}
