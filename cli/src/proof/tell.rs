//! `ferz proof tell DIR`.

use super::Folder;
use crate::exit::{BadInput, Ended, UNWRITABLE};
use anyhow::Context;
use clap::Args as ClapArgs;
use std::io::Write as _;
use std::path::PathBuf;
use study::refutation::Refutation;

/// Larger files are for checkers.
const LARGEST: u64 = 64 << 20;

/// Which folder.
#[derive(ClapArgs)]
pub(crate) struct Tell {
    /// The folder that `--proof` wrote
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

pub(super) fn run(tell: &Tell) -> anyhow::Result<Ended> {
    let folder = Folder(&tell.folder);
    let refutation = Refutation::read(&read(&folder, "model.opb")?, &read(&folder, "proof.pbp")?);
    let refutation = refutation.map_err(|error| BadInput(error.to_string()))?;
    write!(std::io::stdout(), "{refutation}").context(UNWRITABLE)?;
    Ok(Ended::Complete)
}

fn read(folder: &Folder<'_>, name: &str) -> anyhow::Result<String> {
    let path = folder.file(name);
    let bad = |error: std::io::Error| BadInput(format!("{}: {error}", path.display()));
    let length = std::fs::metadata(&path).map_err(bad)?.len();
    if length > LARGEST {
        return Err(BadInput(format!("{} is too large to be told: {length} bytes", path.display())).into());
    }
    Ok(std::fs::read_to_string(&path).map_err(bad)?)
}
