//! Opens the folder of a job and classifies its errors.

use cluster::{Job, JobError};
use std::path::Path;

/// Classifies an error. The user can correct an invalid folder or name, which is bad input, but not an unwritable file.
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
