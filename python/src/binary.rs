//! Binary operators on expressions and arrays.

use crate::array::Array;
use crate::convert;
use crate::expr::{Expr, Kind, Origin, overflow};
use pyo3::IntoPyObjectExt;
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use solver_core::{Compute, Logic, Relates};

/// An operator.
#[derive(Clone, Copy)]
pub(crate) enum Op {
    Add,
    Sub,
    Mul,
    /// The quotient, rounded towards minus infinity, as in Python.
    FloorDiv,
    /// The remainder that belongs to [`Op::FloorDiv`].
    FloorMod,
    /// The quotient, rounded towards 0.
    Div,
    /// The remainder that belongs to [`Op::Div`].
    Mod,
    Pow,
    And,
    Or,
    Xor,
    Implies,
    Compare(CompareOp),
}

impl Op {
    fn is_linear(self) -> bool {
        matches!(self, Op::Add | Op::Sub)
    }

    /// Applies the operator to two expressions. `origin` is the origin of the result.
    pub(crate) fn apply(self, a: &Kind, b: &Kind, origin: &Origin) -> PyResult<Kind> {
        let condition = |kind: &Kind| origin.condition(kind, "an operand of `&`, `|`, `^` and `>>`");
        let difference = || a.plus(b, -1).map(|difference| difference.core());
        Ok(match self {
            Op::Add => a.plus(b, 1)?,
            Op::Sub => a.plus(b, -1)?,
            Op::Mul => match (a.number(), b.number()) {
                (Some(m), Some(n)) => Kind::Number(m.checked_mul(n).ok_or_else(overflow)?),
                (Some(n), None) => Kind::Number(0).plus(b, n)?,
                (None, Some(n)) => Kind::Number(0).plus(a, n)?,
                (None, None) => Kind::function(a.core() * b.core()),
            },
            Op::FloorDiv => Kind::function(a.core().div_floor(b.core())),
            Op::FloorMod => Kind::function(a.core().mod_floor(b.core())),
            Op::Div => Kind::function(a.core() / b.core()),
            Op::Mod => Kind::function(a.core() % b.core()),
            Op::Pow => Kind::function(a.core().pow(b.core())),
            Op::And => Kind::truth(condition(a)?.and(condition(b)?)),
            Op::Or => Kind::truth(condition(a)?.or(condition(b)?)),
            Op::Xor => Kind::truth(condition(a)?.xor(condition(b)?)),
            Op::Implies => Kind::truth(condition(a)?.implies(condition(b)?)),
            Op::Compare(CompareOp::Le) => Kind::truth(difference()?.at_most(0)),
            Op::Compare(CompareOp::Lt) => Kind::truth(difference()?.less_than(0)),
            Op::Compare(CompareOp::Ge) => Kind::truth(difference()?.at_least(0)),
            Op::Compare(CompareOp::Gt) => Kind::truth(difference()?.greater_than(0)),
            Op::Compare(CompareOp::Eq) => Kind::Truth(difference()?.equals(0).into(), same(a, b)),
            Op::Compare(CompareOp::Ne) => Kind::Truth(difference()?.differs(0).into(), same(a, b).map(|same| !same)),
        })
    }
}

/// Whether two variables are the same object; dictionaries, sets and `in` test this with `==`.
fn same(a: &Kind, b: &Kind) -> Option<bool> {
    match (a, b) {
        (Kind::Var(x), Kind::Var(y)) => Some(x == y),
        _ => None,
    }
}

/// Applies an operator. Returns `NotImplemented` if an operand is not an expression, a number, or an array of these.
pub(crate) fn apply(py: Python<'_>, op: Op, left: &Bound<'_, PyAny>, right: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    let Some(one) = convert::operand(left)?.zip(convert::operand(right)?) else {
        if [left, right].iter().any(|side| convert::is_text(side)) {
            if let Op::Compare(CompareOp::Eq | CompareOp::Ne) = op {
                // Python would evaluate this to False, and a model that requires False has no solution.
                let text = format!("{} and {} cannot be equal", convert::type_name(left), convert::type_name(right));
                return Err(PyTypeError::new_err(text));
            }
            return Ok(py.NotImplemented());
        }
        let (Some(a), Some(b)) = (convert::array_or_none(left)?, convert::array_or_none(right)?) else {
            return Ok(py.NotImplemented());
        };
        return Array::combine(op, &a, &b)?.into_py_any(py);
    };
    let (a, b) = one;
    let origin = origin(op, &a.origin, &b.origin)?;
    Expr::new(op.apply(&a.kind, &b.kind, &origin)?, origin).into_py_any(py)
}

/// Returns the origin of an operator's result.
pub(crate) fn origin(op: Op, a: &Origin, b: &Origin) -> PyResult<Origin> {
    let both = a.plus(b)?;
    if op.is_linear() { Ok(both) } else { both.deeper() }
}

/// Generates the methods of a class: the operators, and the given methods.
macro_rules! operators {
    ($class:ident { $($rest:tt)* }) => {
        operators!(@ $class { $($rest)* }
            __add__ __radd__ Op::Add, __sub__ __rsub__ Op::Sub, __mul__ __rmul__ Op::Mul,
            __floordiv__ __rfloordiv__ Op::FloorDiv, __mod__ __rmod__ Op::FloorMod,
            __and__ __rand__ Op::And, __or__ __ror__ Op::Or, __xor__ __rxor__ Op::Xor,
            __rshift__ __rrshift__ Op::Implies);
    };
    (@ $class:ident { $($rest:tt)* } $($left:ident $right:ident $op:expr),+) => {
        #[pymethods]
        impl $class {
            $(
                fn $left(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                    binary::apply(slf.py(), $op, slf.as_any(), other)
                }

                fn $right(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                    binary::apply(slf.py(), $op, other, slf.as_any())
                }
            )+

            fn __pow__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>, _modulo: Option<&Bound<'_, PyAny>>) -> PyResult<Py<PyAny>> {
                binary::apply(slf.py(), Op::Pow, slf.as_any(), other)
            }

            fn __rpow__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>, _modulo: Option<&Bound<'_, PyAny>>) -> PyResult<Py<PyAny>> {
                binary::apply(slf.py(), Op::Pow, other, slf.as_any())
            }

            fn __truediv__(&self, _other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                Err(PyTypeError::new_err("`/` gives fractions, but expressions are integers: write `//` or ferz.div"))
            }

            fn __rtruediv__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                self.__truediv__(other)
            }

            fn __richcmp__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
                binary::apply(slf.py(), Op::Compare(op), slf.as_any(), other)
            }

            $($rest)*
        }
    };
}

pub(crate) use operators;
