//! Which way the objective grows, for the variables that no annotation names.

use crate::instance::{Call, Goal, Instance, Operand, VariableId};

/// Of each variable, whether larger values are better for the objective: of the objective itself, and of the terms of the sums that define it.
pub(crate) fn better_large(instance: &Instance) -> Vec<bool> {
    let mut large = vec![false; instance.variables().len()];
    let (objective, is_large) = match instance.solve().goal {
        Goal::Satisfy => return large,
        Goal::Minimize(term) => (term.as_variable(), false),
        Goal::Maximize(term) => (term.as_variable(), true),
    };
    let Some(objective) = objective else { return large };
    let mut defined: Vec<Option<Call<'_>>> = vec![None; large.len()];
    for call in instance.constraints().filter(|call| matches!(call.name(), "int_lin_eq" | "bool2int")) {
        if let Some(x) = call.defines() {
            defined[x.index()] = Some(*call);
        } else if defined[objective.index()].is_none() && terms(*call).iter().any(|(_, x)| *x == objective) {
            defined[objective.index()] = Some(*call);
        }
    }
    large[objective.index()] = is_large;
    let mut left = vec![objective];
    while let Some(x) = left.pop() {
        // Each definition is followed once.
        let Some(call) = defined[x.index()].take() else { continue };
        let terms = terms(call);
        let Some(&(own, _)) = terms.iter().find(|(_, y)| *y == x) else { continue };
        for (coefficient, y) in terms.into_iter().filter(|(_, y)| *y != x) {
            // What is on the other side of the equation grows with it.
            large[y.index()] = large[x.index()] == ((coefficient > 0) != (own > 0));
            left.push(y);
        }
    }
    large
}

/// The variables of an equation with their coefficients.
fn terms(call: Call<'_>) -> Vec<(i64, VariableId)> {
    if call.name() == "bool2int" {
        let sides =
            [(call.bool_operand(0).ok().and_then(variable), 1), (call.int_operand(1).ok().and_then(variable), -1)];
        return sides.into_iter().filter_map(|(x, c)| Some((c, x?))).collect();
    }
    let (Ok(coefficients), Ok(operands)) = (call.ints(0), call.int_operands(1)) else { return Vec::new() };
    coefficients.into_iter().zip(operands).filter_map(|(c, operand)| Some((c, variable(operand)?))).collect()
}

fn variable<T>(operand: Operand<T>) -> Option<VariableId> {
    match operand {
        Operand::Constant(_) => None,
        Operand::Variable(x) => Some(x),
    }
}
