//! Searches that Python advances step by step: for all solutions, and for improving solutions.

use crate::callback::Functions;
use crate::error::InternalError;
use crate::model::Model;
use crate::options::Options;
use crate::queries::{Counts, counts, goal, named};
use crate::query::{QueryState, lock, query};
use crate::solution::Solution;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pyo3::{PyTraverseError, PyVisit};
use solver_core::search::Step;
use solver_core::{self as core, Run, StopReason};
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant};

#[pymethods]
impl Model {
    /// Starts a lazy search for improving solutions.
    #[pyo3(name = "_improving", signature = (objective, minimize, options=None))]
    fn improving(
        slf: &Bound<'_, Self>,
        objective: &Bound<'_, PyAny>,
        minimize: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Improving> {
        let (py, model) = (slf.py(), slf.get());
        let (options, objective) = (Options::new(model, options)?, model.objective(objective)?);
        let improving = model.ask(py, &options, |search| search.improving(goal(minimize), objective))?;
        let origin = SearchOrigin::new(slf, options);
        Ok(Improving { improving: Mutex::new(improving), origin })
    }

    /// Starts a lazy search for all solutions.
    #[pyo3(name = "_solutions", signature = (options=None))]
    fn solutions(slf: &Bound<'_, Self>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Solutions> {
        let options = Options::new(slf.get(), options)?;
        let run = slf.get().ask(slf.py(), &options, |search| search.start())?;
        let state = Enumeration { run, is_checked: options.is_checked(), is_fast: false, end: None };
        Ok(Solutions { state: Mutex::new(state), origin: SearchOrigin::new(slf, options), counts: Mutex::default() })
    }
}

/// A search for all solutions.
struct Enumeration {
    run: Run,
    is_checked: bool,
    /// Whether the search explores a few nodes quickly.
    is_fast: bool,
    /// How the search ended: by itself, or by a limit.
    end: Option<Option<StopReason>>,
}

impl Enumeration {
    /// Searches for a moment; returns the next step if it comes within that time.
    fn next_nearby(&mut self) -> Option<Step> {
        let begun = Instant::now();
        loop {
            let slice = Instant::now();
            let step = self.run.step_for(NEAR);
            self.is_fast = slice.elapsed() < QUICK;
            if step.is_some() || !self.is_fast || begun.elapsed() >= QUICK {
                return step;
            }
        }
    }
}

/// The number of nodes between clock checks.
const NEAR: u64 = 50;

/// The time for which a search may delay Ctrl-C. A search that takes longer runs in a thread, whose cost is small in
/// comparison.
const QUICK: Duration = Duration::from_millis(5);

/// The model, functions and query to which a repeatedly resumed search belongs.
pub(crate) struct SearchOrigin {
    pub(crate) model: Py<Model>,
    pub(crate) functions: Arc<Functions>,
    pub(crate) query: Arc<QueryState>,
}

impl SearchOrigin {
    pub(crate) fn new(model: &Bound<'_, Model>, options: Options) -> SearchOrigin {
        SearchOrigin { model: model.clone().unbind(), functions: options.functions, query: options.query }
    }

    pub(crate) fn solution(&self, solution: core::Solution) -> Solution {
        self.model.get().solution(solution)
    }

    pub(crate) fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.model)?;
        self.functions.traverse(visit)
    }
}

/// Locks a search. Returns `None` if the search is running, that is, if the call comes from one of its own callbacks or
/// from a different thread.
pub(crate) fn idle<T>(search: &Mutex<T>) -> Option<MutexGuard<'_, T>> {
    match search.try_lock() {
        Ok(search) => Some(search),
        Err(TryLockError::Poisoned(search)) => Some(search.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

pub(crate) fn running() -> PyErr {
    PyValueError::new_err("this search is already running in another thread, or one of its callbacks made this call")
}

/// The solutions of a model, found one by one.
#[pyclass(frozen, module = "ferz", name = "_Solutions")]
pub(crate) struct Solutions {
    state: Mutex<Enumeration>,
    origin: SearchOrigin,
    /// The counts as of the latest solution.
    counts: Mutex<Counts>,
}

impl Solutions {
    fn next(&self, py: Python<'_>) -> PyResult<Option<Solution>> {
        let query_state = &self.origin.query;
        let state = &mut *idle(&self.state).ok_or_else(running)?;
        if state.end.is_some() {
            return Ok(None);
        }
        let nearby = if state.is_fast {
            let step = py.detach(|| query_state.part(|| state.next_nearby())).map_err(InternalError::new_err);
            query_state.raise()?;
            step?
        } else {
            None
        };
        let step = match nearby {
            Some(step) => step,
            None => query(py, query_state, || {
                let begun = Instant::now();
                let step = state.run.step();
                state.is_fast |= begun.elapsed() < QUICK;
                step
            })?,
        };
        *lock(&self.counts) = counts([state.run.statistics()]);
        match step {
            Step::Solution => {
                if state.is_checked {
                    let checked = query_state.part(|| state.run.recheck()).map_err(InternalError::new_err)?;
                    query_state.raise()?;
                    checked.map_err(crate::error::refused)?;
                }
                Ok(state.run.solution().map(|solution| self.origin.solution(solution)))
            }
            Step::Exhausted => {
                state.end = Some(None);
                Ok(None)
            }
            Step::Stopped(by) => {
                state.end = Some(Some(by));
                Ok(None)
            }
        }
    }
}

#[pymethods]
impl Solutions {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Solution>> {
        self.next(py)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.origin.traverse(&visit)
    }

    fn __clear__(&self) {
        self.origin.functions.truncate(0);
    }

    /// The limit that ended the search; None while it continues, and if all solutions have been found.
    #[getter]
    fn stopped_by(&self) -> Option<String> {
        idle(&self.state)?.end.flatten().map(named)
    }

    /// Whether all solutions have been found.
    #[getter]
    fn is_complete(&self) -> bool {
        idle(&self.state).is_some_and(|state| state.end == Some(None))
    }

    #[getter]
    fn _counts(&self) -> Counts {
        *lock(&self.counts)
    }
}

/// The improving solutions of a model, found one by one.
#[pyclass(frozen, module = "ferz", name = "_Improving")]
pub(crate) struct Improving {
    improving: Mutex<core::Improving>,
    origin: SearchOrigin,
}

/// The number of nodes between clock checks.
const SLICE: u64 = 20;

#[pymethods]
impl Improving {
    /// Continues the search until it finds a better solution (returns 1, the value and the solution), ends (0), or has
    /// run for the given number of seconds (-1).
    #[pyo3(name = "_advance", signature = (seconds=None))]
    fn advance(&self, py: Python<'_>, seconds: Option<f64>) -> PyResult<(i8, Option<i32>, Option<Solution>)> {
        let pause = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let improving = &mut *idle(&self.improving).ok_or_else(running)?;
        let found = query(py, &self.origin.query, || {
            let Some(pause) = pause else { return Some(improving.next()) };
            let begun = Instant::now();
            loop {
                let found = improving.next_within(SLICE);
                if found.is_some() || begun.elapsed() >= pause {
                    return found;
                }
            }
        })?;
        if let Some(wrong) = improving.wrong() {
            return Err(crate::error::refused(core::ModelError::WrongSolution(Box::new(wrong.clone()))));
        }
        Ok(match found {
            None => (-1, None, None),
            Some(None) => (0, None, None),
            Some(Some(better)) => (1, Some(better.value), Some(self.origin.solution(better.solution))),
        })
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.origin.traverse(&visit)
    }

    fn __clear__(&self) {
        self.origin.functions.truncate(0);
    }

    /// The dual bound, the limit that ended the search, and counts.
    fn _state(&self) -> PyResult<(Option<i32>, Option<String>, Counts)> {
        let improving = idle(&self.improving).ok_or_else(running)?;
        Ok((improving.bound(), improving.stopped().map(named), counts([improving.statistics()])))
    }
}
