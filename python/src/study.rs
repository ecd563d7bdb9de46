//! Shows a search as one HTML page: records the search, so that the page can show it event by event (`study::html`).

use crate::expr::{Kind, overflow};
use crate::model::{Model, Schedule, Task};
use crate::options::Options;
use crate::queries::goal;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use solver_core::search::Step;
use solver_core::{self as core, Expr, Goal, IntVar, Relates, Search, StopReason, SymbolTable, ValueSet};
use study::html::{Levels, Page, Run, Summary};
use study::recording::{Length, Recorder, Recording, Resource};

/// The maximum number of events recorded individually; later ones are summarised.
const EVENTS: usize = 100_000;

#[pymethods]
impl Model {
    /// Writes the page that shows a search.
    #[pyo3(name = "_study", signature = (title, objective=None, minimize=true, options=None))]
    fn study(
        &self,
        py: Python<'_>,
        title: &str,
        objective: Option<&Bound<'_, PyAny>>,
        minimize: bool,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        let options = Options::new(self, options)?;
        let objective = objective.map(|objective| self.objective(objective)).transpose()?;
        let mut model = self.home.snapshot();
        let objective = match objective {
            None => None,
            Some(expr) => Some((goal(minimize), objective_variable(&mut model, &expr)?)),
        };
        self.ask_about(py, &options, &model, |search| {
            let (mut recording, summary, end) = record(search, objective)?;
            recording.resources = resources(&self.home.schedules(), recording.symbols());
            recording.objective = objective.and_then(|(goal, x)| Some((goal, recording.symbols().var(x).ok()?)));
            let is_interrupted = matches!(end, Step::Stopped(StopReason::Time | StopReason::Cancelled));
            let nodes = is_interrupted.then_some(0);
            let levels = Levels::new(&model, &recording, nodes, &options.query.token)?;
            let run = Run::new(title, &recording, &summary);
            let run = levels.into_iter().fold(run, Run::levels);
            let mut page = Vec::new();
            Page::new(title).run(run).write(&mut page).expect("a vector takes all that is written");
            Ok::<_, core::ModelError>(String::from_utf8_lossy(&page).into_owned())
        })
    }
}

/// Returns the resources with those tasks that can be drawn, because their starts and durations are variables or
/// numbers.
fn resources(schedules: &[Schedule], symbols: &SymbolTable) -> Vec<Resource> {
    let var = |kind: &Kind| if let Kind::Var(x) = kind { symbols.var(*x).ok() } else { None };
    let task = |task: &Task| {
        let length = match (task.duration.number(), task.presence.number()) {
            (Some(length), Some(_)) => Length::Fixed(length),
            (Some(length), None) => Length::Multiple(length, var(&task.presence)?),
            // A task without a presence has the constant 1 as its presence.
            (None, Some(_)) => Length::Multiple(1, var(&task.duration)?),
            (None, None) => return None,
        };
        Some((var(&task.start)?, length))
    };
    let resource = |schedule: &Schedule| Resource {
        name: schedule.name.clone(),
        tasks: schedule.tasks.iter().filter_map(task).collect(),
    };
    schedules.iter().map(resource).collect()
}

/// Returns the variable of an objective, or a new one that is equal to the expression.
fn objective_variable(model: &mut core::Model, expr: &Expr) -> PyResult<IntVar> {
    if let Some(x) = expr.variable() {
        return Ok(x);
    }
    let (low, high) = model.bounds(expr.clone()).map_err(crate::error::refused)?;
    let bound = |n| i32::try_from(n).map_err(|_| overflow());
    let x = model.int("objective", ValueSet::range(bound(low)?, bound(high)?)).map_err(crate::error::refused)?;
    model.post(expr.clone().equals(x)).named("objective");
    Ok(x)
}

/// Records a search to its end.
fn record(
    search: Search<'_>,
    objective: Option<(Goal, IntVar)>,
) -> Result<(Recording, Summary, Step), core::ModelError> {
    let search = search.explaining();
    let mut run = match objective {
        Some((goal, x)) => search.improving(goal, x)?.into_run(),
        None => search.start()?,
    };
    let mut both = (Recorder::new(EVENTS), Summary::new());
    let end = loop {
        match run.step_observed(u64::MAX, &mut both) {
            Some(Step::Solution) => run.recheck()?,
            Some(end) => break end,
            None => {}
        }
    };
    let (recorder, mut summary) = both;
    summary.finish();
    Ok((recorder.finish(), summary, end))
}
