//! Presolve: constraints that need no propagator. Unary constraints restrict a domain; `y = ±x + c` makes a variable a
//! view of another.
//!
//! One of them can simplify another, so this repeats until nothing changes, or a number of times.

use super::equality_classes::{Empty, EqualityClasses};
use super::linear_form::LinearForm;
use super::ranges::Ranges;
use super::reader::Reader;
use crate::instance::{Call, Instance, Operand, Term, VariableId};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Rounds over all constraints. What is left to find after them is found by propagation.
const ROUNDS: usize = 4;

/// Says of each constraint whether it is in the domains and classes now.
pub(crate) fn presolve(instance: &Instance, classes: &mut EqualityClasses) -> Result<Vec<bool>, Empty> {
    let mut done = vec![false; instance.constraints().len()];
    for _ in 0..ROUNDS {
        let before = classes.changes();
        for (constraint, done) in instance.constraints().zip(&mut done).filter(|(_, done)| !**done) {
            *done = said(*constraint, classes)?.unwrap_or(false);
        }
        classes.shorten();
        if classes.changes() == before {
            break;
        }
    }
    keep_values_of_elements(instance, classes)?;
    Ok(done)
}

/// The most ranges of values that the elements of constants are limited to, in all.
const MOST_RANGES: usize = 1 << 20;

/// An element of constants is one of them. Its propagator would find that, too, but one by one; and only what is known
/// before domains are laid out costs nothing later.
fn keep_values_of_elements(instance: &Instance, classes: &mut EqualityClasses) -> Result<(), Empty> {
    // By where an array begins.
    let mut known: HashMap<*const Term, Ranges> = HashMap::new();
    let mut room = MOST_RANGES;
    for call in instance.constraints() {
        let (array, result) = match call.name() {
            "array_int_element" => (1, 2),
            "ferz_int_element2d" => (2, 4),
            _ => continue,
        };
        // An invalid argument is reported when the constraint is posted.
        let (Ok(elements), Ok(Operand::Variable(x))) = (call.elements(array), call.int_operand(result)) else {
            continue;
        };
        let Some(first) = elements.first() else { continue };
        let values = match known.entry(first) {
            Entry::Occupied(values) => values.into_mut(),
            Entry::Vacant(place) => match call.ints(array) {
                Ok(values) => place.insert(Ranges::of_values(values)),
                Err(_) => continue,
            },
        };
        let ranges = values.as_slice().len();
        if ranges <= room {
            room -= ranges;
            classes.keep(x, values)?;
        }
    }
    Ok(())
}

/// For explanations: only what the compiler introduced as `±x + c` is taken out, so that no reason speaks of it.
pub(crate) fn fold(instance: &Instance, classes: &mut EqualityClasses, done: &mut [bool]) -> Result<(), Empty> {
    for (constraint, done) in instance.constraints().zip(done) {
        let defined = constraint.defines().filter(|&x| instance.variable(x).is_introduced());
        let Some(x) = defined.filter(|&x| classes.link(x).to as usize == x.index()) else { continue };
        let form = (Reader { call: *constraint, classes }).form(constraint.name());
        if let Some(LinearForm::Tied(y, z, negated, offset)) = form {
            let other = if x == y { z } else { y };
            // The earlier one is the root: it must be the one that the model knows.
            if (classes.link(other).to as usize) < x.index() {
                classes.tie(y, z, negated, offset)?;
                *done = true;
            }
        }
    }
    classes.shorten();
    Ok(())
}

/// Whether the constraint is expressed by domains and equality classes; `Ok(None)` for an invalid argument, which is
/// reported when the constraint is posted.
fn said(call: Call<'_>, classes: &mut EqualityClasses) -> Result<Option<bool>, Empty> {
    let Some((name, truth)) = condition(call, classes) else { return Ok(Some(false)) };
    let reader = Reader { call, classes };
    let Some(form) = reader.form(name) else { return Ok(None) };
    match truth {
        Truth::Known(true) => form.hold(classes),
        Truth::Known(false) => match form.negated() {
            Some(form) => form.hold(classes),
            None => Ok(Some(false)),
        },
        Truth::Open(truth) => form.decide(truth, classes).map(Some),
    }
    .map(|done| done.or(Some(false)))
}

#[derive(Clone, Copy)]
pub(super) enum Truth {
    Known(bool),
    Open(VariableId),
}

/// The name without `_reif` or `_imp`, and the truth value. `None` where there is nothing to look at.
pub(super) fn condition<'a>(call: Call<'a>, classes: &EqualityClasses) -> Option<(&'a str, Truth)> {
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
        Operand::Variable(x) => match classes.fixed(x) {
            Some(0) if !is_full => None,
            Some(value) => Some((base, Truth::Known(value != 0))),
            None if is_full => Some((base, Truth::Open(x))),
            None => None,
        },
    }
}
