//! Names for the symbol table and for errors.

use super::symbols::{Entry, Stated, Sum, SymbolTable};
use super::{
    Auxiliary, CompileOptions, Compiler, Disposition, Flat, LEARNED, NOGOODS, OBJECTIVE, PROBES, Posted, RELAXATION,
};
use crate::engine::BuildError;
use crate::model::{IntVar, Label, Meaning, ModelError};
use crate::search::totals::MOST;
use crate::value_set::ValueSet;
use crate::view::View;

/// The name of reserved variables, which core-guided search uses as totals.
const TOTAL: &str = "total";

impl Compiler<'_> {
    /// Creates the symbol table for the numbers that the builder assigned.
    pub(super) fn symbols(&self, Posted { builder, origin, .. }: &Posted, flat: &[Flat]) -> SymbolTable {
        let model = self.model;
        let own = model.variables.iter().zip(0..).map(|(v, i)| {
            let label = model.labels.get(&i).cloned().unwrap_or_default();
            (model.display(&v.name), v.domain.clone(), None, label)
        });
        let auxiliary = self.auxiliary.iter().map(|Auxiliary { expr, declared }| {
            let var = |x: IntVar| builder.view(x.index as usize).var();
            let terms = expr.terms.iter().map(|&(c, x)| (c, var(x))).collect();
            let sum = expr.is_linear().then_some(Sum { terms, constant: expr.constant });
            let (name, is_truth) = model.short_expression(expr);
            (name, declared.clone(), sum, Label { introduced: is_truth, ..Label::default() })
        });
        let count = model.variables.len() + self.auxiliary.len();
        let blank = Entry::new(String::new(), ValueSet::default());
        let mut variables = vec![blank; count];
        for (i, (name, declared, sum, label)) in own.chain(auxiliary).enumerate() {
            variables[builder.view(i).var().index()] = Entry { sum, label, ..Entry::new(name, declared) };
        }
        variables.resize(count + builder.reserved(), Entry::new(TOTAL.to_owned(), ValueSet::range(0, MOST)));
        let mut never = Vec::new();
        for (i, constraint) in model.constraints.iter().enumerate() {
            if let (Disposition::Done | Disposition::Never, Meaning::Compare(comparison)) =
                (flat[i].disposition, &constraint.meaning)
                && let &[(_, x)] = &comparison.difference.normalised().terms[..]
            {
                let stated = Stated { constraint: i as u32, comparison: comparison.clone() };
                let var = builder.view(x.index as usize).var();
                if flat[i].disposition == Disposition::Done {
                    variables[var.index()].stated.push(stated);
                } else if let Some(propagator) = origin.iter().position(|&of| of == i) {
                    never.push((propagator as u32, var, stated));
                }
            }
        }
        let named = model.constraints.len() + self.beyond().count();
        SymbolTable {
            owner: model.owner().clone(),
            of_model: (0..model.variables.len()).map(|i| builder.view(i).var()).collect(),
            variables,
            constraints: (0..named).map(|i| self.short_name(i)).collect(),
            origin: origin.iter().map(|&i| i as u32).collect(),
            never,
        }
    }

    /// The names of the search's own propagators, numbered after the constraints: the objective, the nogoods, the
    /// probing results, and the linear relaxation.
    fn beyond(&self) -> impl Iterator<Item = &'static str> {
        let CompileOptions { objective, nogoods, learns, probes, relaxation, .. } = self.options;
        let name = if learns { LEARNED } else { NOGOODS };
        let relaxes = relaxation.is_used();
        let parts =
            [(objective.is_some(), OBJECTIVE), (nogoods || learns, name), (probes, PROBES), (relaxes, RELAXATION)];
        parts.into_iter().filter(|(has, _)| *has).map(|(_, name)| name)
    }

    fn name_beyond(&self, constraint: usize) -> String {
        let which = constraint - self.model.constraints.len();
        self.beyond().nth(which).unwrap_or(OBJECTIVE).to_owned()
    }

    /// The name of a constraint, or of one of the search's own propagators.
    pub(super) fn display(&self, constraint: usize) -> String {
        let own = self.model.constraints.get(constraint);
        own.map_or_else(|| self.name_beyond(constraint), |c| c.display(constraint))
    }

    pub(super) fn short_name(&self, constraint: usize) -> String {
        match constraint < self.model.constraints.len() {
            true => self.model.short_name(constraint),
            false => self.name_beyond(constraint),
        }
    }

    pub(super) fn build_error(&self, error: BuildError, origin: &[usize]) -> ModelError {
        match error {
            BuildError::ViewOutOfRange { propagator, low, high } => self.overflow(
                origin.get(propagator).copied().unwrap_or(0),
                "argument",
                (low.into(), high.into()),
                View::LIMIT.into(),
            ),
            BuildError::EmptyDomain { variable } => ModelError::EmptyDomain {
                variable: self
                    .model
                    .variables
                    .get(variable)
                    .map_or_else(|| "(auxiliary)".to_owned(), |v| self.model.display(&v.name)),
            },
            other @ (BuildError::TooLarge { .. }
            | BuildError::DomainOutOfRange { .. }
            | BuildError::ForeignView { .. }
            | BuildError::ForeignLiteral { .. }) => {
                ModelError::TooLarge { constraint: "the model".to_owned(), reason: other.to_string() }
            }
        }
    }

    pub(super) fn overflow(
        &self,
        constraint: usize,
        what: &'static str,
        (low, high): (i128, i128),
        limit: i64,
    ) -> ModelError {
        ModelError::Overflow { constraint: self.display(constraint), what, low, high, limit }
    }
}
