//! Python functions called by a search: branching rules and propagators. An exception in such a function ends the
//! search, and the query raises the exception unchanged.

use crate::convert;
use crate::error::ModelError;
use crate::expr::{Expr, Kind};
use crate::model::Home;
use crate::options::comparison;
use crate::query::{QueryState, lock};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use pyo3::{PyTraverseError, PyVisit};
use solver_core::prelude_propagator::*;
use solver_core::{Brancher, Decision, IntVar, Node};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, Weak};

/// The maximum number of values passed to a Python function.
const MANY: u64 = 1 << 22;

fn too_many(what: &str, count: u64) -> PyErr {
    ModelError::new_err(format!(
        "{what} receives the remaining values of its variables, but there are {count}, more than {MANY}: use smaller domains"
    ))
}

/// The Python functions that a model or a query owns. A search refers to them by index, so every reference to a
/// function has an owner that Python's garbage collector can visit. A function may therefore refer to its own model.
#[derive(Default)]
pub(crate) struct Functions {
    all: Mutex<Vec<Py<PyAny>>>,
    /// The latest query of the model, used by search threads that do not know their own query.
    latest: Mutex<Weak<QueryState>>,
}

impl Functions {
    /// Adds a function and takes ownership of it.
    pub(crate) fn add(self: &Arc<Self>, function: Py<PyAny>) -> Function {
        let mut all = lock(&self.all);
        all.push(function);
        Function { of: Arc::downgrade(self), number: all.len() - 1 }
    }

    pub(crate) fn len(&self) -> usize {
        lock(&self.all).len()
    }

    /// Drops all functions except the first `len`.
    pub(crate) fn truncate(&self, len: usize) {
        let rest = lock(&self.all).split_off(len);
        // Drops the functions without holding the lock, because this may run Python code.
        drop(rest);
    }

    pub(crate) fn asked_by(&self, query: &Arc<QueryState>) {
        *lock(&self.latest) = Arc::downgrade(query);
    }

    pub(crate) fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        match self.all.try_lock() {
            Ok(all) => all.iter().try_for_each(|function| visit.call(function)),
            Err(_) => Ok(()),
        }
    }
}

/// A Python function.
#[derive(Clone)]
pub(crate) struct Function {
    of: Weak<Functions>,
    number: usize,
}

impl Function {
    /// Returns the query that calls this function.
    fn query(&self) -> Arc<QueryState> {
        let latest = || lock(&self.of.upgrade()?.latest).upgrade();
        QueryState::current().or_else(latest).unwrap_or_default()
    }

    fn bind<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let functions = self.of.upgrade();
        let function = functions.and_then(|all| lock(&all.all).get(self.number).map(|one| one.clone_ref(py)));
        function
            .map(|one| one.into_bound(py))
            .ok_or_else(|| ModelError::new_err("the model of this search no longer exists"))
    }
}

/// The smallest and the largest value, and a list of all values if there are gaps.
struct Domain(i32, i32, Option<Vec<i32>>);

impl Domain {
    fn size(&self) -> u64 {
        self.2.as_ref().map_or_else(|| self.1.abs_diff(self.0).into(), |values| values.len() as u64 - 1) + 1
    }
}

/// The domains at a search node, as seen by a branching rule.
#[pyclass(frozen, module = "ferz", name = "Node")]
pub(crate) struct PyNode {
    home: Arc<Home>,
    domains: HashMap<IntVar, Domain>,
}

impl PyNode {
    fn domain(&self, x: &Bound<'_, PyAny>) -> PyResult<&Domain> {
        let x = convert::expr(x, "a variable")?;
        x.origin.belongs(&self.home)?;
        let Kind::Var(variable) = &x.kind else {
            return Err(PyTypeError::new_err(format!("expected a variable, not `{}`", x.origin.text(&x.kind))));
        };
        self.domains.get(variable).ok_or_else(|| {
            ModelError::new_err(format!("`{}` is not one of the variables in `on=`", x.origin.text(&x.kind)))
        })
    }
}

#[pymethods]
impl PyNode {
    /// A variable's values, in ascending order.
    fn values(&self, x: &Bound<'_, PyAny>) -> PyResult<Vec<i32>> {
        match self.domain(x)? {
            Domain(_, _, Some(values)) => Ok(values.clone()),
            domain if domain.size() > MANY => Err(too_many("node.values", domain.size())),
            &Domain(min, max, None) => Ok((min..=max).collect()),
        }
    }

    /// The number of values in a variable's domain.
    fn size(&self, x: &Bound<'_, PyAny>) -> PyResult<u64> {
        self.domain(x).map(Domain::size)
    }

    /// A variable's smallest value.
    fn min(&self, x: &Bound<'_, PyAny>) -> PyResult<i32> {
        self.domain(x).map(|domain| domain.0)
    }

    /// A variable's largest value.
    fn max(&self, x: &Bound<'_, PyAny>) -> PyResult<i32> {
        self.domain(x).map(|domain| domain.1)
    }

    /// Whether a variable has only one value left.
    fn is_fixed(&self, x: &Bound<'_, PyAny>) -> PyResult<bool> {
        self.domain(x).map(|domain| domain.0 == domain.1)
    }
}

/// A branching rule, which maps a node to a comparison of a variable with a value, or to None.
#[derive(Clone)]
pub(crate) struct PythonBrancher {
    pub(crate) rule: Function,
    pub(crate) variables: Arc<[IntVar]>,
    pub(crate) home: Arc<Home>,
    pub(crate) query: Arc<QueryState>,
}

impl PythonBrancher {
    fn domains(&self, node: &Node<'_>) -> PyResult<HashMap<IntVar, Domain>> {
        let mut sparse = 0;
        let domain = |&x: &IntVar| {
            let (Some(min), Some(max)) = (node.min(x), node.max(x)) else { return Ok((x, Domain(0, 0, None))) };
            if node.size(x) - 1 == max.abs_diff(min) {
                return Ok((x, Domain(min, max, None)));
            }
            sparse += u64::from(node.size(x));
            if sparse > MANY {
                return Err(too_many("a branching rule", sparse));
            }
            Ok((x, Domain(min, max, Some(node.values(x)))))
        };
        self.variables.iter().map(domain).collect()
    }
}

impl Brancher for PythonBrancher {
    fn choose(&mut self, node: &Node<'_>) -> Option<Decision> {
        if self.query.token.is_cancelled() {
            return None;
        }
        let domains = self.domains(node);
        let choice = self.query.call(|py| {
            let node = PyNode { home: Arc::clone(&self.home), domains: domains? };
            let choice = self.rule.bind(py)?.call1((node,))?;
            if choice.is_none() {
                return Ok(None);
            }
            let wrong = || {
                PyTypeError::new_err(format!(
                    "a branching rule gives a comparison of a variable with a number, such as `x == 3`, or None, \
                     not {choice}"
                ))
            };
            let expr = choice.cast::<Expr>().map_err(|_| wrong())?.get();
            expr.origin.belongs(&self.home)?;
            Decision::from_comparison(&comparison(expr, "a decision")?).map(Some).ok_or_else(wrong)
        });
        choice.flatten()
    }
}

static RULE: Rule = Rule::new("python.filter", "{premises}, and by {constraint} {fact}");

/// A propagator: a function that receives the remaining values of its variables and returns the values to keep. Its
/// reasons have as premises all earlier removals of values from the domains of these variables.
#[derive(Clone)]
pub(crate) struct PythonPropagator {
    filter: Function,
    views: Vec<View>,
    query: Arc<QueryState>,
}

impl PythonPropagator {
    pub(crate) fn new(filter: Function, views: &[View]) -> PythonPropagator {
        PythonPropagator { query: filter.query(), filter, views: views.to_vec() }
    }

    /// Returns the values to keep for each view; `None` for a view that does not change.
    fn filtered(&self, py: Python<'_>, domains: &[Vec<i32>]) -> PyResult<Vec<Option<Vec<i32>>>> {
        let lists = domains.iter().map(|domain| PyList::new(py, domain)).collect::<PyResult<Vec<_>>>()?;
        let answer = self.filter.bind(py)?.call1((PyList::new(py, lists)?,))?;
        if answer.is_none() {
            return Ok(vec![None; domains.len()]);
        }
        let answer = convert::list(&answer, "the result of a propagator")?;
        if answer.len() != domains.len() {
            let text =
                format!("a propagator returned {} lists of values for {} variables", answer.len(), domains.len());
            return Err(ModelError::new_err(text));
        }
        let values = |left: &Bound<'_, PyAny>| {
            (!left.is_none()).then(|| convert::values(left, "the values returned by a propagator")).transpose()
        };
        answer.iter().map(values).collect()
    }
}

impl Propagator for PythonPropagator {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.views, Wake::Domain).priority(6);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        let count: u64 = self.views.iter().map(|&view| u64::from(cx.size(view))).sum();
        cx.work(count.min(MANY) as usize)?;
        let filtered = if count > MANY {
            self.query.call(|_| Err(too_many("a propagator in Python", count))).ok_or_else(|| cx.stop())?
        } else {
            let domains: Vec<Vec<i32>> = self.views.iter().map(|&view| cx.values(view).collect()).collect();
            let filtered = self.query.call(|py| self.filtered(py, &domains)).ok_or_else(|| cx.stop())?;
            domains.into_iter().zip(filtered).collect::<Vec<_>>()
        };
        for ((domain, left), &view) in filtered.into_iter().zip(&self.views) {
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

/// Whether a constraint defined in Python holds for these values.
pub(crate) fn holds(function: &Function, values: &[i32]) -> bool {
    let answer = function.query().call(|py| function.bind(py)?.call1((PyList::new(py, values)?,))?.is_truthy());
    answer.unwrap_or(false)
}
