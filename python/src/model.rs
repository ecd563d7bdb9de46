//! Models: variables, constraints, and text output.

use crate::array::Array;
use crate::callback::Functions;
use crate::convert;
use crate::enumeration::{self, Enumerations};
use crate::error::{ModelError, refused, rejected};
use crate::expr::{Expr, Kind, Origin};
use crate::options::comparison;
use crate::query::lock;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};
use pyo3::{PyTraverseError, PyVisit};
use solver_core::model::Posted;
use solver_core::{self as core, ConstraintId, IntVar, ValueSet};
use std::sync::{Arc, Mutex, MutexGuard};

/// The model to which expressions, constraints and solutions belong.
#[derive(Default)]
pub(crate) struct Home {
    model: Mutex<core::Model>,
    schedules: Mutex<Vec<Schedule>>,
    pub(crate) enumerations: Enumerations,
}

/// A resource to be drawn, and its intervals.
pub(crate) struct Schedule {
    pub(crate) name: String,
    pub(crate) tasks: Vec<Task>,
}

/// An interval to be drawn.
pub(crate) struct Task {
    pub(crate) name: String,
    pub(crate) start: Kind,
    pub(crate) duration: Kind,
    pub(crate) presence: Kind,
}

impl Home {
    /// Locks the model. Python objects must be converted first, because their conversion may run code that needs the
    /// model.
    pub(crate) fn model(&self) -> MutexGuard<'_, core::Model> {
        lock(&self.model)
    }

    /// Locks the schedules.
    pub(crate) fn schedules(&self) -> MutexGuard<'_, Vec<Schedule>> {
        lock(&self.schedules)
    }

    /// Returns a copy of the current model, which is cheap.
    pub(crate) fn snapshot(&self) -> core::Model {
        self.model().clone()
    }
}

/// A model constraint.
#[pyclass(frozen, module = "ferz")]
#[derive(Clone)]
pub(crate) struct Constraint {
    pub(crate) id: ConstraintId,
    pub(crate) home: Arc<Home>,
}

#[pymethods]
impl Constraint {
    /// The constraint's name: the one given by the user, its text, or its kind and number.
    #[getter]
    fn name(&self) -> PyResult<String> {
        self.home.model().constraint_name(self.id).map_err(refused)
    }

    /// The number of constraints posted earlier.
    #[getter]
    fn index(&self) -> usize {
        self.id.index()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let same = |other: &Constraint| other.id == self.id && Arc::ptr_eq(&other.home, &self.home);
        other.cast::<Constraint>().is_ok_and(|other| same(other.get()))
    }

    fn __hash__(&self) -> usize {
        self.id.index()
    }

    fn __copy__(&self) -> Constraint {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Constraint {
        self.clone()
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("a constraint cannot be pickled because it belongs to a model: pickle its name"))
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<Constraint {}>", self.name()?))
    }
}

/// How a constraint is posted: its name, its conditions, and its consistency level.
#[derive(Default)]
pub(crate) struct How {
    name: Option<String>,
    enforce_if: Option<core::Expr>,
    iff: Option<core::Expr>,
    level: Option<core::Consistency>,
}

impl How {
    pub(crate) fn new(
        home: &Arc<Home>,
        name: Option<String>,
        enforce_if: Option<&Bound<'_, PyAny>>,
        iff: Option<&Bound<'_, PyAny>>,
        level: Option<&str>,
    ) -> PyResult<How> {
        let condition = |given: Option<&Bound<'_, PyAny>>, what| {
            let Some(given) = given else { return Ok(None) };
            let expr = convert::expr(given, what)?;
            expr.origin.belongs(home)?;
            expr.condition(what).map(Some)
        };
        let (enforce_if, iff) = (condition(enforce_if, "enforce_if")?, condition(iff, "iff")?);
        if enforce_if.is_some() && iff.is_some() {
            return Err(PyTypeError::new_err("give enforce_if or iff, not both"));
        }
        let level = level.map(|name| name.parse().map_err(|error: core::search::UnknownName| rejected(error)));
        Ok(How { name, enforce_if, iff, level: level.transpose()? })
    }

    /// Gives a constraint that was just posted its name and conditions.
    pub(crate) fn on<Kind>(&self, posted: Posted<'_, Kind>) -> (ConstraintId, Option<core::ModelError>) {
        let posted = match &self.name {
            Some(name) => posted.named(name),
            None => posted,
        };
        let posted = match (&self.enforce_if, &self.iff) {
            (Some(condition), _) => posted.enforce_if(condition),
            (None, Some(condition)) => posted.iff(condition),
            (None, None) => posted,
        };
        (posted.id(), posted.error().cloned())
    }
}

impl Model {
    /// Posts a constraint, and removes it again if it has an error.
    pub(crate) fn posting(
        &self,
        how: &How,
        post: impl FnOnce(&mut core::Model) -> (ConstraintId, Option<core::ModelError>),
    ) -> PyResult<Constraint> {
        let mut model = self.home.model();
        let (id, wrong) = post(&mut model);
        let done = match (wrong, how.level) {
            (Some(error), _) => Err(error),
            (None, Some(level)) => model.set_level(id, level),
            (None, None) => Ok(()),
        };
        match done {
            Ok(()) => Ok(Constraint { id, home: Arc::clone(&self.home) }),
            Err(error) => {
                model.pop_constraint();
                Err(refused(error))
            }
        }
    }

    /// Declares variables in a shape: `name[0,0]`, `name[0,1]`, ….
    fn declare(
        &self,
        name: Option<String>,
        domain: &ValueSet,
        shape: Option<Vec<usize>>,
    ) -> PyResult<(Vec<IntVar>, Vec<usize>)> {
        let mut model = self.home.model();
        let name = name.unwrap_or_else(|| format!("x{}", model.variables()));
        let Some(shape) = shape else {
            return Ok((vec![model.int(name, domain.clone()).map_err(refused)?], Vec::new()));
        };
        let count = convert::size(&shape)?;
        let variables = match shape[..] {
            [n] => model.ints(name, n, domain.clone()),
            [rows, columns] => model.matrix(name, rows, columns, domain.clone()).map(|matrix| matrix.cells().to_vec()),
            _ => (0..count).map(|at| model.int(format!("{name}[{}]", subscript(at, &shape)), domain.clone())).collect(),
        };
        Ok((variables.map_err(refused)?, shape))
    }
}

/// Formats the indices of an item, such as `1,0,2`.
fn subscript(mut at: usize, shape: &[usize]) -> String {
    let mut indices = Vec::new();
    for &n in shape.iter().rev() {
        indices.push((at % n).to_string());
        at /= n;
    }
    indices.reverse();
    indices.join(",")
}

/// Reads a shape: one number or several.
fn shape(given: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Vec<usize>>> {
    let Some(given) = given else { return Ok(None) };
    let lengths = match convert::operand(given)? {
        Some(one) => vec![one.kind.number().ok_or_else(|| PyTypeError::new_err("a shape must consist of integers"))?],
        None => convert::numbers(given, "a shape")?,
    };
    let length =
        |n: i64| usize::try_from(n).map_err(|_| ModelError::new_err(format!("a shape cannot contain the length {n}")));
    if lengths.is_empty() {
        return Err(ModelError::new_err("a shape needs at least one axis"));
    }
    lengths.into_iter().map(length).collect::<PyResult<_>>().map(Some)
}

/// The compiled part of a model.
#[pyclass(frozen, module = "ferz", subclass)]
pub(crate) struct Model {
    pub(crate) home: Arc<Home>,
    /// The propagators written in Python.
    pub(crate) functions: Arc<Functions>,
}

#[pymethods]
impl Model {
    #[new]
    fn new() -> Model {
        Model { home: Arc::default(), functions: Arc::default() }
    }

    /// Declares a variable, or an array of variables.
    ///
    /// The domain consists of the values from the first bound to the second, inclusive, or of the values in a range or
    /// a list. They must be within ±2³⁰. If the domain is a class derived from `enum.IntEnum`, the values are its
    /// members.
    #[pyo3(signature = (domain, last=None, *, shape=None, name=None))]
    fn int_var(
        &self,
        py: Python<'_>,
        domain: &Bound<'_, PyAny>,
        last: Option<&Bound<'_, PyAny>>,
        shape: Option<&Bound<'_, PyAny>>,
        name: Option<String>,
    ) -> PyResult<Py<PyAny>> {
        enumeration::check(domain)?;
        let (values, shape) = (convert::domain(domain, last)?, self::shape(shape)?);
        let (variables, shape) = self.declare(name, &values, shape)?;
        enumeration::note(&self.home, domain, &variables)?;
        let items = variables.into_iter().map(Kind::Var).collect();
        Array::new(items, shape, Origin::new(&self.home)).into_object(py)
    }

    /// Declares a Boolean variable, which is 0 or 1, or an array of these.
    #[pyo3(signature = (*, shape=None, name=None))]
    fn bool_var(&self, py: Python<'_>, shape: Option<&Bound<'_, PyAny>>, name: Option<String>) -> PyResult<Py<PyAny>> {
        let (variables, shape) = self.declare(name, &ValueSet::range(0, 1), self::shape(shape)?)?;
        let items = variables.into_iter().map(Kind::Var).collect();
        Array::new(items, shape, Origin::new(&self.home)).into_object(py)
    }

    /// Adds a comparison, a formula, or a list of these, and returns the constraints.
    #[pyo3(signature = (constraint, *, name=None, enforce_if=None, iff=None, consistency=None))]
    fn add(
        &self,
        py: Python<'_>,
        constraint: &Bound<'_, PyAny>,
        name: Option<String>,
        enforce_if: Option<&Bound<'_, PyAny>>,
        iff: Option<&Bound<'_, PyAny>>,
        consistency: Option<&str>,
    ) -> PyResult<Py<PyAny>> {
        let how = How::new(&self.home, name, enforce_if, iff, consistency)?;
        if let Some(one) = convert::operand(constraint)? {
            return self.add_one(&one, &how)?.into_py_any(py);
        }
        let all = convert::array(constraint, "the argument of add")?;
        let constraints = PyList::empty(py);
        for kind in &*all.items {
            constraints.append(self.add_one(&Expr::new(kind.clone(), all.origin.clone()), &how)?)?;
        }
        constraints.into_py_any(py)
    }

    fn __iadd__(&self, py: Python<'_>, constraint: &Bound<'_, PyAny>) -> PyResult<()> {
        self.add(py, constraint, None, None, None, None).map(|_| ())
    }

    /// Adds a catalogue constraint by name.
    #[pyo3(name = "_post", signature = (kind, *args, name=None, enforce_if=None, iff=None, consistency=None, **others))]
    #[expect(clippy::too_many_arguments, reason = "the keywords of every constraint")]
    fn post(
        &self,
        kind: &str,
        args: &Bound<'_, PyTuple>,
        name: Option<String>,
        enforce_if: Option<&Bound<'_, PyAny>>,
        iff: Option<&Bound<'_, PyAny>>,
        consistency: Option<&str>,
        others: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Constraint> {
        if let Some((keyword, _)) = others.into_iter().flatten().next() {
            let known = "name, enforce_if, iff, consistency";
            return Err(PyTypeError::new_err(format!("{kind}: no keyword {keyword} (besides its arguments: {known})")));
        }
        let how = How::new(&self.home, name, enforce_if, iff, consistency)?;
        crate::post::post(self, kind, args, &how)
    }

    /// Records the intervals of a resource for drawings: name, start, duration, and presence.
    #[pyo3(name = "_schedule")]
    fn schedule(&self, name: String, tasks: Vec<(String, [Bound<'_, PyAny>; 3])>) -> PyResult<()> {
        let kind = |object: &Bound<'_, PyAny>| {
            let expr = convert::expr(object, "the start, duration or presence of an interval")?;
            expr.origin.belongs(&self.home)?;
            Ok::<_, PyErr>(expr.kind)
        };
        let task = |(name, [start, duration, presence]): (String, [Bound<'_, PyAny>; 3])| {
            Ok(Task { name, start: kind(&start)?, duration: kind(&duration)?, presence: kind(&presence)? })
        };
        let tasks = tasks.into_iter().map(task).collect::<PyResult<_>>()?;
        self.home.schedules().push(Schedule { name, tasks });
        Ok(())
    }

    /// The number of variables.
    #[getter]
    fn num_variables(&self) -> usize {
        self.home.model().variables()
    }

    /// The number of constraints.
    #[getter]
    fn num_constraints(&self) -> usize {
        self.home.model().constraints()
    }

    /// All variables, in declaration order.
    #[getter]
    fn variables(&self) -> Array {
        let items: Vec<Kind> = self.home.model().variable_ids().map(Kind::Var).collect();
        let shape = vec![items.len()];
        Array::new(items, shape, Origin::new(&self.home))
    }

    /// All constraints, in posting order.
    #[getter]
    fn constraints(&self) -> Vec<Constraint> {
        let ids: Vec<ConstraintId> = self.home.model().constraint_ids().collect();
        ids.into_iter().map(|id| Constraint { id, home: Arc::clone(&self.home) }).collect()
    }

    /// The model in FlatZinc, which other solvers can read.
    fn to_flatzinc(&self) -> PyResult<String> {
        self.home.snapshot().to_flatzinc(&core::SolveItem::Satisfy).map_err(rejected)
    }

    fn __repr__(&self) -> String {
        let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        let model = self.home.model();
        format!("<ferz.Model: {}, {}>", count(model.variables(), "variable"), count(model.constraints(), "constraint"))
    }

    fn __str__(&self) -> String {
        self.home.snapshot().to_string()
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.functions.traverse(&visit)
    }

    fn __clear__(&self) {
        self.functions.truncate(0);
    }

    fn __copy__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "a model cannot be copied, because its variables would belong to both models: build it in a function",
        ))
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err("a model cannot be pickled: use m.to_flatzinc(), or pickle the data it is built from"))
    }
}

impl Model {
    fn add_one(&self, one: &Expr, how: &How) -> PyResult<Constraint> {
        one.origin.belongs(&self.home)?;
        let comparison = comparison(one, "a constraint")?;
        self.posting(how, |model| how.on(model.post(comparison)))
    }
}
