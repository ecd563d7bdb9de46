//! Runs MiniZinc as a program and passes on its messages.

use super::install;
use crate::run::prelude::*;
use flatzinc::library;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

/// Advice on how to install MiniZinc.
const GET: &str = "To compile it, `minizinc` must be on the PATH: get it from https://www.minizinc.org \
    (or `apt install minizinc`), or compile the model elsewhere with `minizinc -c --solver ferz` and solve the .fzn file";

/// The file in MiniZinc's working folder that receives its standard error.
const MESSAGES: &str = "messages";

/// Builds the command that compiles a model and its data for Ferz. The folder receives the library and the messages.
pub(super) fn minizinc(folder: &Path, model: &str, data: &[String]) -> anyhow::Result<Command> {
    let executable = install::executable().unwrap_or_else(|_| PathBuf::from("fzn-ferz"));
    library::install(folder, &executable).context("cannot write the library for the compiler")?;
    let messages = File::create(folder.join(MESSAGES)).context("cannot write beside the compiled model")?;
    let mut command = Command::new("minizinc");
    command.env("MZN_SOLVER_PATH", folder).args(["--solver", "org.ferz.ferz"]).args(files(model, data));
    command.stderr(messages);
    Ok(command)
}

/// Starts MiniZinc.
pub(super) fn spawn(command: &mut Command, model: &str) -> Result<Child, BadInput> {
    command.spawn().map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => BadInput(format!("{model} is a MiniZinc model. {GET}")),
        _ => BadInput(format!("cannot start minizinc: {error}")),
    })
}

/// Prints MiniZinc's warnings starting at byte `from`, and returns the offset of their end. If MiniZinc has failed,
/// returns its messages as the error.
pub(super) fn pass_on_messages(folder: &Path, model: &str, is_success: bool, from: usize) -> Result<usize, BadInput> {
    let all = input::stored(&folder.join(MESSAGES), u64::MAX).and_then(input::Bounded::bytes).unwrap_or_default();
    let said = String::from_utf8_lossy(&all[from.min(all.len())..]);
    match said.trim() {
        said if !is_success && from == 0 => Err(BadInput(format!("minizinc cannot compile {model}:\n{said}"))),
        said if !is_success => Err(BadInput(format!("minizinc cannot print a solution of {model}:\n{said}"))),
        "" => Ok(all.len()),
        said => {
            crate::exit::complain(&format!("messages of minizinc about {model}:\n{said}"));
            Ok(all.len())
        }
    }
}

/// Returns the paths of the files, in a form that MiniZinc does not mistake for options.
pub(super) fn files(model: &str, data: &[String]) -> Vec<PathBuf> {
    let names = std::iter::once(model).chain(data.iter().map(String::as_str));
    names.map(|name| if name.starts_with('-') { Path::new(".").join(name) } else { PathBuf::from(name) }).collect()
}
