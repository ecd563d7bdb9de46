//! Arrays of expressions, of any shape.

use crate::binary::{self, Op, operators};
use crate::convert;
use crate::error::ModelError;
use crate::expr::{Expr, Kind, Origin};
use pyo3::IntoPyObjectExt;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyEllipsis, PyList, PySlice, PyTuple};
use std::sync::Arc;

/// An immutable array of expressions, of any shape: `q[3]`, `q[:, 1]`, `q + range(8)`, `w @ q`, `q.sum()`. An index
/// that is an expression, as in `q[x]`, creates an element constraint.
#[pyclass(frozen, module = "ferz")]
#[derive(Clone)]
pub(crate) struct Array {
    /// The items, row by row.
    pub(crate) items: Arc<[Kind]>,
    pub(crate) shape: Vec<usize>,
    pub(crate) origin: Origin,
}

/// The section of an axis that an index selects.
enum Selected {
    One(usize),
    Several(Vec<usize>),
}

impl Array {
    pub(crate) fn new(items: Vec<Kind>, shape: Vec<usize>, origin: Origin) -> Array {
        debug_assert_eq!(items.len(), shape.iter().product::<usize>());
        Array { items: items.into(), shape, origin }
    }

    fn item(&self, at: usize) -> Expr {
        Expr::new(self.items[at].clone(), self.origin.clone())
    }

    /// Applies an operator item by item. Axes of length 1 are stretched, as in numpy.
    pub(crate) fn combine(op: Op, a: &Array, b: &Array) -> PyResult<Array> {
        let rank = a.shape.len().max(b.shape.len());
        let padded = |shape: &[usize]| [vec![1; rank - shape.len()], shape.to_vec()].concat();
        let (left, right) = (padded(&a.shape), padded(&b.shape));
        let stretched = |(&m, &n): (&usize, &usize)| match (m, n) {
            (1, n) => Ok(n),
            (m, 1) => Ok(m),
            (m, n) if m == n => Ok(m),
            _ => Err(ModelError::new_err(format!("shapes {:?} and {:?} are incompatible", a.shape, b.shape))),
        };
        let shape = left.iter().zip(&right).map(stretched).collect::<PyResult<Vec<usize>>>()?;
        let count = convert::size(&shape)?;
        let origin = binary::origin(op, &a.origin, &b.origin)?;
        // Returns the index of the operand item that corresponds to an item of the result.
        let index = |own: &[usize], mut at: usize| {
            let (mut index, mut stride) = (0, 1);
            for (&n, &own) in shape.iter().zip(own).rev() {
                index += if own == 1 { 0 } else { at % n * stride };
                at /= n;
                stride *= own;
            }
            index
        };
        let item = |at| op.apply(&a.items[index(&left, at)], &b.items[index(&right, at)], &origin);
        let items = (0..count).map(item).collect::<PyResult<Vec<Kind>>>()?;
        Ok(Array::new(items, shape, origin))
    }

    /// Converts a key to a position on an axis.
    fn position(key: &Bound<'_, PyAny>, length: usize) -> PyResult<usize> {
        let wrong = |_| {
            PyTypeError::new_err(
                "an index must be an integer, a slice or, to create an element constraint, an expression",
            )
        };
        let index = key.call_method0("__index__").map_err(wrong)?;
        let index = index.extract::<i64>().map_err(|_| PyIndexError::new_err(format!("the index {index}")))?;
        let from_start = if index < 0 { index.saturating_add_unsigned(length as u64) } else { index };
        usize::try_from(from_start).ok().filter(|&at| at < length).ok_or_else(|| {
            PyIndexError::new_err(format!("index {index} is out of range for an axis of length {length}"))
        })
    }

    /// Returns the element at these indices, some of which are expressions.
    fn element(&self, keys: &[Bound<'_, PyAny>]) -> PyResult<Expr> {
        if keys.len() != self.shape.len() {
            let text =
                format!("an array with {0} axes needs {0} indices if one of them is an expression", self.shape.len());
            return Err(PyIndexError::new_err(text));
        }
        // An index outside its axis must not select an item of another row.
        let mut rows = self.clone();
        let mut keys = keys.to_vec();
        while let Some(key) = keys.pop() {
            let n = rows.shape.pop().unwrap_or(1);
            let items = match convert::operand(&key)?.filter(|index| index.kind.number().is_none()) {
                None => {
                    let at = Array::position(&key, n)?;
                    rows.items.chunks_exact(n).map(|row| row[at].clone()).collect()
                }
                Some(index) => {
                    let element = |row: &[Kind]| Expr::element(row, &index, &rows.origin);
                    let elements = rows.items.chunks_exact(n.max(1)).map(element).collect::<PyResult<Vec<Expr>>>()?;
                    if let Some(first) = elements.first() {
                        rows.origin = first.origin.clone();
                    }
                    elements.into_iter().map(|element| element.kind).collect::<Vec<_>>()
                }
            };
            rows.items = items.into();
        }
        match &*rows.items {
            [only] => Ok(Expr::new(only.clone(), rows.origin)),
            _ => Err(PyIndexError::new_err("an empty array has no elements")),
        }
    }

    /// Returns the section of each axis that the keys select.
    fn select(&self, keys: &[Bound<'_, PyAny>]) -> PyResult<Vec<Selected>> {
        let is_ellipsis = |key: &Bound<'_, PyAny>| key.is_instance_of::<PyEllipsis>();
        let given = keys.iter().filter(|key| !is_ellipsis(key)).count();
        if given > self.shape.len() || keys.len() > given + 1 {
            return Err(PyIndexError::new_err(format!("too many indices for {} axes", self.shape.len())));
        }
        let entire = |&n: &usize| Selected::Several((0..n).collect());
        let mut selected = Vec::with_capacity(self.shape.len());
        for key in keys {
            if is_ellipsis(key) {
                let skipped = self.shape.len() - given;
                selected.extend(self.shape[selected.len()..][..skipped].iter().map(entire));
                continue;
            }
            let n = self.shape[selected.len()];
            selected.push(match key.cast::<PySlice>() {
                Ok(slice) => {
                    let parts = slice.indices(n as isize)?;
                    let at = |k: usize| (parts.start + k as isize * parts.step) as usize;
                    Selected::Several((0..parts.slicelength).map(at).collect())
                }
                Err(_) => Selected::One(Array::position(key, n)?),
            });
        }
        selected.extend(self.shape[selected.len()..].iter().map(entire));
        Ok(selected)
    }

    /// Reduces an axis, or the entire array, with a function that returns an expression.
    fn reduced(
        &self,
        axis: Option<isize>,
        one: impl Fn(&Array) -> PyResult<Expr>,
    ) -> PyResult<(Vec<Expr>, Vec<usize>)> {
        let Some(axis) = axis else { return Ok((vec![one(self)?], Vec::new())) };
        let rank = self.shape.len();
        let at = if axis < 0 { axis + rank as isize } else { axis };
        let at = usize::try_from(at).ok().filter(|&at| at < rank);
        let at = at
            .ok_or_else(|| PyIndexError::new_err(format!("axis {axis} does not exist in an array with {rank} axes")))?;
        let (n, inner) = (self.shape[at], self.shape[at + 1..].iter().product::<usize>());
        let mut shape = self.shape.clone();
        shape.remove(at);
        let lines = (0..shape.iter().product::<usize>()).map(|k| {
            let first = k / inner * inner * n + k % inner;
            let line = (0..n).map(|i| self.items[first + i * inner].clone()).collect();
            one(&Array::new(line, vec![n], self.origin.clone()))
        });
        Ok((lines.collect::<PyResult<_>>()?, shape))
    }

    /// Reduces an axis. Returns an expression, or an array with the remaining axes.
    fn reduction(&self, py: Python<'_>, name: &str, axis: Option<isize>) -> PyResult<Py<PyAny>> {
        let one = |line: &Array| crate::expr::reduce(name, Bound::new(py, line.clone())?.as_any());
        let (items, shape) = self.reduced(axis, one)?;
        let origin = items.first().map_or(Ok(Origin::default()), |first| first.origin.join(&self.origin))?;
        let result = Array::new(items.into_iter().map(|item| item.kind).collect(), shape, origin);
        result.into_object(py)
    }

    /// Returns the array, or its only item if it has no axes.
    pub(crate) fn into_object(self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        if self.shape.is_empty() { self.item(0).into_py_any(py) } else { self.into_py_any(py) }
    }
}

operators! { Array {
    #[new]
    fn __new__(items: &Bound<'_, PyAny>) -> PyResult<Array> {
        convert::array(items, "the argument")
    }

    #[classattr]
    #[pyo3(name = "__array_ufunc__")]
    fn array_ufunc() -> Option<i64> {
        None
    }

    /// The length of each axis.
    #[getter]
    fn shape<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.shape)
    }

    fn __len__(&self) -> PyResult<usize> {
        self.shape.first().copied().ok_or_else(|| PyTypeError::new_err("an array without axes has no length"))
    }

    fn __bool__(&self) -> PyResult<bool> {
        Err(PyTypeError::new_err("an array of conditions has no truth value: write ferz.all(…) or ferz.any(…)"))
    }

    fn __hash__(&self) -> PyResult<u64> {
        Err(PyTypeError::new_err("an array cannot be a dictionary key: use its name or its variables"))
    }

    fn __neg__(&self) -> PyResult<Array> {
        let items = self.items.iter().map(|kind| Kind::Number(0).plus(kind, -1)).collect::<PyResult<Vec<_>>>()?;
        Ok(Array::new(items, self.shape.clone(), self.origin.clone()))
    }

    fn __invert__(slf: &Bound<'_, Self>) -> PyResult<Py<PyAny>> {
        let one = 1_i32.into_pyobject(slf.py())?;
        binary::apply(slf.py(), Op::Xor, slf.as_any(), one.as_any())
    }

    fn __getitem__(&self, py: Python<'_>, key: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let keys: Vec<Bound<'_, PyAny>> = match key.cast::<PyTuple>() {
            Ok(keys) => keys.iter().collect(),
            Err(_) => vec![key.clone()],
        };
        if keys.iter().any(|key| key.cast::<Expr>().is_ok()) {
            return self.element(&keys)?.into_py_any(py);
        }
        let selected = self.select(&keys)?;
        let (mut places, mut shape) = (vec![0], Vec::new());
        for (axis, &n) in selected.iter().zip(&self.shape) {
            places = match axis {
                Selected::One(at) => places.iter().map(|place| place * n + at).collect(),
                Selected::Several(all) => {
                    shape.push(all.len());
                    places.iter().flat_map(|place| all.iter().map(move |at| place * n + at)).collect()
                }
            };
        }
        let items = places.iter().map(|&at| self.items[at].clone()).collect();
        Array::new(items, shape, self.origin.clone()).into_object(py)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let list = PyList::empty(py);
        for at in 0..self.__len__()? {
            let shape = self.shape[1..].to_vec();
            let inner = shape.iter().product::<usize>();
            let items = self.items[at * inner..][..inner].to_vec();
            list.append(Array::new(items, shape, self.origin.clone()).into_object(py)?)?;
        }
        Ok(list.try_iter()?.into_any())
    }

    /// The sum of all items, or the sums along an axis.
    #[pyo3(signature = (axis=None))]
    fn sum(&self, py: Python<'_>, axis: Option<isize>) -> PyResult<Py<PyAny>> {
        self.reduction(py, "sum", axis)
    }

    /// The largest item, or the largest items along an axis.
    #[pyo3(signature = (axis=None))]
    fn max(&self, py: Python<'_>, axis: Option<isize>) -> PyResult<Py<PyAny>> {
        self.reduction(py, "max", axis)
    }

    /// The smallest item, or the smallest items along an axis.
    #[pyo3(signature = (axis=None))]
    fn min(&self, py: Python<'_>, axis: Option<isize>) -> PyResult<Py<PyAny>> {
        self.reduction(py, "min", axis)
    }

    /// Whether all conditions hold, in the entire array or along an axis.
    #[pyo3(signature = (axis=None))]
    fn all(&self, py: Python<'_>, axis: Option<isize>) -> PyResult<Py<PyAny>> {
        self.reduction(py, "all", axis)
    }

    /// Whether at least one condition holds, in the entire array or along an axis.
    #[pyo3(signature = (axis=None))]
    fn any(&self, py: Python<'_>, axis: Option<isize>) -> PyResult<Py<PyAny>> {
        self.reduction(py, "any", axis)
    }

    /// The product of matrices, or the dot product of two lists.
    fn __matmul__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        product(py, self, &convert::array(other, "the right side of `@`")?)?.into_object(py)
    }

    fn __rmatmul__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        product(py, &convert::array(other, "the left side of `@`")?, self)?.into_object(py)
    }

    /// The array with its axes in reverse order, which transposes a matrix.
    #[getter]
    #[pyo3(name = "T")]
    fn transposed(&self) -> Array {
        let shape: Vec<usize> = self.shape.iter().rev().copied().collect();
        let source = |mut at: usize| {
            // The last index of the result varies fastest, and is the first index of the source.
            let mut index = vec![0; shape.len()];
            for (position, &n) in index.iter_mut().zip(&shape).rev() {
                (*position, at) = (at % n, at / n);
            }
            index.iter().rev().zip(&self.shape).fold(0, |place, (at, n)| place * n + at)
        };
        let items = (0..self.items.len()).map(|at| self.items[source(at)].clone()).collect();
        Array::new(items, shape, self.origin.clone())
    }

    /// All items, row by row, in an array with one axis.
    #[getter]
    fn flat(&self) -> Array {
        Array { shape: vec![self.items.len()], ..self.clone() }
    }

    /// The same items in a different shape, in which -1 stands for the length that fits.
    #[pyo3(signature = (*shape))]
    fn reshape(&self, shape: Vec<isize>) -> PyResult<Array> {
        let misfit = || ModelError::new_err(format!("{} items do not fit into the shape {shape:?}", self.items.len()));
        let known = shape.iter().filter(|&&n| n != -1).try_fold(1_usize, |all, &n| all.checked_mul(usize::try_from(n).ok()?));
        let known = known.ok_or_else(misfit)?;
        let rest = self.items.len().checked_div(known).unwrap_or(0);
        let new: Vec<usize> = shape.iter().map(|&n| if n == -1 { rest } else { n as usize }).collect();
        let fits = new.iter().try_fold(1_usize, |all, &n| all.checked_mul(n)) == Some(self.items.len()) && shape.iter().filter(|&&n| n == -1).count() <= 1;
        if !fits {
            return Err(misfit());
        }
        convert::size(&new)?;
        Ok(Array { shape: new, ..self.clone() })
    }

    fn __copy__(&self) -> Array {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Array {
        self.clone()
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("an array cannot be pickled because it belongs to a model: pickle its values, `s[q]`"))
    }

    fn __repr__(&self) -> String {
        let rows = self.items.iter().take(20).map(|kind| self.origin.text(kind)).collect::<Vec<_>>().join(", ");
        let more = if self.items.len() > 20 { ", …" } else { "" };
        let shape = if self.shape.len() == 1 { String::new() } else { format!(", shape={:?}", self.shape) };
        format!("Array([{rows}{more}]{shape})")
    }
} }

/// Computes a matrix product. A list is a row on the left and a column on the right.
fn product(py: Python<'_>, a: &Array, b: &Array) -> PyResult<Array> {
    let ([.., n], [m, ..]) = (&a.shape[..], &b.shape[..]) else {
        return Err(PyTypeError::new_err("`@` needs arrays"));
    };
    if n != m || a.shape.len() > 2 || b.shape.len() > 2 {
        return Err(ModelError::new_err(format!("shapes {:?} and {:?} are incompatible for `@`", a.shape, b.shape)));
    }
    let columns = b.shape.get(1).copied().unwrap_or(1);
    let rows = a.items.len().checked_div(*n).unwrap_or(0);
    // If the product is not linear, each term is a function.
    let origin = binary::origin(Op::Mul, &a.origin, &b.origin)?.times(*n)?;
    let shape = [&a.shape[..a.shape.len() - 1], &b.shape[1..]].concat();
    convert::size(&shape)?;
    let cell = |(row, column): (usize, usize)| {
        py.check_signals()?;
        let terms = (0..*n).map(|k| Op::Mul.apply(&a.items[row * n + k], &b.items[k * columns + column], &origin));
        Kind::total(terms.collect::<PyResult<Vec<Kind>>>()?.iter().map(|term| (1, term)))
    };
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    Ok(Array::new(cells.map(cell).collect::<PyResult<_>>()?, shape, origin))
}
