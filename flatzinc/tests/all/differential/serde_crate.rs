//! Converts the result of the crate `flatzinc-serde` to plain text.

use flatzinc_serde::{Annotation, AnnotationLiteral, Argument, FlatZinc, Literal, Method, RangeList, Type};

use super::ours::{int_ranges, marks};

pub(crate) fn from_json(bytes: &[u8]) -> Result<FlatZinc, String> {
    flatzinc::json::read(bytes).map_err(|error| error.to_string())?;
    serde_json::from_slice(bytes).map_err(|error| error.to_string())
}

pub(crate) fn from_text(bytes: &[u8]) -> Result<FlatZinc, String> {
    FlatZinc::from_fzn(bytes).map_err(|error| error.to_string())
}

pub(crate) fn lines(file: &FlatZinc) -> Vec<String> {
    let mut all: Vec<String> = file
        .variables
        .iter()
        .map(|v| format!("var {} {}{}{}", v.name, typed(&v.ty), marks(v.defined, v.introduced), notes(&v.ann, None)))
        .collect();
    all.extend(file.arrays.iter().map(|a| {
        format!("array {} {}{}{}", a.name, list(&a.contents), marks(a.defined, a.introduced), notes(&a.ann, None))
    }));
    all.extend(file.constraints.iter().map(|c| {
        let arguments: Vec<String> = c.args.iter().map(argument).collect();
        let defines = c.defines.as_ref().map(|d| format!("defines_var[{}]", d.name()));
        format!("{}[{}]{}", c.id, arguments.join(","), notes(&c.ann, defines))
    }));
    let mut output: Vec<_> = file.output.iter().map(|name| name.name()).collect();
    output.sort();
    all.push(format!("output {output:?}"));
    let goal = match &file.solve.method {
        Method::Satisfy => "satisfy".into(),
        Method::Minimize(objective) => format!("minimize {}", literal(objective)),
        Method::Maximize(objective) => format!("maximize {}", literal(objective)),
    };
    all.push(format!("solve {goal}{}", notes(&file.solve.ann, None)));
    all
}

fn notes(annotations: &[Annotation], defines: Option<String>) -> String {
    let mut all: Vec<String> = annotations.iter().map(annotation).chain(defines).collect();
    all.sort();
    all.iter().map(|note| format!(" :: {note}")).collect()
}

fn annotation(of: &Annotation) -> String {
    match of {
        Annotation::Atom(name) => name.clone(),
        Annotation::Call(call) => {
            let arguments: Vec<String> = call.args.iter().map(inner_argument).collect();
            format!("{}[{}]", call.id, arguments.join(","))
        }
    }
}

fn inner_argument(of: &Argument<String, flatzinc_serde::helpers::Immutable, AnnotationLiteral>) -> String {
    match of {
        Argument::Array(elements) => {
            let elements: Vec<String> = elements.iter().map(inner).collect();
            format!("[{}]", elements.join(","))
        }
        Argument::ArrayNamed(array) => array.name.clone(),
        Argument::Literal(one) => inner(one),
    }
}

fn inner(of: &AnnotationLiteral) -> String {
    match of {
        AnnotationLiteral::Literal(one) => literal(one),
        AnnotationLiteral::Annotation(one) => annotation(one),
    }
}

fn argument(of: &Argument) -> String {
    match of {
        Argument::Array(elements) => list(elements),
        Argument::ArrayNamed(array) => array.name.clone(),
        Argument::Literal(one) => literal(one),
    }
}

fn list(elements: &[Literal]) -> String {
    let elements: Vec<String> = elements.iter().map(literal).collect();
    format!("[{}]", elements.join(","))
}

fn literal(of: &Literal) -> String {
    match of {
        Literal::Int(value) => value.to_string(),
        Literal::Float(value) => format!("{value:?}"),
        Literal::Variable(variable) => variable.name.clone(),
        Literal::Bool(value) => value.to_string(),
        Literal::IntSet(set) => int_set(set),
        Literal::FloatSet(set) => float_set(set),
        Literal::String(text) => format!("{text:?}"),
    }
}

fn typed(ty: &Type) -> String {
    match ty {
        Type::Bool => "bool".into(),
        Type::Int(domain) => format!("int{}", domain.as_ref().map_or(String::new(), int_set)),
        Type::Float(domain) => format!("float{}", domain.as_ref().map_or(String::new(), float_set)),
        Type::IntSet(domain) => format!("set of int{}", domain.as_ref().map_or(String::new(), int_set)),
    }
}

fn int_set(set: &RangeList<i64>) -> String {
    let mut ranges: Vec<(i64, i64)> = set.iter().map(|range| (*range.start(), *range.end())).collect();
    flatten(&mut ranges);
    int_ranges(&ranges)
}

/// Joins adjacent ranges.
fn flatten(ranges: &mut Vec<(i64, i64)>) {
    ranges.dedup_by(|next, last| {
        let touch = next.0 == last.1 + 1;
        if touch {
            last.1 = next.1;
        }
        touch
    });
}

fn float_set(set: &RangeList<f64>) -> String {
    let ranges: Vec<(f64, f64)> = set.iter().map(|range| (*range.start(), *range.end())).collect();
    format!("{ranges:?}")
}
