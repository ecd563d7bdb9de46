//! Statements for proofs: the constraint that each propagator enforces, over the engine's variables.

use super::{Argument, Compiler, DefinedBy, Disposition, Flat};
use crate::engine::EngineBuilder;
use crate::model::{Comparison, Constraint, Form, Function, Model, Sign};
use crate::var::Var;
use crate::view::View;
use std::ops::Range;
use std::sync::Arc;

/// A constraint of the model, or the definition of an auxiliary variable, over the engine's variables.
#[derive(Clone)]
pub(crate) struct Statement {
    /// The index of the constraint to which the statement belongs; the objective comes after the last constraint.
    pub(crate) constraint: usize,
    pub(crate) meaning: CompiledMeaning,
    /// The condition, if any. The statement holds if this condition is 1 (half-reified) or if and only if it is 1
    /// (reified).
    pub(crate) condition: Option<(View, Form)>,
    /// The propagators that enforce the statement.
    pub(crate) propagators: Range<usize>,
}

/// The semantics of a statement.
#[derive(Clone)]
pub(crate) enum CompiledMeaning {
    /// A comparison of a sum with 0.
    Linear { terms: Vec<(i128, Var)>, constant: i128, sign: Sign },
    /// `result = function(arguments)` if the guard holds; otherwise the result has its smallest value.
    Function { function: Arc<Function>, arguments: Vec<View>, result: View, guard: Option<View> },
    /// The constraint's own definition, applied to these arguments.
    Stated { arguments: Vec<View> },
    /// The objective is below the limit.
    Objective,
    /// Clauses that the search adds.
    Nogoods,
    /// Sums of linear rows of the other statements.
    Relaxation,
    /// Counts of atoms, and the objective over them.
    Totals,
    /// An unsatisfiable statement.
    Never,
}

impl Compiler<'_> {
    /// Compiles a comparison to one over the engine's variables.
    pub(super) fn compiled(&self, b: &EngineBuilder, comparison: &Comparison) -> CompiledMeaning {
        let expr = comparison.difference.normalised();
        let terms = expr.terms.iter().map(|&(c, x)| (c, b.view(x.index as usize).var())).collect();
        CompiledMeaning::Linear { terms, constant: expr.constant, sign: comparison.sign }
    }

    /// Compiles the definition of an auxiliary variable.
    pub(super) fn compiled_definition(
        &self,
        b: &EngineBuilder,
        defined_by: &DefinedBy,
    ) -> (CompiledMeaning, Option<(View, Form)>) {
        let viewed = |argument: &Argument| argument.view(b);
        match defined_by {
            DefinedBy::Sum(sum) => (self.compiled(b, sum), None),
            DefinedBy::Literal(comparison, result) => {
                (self.compiled(b, comparison), Some((result.view(b), Form::Reified)))
            }
            DefinedBy::Holds(truth) => {
                let view = truth.view(b);
                // The truth value must be at least 1.
                let (c, constant) = if view.is_negated() { (1, 1) } else { (-1, 1) };
                let constant = constant - i128::from(view.value_of(0));
                let terms = vec![(c, view.var())];
                (CompiledMeaning::Linear { terms, constant, sign: Sign::AtMost }, None)
            }
            DefinedBy::Function { function, arguments, result, guard } => {
                let meaning = CompiledMeaning::Function {
                    function: Arc::clone(function),
                    arguments: arguments.iter().map(viewed).collect(),
                    result: result.view(b),
                    guard: guard.as_ref().map(viewed),
                };
                (meaning, None)
            }
        }
    }

    /// Compiles a constraint of the model.
    pub(super) fn compiled_constraint(&self, b: &EngineBuilder, flat: &Flat) -> CompiledMeaning {
        match &flat.comparison {
            _ if flat.disposition == Disposition::Never => CompiledMeaning::Never,
            Some(comparison) => self.compiled(b, comparison),
            None => CompiledMeaning::Stated { arguments: flat.arguments.iter().map(|a| a.view(b)).collect() },
        }
    }
}

impl Model {
    /// The constraint to which a statement of the compiled model belongs; `None` for the objective.
    pub(crate) fn constraint_of(&self, statement: &Statement) -> Option<&Constraint> {
        self.constraints.get(statement.constraint)
    }
}
