//! Prints a solution in FlatZinc's output format: `x = 3;`, `q = array1d(1..2, [1, 3]);`.

use crate::Quantity;
use crate::instance::{Instance, Output, Term, Type, Value, VariableId};
use std::fmt::Write as _;

/// Formats the values of all output items of the file, each on its own line.
pub fn show(instance: &Instance, value_of: &dyn Fn(VariableId) -> Quantity) -> String {
    let mut text = String::new();
    for item in instance.output() {
        match item {
            Output::Variable(x) => {
                let _ = writeln!(text, "{} = {};", x.name(), one(x.ty(), value_of(x.id())));
            }
            Output::Array { array, ranges } => {
                let elements: Vec<String> =
                    array.elements().iter().map(|term| element(instance, *term, value_of)).collect();
                let ranges: Vec<String> = ranges.iter().map(|(low, high)| format!("{low}..{high}")).collect();
                let (dimensions, list) = (ranges.len().max(1), elements.join(", "));
                let ranges = if ranges.is_empty() { format!("1..{}", elements.len()) } else { ranges.join(", ") };
                let _ = writeln!(text, "{} = array{dimensions}d({ranges}, [{list}]);", array.name());
            }
        }
    }
    text
}

fn one(ty: Type, value: Quantity) -> String {
    match ty {
        Type::Bool => (value.numerator != 0).to_string(),
        Type::Int | Type::Float | Type::SetOfInt => value.to_string(),
    }
}

fn element(instance: &Instance, term: Term, value_of: &dyn Fn(VariableId) -> Quantity) -> String {
    match instance.value(term) {
        Value::Variable(x) => one(x.ty(), value_of(x.id())),
        Value::Float(value) => format!("{value:?}"),
        Value::IntSet(set) => set.to_string(),
        _ => instance.describe(term),
    }
}
