//! The options of a query, given as keywords.

use crate::callback::{Function, Functions, PythonBrancher};
use crate::convert;
use crate::error::rejected;
use crate::expr::{Expr, Kind};
use crate::model::{Home, Model};
use crate::query::QueryState;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};
use solver_core::search::Limits;
use solver_core::{Comparison, IntVar, Relates, Search, SearchChoices};
use std::sync::Arc;
use std::time::Duration;

/// The options other than the search options that Python shares with the command line.
const OWN: [&str; 15] = [
    "time_limit",
    "node_limit",
    "failure_limit",
    "solution_limit",
    "memory_limit",
    "objective_limit",
    "gap_limit",
    "threads",
    "on",
    "project",
    "hint",
    "assumptions",
    "branch_with",
    "check",
    "learn",
];

/// Converts an option to its name on the command line.
fn listed(name: &str) -> String {
    if name == "var_order" { "order".to_owned() } else { name.replace('_', "-") }
}

/// Returns the names of all options.
#[pyfunction]
#[pyo3(name = "_option_names")]
pub(crate) fn option_names() -> Vec<String> {
    let listed = SearchChoices::OPTIONS.iter().map(|option| match option.name {
        "order" => "var_order".to_owned(),
        name => name.replace('-', "_"),
    });
    let mut names: Vec<String> = OWN.into_iter().map(str::to_owned).chain(listed).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The search options and limits.
#[derive(Default)]
pub(crate) struct Options {
    choices: SearchChoices,
    pub(crate) limits: Limits,
    threads: Option<usize>,
    never_learns: bool,
    unchecked: bool,
    on: Vec<IntVar>,
    projection: Option<Vec<IntVar>>,
    hint: Vec<(IntVar, i32)>,
    pub(crate) assumptions: Vec<Comparison>,
    rule: Option<Function>,
    /// The query's Python functions, such as the branching rule.
    pub(crate) functions: Arc<Functions>,
    pub(crate) query: Arc<QueryState>,
}

impl Options {
    /// Reads the options of a query on a model.
    pub(crate) fn new(model: &Model, given: Option<&Bound<'_, PyDict>>) -> PyResult<Options> {
        let mut options = Options { query: QueryState::new()?, ..Options::default() };
        options.limits.cancel = Some(options.query.token.clone());
        // Iterates over a copy, because reading the values may run Python code that changes the dictionary.
        for option in given.map(PyDictMethods::items).into_iter().flatten() {
            let (name, value) = option.extract::<(String, Bound<'_, PyAny>)>()?;
            if !value.is_none() {
                options.set(&model.home, &name, &value)?;
            }
        }
        Ok(options)
    }

    fn set(&mut self, home: &Arc<Home>, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let count = || {
            let number = convert::number(value, name)?;
            u64::try_from(number)
                .map_err(|_| PyValueError::new_err(format!("{name}={number}: give a non-negative number")))
        };
        match name {
            "time_limit" => {
                let wrong = |_| PyValueError::new_err(format!("time_limit={value}: give seconds, from 0"));
                self.limits.time = Some(Duration::try_from_secs_f64(convert::real(value, name)?).map_err(wrong)?);
            }
            "node_limit" => self.limits.nodes = Some(count()?),
            "failure_limit" => self.limits.failures = Some(count()?),
            "solution_limit" => self.limits.solutions = Some(count()?),
            "memory_limit" => self.limits.memory = Some(usize::try_from(count()?).unwrap_or(usize::MAX)),
            "objective_limit" => self.limits.objective = Some(convert::value(value, name)?),
            "gap_limit" => {
                let gap = convert::real(value, name)?;
                if gap.is_nan() || gap < 0.0 {
                    return Err(PyValueError::new_err(format!("gap_limit={gap}: give a non-negative number")));
                }
                self.limits.gap = Some(gap);
            }
            "threads" => match count()? {
                threads @ 1..=1024 => self.threads = Some(threads as usize),
                other => return Err(PyValueError::new_err(format!("threads={other}: give 1 to 1024"))),
            },
            "on" => self.on = variables(home, value, name)?,
            "project" => self.projection = Some(variables(home, value, name)?),
            "hint" => {
                let hints =
                    value.cast::<PyDict>().map_err(|_| PyTypeError::new_err("hint must be a dictionary {x: value}"))?;
                for pair in hints.items() {
                    let (x, value) = pair.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>()?;
                    let (xs, values) =
                        (variables(home, &x, name)?, convert::values_or_one(&value, "the values of a hint")?);
                    if xs.len() != values.len() {
                        let text = format!("hint: {} values for {} variables", values.len(), xs.len());
                        return Err(PyValueError::new_err(text));
                    }
                    self.hint.extend(xs.into_iter().zip(values));
                }
            }
            "assumptions" => {
                for item in convert::list(value, "assumptions")? {
                    let assumption = convert::expr(&item, "an assumption")?;
                    assumption.origin.belongs(home)?;
                    self.assumptions.push(comparison(&assumption, "an assumption")?);
                }
            }
            "branch_with" => {
                if !value.is_callable() {
                    return Err(PyTypeError::new_err("branch_with must be a function that takes a node"));
                }
                self.rule = Some(self.functions.add(value.clone().unbind()));
            }
            "check" => self.unchecked = !value.is_truthy()?,
            "learn" if value.is_instance_of::<PyBool>() => {
                if value.is_truthy()? {
                    self.choices.learn = Some(solver_core::search::Learning::default());
                } else {
                    self.never_learns = true;
                }
            }
            _ => {
                let known = SearchChoices::OPTIONS.iter().any(|option| option.name == listed(name));
                if !known {
                    return Err(unknown(value.py(), name)?);
                }
                for item in if name == "then_by" { convert::list(value, name)? } else { vec![value.clone()] } {
                    self.read(name, &item)?;
                }
            }
        }
        Ok(())
    }

    /// Reads a search option that the command line also has.
    fn read(&mut self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        if value.is_instance_of::<PyBool>() && !value.is_truthy()? {
            return Ok(());
        }
        let text = value.str()?.to_string();
        // Values may also be written in Python style, with underscores.
        let [stated, dashed] = [text.clone(), text.replace('_', "-")];
        let option = listed(name);
        self.choices.set(&option, &stated).or_else(|_| self.choices.set(&option, &dashed)).map_err(rejected)
    }

    /// Whether some option determines the search.
    pub(crate) fn is_chosen(&self) -> bool {
        self.choices.is_chosen() || self.never_learns || self.rule.is_some()
    }

    /// Whether solutions are checked before they are returned.
    pub(crate) fn is_checked(&self) -> bool {
        !self.unchecked
    }

    /// Creates the search on a model copy.
    pub(crate) fn search<'m>(&self, home: &Arc<Home>, model: &'m solver_core::Model) -> Search<'m> {
        let mut search = model.search();
        if !self.on.is_empty() {
            search = search.on(&self.on);
        }
        search = self.choices.refine(search).limits(self.limits.clone());
        if self.never_learns {
            search = search.learn(None);
        }
        if let Some(projection) = &self.projection {
            search = search.project_onto(projection);
        }
        if let Some(threads) = self.threads {
            search = search.threads(threads);
        }
        if self.unchecked {
            search = search.unchecked();
        }
        if let Some(rule) = &self.rule {
            let variables = if self.on.is_empty() { model.variable_ids().collect() } else { self.on[..].into() };
            let (rule, home, query) = (rule.clone(), Arc::clone(home), Arc::clone(&self.query));
            search = search.brancher(PythonBrancher { rule, variables, home, query });
        }
        search.warm_start(self.hint.iter().copied()).assuming(self.assumptions.iter().cloned())
    }
}

/// Creates the error for an option that does not exist.
fn unknown(py: Python<'_>, name: &str) -> PyResult<PyErr> {
    let names = option_names();
    let nearest =
        py.import("difflib")?.call_method1("get_close_matches", (name, &names, 1))?.extract::<Vec<String>>()?;
    let nearest = match (name, nearest.first()) {
        ("minimize" | "maximize", _) => format!(", call m.{name}(objective)"),
        (_, Some(nearest)) => format!(", did you mean {nearest}?"),
        (_, None) => String::new(),
    };
    Ok(PyTypeError::new_err(format!("no option {name}{nearest} (all: {})", names.join(", "))))
}

/// Converts an expression that must be a condition to a comparison.
pub(crate) fn comparison(expr: &Expr, what: &str) -> PyResult<Comparison> {
    match &expr.kind {
        Kind::Truth(comparison, _) => Ok((**comparison).clone()),
        _ => Ok(expr.condition(what)?.at_least(1)),
    }
}

/// Reads the variables of a model in any shape.
fn variables(home: &Arc<Home>, object: &Bound<'_, PyAny>, option: &str) -> PyResult<Vec<IntVar>> {
    let array = convert::array_or_none(object)?;
    let wrong = || PyTypeError::new_err(format!("{option} needs variables, not {}", convert::type_name(object)));
    let array = array.ok_or_else(wrong)?;
    array.origin.belongs(home)?;
    let variable = |kind: &Kind| match kind {
        Kind::Var(x) => Ok(*x),
        other => Err(PyTypeError::new_err(format!("{option} needs variables, not `{}`", array.origin.text(other)))),
    };
    array.items.iter().map(variable).collect()
}
