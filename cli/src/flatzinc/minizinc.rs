//! MiniZinc as a program: how it is called, and what it complains of.

use super::install;
use crate::exit::BadInput;
use anyhow::Context;
use flatzinc::library;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

/// How to get what is missing.
const GET: &str = "MiniZinc compiles it, and `minizinc` is not on the PATH: get it from https://www.minizinc.org \
    (or `apt install minizinc`), or compile elsewhere with `minizinc -c --solver ferz` and solve the .fzn file";

/// What MiniZinc says on standard error, in its folder.
const COMPLAINTS: &str = "complaints";

/// MiniZinc, about to compile a model and its data for Ferz.
pub(super) fn minizinc(folder: &Path, model: &str, data: &[String]) -> anyhow::Result<Command> {
    let executable = install::executable().unwrap_or_else(|_| PathBuf::from("fzn-ferz"));
    library::install(folder, &executable).context("cannot write the library for the compiler")?;
    let complaints = File::create(folder.join(COMPLAINTS)).context("cannot write beside the compiled model")?;
    let mut command = Command::new("minizinc");
    command.env("MZN_SOLVER_PATH", folder).args(["--solver", "org.ferz.ferz"]).args(files(model, data));
    command.stderr(complaints);
    Ok(command)
}

/// Starts it.
pub(super) fn spawn(command: &mut Command, model: &str) -> Result<Child, BadInput> {
    command.spawn().map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => BadInput(format!("{model} is a MiniZinc model. {GET}")),
        _ => BadInput(format!("cannot start minizinc: {error}")),
    })
}

/// Passes on what MiniZinc complains of, but for the first `told` bytes: warnings, or why it failed. How many bytes were told.
pub(super) fn complaints(folder: &Path, model: &str, is_success: bool, told: usize) -> Result<usize, BadInput> {
    let all = input::stored(&folder.join(COMPLAINTS), u64::MAX).and_then(input::Bounded::bytes).unwrap_or_default();
    let said = String::from_utf8_lossy(&all[told.min(all.len())..]);
    match said.trim() {
        said if !is_success && told == 0 => Err(BadInput(format!("minizinc cannot compile {model}:\n{said}"))),
        said if !is_success => Err(BadInput(format!("minizinc cannot print a solution of {model}:\n{said}"))),
        "" => Ok(all.len()),
        said => {
            crate::exit::complain(&format!("minizinc about {model}:\n{said}"));
            Ok(all.len())
        }
    }
}

/// Names of files, none of which MiniZinc can take for an option.
pub(super) fn files(model: &str, data: &[String]) -> Vec<PathBuf> {
    let names = std::iter::once(model).chain(data.iter().map(String::as_str));
    names.map(|name| if name.starts_with('-') { Path::new(".").join(name) } else { PathBuf::from(name) }).collect()
}
