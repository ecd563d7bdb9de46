//! The commands `ferz` and `fzn-ferz` in the interpreter's process.

use ferz_cli::Invocation;
use pyo3::prelude::*;
use std::ffi::OsString;
use std::path::PathBuf;

/// Runs a command and ends the process. The words of `words` after `program` start the command again; the last `count`
/// of them are its arguments. From then on, the command handles Ctrl-C.
#[pyfunction]
#[pyo3(name = "_main")]
pub(crate) fn run(py: Python<'_>, name: &str, program: PathBuf, words: Vec<OsString>, count: usize, folder: PathBuf) {
    let arguments = words[words.len().saturating_sub(count)..].to_vec();
    let invocation = Invocation { program, words, arguments, folder };
    py.detach(|| if name == "fzn-ferz" { ferz_cli::fzn_ferz(invocation) } else { ferz_cli::ferz(invocation) })
}
