//! Functions inside expressions: their propagators, and the derivations of their inferences in proofs.

use crate::budget::Stopped;
use crate::constraints::maximum::{derive_extreme, extreme_rows};
use crate::constraints::nvalue::{derive_nvalue, nvalue_rows};
use crate::constraints::{
    ElementOfConstants, ElementOfViews, Maximum, NValue, abs_bounds, div as div_bounds, modulo as modulo_bounds,
    pow as pow_bounds, times as times_bounds,
};
use crate::model::lines::{Ended, Lines};
use crate::model::rows::Rows;
use crate::model::{Function, Operation};
use crate::propagator::Propagator;
use crate::view::View;
use std::sync::Arc;

impl Operation {
    /// Writes the rows of `result = f(arguments)` for a proof. Returns `false` if the function defines no rows.
    pub(crate) fn rows(&self, arguments: &[View], result: View, rows: &mut dyn Rows) -> Result<bool, Stopped> {
        match (self, arguments) {
            (Operation::Maximum | Operation::Minimum, _) => {
                extreme_rows(result, arguments, *self == Operation::Minimum, rows)
            }
            (Operation::NValue, _) => nvalue_rows(arguments, result, rows),
            // If `x` has too many values to list, `|x|` is encoded as the maximum of `x` and `-x`.
            (Operation::Absolute, &[x]) if rows.values(x)?.is_none() => extreme_rows(result, &[x, -x], false, rows),
            _ => Ok(false),
        }
    }

    /// Derives inferences of `result = f(arguments)` from its [rows](Operation::rows).
    pub(crate) fn derive(&self, arguments: &[View], result: View, lines: &mut dyn Lines) -> Result<(), Ended> {
        match (self, arguments) {
            (Operation::Maximum | Operation::Minimum, _) => {
                derive_extreme(result, arguments, *self == Operation::Minimum, lines)
            }
            (Operation::NValue, _) => derive_nvalue(arguments, result, lines),
            (Operation::Absolute, &[x]) => derive_extreme(result, &[x, -x], false, lines),
            _ => Ok(()),
        }
    }
}

impl Function {
    /// Creates the propagator for `result = f(arguments)`; `None` for the truth value of a comparison.
    pub(crate) fn propagator(&self, arguments: &[View], result: View) -> Option<Box<dyn Propagator>> {
        Some(match (&self.operation, arguments) {
            (Operation::Times, &[x, y]) => times_bounds(x, y, result),
            (Operation::Div, &[x, y]) => div_bounds(x, y, result),
            (Operation::Modulo, &[x, y]) => modulo_bounds(x, y, result),
            (Operation::Pow, &[x, y]) => pow_bounds(x, y, result),
            (Operation::Absolute, &[x]) => abs_bounds(x, result),
            (Operation::Maximum, all) => Box::new(Maximum::bounds(all, result)),
            (Operation::Minimum, all) => Box::new(Maximum::of_minimum(all, result)),
            (Operation::NValue, all) => Box::new(NValue::new(all.iter().copied(), result)),
            (Operation::Element(array), &[i]) => Box::new(ElementOfConstants::domain(Arc::clone(array), i, result)),
            (Operation::ElementOf, [i, array @ ..]) => Box::new(ElementOfViews::bounds(Arc::from(array), *i, result)),
            _ => return None,
        })
    }
}
