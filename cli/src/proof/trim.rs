//! `ferz proof trim DIR`: leaves out the lines of a proof that its conclusion does not need.

use super::Folder;
use crate::exit::UNWRITABLE;
use crate::input::bound;
use crate::run::prelude::*;
use std::path::PathBuf;
use study::refutation::Trimmed;

/// The arguments of the command.
#[derive(ClapArgs)]
pub(crate) struct Trim {
    /// The folder that `--proof` wrote
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Write the trimmed proof into this file, instead of replacing `proof.pbp`
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &Trim) -> anyhow::Result<Ended> {
    let folder = Folder(&args.folder);
    let limit = bound(None);
    let before = folder.text("proof.pbp", limit)?;
    let trimmed = Trimmed::new(&folder.text("model.opb", limit)?, &before).map_err(bad)?;
    match &args.output {
        Some(path) => std::fs::write(path, &trimmed.proof).with_context(|| format!("{UNWRITABLE} to {}", path.display()))?,
        None => {
            // A proof that is interrupted here must not replace a whole one.
            let new = folder.file("proof.pbp.new");
            let written = std::fs::write(&new, &trimmed.proof).and_then(|()| std::fs::rename(&new, folder.file("proof.pbp")));
            written.with_context(|| format!("{UNWRITABLE} to {}", args.folder.display()))?;
        }
    }
    let [lines, kept] = trimmed.lines;
    let [old, new] = [before.len(), trimmed.proof.len()].map(|bytes| bytes as f64 / 1e6);
    print(format_args!("{kept} of {} kept; {new:.1} MB of {old:.1} MB\n", plural(lines as u64, "line")))?;
    Ok(Ended::Complete)
}
