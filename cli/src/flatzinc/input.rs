//! FlatZinc input: reads the bytes of a file, then parses them.

use crate::exit::BadInput;
use crate::input::bytes;
use flatzinc::{Fault, Instance, Limit};

/// The bytes of a file. A signal during reading ends the program unless the command has already requested the
/// cancellation token.
pub(crate) struct Source<'a> {
    bytes: Vec<u8>,
    name: Option<&'a str>,
}

impl<'a> Source<'a> {
    /// Reads at most `bound` bytes of a file, or of standard input if the name is missing or `-`.
    pub(crate) fn read(file: Option<&'a str>, bound: u64) -> Result<Source<'a>, BadInput> {
        let name = file.filter(|&file| file != "-");
        let shown = name.unwrap_or("standard input");
        let bytes = bytes(name, bound).map_err(|error| BadInput(format!("cannot read {shown}: {error}")))?;
        Ok(Source { bytes, name })
    }

    /// Sets the name by which messages refer to the source.
    pub(crate) fn called(self, name: &str) -> Source<'_> {
        Source { bytes: self.bytes, name: Some(name) }
    }

    /// Parses the instance.
    pub(crate) fn instance(&self) -> Result<Instance, BadInput> {
        flatzinc::read_named(&self.bytes, self.name).map_err(|error| BadInput(error.to_string()))
    }

    /// Like [`instance`](Source::instance), but returns `None` if the limit is reached before the end of the file.
    pub(crate) fn instance_within(&self, limit: Limit) -> Result<Option<Instance>, BadInput> {
        match flatzinc::read_within(&self.bytes, self.name, limit) {
            Ok(instance) => Ok(Some(instance)),
            Err(error) if error.fault == Fault::Stopped => Ok(None),
            Err(error) => Err(BadInput(error.to_string())),
        }
    }
}
