//! Opens job folders and classifies their errors.

use cluster::{Job, JobError};
use std::path::Path;

/// Classifies an error. An invalid folder or name is bad input, which the user can correct; an unwritable file is not.
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
