//! The job folder.

use crate::outcome::Outcome;
use crate::{Coverage, JobError, Unit, UnitId, files};
use serde::{Deserialize, Serialize};
use solver_core::{Cube, Expr, Goal, Model};
use std::path::{Path, PathBuf};

/// The version of the file format; other versions are rejected.
const FORMAT: &str = "ferz job 1";

/// The question that a job answers about the entire tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Question {
    /// The number of solutions.
    Count,
    /// The solution with the smallest value of an objective.
    Minimize,
    /// The solution with the largest value of an objective.
    Maximize,
}

impl Question {
    /// The direction of the objective, if there is one.
    pub fn goal(self) -> Option<Goal> {
        match self {
            Question::Count => None,
            Question::Minimize => Some(Goal::Minimize),
            Question::Maximize => Some(Goal::Maximize),
        }
    }
}

/// The description of a job.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    format: String,
    /// The version of this crate: another version may search a different tree.
    version: String,
    /// The question.
    pub question: Question,
    /// A readable name of the model.
    pub title: String,
    /// The arguments from which the calling program builds the model and the search.
    pub arguments: Vec<String>,
    /// A fingerprint of the model and the search, which must be the same for every worker.
    pub fingerprint: String,
    /// Whether each unit writes a proof of its result.
    pub proves: bool,
}

impl Description {
    /// Describes a question about a model.
    pub fn new(question: Question, title: &str, arguments: Vec<String>, fingerprint: &str) -> Description {
        Description {
            format: FORMAT.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            question,
            title: title.to_owned(),
            arguments,
            fingerprint: fingerprint.to_owned(),
            proves: false,
        }
    }
}

/// Returns a fingerprint of a model's variables and constraints. It ignores names, because the names in a file often
/// depend on source locations.
pub fn fingerprint(model: &Model) -> String {
    blake3::hash(format!("{model:#}").as_bytes()).to_hex()[..32].to_owned()
}

impl Description {
    /// Replaces the arguments.
    #[must_use]
    pub fn with_arguments(self, arguments: Vec<String>) -> Description {
        Description { arguments, ..self }
    }

    /// Has each unit write a proof of its result. Supported only for searches, not for [pieces](crate::Pieces).
    #[must_use]
    pub fn proving(self) -> Description {
        Description { proves: true, ..self }
    }
}

/// A job: its folder and its description.
#[derive(Debug)]
pub struct Job {
    folder: PathBuf,
    description: Description,
    /// The hash of the description. Results with another hash are rejected.
    pub(crate) id: String,
}

/// The file of a unit.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitFile {
    job: String,
    cube: String,
}

impl Job {
    /// Creates the folder, with the entire tree as its only unit.
    ///
    /// # Errors
    /// [`JobError::Exists`]; [`JobError::File`].
    pub fn create(folder: &Path, description: Description) -> Result<Job, JobError> {
        if folder.exists() {
            return Err(JobError::Exists(folder.to_owned()));
        }
        let job = Job::new(folder, description);
        job.add(&Cube::root())?;
        // This file is written last: a folder without it is not a job.
        files::write(&job.description_file(), &job.description)?;
        Ok(job)
    }

    /// Opens the folder of a job.
    ///
    /// # Errors
    /// [`JobError::NoJob`]; [`JobError::Foreign`] if another version created it; [`JobError::Damaged`];
    /// [`JobError::File`].
    pub fn open(folder: &Path) -> Result<Job, JobError> {
        let file = folder.join("job.json");
        let description: Description = files::read(&file)?.ok_or_else(|| JobError::NoJob(folder.to_owned()))?;
        let job = Job::new(folder, description);
        let here = Description::new(Question::Count, "", Vec::new(), "");
        job.same("format", &job.description.format, &here.format)?;
        job.same("version", &job.description.version, &here.version)?;
        Ok(job)
    }

    fn new(folder: &Path, description: Description) -> Job {
        let text = serde_json::to_string(&description).unwrap_or_default();
        let id = blake3::hash(text.as_bytes()).to_hex()[..32].to_owned();
        Job { folder: folder.to_owned(), description, id }
    }

    /// The description.
    pub fn description(&self) -> &Description {
        &self.description
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Checks that a worker's model and search match those of the job.
    ///
    /// # Errors
    /// [`JobError::Foreign`].
    pub fn check(&self, fingerprint: &str) -> Result<(), JobError> {
        self.same("model", &self.description.fingerprint, fingerprint)
    }

    fn same(&self, what: &'static str, found: &str, expected: &str) -> Result<(), JobError> {
        if found == expected {
            return Ok(());
        }
        let (found, expected) = (found.chars().take(80).collect(), expected.to_owned());
        Err(JobError::Foreign { path: self.description_file(), what, found, expected })
    }

    fn description_file(&self) -> PathBuf {
        self.folder.join("job.json")
    }

    fn unit_file(&self, id: UnitId) -> PathBuf {
        self.folder.join("units").join(id.folder()).join(format!("{id}.json"))
    }

    pub(crate) fn result_file(&self, id: UnitId) -> PathBuf {
        self.folder.join("results").join(id.folder()).join(format!("{id}.json"))
    }

    /// The proof folder of a unit's result, if the job [proves](Description::proves).
    pub fn proof_folder(&self, id: UnitId) -> PathBuf {
        self.folder.join("proofs").join(id.folder()).join(id.to_string())
    }

    /// The file for a second result that contradicts the first.
    pub(crate) fn contradiction_file(&self, id: UnitId) -> PathBuf {
        self.folder.join("results").join(id.folder()).join(format!("{id}.contradiction.json"))
    }

    /// The unit for a part of the tree.
    pub(crate) fn unit_of(&self, cube: Cube) -> Unit {
        Unit { id: UnitId::new(&self.id, &cube), cube }
    }

    /// Adds a part of the tree as a unit.
    pub(crate) fn add(&self, cube: &Cube) -> Result<(), JobError> {
        let file = UnitFile { job: self.id.clone(), cube: cube.to_string() };
        files::write(&self.unit_file(UnitId::new(&self.id, cube)), &file).map(|_| ())
    }

    /// The unit with this name.
    ///
    /// # Errors
    /// [`JobError::NoUnit`]; [`JobError::Damaged`] or [`JobError::Foreign`] if the unit's file is invalid.
    pub fn unit(&self, id: UnitId) -> Result<Unit, JobError> {
        let path = self.unit_file(id);
        let file: UnitFile = files::read(&path)?.ok_or(JobError::NoUnit(id))?;
        let damaged = |what: String| JobError::Damaged(path.clone(), what);
        if file.job != self.id {
            return Err(JobError::Foreign { path, what: "job", found: file.job, expected: self.id.clone() });
        }
        let cube = file.cube.parse().map_err(|error| damaged(format!("{error}")))?;
        let unit = self.unit_of(cube);
        if unit.id == id { Ok(unit) } else { Err(damaged("its name does not match its part of the tree".to_owned())) }
    }

    /// The result of a unit, if there is one.
    ///
    /// # Errors
    /// [`JobError::BadResult`] or [`JobError::Foreign`] if the result file is invalid; [`JobError::Contradiction`].
    pub fn outcome(&self, id: UnitId) -> Result<Option<Outcome>, JobError> {
        let path = self.result_file(id);
        let read = files::read::<Outcome>(&path).map_err(|error| match error {
            JobError::Damaged(path, what) => JobError::BadResult(path, what),
            other => other,
        });
        let Some(outcome) = read? else { return Ok(None) };
        if outcome.job != self.id {
            return Err(JobError::Foreign { path, what: "job", found: outcome.job, expected: self.id.clone() });
        }
        if outcome.unit != id {
            return Err(JobError::BadResult(path, format!("it is the result of unit {}", outcome.unit)));
        }
        let second = self.contradiction_file(id);
        if second.exists() {
            return Err(JobError::Contradiction { unit: id, first: path, second });
        }
        Ok(Some(outcome))
    }

    /// The combined results of all units.
    ///
    /// # Errors
    /// The errors of [`outcome`](Job::outcome) for any unit.
    pub fn coverage(&self) -> Result<Coverage, JobError> {
        Coverage::new(self, None)
    }

    /// The [`coverage`](Job::coverage) of a job with an objective. Also checks every solution that a result relies on,
    /// and its objective value.
    ///
    /// # Errors
    /// Those of [`coverage`](Job::coverage); [`JobError::BadResult`] and [`JobError::Damaged`] name the file of an
    /// invalid solution.
    pub fn evaluated(&self, model: &Model, objective: &Expr) -> Result<Coverage, JobError> {
        Coverage::new(self, Some((model, objective)))
    }

    /// The units without a result, the largest last.
    ///
    /// # Errors
    /// Those of [`coverage`](Job::coverage).
    pub fn open_units(&self) -> Result<Vec<Unit>, JobError> {
        Ok(self.coverage()?.into_open())
    }
}
