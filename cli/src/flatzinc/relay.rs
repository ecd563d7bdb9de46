//! Lets MiniZinc itself print the solutions. MiniZinc compiles the model and calls `fzn-ferz`, which sends the name of
//! the compiled file through a socket to the waiting `ferz solve`, and passes the answers of `ferz solve` back to
//! MiniZinc.
//!
//! Only the process that compiled a model knows all of its types; an output item written to a file has plain integers
//! instead of enum values.

use super::input::Source;
use super::minizinc::{minizinc, pass_on_messages, spawn};
use crate::run::prelude::*;
use flatzinc::Instance;
use std::ffi::{OsStr, OsString};
use std::io::{self, ErrorKind, Read, Write};
use std::net::Shutdown;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::Child;
use tempfile::TempDir;

/// The environment variable that names the socket.
pub(crate) const SOCKET: &str = "FERZ_RELAY";

/// The result of a compilation.
pub(crate) enum Compiled {
    /// An instance, and the running MiniZinc if it prints the solutions with the model's output item.
    Instance(Box<Instance>, Option<Printer>),
    /// MiniZinc has found and reported that there is no solution.
    Unsatisfiable,
    /// A limit or a signal stopped the compilation.
    Stopped,
}

impl From<Option<Instance>> for Compiled {
    fn from(instance: Option<Instance>) -> Compiled {
        instance.map_or(Compiled::Stopped, |instance| Compiled::Instance(Box::new(instance), None))
    }
}

/// A running MiniZinc, which prints solutions with the model's output item.
pub(crate) struct Printer {
    compiler: Child,
    answers: UnixStream,
    folder: TempDir,
    /// The number of bytes of messages printed so far.
    printed: usize,
}

/// Runs in the solver process that MiniZinc starts: sends the file name and passes the answers on.
pub(crate) fn pass_on(socket: &OsStr, file: &str) -> io::Result<()> {
    let mut command = UnixStream::connect(socket)?;
    command.write_all(std::path::absolute(file)?.as_os_str().as_bytes())?;
    command.shutdown(Shutdown::Write)?;
    io::copy(&mut command, &mut io::stdout().lock())?;
    Ok(())
}

/// Compiles a model and its data with MiniZinc, which then waits for solutions to print.
pub(crate) fn compile(
    model: &str,
    data: &[String],
    bound: u64,
    is_over: &dyn Fn() -> bool,
) -> anyhow::Result<Compiled> {
    let folder = TempDir::with_prefix("ferz-").context("cannot create a folder for the compiled model")?;
    let path = folder.path().join("relay");
    let listener = UnixListener::bind(&path).and_then(|socket| socket.set_nonblocking(true).map(|()| socket));
    let listener = listener.with_context(|| format!("cannot listen at {}", path.display()))?;
    let mut command = minizinc(folder.path(), model, data)?;
    // Ctrl-C must reach only this command, which then ends MiniZinc itself.
    command.env(SOCKET, &path).process_group(0);
    let mut compiler = spawn(&mut command, model)?;
    let mut nap = Duration::from_micros(100);
    let mut answers = loop {
        match listener.accept() {
            Ok((answers, _)) => break answers,
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(error) => {
                return Err(anyhow::Error::from(error).context("cannot receive the name of the compiled model"));
            }
        }
        if let Some(status) = compiler.try_wait().context("cannot wait for minizinc")? {
            pass_on_messages(folder.path(), model, status.success(), 0)?;
            return Ok(Compiled::Unsatisfiable);
        }
        if is_over() {
            let killed = compiler.kill();
            drop(listener);
            killed.and_then(|()| compiler.wait()).context("cannot end minizinc")?;
            return Ok(Compiled::Stopped);
        }
        std::thread::sleep(nap);
        nap = (nap * 2).min(Duration::from_millis(5));
    };
    let printed = pass_on_messages(folder.path(), model, true, 0)?;
    let mut file = Vec::new();
    answers
        .set_nonblocking(false)
        .and_then(|()| answers.read_to_end(&mut file))
        .context("cannot receive the name of the compiled model")?;
    let file = PathBuf::from(OsString::from_vec(file));
    let source = Source::read(file.to_str(), bound).context("minizinc has written no compiled model")?;
    let instance = source.called(&format!("{model}, compiled")).instance()?;
    Ok(Compiled::Instance(Box::new(instance), Some(Printer { compiler, answers, folder, printed })))
}

impl Printer {
    /// The stream for solutions.
    pub(crate) fn answers(&mut self) -> &mut UnixStream {
        &mut self.answers
    }

    /// Waits until MiniZinc has printed everything.
    pub(crate) fn finish(mut self, model: &str) -> anyhow::Result<()> {
        let _ = self.answers.shutdown(Shutdown::Both);
        let status = self.compiler.wait().context("minizinc does not print solutions")?;
        // If MiniZinc's output is closed, a signal kills it; that is not a failure of the model.
        let is_success = status.code().is_none_or(|code| code == 0);
        pass_on_messages(self.folder.path(), model, is_success, self.printed)?;
        Ok(())
    }
}

impl Drop for Printer {
    fn drop(&mut self) {
        // Without an answer, MiniZinc would complain that there is nothing to print.
        let _ = self.compiler.kill();
        // MiniZinc cannot end while its solver waits for answers.
        let _ = self.answers.shutdown(Shutdown::Both);
        let _ = self.compiler.wait();
    }
}
