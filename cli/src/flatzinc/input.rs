//! Reads a file of FlatZinc.

use crate::exit::BadInput;
use flatzinc::Instance;
use std::io::Read;

/// Reads a file, or standard input where there is no name or `-`.
pub(crate) fn read(file: Option<&str>) -> anyhow::Result<Instance> {
    let (bytes, name) = match file {
        None | Some("-") => {
            let mut bytes = Vec::new();
            std::io::stdin().read_to_end(&mut bytes)?;
            (bytes, None)
        }
        Some(path) => {
            let bytes = std::fs::read(path).map_err(|error| BadInput(format!("cannot read {path}: {error}")))?;
            (bytes, Some(path))
        }
    };
    flatzinc::read_named(&bytes, name).map_err(|error| BadInput(error.to_string()).into())
}
