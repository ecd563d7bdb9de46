//! Exit codes.
//!
//! | code | meaning |
//! |---|---|
//! | 0 | complete |
//! | 2 | bad input |
//! | 3 | stopped by a limit or Ctrl-C, with incomplete output; limits on individual searches of a table do not count |
//! | 4 | a check failed: an answer was wrong, or counts differ from those recorded |
//! | 70 | internal error, or output that could not be written |
//! | 130 | interrupted twice |

use solver_core::prelude::{Step, StopReason};
use std::io::{ErrorKind, Write};

/// How a command ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ended {
    /// The output is complete, and its claim holds.
    Complete,
    /// A limit or an interrupt stopped the command, as the output states.
    Stopped,
    /// A check failed; the output says what is wrong.
    Failed,
}

impl From<Step> for Ended {
    fn from(end: Step) -> Ended {
        end.cut_short().into()
    }
}

impl From<Option<StopReason>> for Ended {
    /// Returns `Stopped` if there is a reason, and `Complete` otherwise.
    fn from(stopped_by: Option<StopReason>) -> Ended {
        if stopped_by.is_some() { Ended::Stopped } else { Ended::Complete }
    }
}

/// The message for a failed write to standard output.
pub(crate) const UNWRITABLE: &str = "cannot write the output";

/// The message for a board that is not a solution.
pub(crate) const WRONG: &str = "a solution failed its check: this is a bug in ferz";

/// The exit code of a command stopped by a limit.
pub(crate) const STOPPED: u8 = 3;

/// The exit code after a failed check.
const FAILED: u8 = 4;

/// The exit code after a second Ctrl-C.
pub(crate) const INTERRUPTED_TWICE: i32 = 130;

/// Invalid input; the message names the culprit.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct BadInput(pub(crate) String);

/// Converts a library's error about its input to [`BadInput`].
pub(crate) fn bad(error: impl std::fmt::Display) -> BadInput {
    BadInput(error.to_string())
}

/// Returns from the enclosing function with a `BadInput` error; the arguments are those of `format!`.
macro_rules! reject {
    ($($message:tt)*) => {
        return Err($crate::exit::BadInput(format!($($message)*)).into())
    };
}
pub(crate) use reject;

/// Converts a command's result to an exit code, and prints the error message, if any.
pub(crate) fn leave(end: std::thread::Result<anyhow::Result<Ended>>) -> u8 {
    let code = match end {
        Ok(Ok(Ended::Complete)) => 0,
        Ok(Ok(Ended::Stopped)) => STOPPED,
        Ok(Ok(Ended::Failed)) => FAILED,
        Ok(Err(error)) if is_closed_pipe(&error) => 0,
        Ok(Err(error)) => {
            complain(&format!("error: {error:#}"));
            if error.is::<BadInput>() { 2 } else { 70 }
        }
        Err(_) => {
            complain("error: internal error; see the message above. Please report it together with the command.");
            70
        }
    };
    let _ = std::io::stdout().flush();
    if code == 0 { taken() } else { code }
}

/// Returns the exit code of a command that has printed everything. Tests whether standard output is open for writing,
/// because the standard library silently discards what is written to a closed output.
#[cfg(unix)]
fn taken() -> u8 {
    use std::os::fd::AsFd;
    let Ok(copy) = std::io::stdout().as_fd().try_clone_to_owned() else { return 0 };
    match std::fs::File::from(copy).write(&[]) {
        Err(error) if error.raw_os_error() == Some(nix::errno::Errno::EBADF as i32) => {
            complain(&format!("error: {UNWRITABLE}: {error}"));
            70
        }
        _ => 0,
    }
}

#[cfg(not(unix))]
fn taken() -> u8 {
    0
}

/// Prints clap's message: a command-line error or the requested help.
pub(crate) fn explain(said: &clap::Error) -> u8 {
    match said.print() {
        _ if said.use_stderr() => 2,
        Ok(()) => taken(),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => 0,
        Err(error) => {
            complain(&format!("error: {UNWRITABLE}: {error}"));
            70
        }
    }
}

/// Writes to standard error. If that is also closed, the message is lost.
pub(crate) fn complain(message: &str) {
    let _ = writeln!(std::io::stderr(), "{message}");
}

/// Whether the reader has closed the pipe, as in `ferz … | head -1`.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().filter_map(|e| e.downcast_ref::<std::io::Error>()).any(|e| e.kind() == ErrorKind::BrokenPipe)
}
