//! Constraints that need no propagator: those of one variable, which cut its domain, and those that make a variable a
//! view of another, `y = ±x + c`.
//!
//! One answer decides another, so this goes on until nothing changes, or for some rounds.

use super::bonds::{Bonds, Empty};
use super::reader::Reader;
use crate::instance::{Call, Instance, Operand, VariableId};

/// Rounds over all constraints. What is left to find after them is found by propagation.
const ROUNDS: usize = 4;

/// Says of each constraint whether it is in the domains and bonds now.
pub(crate) fn absorb(instance: &Instance, bonds: &mut Bonds) -> Result<Vec<bool>, Empty> {
    let mut done = vec![false; instance.constraints().len()];
    for _ in 0..ROUNDS {
        let before = bonds.changes();
        for (constraint, done) in instance.constraints().zip(&mut done).filter(|(_, done)| !**done) {
            *done = said(*constraint, bonds)?.unwrap_or(false);
        }
        bonds.shorten();
        if bonds.changes() == before {
            break;
        }
    }
    Ok(done)
}

/// Whether the constraint is said by domains and bonds; `Ok(None)` when an argument is not what it should be, which is told
/// when the constraint is posted.
fn said(call: Call<'_>, bonds: &mut Bonds) -> Result<Option<bool>, Empty> {
    let Some((name, truth)) = condition(call, bonds) else { return Ok(Some(false)) };
    let reader = Reader { call, bonds };
    let Some(sentence) = reader.sentence(name) else { return Ok(None) };
    match truth {
        Truth::Known(true) => sentence.hold(bonds),
        Truth::Known(false) => match sentence.negated() {
            Some(sentence) => sentence.hold(bonds),
            None => Ok(Some(false)),
        },
        Truth::Open(truth) => sentence.decide(truth, bonds).map(Some),
    }
    .map(|done| done.or(Some(false)))
}

#[derive(Clone, Copy)]
pub(super) enum Truth {
    Known(bool),
    Open(VariableId),
}

/// The name without `_reif` or `_imp`, and the truth value. `None` where there is nothing to look at.
pub(super) fn condition<'a>(call: Call<'a>, bonds: &Bonds) -> Option<(&'a str, Truth)> {
    let name = call.name();
    let (base, is_full) = match (name.strip_suffix("_reif"), name.strip_suffix("_imp")) {
        (Some(base), _) => (base, true),
        (_, Some(base)) => (base, false),
        _ => return Some((name, Truth::Known(true))),
    };
    let last = call.arguments().len().checked_sub(1)?;
    match call.bool_operand(last).ok()? {
        Operand::Constant(false) if !is_full => None,
        Operand::Constant(value) => Some((base, Truth::Known(value))),
        Operand::Variable(x) => match bonds.fixed(x) {
            Some(0) if !is_full => None,
            Some(value) => Some((base, Truth::Known(value != 0))),
            None if is_full => Some((base, Truth::Open(x))),
            None => None,
        },
    }
}
