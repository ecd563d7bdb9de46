//! Exceptions.

use crate::query::{QueryState, query};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

pyo3::create_exception!(ferz, ModelError, PyValueError, "The model or a query about it is invalid.");
pyo3::create_exception!(ferz, InternalError, PyRuntimeError, "A bug in Ferz: please report it.");

/// The name suffix of a constraint whose propagator is written in Python.
const PROPAGATOR: &str = "(python)";

/// The maximum number of values in a message.
const LISTED: usize = 50;

/// Converts a solver error to an exception.
pub(crate) fn refused(error: impl Into<solver_core::ModelError>) -> PyErr {
    match error.into() {
        solver_core::ModelError::WrongSolution(wrong) if wrong.culprit.ends_with(PROPAGATOR) => {
            let values: Vec<_> = wrong.values.iter().take(LISTED).map(|(x, v)| format!("{x} = {v}")).collect();
            let (culprit, values) = (&wrong.culprit, values.join(", "));
            ModelError::new_err(format!("{culprit}: its function leaves values that its `holds` rejects: {values}"))
        }
        wrong @ solver_core::ModelError::WrongSolution(_) => InternalError::new_err(wrong.to_string()),
        error => ModelError::new_err(error.to_string()),
    }
}

/// Converts any other error to an exception.
pub(crate) fn rejected(error: impl std::fmt::Display) -> PyErr {
    ModelError::new_err(error.to_string())
}

/// Panics inside a query. Tests use this function to check that a panic raises `InternalError`.
#[pyfunction]
#[pyo3(name = "_panic")]
pub(crate) fn panic_on_purpose(py: Python<'_>) -> PyResult<()> {
    query(py, &QueryState::new()?, || panic!("on purpose"))
}
