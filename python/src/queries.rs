//! Model queries.

use crate::convert;
use crate::error::{ModelError, rejected};
use crate::model::{Constraint, Model};
use crate::options::{Options, comparison};
use crate::query::query;
use crate::solution::Solution;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use solver_core::proof::{Claim, ProofError, ProofFiles};
use solver_core::search::Statistics;
use solver_core::why::WhyError;
use solver_core::{
    self as core, AssumptionCore, Clash, ConstraintId, Goal, Incumbent, MemberStatus, Outcome, Search, StopReason,
    Uniqueness,
};
use std::fs::File;
use std::io::BufWriter;
use std::ops::ControlFlow;
use std::sync::Arc;

/// The numbers of nodes, failures, solutions and propagations, the peak depth, and the number of restarts.
pub(crate) type Counts = (u64, u64, u64, u64, u64, u64);

pub(crate) fn counts(all: impl IntoIterator<Item = Statistics>) -> Counts {
    let s = all.into_iter().fold(Statistics::default(), |sum, one| sum + one);
    (s.nodes, s.failures, s.solutions, s.propagations, s.peak_depth, s.restarts)
}

/// Returns the name of a limit, spelt like its option.
pub(crate) fn named(by: StopReason) -> String {
    by.to_string().replace(' ', "_")
}

impl Model {
    /// Runs a query on a copy of the model, and raises the exception of a callback, if any.
    pub(crate) fn ask<T: Send, E: Into<Refused> + Send>(
        &self,
        py: Python<'_>,
        options: &Options,
        work: impl FnOnce(Search<'_>) -> Result<T, E> + Send,
    ) -> PyResult<T> {
        self.ask_about(py, options, &self.home.snapshot(), work)
    }

    /// Runs a query on the given copy.
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

    pub(crate) fn solution(&self, solution: core::Solution) -> Solution {
        Solution { solution, home: Arc::clone(&self.home) }
    }
}

/// The exception for a query error.
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
    /// Returns a solution, the limit that stopped the search, and counts.
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

    /// Optimises with different searches in several threads. Returns the best solution, its value, the bound, the
    /// limit, and counts, or None if the options request a single search.
    #[pyo3(name = "_optimum", signature = (objective, minimize, options=None))]
    #[allow(clippy::type_complexity)]
    fn optimum(
        &self,
        py: Python<'_>,
        objective: &Bound<'_, PyAny>,
        minimize: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Option<(Option<Solution>, Option<i32>, Option<i32>, Option<String>, Counts)>> {
        let (options, objective) = (Options::new(self, options)?, self.objective(objective)?);
        let shared = self.ask(py, &options, |search| {
            let portfolio = search.is_portfolio().then(|| search.portfolio());
            portfolio.map(|portfolio| portfolio.optimum(goal(minimize), objective)).transpose()
        })?;
        let Some(core::solve::Shared { outcome, statistics, .. }) = shared else { return Ok(None) };
        let counts = counts(statistics);
        Ok(Some(match outcome {
            Outcome::Complete(best) => {
                (Some(self.solution(best.solution)), Some(best.value), Some(best.value), None, counts)
            }
            Outcome::Unsat => (None, None, None, None, counts),
            Outcome::Stopped { by, known: Incumbent { best, bound } } => {
                let value = best.as_ref().map(|best| best.value);
                (best.map(|best| self.solution(best.solution)), value, bound, Some(named(by)), counts)
            }
        }))
    }

    /// Returns the number of solutions, and the limit that stopped the count.
    #[pyo3(name = "_count", signature = (options=None))]
    fn count(&self, py: Python<'_>, options: Option<&Bound<'_, PyDict>>) -> PyResult<(u128, Option<String>)> {
        let options = Options::new(self, options)?;
        Ok(match self.ask(py, &options, |search| search.count())? {
            Outcome::Complete(number) => (number, None),
            Outcome::Unsat => (0, None),
            Outcome::Stopped { by, known } => (known, Some(named(by))),
        })
    }

    /// Returns up to two solutions, and the limit that stopped the search.
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

    /// Returns the constraints of an unsatisfiable core, each with a solution of the other constraints, and the limit
    /// that stopped the search. The core is None if there is a solution or if nothing has been refuted yet.
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

    /// Returns the indices of assumptions that cannot hold together, and the limit that stopped the search. The indices
    /// are None if all assumptions can hold or if nothing has been refuted yet.
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

    /// Explains in sentences whether and why a fact is true in every solution. Returns these sentences, and the limit
    /// that stopped the search.
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

    /// Writes a proof to `path.opb`, `path.pbp` and `path.sols`. Returns the line with which a checker confirms the
    /// proof, the last solution, the limit that stopped the search, and counts.
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
                constraint.map_err(|_| ModelError::new_err("expected constraints, as returned by m.add"))?;
            match Arc::ptr_eq(&constraint.get().home, &self.home) {
                true => Ok(constraint.get().id),
                false => Err(ModelError::new_err("a constraint belongs to another model")),
            }
        };
        convert::list(constraints, "constraints")?.iter().map(id).collect::<PyResult<_>>().map(Some)
    }
}
