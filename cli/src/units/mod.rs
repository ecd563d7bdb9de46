//! One search, cut into units for any number of processes: `split`, `work`, `merge`, and `cluster`, which has a scheduler do the work.

mod boards;
pub(crate) mod cluster;
pub(crate) mod merge;
pub(crate) mod split;
mod subject;
pub(crate) mod work;

use crate::exit::BadInput;
use ::cluster::{Job, JobError};
use std::path::Path;

/// What is wrong with a folder or a name is for its user to put right; a file that cannot be written is not.
fn bad(error: JobError) -> anyhow::Error {
    match error {
        JobError::File { .. } | JobError::Contradiction { .. } | JobError::Limited(_) | JobError::Miscounted(_) => {
            error.into()
        }
        _ => BadInput(error.to_string()).into(),
    }
}

fn open(folder: &Path) -> anyhow::Result<Job> {
    Job::open(folder).map_err(bad)
}
