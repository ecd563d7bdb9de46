//! `ferz proof trim DIR`: removes the proof lines that the conclusion does not need.

use super::Folder;
use crate::exit::UNWRITABLE;
use crate::input::bound;
use crate::run::output_file::OutputFile;
use crate::run::prelude::*;
use std::io::Write;
use std::path::{Path, PathBuf};
use study::refutation::Trimmed;

/// The arguments of the command.
#[derive(ClapArgs)]
pub(crate) struct Trim {
    /// The folder that `--proof` wrote, or a proof file next to its `model.opb`
    #[arg(value_name = "DIR|FILE")]
    proof: PathBuf,

    /// Write the trimmed proof into this file, instead of replacing the proof
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(args: &Trim) -> anyhow::Result<Ended> {
    let file = if args.proof.is_dir() { args.proof.join("proof.pbp") } else { args.proof.clone() };
    let folder = Folder(file.parent().unwrap_or(Path::new("")));
    let output = args.output.as_deref().map(OutputFile::open).transpose()?;
    let limit = bound(None);
    let name = file.file_name().map_or_else(Default::default, |name| name.to_string_lossy());
    let before = folder.text(&name, limit)?;
    let trimmed = Trimmed::new(&folder.text("model.opb", limit)?, &before).map_err(bad)?;
    let write = |out: &mut dyn Write| out.write_all(trimmed.proof.as_bytes());
    match output {
        Some(output) => _ = output.write(|out| write(out))?,
        None => {
            // If writing fails, the old proof remains.
            let new = folder.file(&format!("{name}.new"));
            OutputFile::open(&new)?.write(|out| write(out))?;
            std::fs::rename(&new, &file).with_context(|| format!("{UNWRITABLE} to {}", file.display()))?;
        }
    }
    let [lines, kept] = trimmed.lines.map(|lines| plural(lines as u64, "line"));
    let [old, new] = [before.len(), trimmed.proof.len()].map(|bytes| bytes as f64 / 1e6);
    print(format_args!("{lines}, {old:.2} MB; trimmed: {kept}, {new:.2} MB\n"))?;
    Ok(Ended::Complete)
}
