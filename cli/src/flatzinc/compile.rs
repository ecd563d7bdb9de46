//! A MiniZinc model becomes FlatZinc, by MiniZinc's own compiler.

use super::install;
use crate::exit::BadInput;
use anyhow::Context;
use flatzinc::{Instance, library};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// How to get what is missing.
const GET: &str = "MiniZinc compiles it, and `minizinc` is not on the PATH: get it from https://www.minizinc.org \
    (or `apt install minizinc`), or compile elsewhere with `minizinc -c --solver ferz` and solve the .fzn file";

/// A folder that goes when it is no longer needed.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What the compiler made: the instance, and what prints its solutions as the model wants them.
pub(super) struct Compiled {
    pub(super) instance: Instance,
    printer: PathBuf,
    _folder: Folder,
}

/// Compiles a model and its data. Paths are kept, for explanations.
pub(super) fn compile(model: &str, data: &[String]) -> anyhow::Result<Compiled> {
    let folder = Folder(std::env::temp_dir().join(format!("ferz-{}", std::process::id())));
    std::fs::create_dir_all(&folder.0).context("cannot make a folder for the compiled model")?;
    let executable = install::executable().unwrap_or_else(|_| PathBuf::from("fzn-ferz"));
    library::install(&folder.0, &executable).context("cannot write the library for the compiler")?;
    let (flat, printer) = (folder.0.join("model.fzn"), folder.0.join("model.ozn"));
    let mut command = Command::new("minizinc");
    command.env("MZN_SOLVER_PATH", &folder.0).args(["-c", "--solver", "org.ferz.ferz", "--keep-paths"]);
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
    pub(super) fn printer(&self) -> anyhow::Result<Child> {
        let mut command = Command::new("minizinc");
        command.arg("--ozn-file").arg(&self.printer).stdin(Stdio::piped());
        command.spawn().context("cannot start minizinc to print solutions")
    }
}
