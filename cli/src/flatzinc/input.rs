//! Reads a file of FlatZinc.

use crate::exit::BadInput;
use flatzinc::{Fault, Instance, Limit};
use std::io::Read;

/// Reads a file, or standard input where there is no name or `-`.
pub(crate) fn read(file: Option<&str>) -> anyhow::Result<Instance> {
    let bytes = bytes(file)?;
    flatzinc::read_named(&bytes, named(file)).map_err(|error| BadInput(error.to_string()).into())
}

/// Like [`read`]; `None` when the limit comes first.
pub(crate) fn read_within(file: Option<&str>, limit: Limit) -> anyhow::Result<Option<Instance>> {
    let bytes = bytes(file)?;
    match flatzinc::read_within(&bytes, named(file), limit) {
        Ok(instance) => Ok(Some(instance)),
        Err(error) if error.fault == Fault::Stopped => Ok(None),
        Err(error) => Err(BadInput(error.to_string()).into()),
    }
}

/// The name in messages.
fn named(file: Option<&str>) -> Option<&str> {
    file.filter(|name| *name != "-")
}

fn bytes(file: Option<&str>) -> anyhow::Result<Vec<u8>> {
    match named(file) {
        Some(path) => std::fs::read(path).map_err(|error| BadInput(format!("cannot read {path}: {error}")).into()),
        None => {
            let mut bytes = Vec::new();
            std::io::stdin().read_to_end(&mut bytes)?;
            Ok(bytes)
        }
    }
}
