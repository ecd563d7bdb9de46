//! Compiling a MiniZinc model to FlatZinc, by MiniZinc's own compiler.

use super::input::Source;
use super::minizinc::{files, minizinc, pass_on_messages, spawn};
use crate::run::poll;
use crate::run::prelude::*;
use flatzinc::Instance;
use solver_core::search::Learning;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use tempfile::TempDir;

/// What a model is compiled for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Solutions, which are not printed as the model wants them.
    Solving,
    /// The model's own words for what cannot be solved. The constraints are those of `Solving`, with their places in the model.
    Locating,
    /// Reasons in the model's own words. The compiler leaves the constraints as they are, and all variables of the model are shown.
    Explaining,
}

/// A compiled file takes no data: what else stands on the command line is a mistake.
pub(crate) fn refuse_data(file: &str, data: &[String]) -> Result<(), BadInput> {
    let Some(word) = data.first() else { return Ok(()) };
    let is_way = Learning::ALL.iter().any(|way| way.name() == word);
    let advice = if is_way { format!("; a way to learn is joined on: --learn={word}") } else { String::new() };
    Err(BadInput(format!("`{word}`: {file} is compiled already and takes no data{advice}")))
}

/// Compiles a model and its data, to no more than `bound` bytes. `None` where it was over before that.
pub(crate) fn compile(
    model: &str,
    data: &[String],
    purpose: Purpose,
    bound: u64,
    is_over: &dyn Fn() -> bool,
) -> anyhow::Result<Option<Instance>> {
    let folder = TempDir::with_prefix("ferz-").context("cannot make a folder for the compiled model")?;
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
    // Ctrl-C reaches both: who ends first does not matter.
    let status = wait(&mut compiler, is_over).context("cannot wait for minizinc")?;
    let Some(status) = status.filter(|status| status.success() || !is_over()) else {
        if let Some(Ok(mut child)) = types {
            let _ = child.kill();
        }
        return Ok(None);
    };
    // What it has to say of a model that is compiled for the second time is known.
    if purpose != Purpose::Locating {
        pass_on_messages(folder.path(), model, status.success(), 0)?;
    }
    let source = Source::read(flat.to_str(), bound).context("minizinc has left no compiled model")?;
    let mut instance = source.called(&format!("{model}, compiled")).instance()?;
    if let Some(types) = types {
        let output =
            input::stored(&script, bound).and_then(input::Bounded::text).context("minizinc has left no output item")?;
        let origin =
            instance.read_origin(|file| input::stored(Path::new(file), bound).and_then(input::Bounded::text).ok());
        let types = types.and_then(|child| Ok(child.wait_with_output()?.stdout)).unwrap_or_default();
        instance.set_origin(origin.with_types(&String::from_utf8_lossy(&types)).with_output(&output));
    }
    Ok(Some(instance))
}

/// How a program ended; `None` if it was over first, and the program had to end.
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

/// MiniZinc at work, to say which types the variables of a model have.
fn types(solvers: &Path, model: &str, data: &[String]) -> std::io::Result<Child> {
    let mut command = Command::new("minizinc");
    command.env("MZN_SOLVER_PATH", solvers).args(["--solver", "org.ferz.ferz", "--model-types-only"]);
    command.args(files(model, data)).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()
}
