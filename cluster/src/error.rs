//! Job errors.

use crate::unit::UnitId;
use std::path::PathBuf;

/// Why a job folder cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum JobError {
    /// The folder for a new job already exists.
    #[error("{} already exists: a job needs a new folder", .0.display())]
    Exists(PathBuf),
    /// There is no job in the folder.
    #[error("{} is not a job folder: it has no job.json", .0.display())]
    NoJob(PathBuf),
    /// A file cannot be written: the path and the system's error.
    #[error("{}: {}", .0.display(), .1)]
    File(PathBuf, std::io::Error),
    /// A file or a folder cannot be read: the path and the system's error.
    #[error("cannot read {}: {}", .0.display(), .1)]
    Read(PathBuf, std::io::Error),
    /// A file is damaged: the path and what is wrong with it.
    #[error("{}: {}", .0.display(), .1)]
    Damaged(PathBuf, String),
    /// A result is damaged: its path and what is wrong with it.
    #[error("{}: {}; delete it to have its unit explored again", .0.display(), .1)]
    BadResult(PathBuf, String),
    /// A file belongs to another job, or to another version of the program.
    #[error("{}: it belongs to another job or version: its {what} is {found}, not {expected}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What differs.
        what: &'static str,
        /// What the file contains.
        found: String,
        /// What it should contain.
        expected: String,
    },
    /// There is no unit with this name.
    #[error("there is no unit {0} in this job")]
    NoUnit(UnitId),
    /// A name or a number cannot be parsed: the expected form and the text.
    #[error("`{1}` is not {0}")]
    Unreadable(&'static str, String),
    /// Two results of one unit contradict each other.
    #[error(
        "unit {unit} has two results that contradict each other: {} and {}; one of them is wrong, and others may be. \
         Find out which machine or program caused this", first.display(), second.display()
    )]
    Contradiction {
        /// The unit.
        unit: UnitId,
        /// The result that came first.
        first: PathBuf,
        /// The result that came later.
        second: PathBuf,
    },
    /// A limit of the search itself stopped a unit, so its remaining parts are unknown.
    #[error("the search of a unit was stopped by its {0}: give units a budget, and their search no limits")]
    Limited(solver_core::StopReason),
    /// Two ways of counting a piece disagree.
    #[error("two ways of counting piece {0} disagree: this machine or this program miscounts")]
    Miscounted(u32),
    /// The unit was cancelled before anything was explored; it stays open.
    #[error("unit {0} was cancelled before any of it was explored")]
    Cancelled(UnitId),
    /// Units relied on an objective value whose solution is missing.
    #[error("units relied on a solution with objective value {value}, but its file is missing: {}", path.display())]
    Lost {
        /// The value, as minimised (negated when maximising).
        value: i32,
        /// The file.
        path: PathBuf,
    },
    /// The search cannot be split into units.
    #[error(transparent)]
    Model(#[from] solver_core::ModelError),
    /// The proof of a unit cannot be written.
    #[error(transparent)]
    Proof(#[from] solver_core::proof::ProofError),
}
