//! Converts Python objects to expressions, arrays, numbers and domains.

use crate::array::Array;
use crate::error::ModelError;
use crate::expr::{Expr, Kind, Origin, overflow};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyFloat, PyInt, PyList, PyRange, PyString, PyTuple};
use solver_core::ValueSet;

/// The maximum number of expressions in an array.
const LONGEST: usize = 1 << 22;

pub(crate) fn is_text(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyString>()
        || object.is_instance_of::<PyBytes>()
        || object.is_instance_of::<PyByteArray>()
        || object.is_instance_of::<PyDict>()
}

fn is_list(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>()
}

pub(crate) fn type_name(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| "an object".to_owned(), |name| name.to_string())
}

/// Converts an expression or an integer, including a numpy integer; returns `None` for anything else.
pub(crate) fn operand(object: &Bound<'_, PyAny>) -> PyResult<Option<Expr>> {
    if let Some(one) = exact(object)? {
        return Ok(Some(one));
    }
    if object.cast::<Array>().is_ok() || is_text(object) || is_list(object) {
        return Ok(None);
    }
    // Unwraps a numpy scalar, because numpy's truth values have no `__index__`.
    if object.hasattr("ndim")? && object.getattr("ndim")?.eq(0)? {
        return exact(&object.call_method0("item")?);
    }
    if object.hasattr("__index__")? && !object.hasattr("__len__")? {
        return exact(&object.call_method0("__index__")?);
    }
    Ok(None)
}

/// Converts an expression or a Python integer.
fn exact(object: &Bound<'_, PyAny>) -> PyResult<Option<Expr>> {
    if let Ok(expr) = object.cast::<Expr>() {
        return Ok(Some(expr.get().clone()));
    }
    if object.is_instance_of::<PyInt>() {
        let number = object.extract::<i64>().map_err(|_| overflow())?;
        return Ok(Some(Expr::new(Kind::Number(number), Origin::default())));
    }
    if object.is_instance_of::<PyFloat>() {
        let text = format!("{} is a float, but expressions are integers", object.repr()?);
        return Err(PyTypeError::new_err(text));
    }
    Ok(None)
}

/// Converts an expression or an integer.
pub(crate) fn expr(object: &Bound<'_, PyAny>, what: &str) -> PyResult<Expr> {
    operand(object)?.ok_or_else(|| {
        PyTypeError::new_err(format!("{what} must be an expression or an integer, not {}", type_name(object)))
    })
}

/// Converts an array, a nested list, a range, a numpy array, or any other iterable of these; returns `None` for
/// anything else.
pub(crate) fn array_or_none(object: &Bound<'_, PyAny>) -> PyResult<Option<Array>> {
    if let Ok(array) = object.cast::<Array>() {
        return Ok(Some(array.get().clone()));
    }
    let mut items = Items::default();
    let shape = items.spread(object, 0)?;
    Ok(shape.map(|shape| Array { items: items.all.into(), shape, origin: items.origin }))
}

/// Same as [`array_or_none`], but returns an error for anything else.
pub(crate) fn array(object: &Bound<'_, PyAny>, what: &str) -> PyResult<Array> {
    array_or_none(object)?.filter(|array| !array.shape.is_empty()).ok_or_else(|| {
        PyTypeError::new_err(format!("{what} must be an array or a list of expressions, not {}", type_name(object)))
    })
}

/// The maximum number of axes in an array.
pub(crate) const AXES: usize = 32;

/// Returns the number of items in an array of this shape. Each axis must be short enough for iteration, even if another
/// axis is empty.
pub(crate) fn size(shape: &[usize]) -> PyResult<usize> {
    if shape.len() > AXES {
        return Err(ModelError::new_err(format!("an array cannot have {} axes: the maximum is {AXES}", shape.len())));
    }
    let all = shape.iter().try_fold(1_usize, |all, &n| all.checked_mul(n.max(1))).filter(|&all| all <= LONGEST);
    let text = || format!("an array of shape {shape:?} is too large: the maximum is {LONGEST} items");
    all.ok_or_else(|| PyOverflowError::new_err(text())).map(|all| if shape.contains(&0) { 0 } else { all })
}

/// The expressions in a nested list, and their origin.
#[derive(Default)]
struct Items {
    all: Vec<Kind>,
    origin: Origin,
    /// The number of objects visited. It differs from the number of expressions, because lists may be empty or share
    /// rows.
    visited: usize,
}

impl Items {
    /// Appends the expressions in an object and returns its shape.
    fn spread(&mut self, object: &Bound<'_, PyAny>, axis: usize) -> PyResult<Option<Vec<usize>>> {
        if let Ok(array) = object.cast::<Array>() {
            let array = array.get();
            if self.all.len() + array.items.len() > LONGEST {
                return Err(endless("an array"));
            }
            self.all.extend(array.items.iter().cloned());
            self.origin = self.origin.join(&array.origin)?;
            return Ok(Some(array.shape.clone()));
        }
        if let Some(one) = operand(object)? {
            self.all.push(one.kind);
            self.origin = self.origin.join(&one.origin)?;
            return Ok(Some(Vec::new()));
        }
        if is_text(object) || axis == AXES {
            return Ok(None);
        }
        if !is_list(object) && object.hasattr("tolist")? {
            return self.spread(&object.call_method0("tolist")?, axis + 1);
        }
        if !object.hasattr("__iter__")? {
            return Ok(None);
        }
        if object.is_instance_of::<PyRange>() && !object.len().is_ok_and(|len| len <= LONGEST) {
            return Err(endless("an array"));
        }
        let mut rows: Option<Vec<usize>> = None;
        let mut count = 0;
        for item in object.try_iter()? {
            let item = item?;
            let Some(shape) = self.spread(&item, axis + 1)? else {
                let text = format!("an array contains expressions and integers, not {}", type_name(&item));
                return Err(PyTypeError::new_err(text));
            };
            match &rows {
                Some(rows) if *rows != shape => {
                    return Err(ModelError::new_err("the rows of an array differ in length"));
                }
                Some(_) => {}
                None => rows = Some(shape),
            }
            count += 1;
            self.visited += 1;
            if self.visited > LONGEST {
                return Err(endless("an array"));
            }
            if self.visited.is_multiple_of(0x1_0000) {
                object.py().check_signals()?;
            }
        }
        Ok(Some(std::iter::once(count).chain(rows.unwrap_or_default()).collect()))
    }
}

fn endless(what: &str) -> PyErr {
    PyOverflowError::new_err(format!("{what} has more than {LONGEST} items: is it infinite?"))
}

/// Converts an integer, including a numpy integer.
pub(crate) fn number(object: &Bound<'_, PyAny>, what: &str) -> PyResult<i64> {
    match operand(object)?.map(|one| one.kind.number()) {
        Some(Some(number)) => Ok(number),
        Some(None) => Err(PyTypeError::new_err(format!("{what} must be an integer, not an expression"))),
        None => Err(PyTypeError::new_err(format!("{what} must be an integer, not {}", type_name(object)))),
    }
}

/// Converts a number that need not be an integer.
pub(crate) fn real(object: &Bound<'_, PyAny>, what: &str) -> PyResult<f64> {
    object.extract().map_err(|_| PyTypeError::new_err(format!("{what} must be a number, not {}", type_name(object))))
}

/// Converts a number to a value of a variable.
fn small(n: i64, what: &str) -> PyResult<i32> {
    let text = || format!("{what} is {n}, but values must lie within -1073741824..=1073741824");
    i32::try_from(n).map_err(|_| PyOverflowError::new_err(text()))
}

/// Converts an object to a value of a variable.
pub(crate) fn value(object: &Bound<'_, PyAny>, what: &str) -> PyResult<i32> {
    small(number(object, what)?, what)
}

/// Converts integers in any shape.
pub(crate) fn numbers(object: &Bound<'_, PyAny>, what: &str) -> PyResult<Vec<i64>> {
    let number = |kind: &Kind| {
        kind.number().ok_or_else(|| PyTypeError::new_err(format!("{what} must be integers, not expressions")))
    };
    array(object, what)?.items.iter().map(number).collect()
}

/// Converts values of variables in any shape.
pub(crate) fn values(object: &Bound<'_, PyAny>, what: &str) -> PyResult<Vec<i32>> {
    numbers(object, what)?.into_iter().map(|n| small(n, &format!("one of {what}"))).collect()
}

/// Converts a single value, or values in any shape.
pub(crate) fn values_or_one(object: &Bound<'_, PyAny>, what: &str) -> PyResult<Vec<i32>> {
    if operand(object)?.is_some() { Ok(vec![value(object, what)?]) } else { values(object, what) }
}

/// Returns the items of an iterable.
pub(crate) fn list<'py>(object: &Bound<'py, PyAny>, what: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
    if is_text(object) || !object.hasattr("__iter__")? {
        return Err(PyTypeError::new_err(format!("{what} must be a list, not {}", type_name(object))));
    }
    let mut items = Vec::new();
    for item in object.try_iter()? {
        items.push(item?);
        if items.len() > LONGEST {
            return Err(endless(what));
        }
        if items.len().is_multiple_of(0x1_0000) {
            object.py().check_signals()?;
        }
    }
    Ok(items)
}

/// Converts a domain: the values from `first` to `last`, or the values in a range, a list or a set.
pub(crate) fn domain(first: &Bound<'_, PyAny>, last: Option<&Bound<'_, PyAny>>) -> PyResult<ValueSet> {
    if let Some(last) = last {
        return Ok(ValueSet::range(value(first, "the smallest value")?, value(last, "the largest value")?));
    }
    if let Ok(range) = first.cast::<PyRange>() {
        let [start, stop, step] = ["start", "stop", "step"].map(|part| range.getattr(part)?.extract::<i64>());
        if let (Ok(start), Ok(stop), Ok(1)) = (start, stop, step) {
            let what = "a bound of the range";
            let (start, last) = (small(start, what)?, small(stop.saturating_sub(1), what)?);
            return Ok(if start > last { ValueSet::from_values([]) } else { ValueSet::range(start, last) });
        }
    }
    if operand(first)?.is_some() {
        return Err(PyTypeError::new_err("a domain must be two bounds, a range, or a list of values"));
    }
    Ok(ValueSet::from_values(values(first, "the values of a domain")?))
}
