//! The linear form of a simple constraint: a set of values for one variable, or `x = ±y + c`.

use super::Relation;
use crate::instance::VariableId;
use crate::translate::equality_classes::{Empty, EqualityClasses};
use crate::translate::ranges::{INFINITE, Ranges};

/// The semantics of a constraint, if they are simple enough.
pub(crate) enum LinearForm {
    /// `x` has one of these values.
    In(VariableId, Ranges),
    /// `x = ±y + c`.
    Tied(VariableId, VariableId, bool, i128),
    /// The constraint holds for all values of the variables, or for none.
    Decided(bool),
    /// Anything else.
    Other,
}

impl LinearForm {
    /// Builds the linear form of `Σ c·x ⋈ rest`, with distinct variables and nonzero coefficients.
    pub(super) fn new(terms: &[(i128, VariableId)], relation: Relation, rest: i128) -> Option<LinearForm> {
        // c·x = rest
        let multiple =
            |c: i128| if rest % c == 0 { Ranges::between(rest / c, rest / c) } else { Ranges::between(1, 0) };
        Some(match (terms, relation, relation.as_at_most()) {
            ([], Relation::Equal, _) => LinearForm::Decided(rest == 0),
            ([], Relation::Differs, _) => LinearForm::Decided(rest != 0),
            ([], _, Some((sign, slack))) => LinearForm::Decided(0 <= sign * rest + slack),
            (&[(c, x)], Relation::Equal, _) => LinearForm::In(x, multiple(c)),
            (&[(c, x)], Relation::Differs, _) => LinearForm::In(x, multiple(c).complement()),
            (&[(c, x)], _, Some((sign, slack))) => {
                let (c, most) = (sign * c, sign * rest + slack);
                LinearForm::In(
                    x,
                    if c > 0 {
                        Ranges::between(-INFINITE, most.div_euclid(c))
                    } else {
                        Ranges::between(-most.div_euclid(-c), INFINITE)
                    },
                )
            }
            (&[(c, x), (d, y)], Relation::Equal, _) if c.abs() == d.abs() => match rest / c {
                _ if rest % c != 0 => LinearForm::Decided(false),
                offset if offset.abs() < 1 << 64 => LinearForm::Tied(x, y, c == d, offset),
                // Two 64-bit numbers cannot differ by more than this.
                _ => return None,
            },
            _ => return None,
        })
    }

    pub(crate) fn negated(self) -> LinearForm {
        match self {
            LinearForm::In(x, values) => LinearForm::In(x, values.complement()),
            LinearForm::Decided(value) => LinearForm::Decided(!value),
            LinearForm::Tied(..) | LinearForm::Other => LinearForm::Other,
        }
    }

    /// Enforces the form through domains and equality classes; returns false if they cannot express it.
    pub(crate) fn hold(self, classes: &mut EqualityClasses) -> Result<bool, Empty> {
        match self {
            LinearForm::In(x, values) => classes.keep(x, &values)?,
            LinearForm::Tied(x, y, negated, offset) => classes.tie(x, y, negated, offset)?,
            LinearForm::Decided(true) => {}
            // The constraint is left in the model, so that the failure is attributed to it.
            LinearForm::Decided(false) | LinearForm::Other => return Ok(false),
        }
        Ok(true)
    }

    /// Enforces `truth <-> form`; returns false if domains and equality classes cannot express it.
    pub(crate) fn decide(self, truth: VariableId, classes: &mut EqualityClasses) -> Result<bool, Empty> {
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
                    // With two consecutive values, x is the truth value or its negation, plus an offset.
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
