//! How the command was started. A program gets this information from the system. In Python, where the process is the
//! interpreter, the package provides it.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

/// How the command was started.
#[derive(Debug)]
pub struct Invocation {
    /// The program that starts the command.
    pub program: PathBuf,
    /// All words after the program.
    pub words: Vec<OsString>,
    /// The words that are arguments of the command, not of an interpreter.
    pub arguments: Vec<OsString>,
    /// The folder with the programs `ferz` and `fzn-ferz`, which other programs start.
    pub folder: PathBuf,
}

static INVOCATION: OnceLock<Invocation> = OnceLock::new();

impl Invocation {
    /// The invocation of a process that runs this program directly.
    pub fn of_this_process() -> Invocation {
        // If the system does not know the program's file, its name is looked up on the PATH.
        let program = std::env::current_exe().unwrap_or_else(|_| PathBuf::from("ferz"));
        let words: Vec<OsString> = std::env::args_os().skip(1).collect();
        let folder = program.parent().map(PathBuf::from).unwrap_or_default();
        Invocation { program, arguments: words.clone(), words, folder }
    }
}

/// Sets the invocation; only the first call has an effect.
pub(crate) fn announce(invocation: Invocation) {
    let _ = INVOCATION.set(invocation);
}

fn invocation() -> &'static Invocation {
    INVOCATION.get_or_init(Invocation::of_this_process)
}

/// The arguments of the command.
pub(crate) fn arguments() -> &'static [OsString] {
    &invocation().arguments
}

/// The arguments as text.
pub(crate) fn texts() -> impl Iterator<Item = String> {
    arguments().iter().map(|word| word.to_string_lossy().into_owned())
}

/// Starts the same command again.
#[cfg(unix)]
pub(crate) fn again() -> Command {
    let Invocation { program, words, .. } = invocation();
    let mut command = Command::new(program);
    command.args(words);
    command
}

/// The path of `ferz` or `fzn-ferz`, which other programs start.
pub(crate) fn program(name: &str) -> PathBuf {
    invocation().folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}
