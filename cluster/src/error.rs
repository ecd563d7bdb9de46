//! What can be wrong with a job.

use crate::unit::UnitId;
use std::path::PathBuf;

/// Why a job folder cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JobError {
    /// The folder for a new job is there already.
    #[error("{} is there already: a job needs a new folder", .0.display())]
    Exists(PathBuf),
    /// There is no job in the folder.
    #[error("{} is no job folder: it has no job.json", .0.display())]
    NoJob(PathBuf),
    /// A file cannot be written, and what the system says.
    #[error("{}: {}", .0.display(), .1)]
    File(PathBuf, std::io::Error),
    /// A file or a folder cannot be read, and what the system says.
    #[error("cannot read {}: {}", .0.display(), .1)]
    Read(PathBuf, std::io::Error),
    /// A file is not what it should be, and what is wrong with it.
    #[error("{}: {}", .0.display(), .1)]
    Damaged(PathBuf, String),
    /// A result is not what it should be, and what is wrong with its file.
    #[error("{}: {}; delete it and its unit is worked on again", .0.display(), .1)]
    BadResult(PathBuf, String),
    /// A file belongs to another job, or to another version of the program.
    #[error("{}: it is of another job or version: its {what} is {found}, here it is {expected}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What differs.
        what: &'static str,
        /// What the file says.
        found: String,
        /// What it should say.
        expected: String,
    },
    /// There is no unit of this name.
    #[error("there is no unit {0} in this job")]
    NoUnit(UnitId),
    /// A name or a number cannot be read: what was expected, and what was found.
    #[error("`{1}` is not {0}")]
    Unreadable(&'static str, String),
    /// Two results of one unit contradict each other.
    #[error(
        "unit {unit} has two results that contradict each other: {} and {}; one of them is wrong, and so may others be. \
         Find out which machine or program it was", first.display(), second.display()
    )]
    Contradiction {
        /// The unit.
        unit: UnitId,
        /// The result that came first.
        first: PathBuf,
        /// The one that came later.
        second: PathBuf,
    },
    /// A limit of the search itself ended a unit: what is left of it is not known.
    #[error("the search of a unit was stopped by its {0}: units have a budget, their search has no limits")]
    Limited(solver_core::StopReason),
    /// A piece was counted in two ways that disagree.
    #[error("piece {0} was counted in two ways that disagree: this machine or this program miscounts")]
    Miscounted(u32),
    /// Somebody cancelled before anything of a unit was done: it is open as before.
    #[error("unit {0} was cancelled before anything of it was done")]
    Cancelled(UnitId),
    /// Units relied on a value of the objective of which no solution is known.
    #[error("units relied on a solution with the value {value}, of which there is no file: it was {}", path.display())]
    Lost {
        /// The value, as minimised.
        value: i32,
        /// The file.
        path: PathBuf,
    },
    /// The search cannot be cut into units.
    #[error(transparent)]
    Model(#[from] solver_core::ModelError),
}
