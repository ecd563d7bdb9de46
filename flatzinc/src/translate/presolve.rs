//! Presolve: removes constraints that need no propagator. Unary constraints restrict a domain; `y = ±x + c` turns a
//! variable into a view of another.
//!
//! One constraint can simplify another, so presolve repeats until nothing changes or a limit is reached.

use super::Translation;
use super::builtin::Called;
use super::builtin::linear_form::LinearForm;
use super::builtin::premises::Premises;
use super::equality_classes::{Empty, EqualityClasses};
use super::ranges::Ranges;
use crate::instance::{Call, Operand, Term, Value, VariableId};
use solver_core::constraints::Form;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The maximum number of passes over all constraints. Remaining simplifications are left to propagation.
const ROUNDS: usize = 4;

/// The maximum total number of ranges kept for values listed in arrays and tables.
const MOST_RANGES: usize = 1 << 20;

impl Translation<'_, '_> {
    /// Expresses constraints by domains and equality classes where possible, and marks these constraints as done.
    pub(super) fn presolve(&mut self) -> Result<(), Empty> {
        self.keep_right_hand_sides()?;
        if self.options.no_presolve {
            self.fold()?;
        } else {
            self.simplify()?;
            self.keep_listed_values()?;
        }
        self.classes.shorten();
        Ok(())
    }

    fn keep_right_hand_sides(&mut self) -> Result<(), Empty> {
        for x in self.instance.variables() {
            let fixed = |v: i64| Ranges::between(v, v);
            // Detects an initially empty domain.
            self.classes.keep(x.id(), &Ranges::all())?;
            match x.rhs() {
                Some(Value::Int(v)) => self.classes.keep(x.id(), &fixed(v))?,
                Some(Value::Bool(v)) => self.classes.keep(x.id(), &fixed(v.into()))?,
                Some(Value::Variable(y)) => self.classes.tie(x.id(), y.id(), false, 0)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn simplify(&mut self) -> Result<(), Empty> {
        for _ in 0..ROUNDS {
            let before = self.classes.changes();
            for (constraint, done) in self.instance.constraints().zip(&mut self.done).filter(|(_, done)| !**done) {
                if let Some(called) = self.calls.get(*constraint) {
                    *done = express(*constraint, called, &mut self.classes)?;
                }
            }
            self.classes.shorten();
            if self.classes.changes() == before {
                break;
            }
        }
        Ok(())
    }

    /// Restricts the result of an element constraint to the listed constants, and a variable of a table to the values
    /// in its column. Propagators would also infer this, but one removal at a time; removals before the domains are
    /// allocated cost nothing later.
    fn keep_listed_values(&mut self) -> Result<(), Empty> {
        // The values of each column. The key is the start of the array and the number of columns.
        let mut known: HashMap<(*const Term, usize), Vec<Ranges>> = HashMap::new();
        let mut room = MOST_RANGES;
        for call in self.instance.constraints() {
            let Some(called) = self.calls.get(*call).filter(|called| called.form.is_none()) else { continue };
            // An invalid argument is reported when the constraint is posted.
            let Some(Ok((listed, results))) = called.builtin.choice.map(|choice| choice(*call)) else { continue };
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
                    self.classes.keep(x, values)?;
                }
            }
        }
        Ok(())
    }

    /// For explanations: removes only variables that the compiler introduced as `±x + c`, so that reasons never mention
    /// them.
    fn fold(&mut self) -> Result<(), Empty> {
        let classes = &mut self.classes;
        for (constraint, done) in self.instance.constraints().zip(&mut self.done) {
            let defined = constraint.defines().filter(|&x| self.instance.variable(x).is_introduced());
            let Some(x) = defined.filter(|&x| classes.link(x).to as usize == x.index()) else { continue };
            let Some(called) = self.calls.get(*constraint).filter(|called| called.form.is_none()) else { continue };
            if let Some(LinearForm::Tied(y, z, negated, offset)) = form(*constraint, called, classes) {
                let other = if x == y { z } else { y };
                // The variable that was declared first becomes the root; it must be the one that the model names.
                if (classes.link(other).to as usize) < x.index() {
                    classes.tie(y, z, negated, offset)?;
                    *done = true;
                }
            }
        }
        Ok(())
    }
}

/// Returns the linear form of a constraint; `None` if an argument is invalid, which is reported when the constraint is
/// posted.
fn form(call: Call<'_>, called: Called, classes: &EqualityClasses) -> Option<LinearForm> {
    called.builtin.form?(&Premises::new(call, called, classes)).ok()
}

/// Expresses the constraint through domains and equality classes; returns false if they cannot express it.
fn express(call: Call<'_>, called: Called, classes: &mut EqualityClasses) -> Result<bool, Empty> {
    let Some(truth) = truth(call, called, classes) else { return Ok(false) };
    let Some(form) = form(call, called, classes) else { return Ok(false) };
    match truth {
        Truth::Known(true) => form.hold(classes),
        Truth::Known(false) => form.negated().hold(classes),
        Truth::Open(truth) => form.decide(truth, classes),
    }
}

#[derive(Clone, Copy)]
pub(super) enum Truth {
    Known(bool),
    Open(VariableId),
}

/// Returns the truth value of a constraint, or the variable equivalent to it; `None` if half-reification leaves it
/// undetermined.
pub(super) fn truth(call: Call<'_>, called: Called, classes: &EqualityClasses) -> Option<Truth> {
    let Some(form) = called.form else { return Some(Truth::Known(true)) };
    let known = match call.bool_operand(call.arguments().len().checked_sub(1)?).ok()? {
        Operand::Constant(value) => value,
        Operand::Variable(x) => match classes.fixed(x) {
            Some(value) => value != 0,
            None => return (form == Form::Reified).then_some(Truth::Open(x)),
        },
    };
    (known || form == Form::Reified).then_some(Truth::Known(known))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limit::Limit;
    use crate::translate::Options;

    /// Returns the values that a constraint leaves to a variable with domain 0..9.
    fn left(constraint: &str, name: &str) -> Ranges {
        let text = format!("var 0..9: x; var 0..9: y; var 1..1: one; constraint {constraint}; solve satisfy;");
        let instance = crate::text::read(text.as_bytes()).expect("it can be read");
        let mut limit = Limit::default();
        let mut translation = Translation::new(&instance, Options::default(), &mut limit).expect("of integers");
        translation.presolve().expect("not contradictory");
        let classes = &translation.classes;
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
