//! `ferz minizinc`: registers the solver with MiniZinc.

use crate::run::prelude::*;
use clap::Subcommand;
use flatzinc::library;
use std::io::Write as _;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  ferz minizinc install            then: minizinc --solver ferz model.mzn data.dzn
  ferz minizinc install --dir DIR  then: MZN_SOLVER_PATH=DIR minizinc --solver ferz model.mzn
  ferz minizinc config             the file that `install` writes, on standard output";

/// Register Ferz with MiniZinc
#[derive(ClapArgs)]
#[command(after_help = EXAMPLES)]
pub(crate) struct MiniZinc {
    #[command(subcommand)]
    command: Wanted,
}

#[derive(Subcommand)]
enum Wanted {
    /// Write the library and ferz.msc where MiniZinc looks for solvers
    Install(Install),
    /// Print ferz.msc
    Config(Where),
}

#[derive(ClapArgs)]
struct Install {
    #[command(flatten)]
    place: Where,

    /// Also write ferz-step.msc: the stepper as an interactive solver, for MiniZinc 2.10 or later
    #[arg(long)]
    stepper: bool,
}

#[derive(ClapArgs)]
struct Where {
    /// MiniZinc's folder of solvers (default: .minizinc/solvers in the home folder)
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl Where {
    fn folder(&self) -> anyhow::Result<PathBuf> {
        let folder = match &self.dir {
            Some(folder) => folder.clone(),
            None => {
                let home = std::env::home_dir().filter(|home| !home.as_os_str().is_empty());
                let home =
                    home.ok_or_else(|| BadInput("there is no home folder: choose a folder with --dir".to_owned()))?;
                home.join(".minizinc").join("solvers")
            }
        };
        Ok(std::path::absolute(&folder).unwrap_or(folder))
    }
}

/// Runs the command.
pub(crate) fn run(asked: &MiniZinc) -> anyhow::Result<Ended> {
    let executable = executable()?;
    let mut out = Out::new();
    match &asked.command {
        Wanted::Config(place) => {
            let library = library::library_in(&place.folder()?);
            out.write_all(library::configuration(&executable, &library).as_bytes())?;
        }
        Wanted::Install(Install { place, stepper }) => {
            let folder = place.folder()?;
            let bad = |error| BadInput(format!("cannot write to {}: {error}", folder.display()));
            let written = library::install(&folder, &executable).map_err(bad)?;
            if *stepper {
                let configuration = library::stepper(&executable, &library::library_in(&folder));
                let path = folder.join(library::STEPPER);
                std::fs::write(&path, configuration).map_err(bad)?;
                writeln!(out, "{}", path.display())?;
            }
            writeln!(out, "{}\n{} files of the library beside it", written.display(), library::FILES.len())?;
            writeln!(out, "{}", hint(place.dir.as_deref()))?;
        }
    }
    out.flush()?;
    Ok(Ended::Complete)
}

fn hint(folder: Option<&Path>) -> String {
    match folder {
        None => "now: minizinc --solver ferz model.mzn".to_owned(),
        Some(folder) => format!("now: MZN_SOLVER_PATH={} minizinc --solver ferz model.mzn", folder.display()),
    }
}

/// Returns the path of `fzn-ferz`, the program that MiniZinc calls, which is in the same folder as this one.
pub(crate) fn executable() -> anyhow::Result<PathBuf> {
    let beside = crate::invocation::program("fzn-ferz");
    if beside.is_file() {
        return Ok(beside);
    }
    reject!("{} is missing: install both programs of the package `ferz`", beside.display())
}
