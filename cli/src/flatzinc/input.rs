//! A file of FlatZinc: first read, then understood.

use crate::exit::BadInput;
use crate::input::bytes;
use flatzinc::{Fault, Instance, Limit};

/// The bytes of a file. A signal ends the program while it waits for them, until the token that signals cancel is first requested.
pub(crate) struct Source<'a> {
    bytes: Vec<u8>,
    name: Option<&'a str>,
}

impl<'a> Source<'a> {
    /// Reads a file, or standard input where there is no name or `-`: no more than `bound` bytes.
    pub(crate) fn read(file: Option<&'a str>, bound: u64) -> Result<Source<'a>, BadInput> {
        let name = file.filter(|&file| file != "-");
        let shown = name.unwrap_or("standard input");
        let bytes = bytes(name, bound).map_err(|error| BadInput(format!("cannot read {shown}: {error}")))?;
        Ok(Source { bytes, name })
    }

    /// With this name in messages.
    pub(crate) fn called(self, name: &str) -> Source<'_> {
        Source { bytes: self.bytes, name: Some(name) }
    }

    /// The instance that it says.
    pub(crate) fn instance(&self) -> Result<Instance, BadInput> {
        flatzinc::read_named(&self.bytes, self.name).map_err(|error| BadInput(error.to_string()))
    }

    /// As [`instance`](Source::instance); `None` when the limit comes first.
    pub(crate) fn instance_within(&self, limit: Limit) -> Result<Option<Instance>, BadInput> {
        match flatzinc::read_within(&self.bytes, self.name, limit) {
            Ok(instance) => Ok(Some(instance)),
            Err(error) if error.fault == Fault::Stopped => Ok(None),
            Err(error) => Err(BadInput(error.to_string())),
        }
    }
}
