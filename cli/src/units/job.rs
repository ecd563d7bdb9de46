//! The folder of a job, and what is wrong with it.

use cluster::{Job, JobError};
use std::path::Path;

/// What is wrong with a folder or a name is for its user to put right; a file that cannot be written is not.
pub(super) fn bad(error: JobError) -> anyhow::Error {
    match error {
        JobError::File(..) | JobError::Contradiction { .. } | JobError::Limited(_) | JobError::Miscounted(_) => {
            error.into()
        }
        _ => crate::exit::bad(error).into(),
    }
}

/// Opens the folder of a job.
pub(super) fn open(folder: &Path) -> anyhow::Result<Job> {
    Job::open(folder).map_err(bad)
}
