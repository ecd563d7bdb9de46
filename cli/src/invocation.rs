//! How the command was started. A program knows that from the system; in Python, where the process is the interpreter,
//! the package passes it on.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

/// How the command was started.
#[derive(Debug)]
pub struct Invocation {
    /// The program that starts the command again.
    pub program: PathBuf,
    /// All words after it.
    pub words: Vec<OsString>,
    /// Those of the words that are arguments of the command: the others are for an interpreter.
    pub arguments: Vec<OsString>,
    /// The folder with the programs `ferz` and `fzn-ferz`, for others to start.
    pub folder: PathBuf,
}

static INVOCATION: OnceLock<Invocation> = OnceLock::new();

impl Invocation {
    /// The invocation of a process that is this program and nothing else.
    pub fn of_this_process() -> Invocation {
        // If the system does not know the file of the program, a name remains, to be found on the PATH.
        let program = std::env::current_exe().unwrap_or_else(|_| PathBuf::from("ferz"));
        let words: Vec<OsString> = std::env::args_os().skip(1).collect();
        let folder = program.parent().map(PathBuf::from).unwrap_or_default();
        Invocation { program, arguments: words.clone(), words, folder }
    }
}

/// Makes the invocation known; only the first one counts.
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

/// The same command once more.
#[cfg(unix)]
pub(crate) fn again() -> Command {
    let Invocation { program, words, .. } = invocation();
    let mut command = Command::new(program);
    command.args(words);
    command
}

/// The path of one of the programs that others start: `ferz` or `fzn-ferz`.
pub(crate) fn program(name: &str) -> PathBuf {
    invocation().folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}
