//! Buffered standard output. A failed write is an error of the command.

use crate::exit::UNWRITABLE;
use std::cell::RefCell;
use std::fmt::Display;
use std::io::{self, BufWriter, StdoutLock, Write};
use std::rc::Rc;

/// Buffered standard output. Clones share the buffer.
#[derive(Clone)]
pub(crate) struct Out(Rc<RefCell<BufWriter<StdoutLock<'static>>>>);

impl Out {
    pub(crate) fn new() -> Out {
        Out(Rc::new(RefCell::new(BufWriter::new(io::stdout().lock()))))
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

/// Prints a text at once.
pub(crate) fn print(text: impl Display) -> io::Result<()> {
    let mut out = Out::new();
    write!(out, "{text}")?;
    out.flush()
}
