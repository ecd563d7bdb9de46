//! Confirms the claim of a proof: VeriPB checks the proof, and this module checks the lists of solutions and orbits.

use super::Folder;
use crate::input::{bound, unreadable};
use crate::run::prelude::*;
use queens::{Board, Symmetries};
use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::process::Command;
use study::refutation::check_solutions;

const INSTALL: &str = "VeriPB is not installed: `cargo install veripb --version 3.0.2 --locked`";

/// Checks the lists and the proof in a folder; returns the first disagreement with the claim.
pub(super) fn confirmed(folder: &Folder<'_>, claim: &str) -> anyhow::Result<Option<String>> {
    Ok(match listed(folder, claim)? {
        None => refused(folder, claim)?,
        listed => listed,
    })
}

/// Checks the lists of solutions and orbits against the model and the claim; returns the first disagreement.
fn listed(folder: &Folder<'_>, claim: &str) -> Result<Option<String>, BadInput> {
    let solutions = folder.text("solutions.txt", bound(None))?;
    if let Err(error) = check_solutions(&folder.text("model.opb", bound(None))?, &solutions, claim) {
        return Ok(Some(error.to_string()));
    }
    if !folder.file("orbits.txt").exists() {
        return Ok(None);
    }
    let orbits = folder.text("orbits.txt", bound(None))?;
    let are_those = orbits_of(&solutions).is_some_and(|own| own.lines().eq(orbits.lines()));
    Ok((!are_those).then(|| "orbits.txt does not list the orbits of the boards in solutions.txt".to_owned()))
}

/// Writes each orbit of the listed boards on its own line, as the indices of its boards.
fn orbits_of(solutions: &str) -> Option<String> {
    let mut orbits: BTreeMap<Vec<u32>, Vec<usize>> = BTreeMap::new();
    for (number, line) in (1..).zip(solutions.lines()) {
        // `q[3]_5` means that the queen of column 3 is in row 5.
        let queen = |name: &str| {
            let (column, row) = name.rsplit_once("]_")?;
            Some((column.rsplit_once('[')?.1.parse::<u32>().ok()?, row.parse().ok()?))
        };
        let rows = line.split_whitespace().map(queen).collect::<Option<BTreeMap<_, _>>>()?.into_values().collect();
        let least = Symmetries::all().least(&Board::new(rows).ok()?);
        orbits.entry(least.rows().to_vec()).or_default().push(number);
    }
    Some(super::lines_of(orbits.into_values()))
}

/// Runs VeriPB on the proof. Returns VeriPB's output if the claim is not confirmed.
fn refused(folder: &Folder<'_>, expected: &str) -> anyhow::Result<Option<String>> {
    let [model, lines] = ["model.opb", "proof.pbp"].map(|name| folder.file(name));
    // Rejects devices and pipes, which VeriPB would open.
    input::stored(&lines, u64::MAX).map_err(|error| unreadable(&lines, &error))?;
    let ran = Command::new("veripb").arg(&model).arg(&lines).env("RUST_BACKTRACE", "0").output();
    let output = match ran {
        Err(error) if error.kind() == ErrorKind::NotFound => return Err(BadInput(INSTALL.to_owned()).into()),
        other => other.context("cannot run VeriPB")?,
    };
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    // VeriPB only warns about a proof with assumptions, and gives no verdict on a proof that claims nothing.
    let verdict = said.lines().rfind(|line| line.starts_with("s VERIFIED"));
    let is_confirmed = output.status.success() && verdict == Some(expected) && !said.to_lowercase().contains("warning");
    Ok((!is_confirmed).then(|| format!("expected `{expected}`; VeriPB says:\n{}", said.trim_end())))
}
