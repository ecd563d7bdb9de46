//! Compiles a MiniZinc model to FlatZinc with MiniZinc's own compiler.

use super::input::Source;
use super::minizinc::{files, minizinc, pass_on_messages, spawn};
use crate::run::poll;
use crate::run::prelude::*;
use flatzinc::Instance;
use solver_core::search::Learning;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use tempfile::TempDir;

/// The purpose for which a model is compiled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To find solutions and print them without the model's output item.
    Solving,
    /// To report errors that name the model's own constraints. The constraints are the same as with `Solving`, but each
    /// carries its source location in the model.
    Locating,
    /// To explain in terms of the model. The compiler preserves the constraints, and outputs all variables of the
    /// model.
    Explaining,
}

/// Rejects data files for an already compiled model, which takes none.
pub(crate) fn refuse_data(file: &str, data: &[String]) -> Result<(), BadInput> {
    let Some(word) = data.first() else { return Ok(()) };
    let is_way = Learning::ALL.iter().any(|way| way.name() == word);
    let advice = if is_way { format!("; to choose how to learn, type --learn={word}") } else { String::new() };
    Err(BadInput(format!("`{word}`: {file} is already compiled and takes no data{advice}")))
}

/// Compiles a model and its data to a file of at most `bound` bytes. Returns `None` if `is_over` becomes true first.
pub(crate) fn compile(
    model: &str,
    data: &[String],
    purpose: Purpose,
    bound: u64,
    is_over: &dyn Fn() -> bool,
) -> anyhow::Result<Option<Instance>> {
    let folder = TempDir::with_prefix("ferz-").context("cannot create a folder for the compiled model")?;
    let (flat, script) = (folder.path().join("model.fzn"), folder.path().join("model.ozn"));
    let mut command = minizinc(folder.path(), model, data)?;
    command.arg("-c").arg("--fzn").arg(&flat).arg("--ozn").arg(&script).stdout(Stdio::null());
    let has_origin = purpose != Purpose::Solving;
    if purpose == Purpose::Explaining {
        command.args(["-O0", "--output-mode", "dzn"]);
    }
    if has_origin {
        command.args(["--keep-paths", "--output-paths-to-file"]).arg(folder.path().join("model.paths"));
    }
    let types = has_origin.then(|| types(folder.path(), model, data));
    let mut compiler = spawn(&mut command, model)?;
    // Ctrl-C reaches both processes, and either may end first.
    let status = wait(&mut compiler, is_over).context("cannot wait for minizinc")?;
    let Some(status) = status.filter(|status| status.success() || !is_over()) else {
        if let Some(Ok(mut child)) = types {
            let _ = child.kill();
        }
        return Ok(None);
    };
    // If a model is compiled again, the first compilation has already printed the messages.
    if purpose != Purpose::Locating {
        pass_on_messages(folder.path(), model, status.success(), 0)?;
    }
    let source = Source::read(flat.to_str(), bound).context("minizinc has written no compiled model")?;
    let mut instance = source.called(&format!("{model}, compiled")).instance()?;
    if let Some(types) = types {
        let output = input::stored(&script, bound)
            .and_then(input::Bounded::text)
            .context("minizinc has written no output item")?;
        let origin =
            instance.read_origin(|file| input::stored(Path::new(file), bound).and_then(input::Bounded::text).ok());
        let types = types.and_then(|child| Ok(child.wait_with_output()?.stdout)).unwrap_or_default();
        instance.set_origin(origin.with_types(&String::from_utf8_lossy(&types)).with_output(&output));
    }
    Ok(Some(instance))
}

/// Waits for a program and returns its exit status. If `is_over` becomes true first, kills it and returns `None`.
fn wait(child: &mut Child, is_over: &dyn Fn() -> bool) -> anyhow::Result<Option<ExitStatus>> {
    poll(|| {
        let status = child.try_wait()?;
        if status.is_none() && is_over() {
            child.kill()?;
            child.wait()?;
            return Ok(Some(None));
        }
        Ok(status.map(Some))
    })
}

/// Starts MiniZinc to obtain the types of a model's variables.
fn types(solvers: &Path, model: &str, data: &[String]) -> std::io::Result<Child> {
    let mut command = Command::new("minizinc");
    command.env("MZN_SOLVER_PATH", solvers).args(["--solver", "org.ferz.ferz", "--model-types-only"]);
    command.args(files(model, data)).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()
}
