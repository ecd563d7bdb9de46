//! Interval constraints that post several constraints.

use crate::convert;
use crate::error::ModelError;
use crate::model::Model;
use pyo3::prelude::*;
use solver_core::Interval;

#[pymethods]
impl Model {
    /// Posts a constraint over intervals, each given by its start, duration and presence. `numbers` contains the rows
    /// of a transition-time matrix, or the bounds of a reservoir. For a reservoir, each task gives its level change
    /// instead of a duration.
    #[pyo3(name = "_scheduling")]
    fn scheduling(&self, kind: &str, tasks: Vec<[Bound<'_, PyAny>; 3]>, numbers: Vec<Vec<i32>>) -> PyResult<()> {
        let part = |object: &Bound<'_, PyAny>| {
            let expr = convert::expr(object, "the start, duration or presence of an interval")?;
            expr.origin.belongs(&self.home)?;
            Ok::<_, PyErr>(expr.kind.core())
        };
        let task = |[start, duration, presence]: &[Bound<'_, PyAny>; 3]| {
            Ok::<_, PyErr>(Interval::new(part(start)?, part(duration)?).optional(part(presence)?))
        };
        let tasks = tasks.iter().map(task).collect::<PyResult<Vec<_>>>()?;
        let n = tasks.len();
        if kind == "disjunctive_with_transitions" && (numbers.len() != n || numbers.iter().any(|row| row.len() != n)) {
            return Err(ModelError::new_err(format!("{kind}: {n} tasks need {n} rows of {n} times")));
        }
        let mut model = self.home.model();
        match (kind, &tasks[..], &numbers[..]) {
            ("alternative", [task, ways @ ..], _) => model.alternative(task, ways),
            ("span", [whole, parts @ ..], _) => model.span(whole, parts),
            ("disjunctive_with_transitions", ..) => model.disjunctive_with_transitions(&tasks, |i, j| numbers[i][j]),
            ("reservoir", _, [levels]) => {
                let changes = tasks.iter().map(|task| (task.start(), task.duration()));
                model.reservoir(changes, levels[0]..=levels[1]);
            }
            _ => return Err(ModelError::new_err(format!("no constraint `{kind}` of intervals"))),
        }
        Ok(())
    }
}
