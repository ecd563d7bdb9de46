//! Functions in Python that a search calls: branching rules and propagators. An exception in one ends the search, and
//! the query raises it unchanged.

use crate::convert;
use crate::error::ModelError;
use crate::expr::Expr;
use crate::model::Home;
use crate::options::comparison;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use solver_core::prelude_propagator::*;
use solver_core::{Brancher, CancelToken, Decision, IntVar, Node};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The first exception of a callback.
#[derive(Clone, Default)]
pub(crate) struct Raised(Arc<Mutex<Option<PyErr>>>);

impl Raised {
    fn set(&self, error: PyErr) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    }

    pub(crate) fn take(&self) -> Option<PyErr> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// The domains at a node of the search, for a branching rule.
#[pyclass(frozen, module = "ferz", name = "Node")]
pub(crate) struct PyNode {
    home: Arc<Home>,
    domains: HashMap<IntVar, Vec<i32>>,
}

impl PyNode {
    fn domain(&self, x: &Bound<'_, PyAny>) -> PyResult<&[i32]> {
        let [x] = crate::options::variables(&self.home, PyList::new(x.py(), [x])?.as_any())?[..] else {
            return Err(PyTypeError::new_err("a single variable is needed"));
        };
        let domain = self.domains.get(&x).map(Vec::as_slice);
        domain.ok_or_else(|| ModelError::new_err("this variable is not among those of `on=`"))
    }
}

#[pymethods]
impl PyNode {
    /// The values of a variable, ascending.
    fn values(&self, x: &Bound<'_, PyAny>) -> PyResult<Vec<i32>> {
        self.domain(x).map(<[i32]>::to_vec)
    }

    /// The number of values of a variable.
    fn size(&self, x: &Bound<'_, PyAny>) -> PyResult<usize> {
        self.domain(x).map(<[i32]>::len)
    }

    /// The smallest value of a variable.
    fn min(&self, x: &Bound<'_, PyAny>) -> PyResult<i32> {
        self.domain(x).map(|domain| domain[0])
    }

    /// The largest value of a variable.
    fn max(&self, x: &Bound<'_, PyAny>) -> PyResult<i32> {
        self.domain(x).map(|domain| domain[domain.len() - 1])
    }

    /// Whether a variable has only one value.
    fn is_fixed(&self, x: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.domain(x).map(|domain| domain.len() == 1)
    }
}

/// A branching rule: from a node to a comparison of a variable with a value, or to None.
#[derive(Clone)]
pub(crate) struct PythonBrancher {
    pub(crate) rule: Arc<Py<PyAny>>,
    pub(crate) variables: Arc<[IntVar]>,
    pub(crate) home: Arc<Home>,
    pub(crate) token: CancelToken,
}

impl Brancher for PythonBrancher {
    fn choose(&mut self, node: &Node<'_>) -> Option<Decision> {
        if self.token.is_cancelled() {
            return None;
        }
        let domains = self.variables.iter().map(|&x| (x, node.values(x))).collect();
        let node = PyNode { home: Arc::clone(&self.home), domains };
        let choice = Python::attach(|py| {
            let choice = self.rule.bind(py).call1((node,))?;
            if choice.is_none() {
                return Ok(None);
            }
            let wrong = || {
                PyTypeError::new_err(format!(
                    "a branching rule gives a comparison such as `x == 3`, or None, not {choice}"
                ))
            };
            let expr = choice.cast::<Expr>().map_err(|_| wrong())?.get();
            expr.origin.belongs(&self.home)?;
            Decision::from_comparison(&comparison(expr)?).map(Some).ok_or_else(wrong)
        });
        choice.unwrap_or_else(|error| {
            self.home.raised.set(error);
            self.token.cancel();
            None
        })
    }
}

static RULE: Rule = Rule::new("python.filter", "{premises}, and by {constraint} {fact}");

/// A propagator: a function from the values that are left to those that may stay. Its reasons are all that its scope
/// has lost.
#[derive(Clone)]
pub(crate) struct PythonPropagator {
    pub(crate) filter: Arc<Py<PyAny>>,
    pub(crate) views: Vec<View>,
    pub(crate) raised: Raised,
}

impl PythonPropagator {
    /// The values that may stay, by view; `None` for a view that does not change.
    fn filtered(&self, domains: &[Vec<i32>]) -> PyResult<Vec<Option<Vec<i32>>>> {
        Python::attach(|py| {
            let lists = domains.iter().map(|domain| PyList::new(py, domain)).collect::<PyResult<Vec<_>>>()?;
            let answer = self.filter.bind(py).call1((PyList::new(py, lists)?,))?;
            if answer.is_none() {
                return Ok(vec![None; domains.len()]);
            }
            let answer = convert::list(&answer, "the answer of a propagator")?;
            if answer.len() != domains.len() {
                let text =
                    format!("a propagator gave {} lists of values for {} variables", answer.len(), domains.len());
                return Err(ModelError::new_err(text));
            }
            let values = |left: &Bound<'_, PyAny>| {
                (!left.is_none()).then(|| convert::values(left, "the values that a propagator leaves")).transpose()
            };
            answer.iter().map(values).collect()
        })
    }
}

impl Propagator for PythonPropagator {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.views, Wake::Domain).priority(6);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        let domains: Vec<Vec<i32>> = self.views.iter().map(|&view| cx.values(view).collect()).collect();
        cx.work(domains.iter().map(Vec::len).sum())?;
        let filtered = self.filtered(&domains).map_err(|error| {
            self.raised.set(error);
            cx.stop()
        })?;
        for ((left, domain), &view) in filtered.into_iter().zip(&domains).zip(&self.views) {
            let Some(mut left) = left else { continue };
            left.sort_unstable();
            for &value in domain.iter().filter(|value| left.binary_search(value).is_err()) {
                cx.remove(view, value, || Lazy(0))?;
            }
        }
        Ok(Status::Again)
    }

    fn explain(&self, past: &DomainsAt<'_>, _: Option<Atom>, _: u32, why: &mut Premises) -> &'static Rule {
        let root = past.root();
        for &view in &self.views {
            let (low, high) = (past.min(view), past.max(view));
            why.push(Atom::at_least(view, low));
            why.push(Atom::at_most(view, high));
            let holes = (low + 1..high).filter(|&v| root.contains(view, v) && !past.contains(view, v));
            why.extend(holes.map(|v| Atom::differs(view, v)));
        }
        &RULE
    }

    fn check(&self, rule: &'static Rule, _: &CheckContext<'_>) -> bool {
        rule == &RULE
    }
}

/// Whether a constraint in Python holds for these values.
pub(crate) fn holds(function: &Py<PyAny>, raised: &Raised, values: &[i32]) -> bool {
    let answer = Python::attach(|py| function.bind(py).call1((PyList::new(py, values)?,))?.is_truthy());
    answer.unwrap_or_else(|error| {
        raised.set(error);
        false
    })
}
