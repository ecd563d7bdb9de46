//! `ferz proof check DIR`: checks a proof, or all proofs of a job.

use super::confirm::confirmed;
use super::{Folder, units};
use crate::parse::threads;
use crate::run::prelude::*;
use std::num::NonZero;
use std::path::PathBuf;

/// The arguments of the command.
#[derive(ClapArgs)]
pub(crate) struct Check {
    /// The folder that `--proof` wrote, or a job of `ferz split --proof`
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// For a job: how many proofs to check at a time (default: one per processor)
    #[arg(long, value_name = "T", value_parser = threads)]
    threads: Option<NonZero<usize>>,
}

/// The maximum size of the verdict file, which consists of one line.
const VERDICT: u64 = 1 << 10;

pub(super) fn run(check: &Check) -> anyhow::Result<Ended> {
    let folder = Folder(&check.folder);
    let checked = match folder.file("job.json").exists() {
        true => units::check(&check.folder, check.threads)?,
        false => {
            let expected = folder
                .text("verdict.txt", VERDICT)
                .map_err(|error| BadInput(format!("no complete proof in {}: {error}", check.folder.display())))?;
            let expected = expected.trim_end();
            confirmed(&folder, expected)?.map_or_else(|| Ok(expected.to_owned()), Err)
        }
    };
    match &checked {
        Ok(verdict) => print(format_args!("{verdict}\n"))?,
        Err(why) => print(format_args!("NOT VERIFIED: {why}\n"))?,
    }
    Ok(if checked.is_ok() { Ended::Complete } else { Ended::Failed })
}
