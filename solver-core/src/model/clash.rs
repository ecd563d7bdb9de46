//! Queries for computing unsatisfiable cores: a constraint's variables, and whether it holds for given values.

use super::comparison::Comparison;
use super::constraint::Meaning;
use super::evaluate::{Broken, Evaluator};
use super::expr::Expr;
use super::{ConstraintId, Model};
use crate::model::Form;
use crate::value_set::ValueSet;
use fixedbitset::FixedBitSet;

/// Evaluates several constraints of a model together, as the solution checker does.
pub(crate) struct Inspector<'m> {
    model: &'m Model,
    evaluator: Evaluator,
}

impl<'m> Inspector<'m> {
    pub(crate) fn new(model: &'m Model, constraints: &FixedBitSet) -> Inspector<'m> {
        Inspector { model, evaluator: Evaluator::with_constraints(model, Some(constraints)) }
    }

    /// Whether a complete assignment respects the domains, violates this constraint, and satisfies all others.
    pub(crate) fn only_broken(&mut self, constraint: usize, values: &[i32]) -> bool {
        self.evaluator.all_violated(&self.model.constraints, values) == [Broken::Constraint(constraint)]
    }
}

impl Model {
    /// The handle of the constraint with this index.
    pub(crate) fn constraint_id(&self, number: usize) -> ConstraintId {
        self.posted.constraint(number)
    }

    /// The name of the constraint with this index.
    pub(crate) fn constraint_name_at(&self, number: usize) -> String {
        self.short_name(number)
    }

    /// The declared domain of a variable.
    pub(crate) fn declared(&self, variable: usize) -> &ValueSet {
        &self.variables[variable].domain
    }

    /// Whether a constraint holds under a complete assignment; `None` if only its propagator can decide.
    pub(crate) fn holds(&self, constraint: usize, values: &[i32]) -> Option<bool> {
        let value = |e: &Expr| e.value(&|x| values[x.index as usize]);
        let constraint = &self.constraints[constraint];
        let condition = match &constraint.condition {
            None => None,
            Some(condition) => match value(&condition.truth) {
                Some(truth) => Some((truth == 1, condition.form)),
                None => return Some(false),
            },
        };
        if condition == Some((false, Form::HalfReified)) {
            return Some(true);
        }
        let holds = match &constraint.meaning {
            Meaning::Compare(Comparison { difference, sign }) => value(difference).is_some_and(|d| sign.holds(d)),
            Meaning::Nothing => true,
            Meaning::Defined(definition) => {
                let semantics = definition.semantics.as_ref()?;
                let arguments = definition.arguments.iter();
                let values: Option<Vec<i32>> = arguments.map(|e| i32::try_from(value(e)?).ok()).collect();
                // A value that the engine cannot represent is in no solution.
                values.is_some_and(|values| semantics.holds(&values))
            }
        };
        Some(match condition {
            Some((false, _)) => !holds,
            Some((true, _)) | None => holds,
        })
    }

    /// The variables in a constraint, by index, possibly with repetitions.
    pub(crate) fn variables_of(&self, constraint: usize) -> impl Iterator<Item = usize> + '_ {
        let expressions = self.constraints[constraint].expressions();
        expressions.flat_map(Expr::variables).map(|x| x.index as usize)
    }

    /// For each variable, by index: the unconditional constraints that compare only this variable with a constant.
    pub(crate) fn comparisons_of_one(&self) -> Vec<Vec<usize>> {
        let mut of = vec![Vec::new(); self.variables.len()];
        for (i, constraint) in self.constraints.iter().enumerate() {
            if let (Meaning::Compare(comparison), None) = (&constraint.meaning, &constraint.condition)
                && let Expr { terms, functions, .. } = comparison.difference.normalised()
                && let ([(_, x)], []) = (&terms[..], &functions[..])
            {
                of[x.index as usize].push(i);
            }
        }
        of
    }
}
