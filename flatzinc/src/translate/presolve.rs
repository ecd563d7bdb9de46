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
    keep_listed_values(instance, classes)?;
    Ok(done)
}

/// The most ranges of values that are kept in this way, in all.
const MOST_RANGES: usize = 1 << 20;

/// An element of constants is one of them, and a variable of a table has one of the values of its column. Their propagators would find that, too, but one by
/// one; and only what is known before domains are laid out costs nothing later.
fn keep_listed_values(instance: &Instance, classes: &mut EqualityClasses) -> Result<(), Empty> {
    // Of each column, by where an array begins and the number of columns.
    let mut known: HashMap<(*const Term, usize), Vec<Ranges>> = HashMap::new();
    let mut room = MOST_RANGES;
    for call in instance.constraints() {
        // An invalid argument is reported when the constraint is posted.
        let Some((listed, results)) = choice(*call) else { continue };
        let (columns, cells) = (results.len(), call.elements(listed).unwrap_or_default());
        let Some(first) = cells.first().filter(|_| cells.len().is_multiple_of(columns)) else { continue };
        let values = match known.entry((first, columns)) {
            Entry::Occupied(values) => values.into_mut(),
            Entry::Vacant(place) => {
                let Ok(all) = call.ints(listed) else { continue };
                let of = |column| Ranges::of_values(all.iter().copied().skip(column).step_by(columns).collect());
                place.insert((0..columns).map(of).collect())
            }
        };
        for (result, values) in results.into_iter().zip(&*values) {
            let Operand::Variable(x) = result else { continue };
            let ranges = values.as_slice().len();
            if ranges <= room {
                room -= ranges;
                classes.keep(x, values)?;
            }
        }
    }
    Ok(())
}

/// Of a constraint that chooses among rows of constants: the place of their list among its arguments, and what is chosen, column by column.
fn choice(call: Call<'_>) -> Option<(usize, Vec<Operand<i64>>)> {
    Some(match call.name() {
        "array_int_element" => (1, vec![call.int_operand(2).ok()?]),
        "ferz_int_element2d" => (2, vec![call.int_operand(4).ok()?]),
        "ferz_table_int" => (1, call.int_operands(0).ok()?),
        _ => return None,
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left of a variable over 0..9 by a constraint.
    fn left(constraint: &str, name: &str) -> Ranges {
        let text = format!("var 0..9: x; var 0..9: y; var 1..1: one; constraint {constraint}; solve satisfy;");
        let instance = crate::text::read(text.as_bytes()).expect("it can be read");
        let mut classes = EqualityClasses::new(instance.variables().map(|x| Ranges::declared(x.domain())).collect());
        presolve(&instance, &mut classes).expect("not contradictory");
        let x = instance.variable_named(name).expect("declared").id();
        classes.root_domain(classes.link(x).to).clone()
    }

    #[test]
    fn a_chosen_constant_is_one_of_those_listed() {
        let table = "ferz_table_int([x,3,y],[1,3,7,12,3,8,4,5,7])";
        assert_eq!(left(table, "x").as_slice(), [(1, 1), (4, 4)]);
        assert_eq!(left(table, "y").as_slice(), [(7, 8)]);
        assert_eq!(left("array_int_element(x,[2,7],y)", "y").as_slice(), [(2, 2), (7, 7)]);
        assert_eq!(left("ferz_int_element2d(one,x,[2,7],2,y)", "y").as_slice(), [(2, 2), (7, 7)]);
        for wrong in ["ferz_table_int([x,y],[1,2,3])", "ferz_table_int([],[1])", "ferz_table_int([x],[])"] {
            assert_eq!(left(wrong, "x").as_slice(), [(0, 9)], "{wrong}");
        }
    }
}
