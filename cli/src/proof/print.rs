//! `ferz proof print DIR`: prints a refutation in words.

use super::Folder;
use crate::run::prelude::*;
use std::path::PathBuf;
use study::refutation::Refutation;

/// The maximum file size; a larger proof would not be readable.
const LARGEST: u64 = 64 << 20;

/// The arguments of the command.
#[derive(ClapArgs)]
pub(crate) struct Print {
    /// The folder that `--proof` wrote
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

pub(super) fn run(args: &Print) -> anyhow::Result<Ended> {
    let folder = Folder(&args.folder);
    let refutation = Refutation::read(&folder.text("model.opb", LARGEST)?, &folder.text("proof.pbp", LARGEST)?);
    print(refutation.map_err(bad)?)?;
    Ok(Ended::Complete)
}
