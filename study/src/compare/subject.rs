//! The subjects of a comparison: models with the variables that their search branches on.

use super::StudyError;
use crate::textbook::{ArcConsistency, Checks, Network};
use models::catalogue::Entry;
use queens::{Formulation, QueensModel};
use solver_core::prelude::*;
use std::sync::Arc;

/// A model, ready to be searched.
#[derive(Debug)]
pub struct Stated {
    /// The model.
    pub model: Model,
    /// The variables to branch on; all others follow from them.
    pub decisions: Vec<IntVar>,
    /// The default variable selection.
    pub order: VarSelect,
    /// The default value selection.
    pub values: ValueSelect,
    /// Several phases, one after the other, instead of these.
    pub phases: Vec<Phase>,
    /// The objective; without one all solutions are searched for.
    pub objective: Option<(Goal, Expr)>,
    /// The constraint checks of the latest search, where the model counts them.
    pub checks: Option<Checks>,
}

impl Stated {
    /// A model to be searched over these variables, in their order, the smallest value first.
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

/// A model by name, which can be stated as often as it is searched.
#[derive(Clone)]
pub struct Subject {
    /// What it is about.
    pub name: String,
    /// How it is stated, where there are several ways.
    pub formulation: String,
    state: Arc<State>,
}

impl Subject {
    /// A subject of your own.
    pub fn new(
        name: impl Into<String>,
        formulation: impl Into<String>,
        state: impl Fn() -> Result<Stated, StudyError> + Send + Sync + 'static,
    ) -> Subject {
        Subject { name: name.into(), formulation: formulation.into(), state: Arc::new(state) }
    }

    /// The n queens puzzle.
    pub fn queens(n: usize, formulation: Formulation) -> Subject {
        Subject::new(format!("queens {n}"), formulation.name(), move || {
            let QueensModel { model, columns, .. } = QueensModel::new(n, formulation, None)?;
            Ok(Stated::new(model, columns))
        })
    }

    /// The n queens puzzle with one constraint for each pair of columns, "these two do not attack each other", made arc consistent by
    /// one of the classical algorithms, which counts its checks.
    pub fn conjoined_queens(n: usize, by: ArcConsistency) -> Subject {
        Subject::new(format!("queens {n}"), format!("per pair, {}", by.name()), move || {
            let (model, columns, checks) = Network::queens(n).model(by)?;
            Ok(Stated { checks: Some(checks), ..Stated::new(model, columns) })
        })
    }

    /// A binary network, made arc consistent by one of the classical algorithms.
    pub fn network(name: impl Into<String>, network: Network, by: ArcConsistency) -> Subject {
        Subject::new(name, by.name(), move || {
            let (model, x, checks) = network.model(by)?;
            Ok(Stated { checks: Some(checks), ..Stated::new(model, x) })
        })
    }

    /// A model of the [catalogue](models::catalogue), with the words that it needs.
    ///
    /// # Errors
    /// [`StudyError::Catalogue`] when the words are not what it needs.
    pub fn classical(entry: &'static Entry, words: &[String]) -> Result<Subject, StudyError> {
        // Errors are reported now, and not by each search.
        entry.state(words)?;
        let words = words.to_vec();
        let name = [entry.name].into_iter().chain(words.iter().map(String::as_str)).collect::<Vec<_>>().join(" ");
        Ok(Subject::new(name, "", move || Ok(entry.state(&words)?.into())))
    }

    /// A model of its own: it is copied for each search.
    pub fn of_model(name: impl Into<String>, model: Model, decisions: Vec<IntVar>) -> Subject {
        Subject::new(name, "", move || Ok(Stated::new(model.clone(), decisions.clone())))
    }

    /// States the model.
    ///
    /// # Errors
    /// Those of the model.
    pub fn state(&self) -> Result<Stated, StudyError> {
        (self.state)()
    }
}

impl std::fmt::Debug for Subject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Subject").field("name", &self.name).field("formulation", &self.formulation).finish()
    }
}
