//! A MiniZinc model becomes FlatZinc, by MiniZinc's own compiler.

use super::install;
use crate::exit::BadInput;
use anyhow::Context;
use flatzinc::{Instance, library};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use tempfile::TempDir;

/// How to get what is missing.
const GET: &str = "MiniZinc compiles it, and `minizinc` is not on the PATH: get it from https://www.minizinc.org \
    (or `apt install minizinc`), or compile elsewhere with `minizinc -c --solver ferz` and solve the .fzn file";

/// What the compiler made: the instance, and what prints its solutions as the model wants them.
pub(crate) struct Compiled {
    pub(crate) instance: Instance,
    printer: PathBuf,
    _folder: TempDir,
}

/// Compiles a model and its data. Paths are kept, for explanations.
pub(crate) fn compile(model: &str, data: &[String]) -> anyhow::Result<Compiled> {
    let folder = TempDir::with_prefix("ferz-").context("cannot make a folder for the compiled model")?;
    let executable = install::executable().unwrap_or_else(|_| PathBuf::from("fzn-ferz"));
    library::install(folder.path(), &executable).context("cannot write the library for the compiler")?;
    let (flat, printer) = (folder.path().join("model.fzn"), folder.path().join("model.ozn"));
    let mut command = Command::new("minizinc");
    command.env("MZN_SOLVER_PATH", folder.path()).args(["-c", "--solver", "org.ferz.ferz", "--keep-paths"]);
    command.arg("--fzn").arg(&flat).arg("--ozn").arg(&printer).arg(model).args(data);
    let done = command.output().map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => BadInput(format!("{model} is a MiniZinc model. {GET}")),
        _ => BadInput(format!("cannot start minizinc: {error}")),
    })?;
    if !done.status.success() {
        let said = String::from_utf8_lossy(&done.stderr);
        return Err(BadInput(format!("minizinc cannot compile {model}:\n{}", said.trim())).into());
    }
    let bytes = std::fs::read(&flat).context("minizinc has left no compiled model")?;
    let instance = flatzinc::read_named(&bytes, flat.to_str()).map_err(|error| BadInput(error.to_string()))?;
    Ok(Compiled { instance, printer, _folder: folder })
}

impl Compiled {
    /// MiniZinc, reading what the protocol says and printing solutions as the model wants them.
    pub(crate) fn printer(&self) -> anyhow::Result<Child> {
        let mut command = Command::new("minizinc");
        command.arg("--ozn-file").arg(&self.printer).stdin(Stdio::piped());
        command.spawn().context("cannot start minizinc to print solutions")
    }
}
