//! Flattening of the statements of a compiled model. The engine's variables come first.

use super::{Flattened, Flattener};
use crate::compile::{CompiledMeaning, Statement};
use crate::export::ExportError;
use crate::export::flat::{Flat, Linear};
use crate::model::{Constraint, Form, Function, Model, Sign};
use crate::view::View;

impl Flattener<'_> {
    /// The model.
    pub(crate) fn model(&self) -> &Model {
        self.model
    }

    /// The rows written so far.
    pub(crate) fn flat(&self) -> &Flat {
        &self.flat
    }

    pub(crate) fn into_flat(self) -> Flat {
        self.flat
    }

    /// Writes a function or a constraint as its decomposition. Skips comparisons, which need no decomposition.
    pub(crate) fn state_compiled(&mut self, statement: &Statement) -> Flattened<()> {
        self.constraint = statement.constraint;
        match &statement.meaning {
            CompiledMeaning::Function { function, arguments, result, guard } => {
                self.state_function(function, arguments, *result, *guard)
            }
            CompiledMeaning::Stated { arguments } => {
                let model = self.model;
                let Some(definition) = model.constraints.get(statement.constraint).and_then(Constraint::definition)
                else {
                    return Err(ExportError::OwnPropagator { constraint: self.name() });
                };
                let decomposition = self.decomposition(definition)?;
                let arguments: Vec<Linear> = arguments.iter().map(|&view| self.viewed(view)).collect();
                let Some((condition, form)) = statement.condition else {
                    return self.require_decomposed(decomposition, &arguments);
                };
                let holds = self.truth_of_decomposed(decomposition, &arguments, Vec::new())?;
                let mut difference = self.viewed(condition);
                difference.terms.push((-1, holds));
                let sign = if form == Form::Reified { Sign::Equal } else { Sign::AtMost };
                let difference = self.tidied(difference);
                self.require_linear(difference, sign)
            }
            CompiledMeaning::Linear { .. }
            | CompiledMeaning::Objective
            | CompiledMeaning::Nogoods
            | CompiledMeaning::Relaxation
            | CompiledMeaning::Totals
            | CompiledMeaning::Never => Ok(()),
        }
    }

    /// Requires `result = f(arguments)` if the function is defined, as determined by the engine's guard.
    fn state_function(
        &mut self,
        function: &Function,
        arguments: &[View],
        result: View,
        guard: Option<View>,
    ) -> Result<(), ExportError> {
        let expressions = arguments.iter().map(|&view| super::expr(&self.viewed(view))).collect();
        let of_views = Function { operation: function.operation.clone(), arguments: expressions };
        // If the guard holds, the propagator requires the function to be defined.
        let mut defined = Vec::new();
        let value = self.function(&of_views, &mut defined)?;
        let mut same = self.viewed(result);
        same.terms.push((-1, value));
        let same = self.tidied(same);
        let Some(guard) = guard else {
            self.require_all(&defined)?;
            return self.require_linear(same, Sign::Equal);
        };
        let implies = |this: &mut Self, truth: u32| {
            let mut implied = this.viewed(guard);
            implied.terms.push((-1, truth));
            let implied = this.tidied(implied);
            this.require_linear(implied, Sign::AtMost)
        };
        for truth in defined {
            implies(self, truth)?;
        }
        let holds = self.truth_of_linear(same, Sign::Equal)?;
        implies(self, holds)?;
        let low = self.range(&self.viewed(result)).0;
        let mut nothing = self.viewed(result);
        nothing.constant -= low as i64;
        let is_nothing = self.truth_of_linear(nothing, Sign::Equal)?;
        // 1 - guard <= is_nothing
        let mut undefined = self.viewed((-guard).plus(1));
        undefined.terms.push((-1, is_nothing));
        let undefined = self.tidied(undefined);
        self.require_linear(undefined, Sign::AtMost)
    }

    fn viewed(&self, view: View) -> Linear {
        let c = if view.is_negated() { -1 } else { 1 };
        let x = view.var().index() as u32;
        self.tidied(Linear { terms: vec![(c, x)], constant: view.value_of(0).into() })
    }
}
