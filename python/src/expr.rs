//! Expressions: a number, a variable, a sum, or a comparison, which is 0 or 1.

use crate::binary::{self, Op, operators};
use crate::convert;
use crate::error::{ModelError, rejected};
use crate::model::Home;
use crate::query::lock;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyOverflowError, PyRecursionError, PyTypeError};
use pyo3::prelude::*;
use solver_core::{self as core, Comparison, Compute, Indexed, IntVar, Relates};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard};

/// A term of a sum.
#[derive(Clone)]
pub(crate) enum Leaf {
    Var(IntVar),
    Function(Arc<core::Expr>),
}

impl Leaf {
    fn core(&self) -> core::Expr {
        match self {
            Leaf::Var(x) => core::Expr::from(*x),
            Leaf::Function(function) => (**function).clone(),
        }
    }
}

/// A sum: the first `len` terms of a list that it shares with the sums from which it was made. Adding to the longest of
/// these sums appends to the list in place; adding to a different one copies the terms. `sum(xs)` therefore takes
/// linear time.
#[derive(Clone)]
pub(crate) struct Sum {
    terms: Arc<Mutex<Vec<(i64, Leaf)>>>,
    len: usize,
    constant: i64,
}

impl Sum {
    fn terms(&self) -> MutexGuard<'_, Vec<(i64, Leaf)>> {
        lock(&self.terms)
    }
}

/// An expression without its model.
#[derive(Clone)]
pub(crate) enum Kind {
    Number(i64),
    Var(IntVar),
    Sum(Sum),
    /// A comparison. For `==` and `!=` between two variables, also whether it holds for the variables as Python
    /// objects.
    Truth(Arc<Comparison>, Option<bool>),
}

pub(crate) fn overflow() -> PyErr {
    PyOverflowError::new_err("a coefficient or constant exceeds 64 bits")
}

impl Kind {
    /// Wraps a function in a sum.
    pub(crate) fn function(expr: core::Expr) -> Kind {
        let terms = Arc::new(Mutex::new(vec![(1, Leaf::Function(Arc::new(expr)))]));
        Kind::Sum(Sum { terms, len: 1, constant: 0 })
    }

    pub(crate) fn truth(comparison: Comparison) -> Kind {
        Kind::Truth(Arc::new(comparison), None)
    }

    /// Creates a sum of terms, or a number if there are none.
    fn sum(terms: Vec<(i64, Leaf)>, constant: i64) -> Kind {
        match terms.len() {
            0 => Kind::Number(constant),
            len => Kind::Sum(Sum { terms: Arc::new(Mutex::new(terms)), len, constant }),
        }
    }

    /// Adds the terms and the constant, multiplied by a factor.
    fn add_to(&self, terms: &mut Vec<(i64, Leaf)>, constant: &mut i64, factor: i64) -> PyResult<()> {
        let mut add = |n: i64| -> PyResult<()> {
            let sum = n.checked_mul(factor).and_then(|n| constant.checked_add(n));
            *constant = sum.ok_or_else(overflow)?;
            Ok(())
        };
        match self {
            Kind::Number(n) => add(*n)?,
            Kind::Var(x) => terms.push((factor, Leaf::Var(*x))),
            Kind::Truth(comparison, _) => {
                terms.push((factor, Leaf::Function(Arc::new((**comparison).clone().into()))));
            }
            Kind::Sum(sum) => {
                add(sum.constant)?;
                for (c, leaf) in &sum.terms()[..sum.len] {
                    terms.push((c.checked_mul(factor).ok_or_else(overflow)?, leaf.clone()));
                }
            }
        }
        Ok(())
    }

    /// Computes `self + factor * other`.
    pub(crate) fn plus(&self, other: &Kind, factor: i64) -> PyResult<Kind> {
        if let Kind::Sum(sum) = self {
            // Collects the terms before the list is locked, because the other sum may share the list.
            let (mut more, mut constant) = (Vec::new(), sum.constant);
            other.add_to(&mut more, &mut constant, factor)?;
            let mut terms = sum.terms();
            if terms.len() == sum.len {
                terms.extend(more);
                return Ok(Kind::Sum(Sum { len: terms.len(), terms: Arc::clone(&sum.terms), constant }));
            }
        }
        Kind::total([(1, self), (factor, other)])
    }

    pub(crate) fn total<'a>(terms: impl IntoIterator<Item = (i64, &'a Kind)>) -> PyResult<Kind> {
        let (mut all, mut constant) = (Vec::new(), 0);
        for (factor, term) in terms {
            term.add_to(&mut all, &mut constant, factor)?;
        }
        Ok(Kind::sum(all, constant))
    }

    /// Returns the value of the expression if it is a number.
    pub(crate) fn number(&self) -> Option<i64> {
        match self {
            Kind::Number(n) => Some(*n),
            Kind::Sum(sum) if sum.len == 0 => Some(sum.constant),
            Kind::Sum(_) | Kind::Var(_) | Kind::Truth(..) => None,
        }
    }

    pub(crate) fn core(&self) -> core::Expr {
        match self {
            Kind::Number(n) => core::Expr::from(*n),
            Kind::Var(x) => core::Expr::from(*x),
            Kind::Truth(comparison, _) => (**comparison).clone().into(),
            Kind::Sum(sum) => {
                let constant = (sum.constant, core::Expr::from(i32::from(sum.constant != 0)));
                let terms = sum.terms();
                core::Expr::weighted(terms[..sum.len].iter().map(|(c, leaf)| (*c, leaf.core())).chain([constant]))
            }
        }
    }
}

/// The maximum nesting depth of functions in an expression. The solver recurses into them, even on stacks of 512 KiB,
/// which threads have on some systems.
const DEEPEST: u32 = 250;

/// The maximum number of terms in an expression, including the terms in its functions; the solver visits each of them.
const LARGEST: u64 = 1 << 24;

/// The model of an expression, if it has variables; the nesting depth of its functions; and an upper bound on its
/// number of terms. A shared subexpression, as in `x = x * x`, counts as often as it occurs.
#[derive(Clone, Default)]
pub(crate) struct Origin {
    pub(crate) home: Option<Arc<Home>>,
    depth: u32,
    terms: u64,
}

impl Origin {
    pub(crate) fn new(home: &Arc<Home>) -> Origin {
        Origin { home: Some(Arc::clone(home)), depth: 0, terms: 1 }
    }

    /// Returns the origin of a list that contains expressions of both origins.
    pub(crate) fn join(&self, other: &Origin) -> PyResult<Origin> {
        let home = match (&self.home, &other.home) {
            (Some(a), Some(b)) if !Arc::ptr_eq(a, b) => {
                return Err(ModelError::new_err("an expression mixes variables from two models"));
            }
            (Some(home), _) | (None, Some(home)) => Some(Arc::clone(home)),
            (None, None) => None,
        };
        Ok(Origin { home, depth: self.depth.max(other.depth), terms: self.terms.max(other.terms) })
    }

    /// Returns the origin of an expression made from `items` items of this origin.
    pub(crate) fn times(mut self, items: usize) -> PyResult<Origin> {
        self.terms = self.terms.saturating_mul(items as u64);
        if self.terms > LARGEST {
            let text =
                format!("an expression has more than {LARGEST} terms: introduce variables for its subexpressions");
            return Err(PyOverflowError::new_err(text));
        }
        Ok(self)
    }

    /// Returns the origin of an expression made from one item of each origin.
    pub(crate) fn plus(&self, other: &Origin) -> PyResult<Origin> {
        let terms = self.terms.saturating_add(other.terms);
        Origin { terms, ..self.join(other)? }.times(1)
    }

    /// Returns the origin of a function applied to an expression of this origin.
    pub(crate) fn deeper(mut self) -> PyResult<Origin> {
        self.depth += 1;
        if self.depth > DEEPEST {
            let text = format!(
                "an expression has more than {DEEPEST} levels of functions: introduce variables for its subexpressions"
            );
            return Err(PyRecursionError::new_err(text));
        }
        Ok(self)
    }

    /// Checks that the variables belong to this model.
    pub(crate) fn belongs(&self, to: &Arc<Home>) -> PyResult<()> {
        match &self.home {
            Some(home) if !Arc::ptr_eq(home, to) => Err(ModelError::new_err("a variable belongs to another model")),
            _ => Ok(()),
        }
    }

    /// Converts an expression to a condition, which is 0 or 1.
    pub(crate) fn condition(&self, kind: &Kind, what: &str) -> PyResult<core::Expr> {
        let expr = kind.core();
        let range = match (kind, &self.home) {
            (Kind::Truth(..), _) => (0, 1),
            (_, Some(home)) => home.model().bounds(expr.clone()).map_err(rejected)?,
            (_, None) => kind.number().map_or((0, 1), |n| (n, n)),
        };
        if range.0 < 0 || range.1 > 1 {
            let (low, high) = range;
            return Err(PyTypeError::new_err(format!(
                "{what} must be a condition, but `{}` can be {low}..={high}: compare it, as in `x != 0`",
                self.text(kind)
            )));
        }
        Ok(expr)
    }

    pub(crate) fn text(&self, kind: &Kind) -> String {
        match (&self.home, kind.number()) {
            (Some(home), _) => home.model().text(kind.core()).unwrap_or_default(),
            (None, Some(number)) => number.to_string(),
            (None, None) => core::Model::new().text(kind.core()).unwrap_or_default(),
        }
    }
}

/// An integer expression. Variables are expressions, and so are comparisons, which are 1 if they hold and 0 otherwise.
///
/// Operators create expressions: `+ - * // % **`, `abs`, comparisons, and for conditions `&` (and), `|` (or), `~`
/// (not), `^` (exclusive or) and `>>` (implies).
#[pyclass(frozen, module = "ferz")]
#[derive(Clone)]
pub(crate) struct Expr {
    pub(crate) kind: Kind,
    pub(crate) origin: Origin,
}

impl Expr {
    pub(crate) fn new(kind: Kind, origin: Origin) -> Expr {
        Expr { kind, origin }
    }

    /// Creates a function of expressions that have this origin.
    fn function(expr: core::Expr, origin: Origin) -> PyResult<Expr> {
        Ok(Expr::new(Kind::function(expr), origin.deeper()?))
    }

    /// Converts the expression to a condition.
    pub(crate) fn condition(&self, what: &str) -> PyResult<core::Expr> {
        self.origin.condition(&self.kind, what)
    }

    /// Creates the element of an array at an index.
    pub(crate) fn element(array: &[Kind], index: &Expr, origin: &Origin) -> PyResult<Expr> {
        let at = index.kind.core();
        let number = |kind: &Kind| kind.number().and_then(|n| i32::try_from(n).ok());
        let element = match array.iter().map(number).collect::<Option<Vec<i32>>>() {
            Some(numbers) => numbers[..].at(at),
            None => array.iter().map(Kind::core).collect::<Vec<_>>()[..].at(at),
        };
        Expr::function(element, origin.clone().times(array.len())?.plus(&index.origin)?)
    }
}

operators! { Expr {
    #[classattr]
    #[pyo3(name = "__array_ufunc__")]
    fn array_ufunc() -> Option<i64> {
        None
    }

    fn __neg__(&self) -> PyResult<Expr> {
        Ok(Expr::new(Kind::Number(0).plus(&self.kind, -1)?, self.origin.clone()))
    }

    fn __pos__(&self) -> Expr {
        self.clone()
    }

    fn __abs__(&self) -> PyResult<Expr> {
        Expr::function(self.kind.core().abs(), self.origin.clone())
    }

    fn __invert__(&self) -> PyResult<Expr> {
        let kind = match &self.kind {
            Kind::Truth(comparison, _) => Kind::truth(!(**comparison).clone()),
            other => {
                self.condition("an operand of `~`")?;
                Kind::Number(1).plus(other, -1)?
            }
        };
        Ok(Expr::new(kind, self.origin.clone().deeper()?))
    }

    fn __bool__(&self) -> PyResult<bool> {
        match &self.kind {
            Kind::Truth(_, Some(same)) => Ok(*same),
            _ => Err(PyTypeError::new_err(
                "an expression has no truth value before the model is solved: write `&`, `|`, `~` for `and`, `or`, \
                 `not`, `(a <= x) & (x <= b)` for `a <= x <= b`, and ferz.max, ferz.min for max, min",
            )),
        }
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        match &self.kind {
            Kind::Var(x) => x.hash(&mut hasher),
            _ => std::ptr::from_ref(self).hash(&mut hasher),
        }
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        self.origin.text(&self.kind)
    }

    /// The smallest and largest values that the declared domains allow.
    #[getter]
    fn bounds(&self) -> PyResult<(i64, i64)> {
        match &self.origin.home {
            Some(home) => home.model().bounds(self.kind.core()).map_err(rejected),
            None => core::Model::new().bounds(self.kind.core()).map_err(rejected),
        }
    }

    /// The name of a variable; None for any other expression.
    #[getter]
    fn name(&self) -> PyResult<Option<String>> {
        match (&self.kind, &self.origin.home) {
            (Kind::Var(x), Some(home)) => home.model().name(*x).map(Some).map_err(rejected),
            _ => Ok(None),
        }
    }

    /// Same as `self >> other`: if this condition holds, the other one must hold.
    fn implies(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        binary::apply(slf.py(), Op::Implies, slf.as_any(), other)
    }

    /// Whether both conditions hold or neither does.
    fn iff(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Expr> {
        let (a, b) = (slf.get(), convert::expr(other, "a condition")?);
        let comparison = a.condition("an operand of iff")?.equals(b.condition("an operand of iff")?);
        Ok(Expr::new(Kind::truth(comparison), a.origin.plus(&b.origin)?.deeper()?))
    }

    /// Whether the expression takes one of these values.
    fn is_in(&self, values: &Bound<'_, PyAny>) -> PyResult<Expr> {
        let values = convert::domain(values, None)?;
        Ok(Expr::new(Kind::truth(self.kind.core().in_set(values)), self.origin.clone().deeper()?))
    }

    fn __copy__(&self) -> Expr {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Expr {
        self.clone()
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("an expression cannot be pickled because it belongs to a model: pickle its value, `s[x]`"))
    }
} }

/// Reduces several expressions to one with `sum`, `max`, `min`, `all` or `any`.
#[pyfunction]
#[pyo3(name = "_reduce")]
pub(crate) fn reduce(name: &str, items: &Bound<'_, PyAny>) -> PyResult<Expr> {
    let all = convert::array(items, name)?;
    let origin = all.origin.clone().times(all.items.len())?;
    let cores = || all.items.iter().map(Kind::core);
    let conditions =
        || all.items.iter().map(|kind| all.origin.condition(kind, "an operand")).collect::<PyResult<Vec<_>>>();
    let kind = match name {
        "sum" => return Ok(Expr::new(Kind::total(all.items.iter().map(|kind| (1, kind)))?, origin)),
        "max" | "min" if all.items.is_empty() => {
            return Err(ModelError::new_err(format!("{name} needs at least one expression")));
        }
        "max" => Kind::function(core::maximum_of(cores())),
        "min" => Kind::function(core::minimum_of(cores())),
        "all" => Kind::truth(core::all_of(conditions()?)),
        _ => Kind::truth(core::any_of(conditions()?)),
    };
    Ok(Expr::new(kind, origin.deeper()?))
}

/// Creates a weighted sum of expressions.
#[pyfunction]
#[pyo3(name = "_weighted")]
pub(crate) fn weighted(weights: &Bound<'_, PyAny>, items: &Bound<'_, PyAny>) -> PyResult<Expr> {
    let (weights, all) = (convert::numbers(weights, "the weights")?, convert::array(items, "the expressions")?);
    if weights.len() != all.items.len() {
        let text = format!("{} weights for {} expressions", weights.len(), all.items.len());
        return Err(ModelError::new_err(text));
    }
    let origin = all.origin.clone().times(all.items.len())?;
    Ok(Expr::new(Kind::total(weights.into_iter().zip(&*all.items))?, origin))
}

/// Applies a function of two expressions that has no operator: `div` or `mod`, which round towards 0.
#[pyfunction]
#[pyo3(name = "_combine")]
pub(crate) fn combine(
    py: Python<'_>,
    name: &str,
    left: &Bound<'_, PyAny>,
    right: &Bound<'_, PyAny>,
) -> PyResult<Py<PyAny>> {
    binary::apply(py, if name == "div" { Op::Div } else { Op::Mod }, left, right)
}
