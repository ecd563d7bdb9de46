//! The subjects of a comparison: models with the variables to branch on.

use super::StudyError;
use crate::textbook::{ArcConsistency, Checks, Network};
use queens::{Formulation, QueensModel};
use solver_core::prelude::*;
use std::sync::Arc;

/// A model, ready for search.
#[derive(Debug)]
pub struct Stated {
    /// The model.
    pub model: Model,
    /// The variables to branch on; they determine all others.
    pub decisions: Vec<IntVar>,
    /// The default variable selection.
    pub order: VarSelect,
    /// The default value selection.
    pub values: ValueSelect,
    /// Search phases to use in sequence, instead of the decisions and selections above.
    pub phases: Vec<Phase>,
    /// The objective; without one, the search enumerates all solutions.
    pub objective: Option<(Goal, Expr)>,
    /// The latest search's constraint checks, if the model counts them.
    pub checks: Option<Checks>,
}

impl Stated {
    /// Creates a model with its decision variables, which are selected in input order, smallest value first.
    pub fn new(model: Model, decisions: Vec<IntVar>) -> Stated {
        let (order, values) = (VarSelect::Input, ValueSelect::Min);
        Stated { model, decisions, order, values, phases: Vec::new(), objective: None, checks: None }
    }
}

impl From<models::Classic> for Stated {
    fn from(classic: models::Classic) -> Stated {
        let models::Classic { model, decisions, order, values, objective, .. } = classic;
        Stated { order, values, objective, ..Stated::new(model, decisions) }
    }
}

type State = dyn Fn() -> Result<Stated, StudyError> + Send + Sync;

/// A named model, which is rebuilt for each search.
#[derive(Clone)]
pub struct Subject {
    /// The model's name.
    pub name: String,
    /// The formulation, if the model has several.
    pub formulation: String,
    state: Arc<State>,
}

impl Subject {
    /// Creates a subject from a function that builds the model.
    pub fn new(
        name: impl Into<String>,
        formulation: impl Into<String>,
        state: impl Fn() -> Result<Stated, StudyError> + Send + Sync + 'static,
    ) -> Subject {
        Subject { name: name.into(), formulation: formulation.into(), state: Arc::new(state) }
    }

    /// Creates the n queens puzzle.
    pub fn queens(n: usize, formulation: Formulation) -> Subject {
        Subject::new(format!("queens {n}"), formulation.name(), move || {
            let QueensModel { model, columns, .. } = QueensModel::new(n, formulation, None)?;
            Ok(Stated::new(model, columns))
        })
    }

    /// Creates the n queens puzzle with one constraint for each pair of columns ("these two do not attack each other").
    /// A classical algorithm that counts its checks keeps the constraints arc consistent.
    pub fn conjoined_queens(n: usize, by: ArcConsistency) -> Subject {
        let formulation = format!("per pair, {}", by.name());
        Subject { formulation, ..Subject::network(format!("queens {n}"), Network::queens(n), by) }
    }

    /// Creates a binary network, kept arc consistent by a classical algorithm.
    pub fn network(name: impl Into<String>, network: Network, by: ArcConsistency) -> Subject {
        Subject::new(name, by.name(), move || {
            let (model, x, checks) = network.model(by)?;
            Ok(Stated { checks: Some(checks), ..Stated::new(model, x) })
        })
    }

    /// Builds the model.
    ///
    /// # Errors
    /// Any error from building the model.
    pub fn state(&self) -> Result<Stated, StudyError> {
        (self.state)()
    }
}

impl std::fmt::Debug for Subject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Subject").field("name", &self.name).field("formulation", &self.formulation).finish()
    }
}
