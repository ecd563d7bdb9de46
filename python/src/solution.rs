//! Solutions.

use crate::array::Array;
use crate::convert;
use crate::error::{ModelError, refused};
use crate::expr::{Kind, Origin};
use crate::model::{Home, Schedule, Task};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::sync::Arc;

/// A solution: `s[x]` is the value of a variable or an expression, `s[q]` is a list nested like the array, `s[a]`
/// contains the members of a set, and `s[{"a": x}]` is a dictionary. The value of a comparison is True or False.
#[pyclass(frozen, module = "ferz")]
pub(crate) struct Solution {
    pub(crate) solution: solver_core::Solution,
    pub(crate) home: Arc<Home>,
}

/// A bar of a Gantt chart: name, start, end.
type Bar = (String, i64, i64);

impl Solution {
    fn value<'py>(&self, py: Python<'py>, kind: &Kind, origin: &Origin) -> PyResult<Bound<'py, PyAny>> {
        let value = match kind {
            Kind::Var(x) => {
                let value = self.solution.value(*x).map_err(refused)?;
                if let Some(member) = self.home.enumerations.member(py, *x, value)? {
                    return Ok(member);
                }
                Some(value.into())
            }
            other => self.solution.evaluate(other.core()).map_err(refused)?,
        };
        let undefined =
            || ModelError::new_err(format!("`{}` has no value here, or its value exceeds 64 bits", origin.text(kind)));
        let value: i64 = value.ok_or_else(undefined)?;
        match kind {
            Kind::Truth(..) => (value != 0).into_bound_py_any(py),
            _ => value.into_bound_py_any(py),
        }
    }

    fn nested<'py>(
        &self,
        py: Python<'py>,
        items: &[Kind],
        shape: &[usize],
        origin: &Origin,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Some((&n, inner)) = shape.split_first() else { return self.value(py, &items[0], origin) };
        let size = inner.iter().product::<usize>();
        let row = |at| self.nested(py, &items[at * size..][..size], inner, origin);
        Ok(PyList::new(py, (0..n).map(row).collect::<PyResult<Vec<_>>>()?)?.into_any())
    }
}

#[pymethods]
impl Solution {
    fn __getitem__<'py>(slf: &Bound<'py, Self>, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (py, this) = (slf.py(), slf.get());
        if let Ok(dict) = key.cast::<PyDict>() {
            let values = PyDict::new(py);
            // Iterates over a copy, because reading the items may run Python code that changes the dictionary.
            for pair in dict.items() {
                let (name, item) = pair.extract::<(Bound<'py, PyAny>, Bound<'py, PyAny>)>()?;
                if item.is_instance_of::<PyDict>() {
                    return Err(PyTypeError::new_err("a dictionary inside a dictionary: query each one separately"));
                }
                values.set_item(name, Solution::__getitem__(slf, &item)?)?;
            }
            return Ok(values.into_any());
        }
        if let Some(one) = convert::operand(key)? {
            one.origin.belongs(&this.home)?;
            return this.value(py, &one.kind, &one.origin);
        }
        if key.hasattr("_members_in")? {
            return key.call_method1("_members_in", (slf,));
        }
        let Array { items, shape, origin } = convert::array(key, "the key of a solution")?;
        origin.belongs(&this.home)?;
        this.nested(py, &items, &shape, &origin)
    }

    /// The values of all variables by name, in declaration order.
    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let model = self.home.snapshot();
        let values = PyDict::new(py);
        for (x, value) in model.variable_ids().zip(self.solution.all_values()) {
            values.set_item(model.name(x).map_err(refused)?, value)?;
        }
        Ok(values)
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "a solution cannot be pickled because it belongs to a model: pickle `s.as_dict()` or `s[x]`",
        ))
    }

    /// The bars of a Gantt chart: resources, each with the name, start and end of every present interval.
    fn _bars(&self) -> PyResult<Vec<(String, Vec<Bar>)>> {
        let value = |kind: &Kind| self.solution.evaluate(kind.core()).map_err(refused);
        let bar = |task: &Task| {
            let values = (value(&task.start)?, value(&task.duration)?, value(&task.presence)?);
            let (Some(start), Some(duration), Some(1..)) = values else { return Ok(None) };
            Ok(Some((task.name.clone(), start, start.saturating_add(duration))))
        };
        let bars = |schedule: &Schedule| {
            let bars = schedule.tasks.iter().filter_map(|task| bar(task).transpose());
            Ok((schedule.name.clone(), bars.collect::<PyResult<_>>()?))
        };
        self.home.schedules().iter().map(bars).collect()
    }

    /// A drawing for notebooks.
    fn _repr_html_<'py>(this: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        this.py().import("ferz.notebook")?.call_method1("solution", (this,))
    }

    fn __repr__(&self) -> PyResult<String> {
        let model = self.home.snapshot();
        let mut text = Vec::new();
        for (x, value) in model.variable_ids().zip(self.solution.all_values()).take(20) {
            text.push(format!("{} = {value}", model.name(x).map_err(refused)?));
        }
        let more = if self.solution.all_values().len() > text.len() { ", …" } else { "" };
        Ok(format!("<Solution: {}{more}>", text.join(", ")))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Solution>().is_ok_and(|other| other.get().solution.all_values() == self.solution.all_values())
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.solution.all_values().hash(&mut hasher);
        hasher.finish()
    }
}
