//! Calls every accessor of an instance. None may panic.

use flatzinc::Instance;
use flatzinc::instance::{Annotations, Call, Term, Value};

pub(crate) fn visit(instance: &Instance) {
    for variable in instance.variables() {
        let _ = (variable.name(), variable.domain(), variable.rhs(), variable.alias(), variable.is_output());
        assert_eq!(instance.variable_named(variable.name()).map(|v| v.id()), Some(variable.id()));
        annotations(instance, variable.annotations());
        variable.rhs_term().into_iter().for_each(|term| self::term(instance, term));
    }
    for array in instance.arrays() {
        let _ = (array.ty(), array.is_var(), array.element_domain());
        assert_eq!(instance.array_named(array.name()).map(|a| a.id()), Some(array.id()));
        annotations(instance, array.annotations());
        array.elements().iter().for_each(|&term| self::term(instance, term));
    }
    for constraint in instance.constraints() {
        let _ = (constraint.defines(), constraint.path(), constraint.given_name(), constraint.consistency());
        call(*constraint);
        annotations(instance, constraint.annotations());
    }
    let _ = (instance.predicates().count(), instance.output().count(), instance.parameters().count());
    let solve = instance.solve();
    annotations(instance, solve.annotations);
    if let Some((_, objective)) = solve.goal {
        term(instance, objective);
    }
}

fn annotations(instance: &Instance, annotations: Annotations<'_>) {
    annotations.iter().for_each(call);
    annotations.terms().iter().for_each(|&term| self::term(instance, term));
}

/// Calls every accessor of every argument.
fn call(call: Call<'_>) {
    let _ = call.instance().location(call.place()).to_string();
    for at in 0..=call.arguments().len().min(6) {
        let errors = [
            call.int_operand(at).err(),
            call.int_operands(at).err(),
            call.bool_operands(at).err(),
            call.float_operands(at).err(),
            call.set_operands(at).err(),
            call.set(at).err(),
            call.variables(at).err(),
            call.string(at).err(),
            call.annotations(at).err(),
            call.named_array(at).err(),
        ];
        errors.into_iter().flatten().for_each(|error| drop(error.to_string()));
    }
}

fn term(instance: &Instance, term: Term) {
    let _ = (instance.location(term.place()), instance.describe(term));
    match instance.value(term) {
        Value::List(terms) => terms.iter().for_each(|&inner| self::term(instance, inner)),
        Value::Call(inner) => {
            call(inner);
            inner.arguments().iter().for_each(|&argument| self::term(instance, argument));
        }
        Value::IntSet(set) => {
            let _ = (set.len(), set.min(), set.max(), set.contains(0));
        }
        _ => {}
    }
}
