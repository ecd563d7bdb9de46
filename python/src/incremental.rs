//! A model that is compiled once and solved under many assumptions.

use crate::convert;
use crate::model::Model;
use crate::options::{Options, comparison};
use crate::queries::{Counts, counts, named};
use crate::query::query;
use crate::searches::{SearchOrigin, idle, running};
use crate::solution::Solution;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pyo3::{PyTraverseError, PyVisit};
use solver_core::{self as core, Satisfiability};
use std::sync::Mutex;

/// A compiled model, with everything that its queries have learned.
#[pyclass(frozen, module = "ferz", name = "_Incremental")]
pub(crate) struct Incremental {
    solver: Mutex<core::Incremental>,
    origin: SearchOrigin,
}

#[pymethods]
impl Model {
    /// Compiles the model.
    #[pyo3(name = "_incremental", signature = (options=None))]
    fn incremental(slf: &Bound<'_, Self>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Incremental> {
        let (py, model) = (slf.py(), slf.get());
        let options = Options::new(model, options)?;
        let solver = model.ask(py, &options, |search| search.incremental())?;
        Ok(Incremental { solver: Mutex::new(solver), origin: SearchOrigin::new(slf, options) })
    }
}

#[pymethods]
impl Incremental {
    /// Returns a solution under assumptions, the indices of assumptions that cannot hold together, the limit that ended
    /// the search, and counts. At most one of the first three is set.
    #[pyo3(name = "_solve", signature = (assumptions, options=None))]
    #[allow(clippy::type_complexity)]
    fn solve(
        &self,
        py: Python<'_>,
        assumptions: &Bound<'_, PyAny>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<(Option<Solution>, Option<Vec<usize>>, Option<String>, Counts)> {
        let model = self.origin.model.get();
        let options = Options::new(model, options)?;
        if options.is_chosen() {
            return Err(PyTypeError::new_err("only limits can be given here: set search options in m.incremental(…)"));
        }
        let assumption = |item: &Bound<'_, PyAny>| {
            let assumption = convert::expr(item, "an assumption")?;
            assumption.origin.belongs(&model.home)?;
            comparison(&assumption, "an assumption")
        };
        let assumptions =
            convert::list(assumptions, "assumptions")?.iter().map(assumption).collect::<PyResult<Vec<_>>>()?;
        let solver = &mut *idle(&self.solver).ok_or_else(running)?;
        model.functions.asked_by(&options.query);
        solver.set_limits(options.limits.clone());
        let answer = query(py, &options.query, || solver.solve_under(assumptions))?.map_err(crate::error::refused)?;
        let counts = counts([solver.statistics()]);
        Ok(match answer {
            Satisfiability::Satisfiable(solution) => (Some(self.origin.solution(solution)), None, None, counts),
            Satisfiability::Unsatisfiable(core) => (None, Some(core), None, counts),
            Satisfiability::Stopped(by) => (None, None, Some(named(by)), counts),
        })
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.origin.traverse(&visit)
    }

    fn __clear__(&self) {
        self.origin.functions.truncate(0);
    }
}
