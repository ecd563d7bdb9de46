//! Violations, and the error that a search reports for a wrong solution.

use super::{ConstraintId, IntVar};

/// A violation: see [`Model::violations`](super::Model::violations).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Violation {
    /// The value is not in the declared domain of the variable.
    Domain(IntVar),
    /// A constraint does not hold.
    Constraint(ConstraintId),
    /// The objective value differs from the search's claim.
    Objective,
    /// The assumption with this index does not hold ([`Incremental::solve_under`](crate::Incremental::solve_under)).
    Assumption(usize),
}

/// A solution found by the search violates the model, because a propagator is wrong. This should never happen; please
/// report it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("internal error: the search accepted this as a solution, but it violates {culprit}: {}", listed(.values))]
#[non_exhaustive]
pub struct WrongSolution {
    /// The violation.
    pub violation: Violation,
    /// The variable or the constraint, by its name.
    pub culprit: String,
    /// The variables involved, by name, and their values.
    pub values: Vec<(String, i32)>,
}

/// The maximum number of values in a message.
const LISTED: usize = 50;

fn listed(values: &[(String, i32)]) -> String {
    let mut all: Vec<String> = values.iter().take(LISTED).map(|(x, v)| format!("{x} = {v}")).collect();
    if values.len() > LISTED {
        all.push("…".to_owned());
    }
    all.join(", ")
}
