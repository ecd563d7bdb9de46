//! Set variables and constant sets, on which Python's class `SetExpr` is built.

use crate::convert;
use crate::error::{ModelError, refused};
use crate::expr::{Expr, Kind, Origin};
use crate::model::Model;
use pyo3::prelude::*;

#[pymethods]
impl Model {
    /// Declares a set variable, and returns its possible members with their Booleans.
    #[pyo3(name = "_set")]
    fn set(&self, name: String, universe: Vec<i32>) -> PyResult<Vec<(i32, Expr)>> {
        let set = self.home.model().set(name, universe.clone()).map_err(refused)?;
        let has = |value| Some((value, Expr::new(Kind::Var(set.has(value).variable()?), Origin::new(&self.home))));
        Ok(universe.into_iter().filter_map(has).collect())
    }
}

/// Converts a range or a list of integers to the possible members of a set.
#[pyfunction]
#[pyo3(name = "_members", signature = (first, last=None))]
pub(crate) fn members(first: &Bound<'_, PyAny>, last: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<i32>> {
    let members = convert::domain(first, last)?;
    match members.len() {
        0..=0x1_0000 => Ok(members.iter().collect()),
        size => Err(ModelError::new_err(format!("a set has {size} possible members, but the limit is 65536"))),
    }
}
