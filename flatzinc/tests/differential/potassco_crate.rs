//! What the crate `flatzinc` (potassco), which reads a line at a time, makes of a file, as plain lines.

use potassco::{
    ArrayOfBoolExpr, ArrayOfFloatExpr, ArrayOfIntExpr, ArrayOfSetExpr, BoolExpr, Expr, FloatExpr, Goal, IntExpr,
    OptimizationType, ParDeclItem, SetExpr, SetLiteral, SetLiteralExpr, Stmt, VarDeclItem,
};

use super::ours::int_ranges;

/// Sorted; scalar parameters left out.
pub(crate) fn lines(file: &str) -> Vec<String> {
    let statements = file.lines().filter(|line| !line.is_empty() && !line.contains("var set of int:"));
    let mut all: Vec<String> = statements.filter_map(|line| statement(&spaced(line))).collect();
    all.sort();
    all
}

/// The crate wants no blank before a `::` that follows an annotation, and one before that of the solve item.
fn spaced(line: &str) -> String {
    line.replace(" ::", "::").replace("solve::", "solve ::")
}

fn statement(line: &str) -> Option<String> {
    let read: Stmt = line.parse().unwrap_or_else(|error| panic!("{error}\nin {line}"));
    Some(match read {
        Stmt::Comment(_) => return None,
        Stmt::Predicate(item) => format!("predicate {} {}", item.id, item.parameters.len()),
        Stmt::Parameter(item) => parameter(item)?,
        Stmt::Variable(item) => variable(item),
        Stmt::Constraint(item) => {
            let arguments: Vec<String> = item.exprs.into_iter().map(expression).collect();
            format!("{}[{}]", item.id, arguments.join(","))
        }
        Stmt::SolveItem(item) => format!("solve {}", goal(item.goal)),
    })
}

fn goal(of: Goal) -> String {
    let (direction, objective) = match of {
        Goal::Satisfy => return "satisfy".into(),
        Goal::OptimizeBool(direction, expr) => (direction, bool_expression(expr)),
        Goal::OptimizeInt(direction, expr) => (direction, int_expression(expr)),
        Goal::OptimizeFloat(direction, expr) => (direction, float_expression(expr)),
        Goal::OptimizeSet(direction, expr) => (direction, set_expression(expr)),
    };
    match direction {
        OptimizationType::Minimize => format!("minimize {objective}"),
        OptimizationType::Maximize => format!("maximize {objective}"),
    }
}

fn parameter(of: ParDeclItem) -> Option<String> {
    let (id, elements) = match of {
        ParDeclItem::ArrayOfBool { id, v, .. } => (id, each(v, |b| b.to_string())),
        ParDeclItem::ArrayOfInt { id, v, .. } => (id, each(v, |i| i.to_string())),
        ParDeclItem::ArrayOfFloat { id, v, .. } => (id, each(v, |x| format!("{x:?}"))),
        ParDeclItem::ArrayOfSet { id, v, .. } => (id, each(v, set)),
        _ => return None,
    };
    Some(format!("array {id} {elements}"))
}

fn variable(of: VarDeclItem) -> String {
    use VarDeclItem::*;
    let elements = match of {
        Bool { id, .. } => return format!("var {id} bool"),
        Int { id, .. } => return format!("var {id} int"),
        IntInRange { id, lb, ub, .. } => return format!("var {id} int{}", ints(vec![(lb, ub)])),
        IntInSet { id, set, .. } => return format!("var {id} int{}", ints(set.iter().map(|&i| (i, i)).collect())),
        Float { id, .. } => return format!("var {id} float"),
        BoundedFloat { id, lb, ub, .. } => return format!("var {id} float{:?}", [(lb, ub)]),
        SetOfInt { id, .. } => return format!("var {id} set of int"),
        SubSetOfIntSet { id, set, .. } => {
            return format!("var {id} set of int{}", ints(set.iter().map(|&i| (i, i)).collect()));
        }
        SubSetOfIntRange { id, lb, ub, .. } => return format!("var {id} set of int{}", ints(vec![(lb, ub)])),
        ArrayOfBool { id, array_expr: Some(ArrayOfBoolExpr::Array(v)), .. } => (id, each(v, bool_expression)),
        ArrayOfInt { id, array_expr: Some(ArrayOfIntExpr::Array(v)), .. }
        | ArrayOfIntInRange { id, array_expr: Some(ArrayOfIntExpr::Array(v)), .. }
        | ArrayOfIntInSet { id, array_expr: Some(ArrayOfIntExpr::Array(v)), .. } => (id, each(v, int_expression)),
        ArrayOfFloat { id, array_expr: Some(ArrayOfFloatExpr::Array(v)), .. }
        | ArrayOfBoundedFloat { id, array_expr: Some(ArrayOfFloatExpr::Array(v)), .. } => {
            (id, each(v, float_expression))
        }
        ArrayOfSet { id, array_expr: Some(ArrayOfSetExpr::Array(v)), .. }
        | ArrayOfSubSetOfIntRange { id, array_expr: Some(ArrayOfSetExpr::Array(v)), .. }
        | ArrayOfSubSetOfIntSet { id, array_expr: Some(ArrayOfSetExpr::Array(v)), .. } => (id, each(v, set_expression)),
        other => panic!("an array without elements: {other:?}"),
    };
    format!("array {} {}", elements.0, elements.1)
}

fn each<T>(elements: Vec<T>, show: impl Fn(T) -> String) -> String {
    let elements: Vec<String> = elements.into_iter().map(show).collect();
    format!("[{}]", elements.join(","))
}

fn expression(of: Expr) -> String {
    match of {
        Expr::VarParIdentifier(name) => name,
        Expr::Bool(value) => value.to_string(),
        Expr::Int(value) => value.to_string(),
        Expr::Float(value) => format!("{value:?}"),
        Expr::Set(set) => set_literal(set),
        Expr::ArrayOfBool(v) => each(v, bool_expression),
        Expr::ArrayOfInt(v) => each(v, int_expression),
        Expr::ArrayOfFloat(v) => each(v, float_expression),
        Expr::ArrayOfSet(v) => each(v, set_expression),
    }
}

fn bool_expression(of: BoolExpr) -> String {
    match of {
        BoolExpr::Bool(value) => value.to_string(),
        BoolExpr::VarParIdentifier(name) => name,
    }
}

fn int_expression(of: IntExpr) -> String {
    match of {
        IntExpr::Int(value) => value.to_string(),
        IntExpr::VarParIdentifier(name) => name,
    }
}

fn float_expression(of: FloatExpr) -> String {
    match of {
        FloatExpr::Float(value) => format!("{value:?}"),
        FloatExpr::VarParIdentifier(name) => name,
    }
}

fn set_expression(of: SetExpr) -> String {
    match of {
        SetExpr::Set(set) => set_literal(set),
        SetExpr::VarParIdentifier(name) => name,
    }
}

fn set_literal(of: SetLiteralExpr) -> String {
    let int = |expr| int_expression(expr).parse::<i128>().unwrap();
    match of {
        SetLiteralExpr::IntInRange(lo, hi) => ints(vec![(int(lo), int(hi))]),
        SetLiteralExpr::SetInts(v) => ints(v.into_iter().map(int).map(|i| (i, i)).collect()),
        other => panic!("a set of floats: {other:?}"),
    }
}

fn set(of: SetLiteral) -> String {
    match of {
        SetLiteral::IntRange(lo, hi) => ints(vec![(lo, hi)]),
        SetLiteral::SetInts(v) => ints(v.into_iter().map(|i| (i, i)).collect()),
        // An empty set looks like one of floats to the crate.
        SetLiteral::SetFloats(v) if v.is_empty() => ints(Vec::new()),
        other => panic!("a set of floats: {other:?}"),
    }
}

/// Sorted ranges that do not touch.
fn ints(mut ranges: Vec<(i128, i128)>) -> String {
    ranges.retain(|range| range.0 <= range.1);
    ranges.sort_unstable();
    ranges.dedup_by(|next, last| {
        let touch = next.0 <= last.1 + 1;
        if touch {
            last.1 = last.1.max(next.1);
        }
        touch
    });
    let ranges: Vec<(i64, i64)> = ranges.into_iter().map(|(lo, hi)| (lo as i64, hi as i64)).collect();
    int_ranges(&ranges)
}
