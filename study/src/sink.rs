//! A writer for a search that stops at the first write error.

use std::io::{self, Write};
use std::ops::ControlFlow;

/// A writer and its first error.
#[derive(Debug)]
pub(crate) struct Sink<W> {
    pub(crate) out: W,
    error: Option<io::Error>,
}

impl<W: Write> Sink<W> {
    pub(crate) fn new(out: W) -> Sink<W> {
        Sink { out, error: None }
    }

    /// Stops the search at a write error, which [`finish`](Sink::finish) then returns.
    pub(crate) fn unless_failed(&mut self, written: io::Result<()>) -> ControlFlow<()> {
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.error = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    /// Flushes and returns the writer.
    ///
    /// # Errors
    /// The first write error.
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
