//! The queries of a model.

use crate::callback::Functions;
use crate::convert;
use crate::error::{InternalError, ModelError, rejected};
use crate::model::{Constraint, Model};
use crate::options::{Options, comparison};
use crate::query::{QueryState, lock, query};
use crate::solution::Solution;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pyo3::{PyTraverseError, PyVisit};
use solver_core::proof::{Claim, ProofError, ProofFiles};
use solver_core::search::{Statistics, Step};
use solver_core::why::WhyError;
use solver_core::{
    self as core, AssumptionCore, Clash, ConstraintId, Goal, Incumbent, MemberStatus, Outcome, Run, Search, StopReason,
    Uniqueness,
};
use std::fs::File;
use std::io::BufWriter;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::{Duration, Instant};

/// The numbers of nodes, failures, solutions and propagations, the peak depth, and the number of restarts.
pub(crate) type Counts = (u64, u64, u64, u64, u64, u64);

pub(crate) fn counts(all: impl IntoIterator<Item = Statistics>) -> Counts {
    let s = all.into_iter().fold(Statistics::default(), |sum, one| sum + one);
    (s.nodes, s.failures, s.solutions, s.propagations, s.peak_depth, s.restarts)
}

/// The name of a limit, written like the option.
pub(crate) fn named(by: StopReason) -> String {
    by.to_string().replace(' ', "_")
}

impl Model {
    /// Runs a query on a copy of the model, and raises the exception of a callback.
    pub(crate) fn ask<T: Send, E: Into<Refused> + Send>(
        &self,
        py: Python<'_>,
        options: &Options,
        work: impl FnOnce(Search<'_>) -> Result<T, E> + Send,
    ) -> PyResult<T> {
        self.ask_about(py, options, &self.home.snapshot(), work)
    }

    /// Runs a query on this copy.
    pub(crate) fn ask_about<T: Send, E: Into<Refused> + Send>(
        &self,
        py: Python<'_>,
        options: &Options,
        model: &core::Model,
        work: impl FnOnce(Search<'_>) -> Result<T, E> + Send,
    ) -> PyResult<T> {
        self.functions.asked_by(&options.query);
        let answer = query(py, &options.query, || work(options.search(&self.home, model)));
        answer?.map_err(|error| error.into().0)
    }

    fn solution(&self, solution: core::Solution) -> Solution {
        Solution { solution, home: Arc::clone(&self.home) }
    }
}

/// An error of a query as an exception.
pub(crate) struct Refused(PyErr);

impl From<core::ModelError> for Refused {
    fn from(error: core::ModelError) -> Refused {
        Refused(crate::error::refused(error))
    }
}

impl From<ProofError> for Refused {
    fn from(error: ProofError) -> Refused {
        match error {
            ProofError::Model(error) => error.into(),
            other => Refused(rejected(other)),
        }
    }
}

impl From<WhyError> for Refused {
    fn from(error: WhyError) -> Refused {
        match error {
            WhyError::Model(error) => error.into(),
            other => Refused(rejected(other)),
        }
    }
}

pub(crate) fn goal(minimize: bool) -> Goal {
    if minimize { Goal::Minimize } else { Goal::Maximize }
}

#[pymethods]
impl Model {
    /// A solution, the limit that stopped the search, and counts.
    #[pyo3(name = "_first", signature = (options=None))]
    fn first(
        &self,
        py: Python<'_>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<(Option<Solution>, Option<String>, Counts)> {
        let options = Options::new(self, options)?;
        let (outcome, counts) = self.ask(py, &options, |search| {
            if search.is_portfolio() {
                let shared = search.portfolio().first_shared()?;
                return Ok::<_, core::ModelError>((shared.outcome, counts(shared.statistics)));
            }
            let search = if options.is_chosen() { search } else { search.auto() };
            let mut solutions = search.solution_limit(1).solutions()?;
            let first = solutions.next();
            if let Some(wrong) = solutions.wrong() {
                return Err(core::ModelError::WrongSolution(Box::new(wrong.clone())));
            }
            let outcome = match (first, solutions.stopped()) {
                (Some(solution), _) => Outcome::Complete(solution),
                (None, Some(by)) => Outcome::Stopped { by, known: () },
                (None, None) => Outcome::Unsat,
            };
            Ok((outcome, counts([solutions.statistics()])))
        })?;
        Ok(match outcome {
            Outcome::Complete(solution) => (Some(self.solution(solution)), None, counts),
            Outcome::Stopped { by, .. } => (None, Some(named(by)), counts),
            Outcome::Unsat => (None, None, counts),
        })
    }

    /// The optimum, computed by several threads: the best solution, its value, the bound, the limit, and counts.
    #[pyo3(name = "_optimum", signature = (objective, minimize, options=None))]
    #[allow(clippy::type_complexity)]
    fn optimum(
        &self,
        py: Python<'_>,
        objective: &Bound<'_, PyAny>,
        minimize: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<(Option<Solution>, Option<i32>, Option<i32>, Option<String>, Counts)> {
        let (options, objective) = (Options::new(self, options)?, self.objective(objective)?);
        let (outcome, counts) = self.ask(py, &options, |search| {
            let shared = search.portfolio().optimum(goal(minimize), objective)?;
            Ok::<_, core::ModelError>((shared.outcome, counts(shared.statistics)))
        })?;
        Ok(match outcome {
            Outcome::Complete(best) => {
                (Some(self.solution(best.solution)), Some(best.value), Some(best.value), None, counts)
            }
            Outcome::Unsat => (None, None, None, None, counts),
            Outcome::Stopped { by, known: Incumbent { best, bound } } => {
                let value = best.as_ref().map(|best| best.value);
                (best.map(|best| self.solution(best.solution)), value, bound, Some(named(by)), counts)
            }
        })
    }

    /// Improving solutions, lazily.
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

    /// All solutions, lazily.
    #[pyo3(name = "_solutions", signature = (options=None))]
    fn solutions(slf: &Bound<'_, Self>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Solutions> {
        let options = Options::new(slf.get(), options)?;
        let run = slf.get().ask(slf.py(), &options, |search| search.start())?;
        let state = Enumeration { run, is_checked: options.is_checked(), is_fast: false, end: None };
        Ok(Solutions { state: Mutex::new(state), origin: SearchOrigin::new(slf, options), counts: Mutex::default() })
    }

    /// The number of solutions, and the limit that stopped counting.
    #[pyo3(name = "_count", signature = (options=None))]
    fn count(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<(u128, Option<String>)> {
        let options = Options::new(self, options)?;
        Ok(match self.ask(py, &options, |search| search.count())? {
            Outcome::Complete(number) => (number, None),
            Outcome::Unsat => (0, None),
            Outcome::Stopped { by, known } => (known, Some(named(by))),
        })
    }

    /// Up to two solutions, and the limit that stopped the search.
    #[pyo3(name = "_unique", signature = (options=None))]
    fn unique(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<(Vec<Solution>, Option<String>)> {
        let options = Options::new(self, options)?;
        Ok(match self.ask(py, &options, |search| search.unique())? {
            Uniqueness::None => (Vec::new(), None),
            Uniqueness::One(only) => (vec![self.solution(only)], None),
            Uniqueness::Several(one, other) => (vec![self.solution(one), self.solution(other)], None),
            Uniqueness::Stopped { by, found } => {
                (found.into_iter().map(|one| self.solution(one)).collect(), Some(named(by)))
            }
        })
    }

    /// The constraints of an unsatisfiable core, each with a solution of the others, or None if there is a solution or
    /// nothing has been refuted yet; and the limit that stopped the search.
    #[pyo3(name = "_unsat_core", signature = (among=None, options=None))]
    #[allow(clippy::type_complexity)]
    fn unsat_core(
        &self,
        py: Python<'_>,
        among: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<(Option<Vec<(Constraint, Option<Solution>)>>, Option<String>)> {
        let (options, among) = (Options::new(self, options)?, self.among(among)?);
        let clash = self.ask(py, &options, |search| match &among {
            Some(among) => search.among(among).clash(),
            None => search.clash(),
        })?;
        let (core, by) = match clash {
            Clash::Satisfiable(_) => (None, None),
            Clash::Minimal(core) => (Some(core), None),
            Clash::Stopped { by, known } => (known, Some(named(by))),
        };
        let member = |member: core::Member| {
            let witness = match member.status {
                MemberStatus::Witness(solution) => Some(self.solution(solution)),
                MemberStatus::CannotBePosted(_) | MemberStatus::Open => None,
            };
            (Constraint { id: member.id, home: Arc::clone(&self.home) }, witness)
        };
        Ok((core.map(|core| core.members.into_iter().map(member).collect()), by))
    }

    /// The indices of assumptions that cannot hold together, or None if they can or nothing has been refuted yet; and
    /// the limit that stopped the search.
    #[pyo3(name = "_assumption_core", signature = (options=None))]
    fn assumption_core(
        &self,
        py: Python<'_>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<(Option<Vec<usize>>, Option<String>)> {
        let options = Options::new(self, options)?;
        Ok(match self.ask(py, &options, |search| search.core())? {
            AssumptionCore::Satisfiable(_) => (None, None),
            AssumptionCore::Minimal { assumptions, .. } => (Some(assumptions), None),
            AssumptionCore::Stopped { by, known } => (known, Some(named(by))),
        })
    }

    /// Whether a fact is true in every solution, and why, as sentences; and the limit that stopped the search.
    #[pyo3(name = "_why", signature = (fact, options=None))]
    fn why(
        &self,
        py: Python<'_>,
        fact: &Bound<'_, PyAny>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<(Vec<String>, Option<String>)> {
        let options = Options::new(self, options)?;
        let fact = convert::expr(fact, "a fact")?;
        fact.origin.belongs(&self.home)?;
        let (text, comparison) = (fact.origin.text(&fact.kind), comparison(&fact, "a fact")?);
        let finding = self.ask(py, &options, |search| search.explainer()?.explain_fact(&text, &comparison))?;
        Ok((finding.lines, finding.stopped_by.map(named)))
    }

    /// Writes a proof to `path.opb`, `path.pbp` and `path.sols`. Returns the line by which a checker confirms it, the
    /// last solution, the limit that stopped the search, and counts.
    #[pyo3(name = "_prove", signature = (path, objective=None, minimize=true, core=None, options=None))]
    #[allow(clippy::type_complexity)]
    fn prove(
        &self,
        py: Python<'_>,
        path: &str,
        objective: Option<&Bound<'_, PyAny>>,
        minimize: bool,
        core: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<(Option<String>, Option<Solution>, Option<String>, Counts)> {
        let options = Options::new(self, options)?;
        let objective = objective.map(|objective| self.objective(objective)).transpose()?;
        let core = self.among(core)?;
        let open = |ending: &str| -> PyResult<Box<BufWriter<File>>> {
            let path = format!("{path}.{ending}");
            let file = File::create(&path).map_err(|e| std::io::Error::new(e.kind(), format!("{path}: {e}")))?;
            Ok(Box::new(BufWriter::new(file)))
        };
        let files = ProofFiles { model: open("opb")?, proof: open("pbp")?, solutions: open("sols")? };
        let mut last = None;
        let proved = self.ask(py, &options, |search| {
            if let Some(core) = core {
                let clash = search.clone().among(&core).clash()?;
                if let Clash::Minimal(core) | Clash::Stopped { known: Some(core), .. } = clash {
                    return search.prove_core(&core, files);
                }
            }
            search.prove_each(objective.map(|objective| (goal(minimize), objective)), files, |solution| {
                last = Some(solution.clone());
                ControlFlow::Continue(())
            })
        })?;
        let stopped_by = if let Claim::Nothing(by) = proved.claim { Some(named(by)) } else { None };
        Ok((proved.verdict, last.map(|last| self.solution(last)), stopped_by, counts([proved.statistics])))
    }
}

impl Model {
    pub(crate) fn objective(&self, objective: &Bound<'_, PyAny>) -> PyResult<core::Expr> {
        let objective = convert::expr(objective, "an objective")?;
        objective.origin.belongs(&self.home)?;
        Ok(objective.kind.core())
    }

    fn among(&self, constraints: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Vec<ConstraintId>>> {
        let Some(constraints) = constraints else { return Ok(None) };
        let id = |constraint: &Bound<'_, PyAny>| {
            let constraint = constraint.cast::<Constraint>();
            let constraint =
                constraint.map_err(|_| ModelError::new_err("constraints are needed, as m.add returns them"))?;
            match Arc::ptr_eq(&constraint.get().home, &self.home) {
                true => Ok(constraint.get().id),
                false => Err(ModelError::new_err("a constraint belongs to another model")),
            }
        };
        convert::list(constraints, "constraints")?.iter().map(id).collect::<PyResult<_>>().map(Some)
    }
}

/// A search for all solutions.
struct Enumeration {
    run: Run,
    is_checked: bool,
    /// Whether the last few nodes took little time.
    is_fast: bool,
    /// The end of the search: `Some(None)` if it is complete, and `Some(limit)` if it was stopped.
    end: Option<Option<StopReason>>,
}

impl Enumeration {
    /// Returns the next step if it is reached quickly.
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

/// The number of nodes between two checks of the clock.
const NEAR: u64 = 50;

/// The time for which a search may delay Ctrl-C. Compared with a longer search, a thread costs little.
const QUICK: Duration = Duration::from_millis(5);

/// The model, the callbacks and the query of a search that continues step by step.
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

/// Locks a search; `None` if it is running, in another thread or because its own callback calls this.
pub(crate) fn idle<T>(search: &Mutex<T>) -> Option<MutexGuard<'_, T>> {
    match search.try_lock() {
        Ok(search) => Some(search),
        Err(TryLockError::Poisoned(search)) => Some(search.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

pub(crate) fn running() -> PyErr {
    PyValueError::new_err("this search is already running: in another thread, or it has called the function that asks")
}

/// The solutions of a model, found one after another.
#[pyclass(frozen, module = "ferz", name = "_Solutions")]
pub(crate) struct Solutions {
    state: Mutex<Enumeration>,
    origin: SearchOrigin,
    /// The counts at the last solution.
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

    /// The limit that ended the search; None while it continues, or if all solutions have been found.
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

/// Improving solutions.
#[pyclass(frozen, module = "ferz", name = "_Improving")]
pub(crate) struct Improving {
    improving: Mutex<core::Improving>,
    origin: SearchOrigin,
}

/// The number of nodes between two checks of the clock.
const SLICE: u64 = 20;

#[pymethods]
impl Improving {
    /// Continues the search until a better solution (1, with value and solution), the end (0), or, after some seconds,
    /// a pause (-1).
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
