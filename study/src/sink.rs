//! A writer that a search writes to: its first error ends the search.

use std::io::{self, Write};
use std::ops::ControlFlow;

/// A writer, and its first error.
#[derive(Debug)]
pub(crate) struct Sink<W> {
    pub(crate) out: W,
    error: Option<io::Error>,
}

impl<W: Write> Sink<W> {
    pub(crate) fn new(out: W) -> Sink<W> {
        Sink { out, error: None }
    }

    /// Ends the search by an error, which [`finish`](Sink::finish) will return.
    pub(crate) fn unless_failed(&mut self, written: io::Result<()>) -> ControlFlow<()> {
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.error = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    /// The writer when all was written, flushed.
    ///
    /// # Errors
    /// The first error of the writer.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        match self.error {
            Some(error) => Err(error),
            None => {
                self.out.flush()?;
                Ok(self.out)
            }
        }
    }
}
