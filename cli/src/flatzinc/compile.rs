//! Compiling a MiniZinc model to FlatZinc, by MiniZinc's own compiler.

use super::input::Source;
use super::install;
use crate::exit::BadInput;
use anyhow::Context;
use flatzinc::{Instance, library};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// How to get what is missing.
const GET: &str = "MiniZinc compiles it, and `minizinc` is not on the PATH: get it from https://www.minizinc.org \
    (or `apt install minizinc`), or compile elsewhere with `minizinc -c --solver ferz` and solve the .fzn file";

/// What prints solutions as the model wants them.
pub(crate) struct Printer {
    script: PathBuf,
    _folder: TempDir,
}

/// Compiles a model and its data, to no more than `bound` bytes. Paths are kept, for explanations.
pub(crate) fn compile(model: &str, data: &[String], bound: u64) -> anyhow::Result<(Instance, Printer)> {
    let folder = TempDir::with_prefix("ferz-").context("cannot make a folder for the compiled model")?;
    let executable = install::executable().unwrap_or_else(|_| PathBuf::from("fzn-ferz"));
    library::install(folder.path(), &executable).context("cannot write the library for the compiler")?;
    let (flat, script) = (folder.path().join("model.fzn"), folder.path().join("model.ozn"));
    let mut command = Command::new("minizinc");
    command.env("MZN_SOLVER_PATH", folder.path()).args(["-c", "--solver", "org.ferz.ferz", "--keep-paths"]);
    command.arg("--fzn").arg(&flat).arg("--ozn").arg(&script).args(files(model, data));
    let done = command.output().map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => BadInput(format!("{model} is a MiniZinc model. {GET}")),
        _ => BadInput(format!("cannot start minizinc: {error}")),
    })?;
    if !done.status.success() {
        let said = String::from_utf8_lossy(&done.stderr);
        return Err(BadInput(format!("minizinc cannot compile {model}:\n{}", said.trim())).into());
    }
    let source = Source::read(flat.to_str(), bound).context("minizinc has left no compiled model")?;
    Ok((source.instance()?, Printer { script, _folder: folder }))
}

/// Names of files, none of which MiniZinc can take for an option.
fn files(model: &str, data: &[String]) -> Vec<PathBuf> {
    let names = std::iter::once(model).chain(data.iter().map(String::as_str));
    names.map(|name| if name.starts_with('-') { Path::new(".").join(name) } else { PathBuf::from(name) }).collect()
}

impl Printer {
    /// MiniZinc, reading what the protocol says.
    pub(crate) fn start(&self) -> anyhow::Result<Child> {
        let mut command = Command::new("minizinc");
        command.arg("--ozn-file").arg(&self.script).stdin(Stdio::piped());
        command.spawn().context("cannot start minizinc to print solutions")
    }
}
