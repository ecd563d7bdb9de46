//! Converts an instance to plain text.

use flatzinc::Instance;
use flatzinc::instance::{Annotations, Call, Domain, Output, Term, Type, Value};
use solver_core::Goal;

/// Formats a line for each declaration, constraint and output, without the annotations named in `leave_out`.
pub(crate) fn lines(instance: &Instance, leave_out: &[&str]) -> Vec<String> {
    let notes = |annotations| notes(instance, annotations, leave_out);
    let mut all: Vec<String> = instance
        .variables()
        .map(|v| {
            let marks = marks(v.is_defined(), v.is_introduced());
            format!("var {} {}{marks}{}", v.name(), typed(v.ty(), v.domain()), notes(v.annotations()))
        })
        .collect();
    all.extend(instance.arrays().map(|a| {
        let marks = marks(a.is_defined(), a.is_introduced());
        format!("array {} {}{marks}{}", a.name(), list(instance, a.elements()), notes(a.annotations()))
    }));
    all.extend(instance.constraints().map(|c| format!("{}{}", call(*c), notes(c.annotations()))));
    let mut output: Vec<&str> = instance
        .output()
        .map(|item| match item {
            Output::Variable(v) => v.name(),
            Output::Array { array, .. } => array.name(),
        })
        .collect();
    output.sort_unstable();
    all.push(format!("output {output:?}"));
    all.push(format!("solve {}{}", goal(instance), notes(instance.solve().annotations)));
    all
}

fn goal(instance: &Instance) -> String {
    match instance.solve().goal {
        None => "satisfy".into(),
        Some((Goal::Minimize, objective)) => format!("minimize {}", term(instance, objective)),
        Some((Goal::Maximize, objective)) => format!("maximize {}", term(instance, objective)),
    }
}

pub(crate) fn marks(defined: bool, introduced: bool) -> String {
    format!("{}{}", if defined { " defined" } else { "" }, if introduced { " introduced" } else { "" })
}

fn notes(instance: &Instance, annotations: Annotations<'_>, leave_out: &[&str]) -> String {
    let kept = annotations.iter().filter(|a| !leave_out.contains(&a.name()));
    let mut all: Vec<String> = kept.map(|a| annotation(instance, a)).collect();
    all.sort();
    all.iter().map(|note| format!(" :: {note}")).collect()
}

fn annotation(instance: &Instance, call: Call<'_>) -> String {
    match call.arguments() {
        [] => call.name().to_owned(),
        arguments => format!("{}{}", call.name(), list(instance, arguments)),
    }
}

fn call(call: Call<'_>) -> String {
    format!("{}{}", call.name(), list(call.instance(), call.arguments()))
}

fn list(instance: &Instance, terms: &[Term]) -> String {
    let terms: Vec<String> = terms.iter().map(|&t| term(instance, t)).collect();
    format!("[{}]", terms.join(","))
}

fn term(instance: &Instance, of: Term) -> String {
    match instance.value(of) {
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Float(value) => format!("{value:?}"),
        Value::IntSet(set) => int_ranges(set.ranges()),
        Value::FloatSet(set) => format!("{:?}", set.ranges()),
        Value::String(text) => format!("{text:?}"),
        Value::Variable(variable) => variable.name().to_owned(),
        Value::Array(array) => array.name().to_owned(),
        Value::List(terms) => list(instance, terms),
        Value::Atom(name) => instance.text(name).to_owned(),
        Value::Call(call) => annotation(instance, call),
    }
}

fn typed(ty: Type, domain: Domain<'_>) -> String {
    let domain = match domain {
        Domain::Unbounded => String::new(),
        Domain::Interval { lo, hi } if lo > hi => int_ranges(&[]),
        Domain::Interval { lo, hi } => int_ranges(&[(lo, hi)]),
        Domain::Values(set) => int_ranges(set.ranges()),
        Domain::FloatInterval { lo, hi } => format!("{:?}", [(lo, hi)]),
        Domain::FloatValues(set) => format!("{:?}", set.ranges()),
    };
    format!("{}{domain}", ty.name())
}

pub(crate) fn int_ranges(ranges: &[(i64, i64)]) -> String {
    let ranges: Vec<String> = ranges.iter().map(|(lo, hi)| format!("{lo}..{hi}")).collect();
    format!("{{{}}}", ranges.join(","))
}
