//! The objective values that a unit must improve on: those of its own solutions and of other workers' solutions.

use crate::outcome::Best;
use crate::{Job, JobError, files};
use serde::{Deserialize, Serialize};
use solver_core::{Expr, Goal, Model};
use std::io::ErrorKind;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The time between two checks for other workers' new solutions.
const PERIOD: Duration = Duration::from_millis(200);

/// The file of an improving solution, which justifies using its objective value as a bound.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Found {
    job: String,
    best: Best,
}

/// The values to improve on, in minimisation form. Each is the value of a known solution.
pub(crate) struct Bounds<'j> {
    job: &'j Job,
    model: &'j Model,
    goal: Goal,
    objective: Expr,
    /// The bound at the start.
    pub(crate) first: Option<i32>,
    newest: Option<i32>,
    /// The best solution of this unit.
    pub(crate) best: Option<Best>,
    /// When this unit last looked for other workers' solutions.
    looked: Option<Instant>,
}

impl<'j> Bounds<'j> {
    pub(crate) fn new(job: &'j Job, model: &'j Model, (goal, objective): (Goal, Expr)) -> Bounds<'j> {
        Bounds { job, model, goal, objective, first: None, newest: None, best: None, looked: None }
    }

    /// Publishes a solution of this unit.
    pub(crate) fn found(&mut self, value: i32, values: Vec<i32>) -> Result<(), JobError> {
        let found = Best { value: if self.goal == Goal::Minimize { value } else { -value }, values };
        self.job.publish(value, &found)?;
        (self.newest, self.best) = (Some(value), Some(found));
        Ok(())
    }

    /// Returns another worker's better value, if there is one. Looks for one at the first call, and then at most
    /// once per `PERIOD`.
    pub(crate) fn look(&mut self) -> Result<Option<i32>, JobError> {
        if self.looked.is_some_and(|looked| looked.elapsed() < PERIOD) {
            return Ok(None);
        }
        let newer = self.job.best_value()?.filter(|&value| self.newest.is_none_or(|known| value < known));
        if let Some(value) = newer {
            self.job.found(value, self.goal, Some((self.model, &self.objective)))?;
            self.newest = newer;
        }
        if self.looked.is_none() {
            self.first = newer;
        }
        self.looked = Some(Instant::now());
        Ok(newer)
    }
}

impl Job {
    fn found_file(&self, value: i32) -> PathBuf {
        self.folder().join("best").join(format!("{value}.json"))
    }

    /// The best objective value found by any worker, in minimisation form.
    pub(crate) fn best_value(&self) -> Result<Option<i32>, JobError> {
        let folder = self.folder().join("best");
        let wrong = |error| JobError::Read(folder.clone(), error);
        let files = match std::fs::read_dir(&folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            files => files.map_err(wrong)?,
        };
        let mut best: Option<i32> = None;
        for file in files {
            let name = file.map_err(wrong)?.file_name();
            let value = name.to_str().and_then(|name| name.strip_suffix(".json")?.parse().ok());
            best = [best, value].into_iter().flatten().min();
        }
        Ok(best)
    }

    /// Returns the known solution with this value (in minimisation form). Checks the solution if the model is given.
    pub(crate) fn found(&self, value: i32, goal: Goal, stated: Option<(&Model, &Expr)>) -> Result<Best, JobError> {
        let path = self.found_file(value);
        match files::read::<Found>(&path)? {
            None => Err(JobError::Lost { value, path }),
            Some(found) if found.job != self.id => {
                Err(JobError::Foreign { path, what: "job", found: found.job, expected: self.id.clone() })
            }
            Some(Found { best, .. }) => {
                let wrong = match best.as_minimised(goal) {
                    own if own != value => Some(format!("its solution has objective value {}", best.value)),
                    _ => stated.and_then(|(model, objective)| best.wrong(model, objective)),
                };
                wrong.map_or(Ok(best), |what| Err(JobError::Damaged(path, what)))
            }
        }
    }

    /// Publishes a solution for the other workers.
    fn publish(&self, value: i32, best: &Best) -> Result<(), JobError> {
        if self.best_value()?.is_none_or(|known| value < known) {
            let found = Found { job: self.id.clone(), best: best.clone() };
            files::write(&self.found_file(value), &found)?;
        }
        Ok(())
    }
}
