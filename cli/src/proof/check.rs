//! `ferz proof check DIR`.

use super::Folder;
use crate::exit::{BadInput, Ended, UNWRITABLE};
use anyhow::Context;
use clap::Args as ClapArgs;
use std::io::{ErrorKind, Write as _};
use std::path::PathBuf;
use std::process::Command;

/// Which folder.
#[derive(ClapArgs)]
pub(crate) struct Check {
    /// The folder that `--proof` wrote
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

const INSTALL: &str = "VeriPB is not installed: `cargo install veripb --version 3.0.2 --locked`";

pub(super) fn run(check: &Check) -> anyhow::Result<Ended> {
    let folder = Folder(&check.folder);
    let [model, lines, expected] = ["model.opb", "proof.pbp", "verdict.txt"].map(|name| folder.file(name));
    let expected = std::fs::read_to_string(&expected)
        .map_err(|error| BadInput(format!("no complete proof in {}: verdict.txt: {error}", check.folder.display())))?;
    let expected = expected.trim_end();
    let ran = Command::new("veripb").arg(&model).arg(&lines).env("RUST_BACKTRACE", "0").output();
    let output = match ran {
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(BadInput(INSTALL.to_owned()).into()),
        other => other.context("VeriPB cannot be run")?,
    };
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    // A proof with assumptions is verified with a warning, and one that claims nothing without a verdict.
    let verdict = said.lines().rfind(|line| line.starts_with("s VERIFIED"));
    let is_confirmed = output.status.success() && verdict == Some(expected) && !said.to_lowercase().contains("warning");
    let mut out = std::io::stdout().lock();
    if is_confirmed {
        writeln!(out, "{expected}").context(UNWRITABLE)?;
        return Ok(Ended::Complete);
    }
    writeln!(out, "NOT VERIFIED: expected `{expected}`; VeriPB says:\n{}", said.trim_end()).context(UNWRITABLE)?;
    Ok(Ended::Failed)
}
