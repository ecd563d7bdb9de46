//! Finds the variables whose larger values improve the objective; used for variables without annotations.

use crate::instance::{Call, Instance, VariableId};
use solver_core::Goal;

/// Returns for each variable whether larger values improve the objective. Considers the objective itself and the terms
/// of the sums that define it.
pub(crate) fn better_large(instance: &Instance) -> Vec<bool> {
    let mut large = vec![false; instance.variables().len()];
    let objective = instance.solve().goal.and_then(|(goal, term)| Some((goal, term.as_variable()?)));
    let Some((goal, objective)) = objective else { return large };
    let mut defined: Vec<Option<Call<'_>>> = vec![None; large.len()];
    for call in instance
        .constraints()
        .filter(|call| matches!(call.name(), "int_lin_eq" | "float_lin_eq" | "bool2int" | "int2float"))
    {
        if let Some(x) = call.defines() {
            defined[x.index()] = Some(*call);
        } else if defined[objective.index()].is_none() && terms(*call).iter().any(|(_, x)| *x == objective) {
            defined[objective.index()] = Some(*call);
        }
    }
    large[objective.index()] = goal == Goal::Maximize;
    let mut left = vec![objective];
    while let Some(x) = left.pop() {
        // Follows each definition only once.
        let Some(call) = defined[x.index()].take() else { continue };
        let terms = terms(call);
        let Some(&(own, _)) = terms.iter().find(|(_, y)| *y == x) else { continue };
        for (coefficient, y) in terms.into_iter().filter(|(_, y)| *y != x) {
            // If the coefficients of x and y have opposite signs, y grows with x.
            large[y.index()] = large[x.index()] == ((coefficient > 0.0) != (own > 0.0));
            left.push(y);
        }
    }
    large
}

/// The variables of an equation with their coefficients.
fn terms(call: Call<'_>) -> Vec<(f64, VariableId)> {
    if matches!(call.name(), "bool2int" | "int2float") {
        let variable = |at: usize| call.arguments().get(at)?.as_variable();
        return [(0, 1.0), (1, -1.0)].into_iter().filter_map(|(at, c)| Some((c, variable(at)?))).collect();
    }
    let (Ok(coefficients), Ok(operands)) = (call.floats(0), call.elements(1)) else { return Vec::new() };
    coefficients.into_iter().zip(operands).filter_map(|(c, operand)| Some((c, operand.as_variable()?))).collect()
}
