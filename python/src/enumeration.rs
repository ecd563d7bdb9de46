//! Variables whose values are members of an enumeration: a class derived from `enum.IntEnum`.

use crate::convert;
use crate::error::refused;
use crate::model::Home;
use crate::query::lock;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyType};
use solver_core::{IntVar, Label, ValueNames};
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

/// The variables' enumeration classes.
#[derive(Default)]
pub(crate) struct Enumerations(Mutex<HashMap<IntVar, Py<PyAny>>>);

/// The maximum width of a value range in which values receive names.
const NAMED: i64 = 1_000;

impl Enumerations {
    /// Returns the member with this value, if the variable has an enumeration.
    pub(crate) fn member<'py>(&self, py: Python<'py>, x: IntVar, value: i32) -> PyResult<Option<Bound<'py, PyAny>>> {
        let classes = lock(&self.0);
        let class = classes.get(&x).map(|class| class.clone_ref(py));
        drop(classes);
        class.map(|class| class.bind(py).call1((value,))).transpose()
    }
}

/// Rejects a class that is not an enumeration of integers.
pub(crate) fn check(domain: &Bound<'_, PyAny>) -> PyResult<()> {
    let Ok(class) = domain.cast::<PyType>() else { return Ok(()) };
    if class.is_subclass_of::<PyInt>()? && class.hasattr("__members__")? {
        return Ok(());
    }
    let text = format!("the class {} is not a domain: an enumeration must be derived from enum.IntEnum", class.name()?);
    Err(PyTypeError::new_err(text))
}

/// Records the enumeration class of new variables, if their domain is a class, and names their values.
pub(crate) fn note(home: &Home, domain: &Bound<'_, PyAny>, variables: &[IntVar]) -> PyResult<()> {
    if !domain.is_instance_of::<PyType>() {
        return Ok(());
    }
    let mut names = BTreeMap::new();
    for member in domain.try_iter()? {
        let member = member?;
        names.insert(convert::value(&member, "a member")?, member.getattr("name")?.extract::<String>()?);
    }
    let (Some((&first, _)), Some((&last, _))) = (names.first_key_value(), names.last_key_value()) else {
        return Ok(());
    };
    let name = |value: i32| names.get(&value).cloned().unwrap_or_else(|| value.to_string());
    let is_narrow = i64::from(last) - i64::from(first) < NAMED;
    let values = is_narrow.then(|| Arc::new(ValueNames::new(first, (first..=last).map(name))));
    let mut model = home.model();
    for &x in variables {
        model.label(x, Label { values: values.clone(), ..Label::default() }).map_err(refused)?;
    }
    drop(model);
    let mut classes = lock(&home.enumerations.0);
    classes.extend(variables.iter().map(|&x| (x, domain.clone().unbind())));
    Ok(())
}
