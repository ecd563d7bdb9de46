//! Buffered output: standard output, or the file of `-o`. A failed write makes the command fail.

use super::output_file::OutputFile;
use crate::exit::{Ended, UNWRITABLE, complain};
use anstream::{AutoStream, ColorChoice};
use std::cell::RefCell;
use std::fmt::Display;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::rc::Rc;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The file that receives the output instead of standard output.
static FILE: Mutex<Option<OutputFile>> = Mutex::new(None);

fn file() -> MutexGuard<'static, Option<OutputFile>> {
    FILE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether the output is coloured: standard output must be a terminal, and the user's settings (`NO_COLOR`, `CLICOLOR`,
/// `TERM`) must allow colours.
pub(crate) fn has_colours() -> bool {
    file().is_none() && AutoStream::choice(&io::stdout()) != ColorChoice::Never
}

/// Runs a command. If a path is given, writes the output to that file, and reports that the file was written.
pub(crate) fn redirected(
    path: Option<&Path>,
    command: impl FnOnce() -> anyhow::Result<Ended>,
) -> anyhow::Result<Ended> {
    let Some(path) = path else { return command() };
    *file() = Some(OutputFile::open(path)?);
    let ended = command();
    let written = file().take();
    if let (Ok(_), Some(bytes)) = (&ended, written.and_then(|file| file.len())) {
        complain(&format!("wrote {} ({} kB)", path.display(), bytes.div_ceil(1000)));
    }
    ended
}

/// Writes to the file of `-o`.
struct Redirected;

impl Write for Redirected {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        file().as_mut().map_or(Ok(bytes.len()), |file| file.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Buffered output. Clones share the buffer.
#[derive(Clone)]
pub(crate) struct Out(Rc<RefCell<BufWriter<Box<dyn Write>>>>);

impl Out {
    pub(crate) fn new() -> Out {
        let to: Box<dyn Write> = if file().is_some() { Box::new(Redirected) } else { Box::new(io::stdout().lock()) };
        Out(Rc::new(RefCell::new(BufWriter::new(to))))
    }
}

fn unwritable(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{UNWRITABLE}: {error}"))
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes).map_err(unwritable)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.borrow_mut().flush().map_err(unwritable)
    }
}

/// Prints a text immediately.
pub(crate) fn print(text: impl Display) -> io::Result<()> {
    let mut out = Out::new();
    write!(out, "{text}")?;
    out.flush()
}
