//! Files written atomically: JSON with a checksum, written under a temporary name and then renamed.

use crate::JobError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{ErrorKind, Write as _};
use std::path::Path;

/// The maximum size of a file, in bytes.
const LONGEST: u64 = 64 << 20;

/// Writes a file atomically, unless it already exists. Returns whether it was written.
pub(crate) fn write(path: &Path, content: &impl Serialize) -> Result<bool, JobError> {
    let wrong = |error| JobError::File(path.to_owned(), error);
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(wrong)?;
    let text = serde_json::to_string(content).map_err(|error| wrong(error.into()))?;
    let mut file = tempfile::Builder::new().prefix(".part-").tempfile_in(folder).map_err(wrong)?;
    writeln!(file, "{text}\n{}", check_sum(&text)).map_err(wrong)?;
    file.as_file().sync_all().map_err(wrong)?;
    match file.persist_noclobber(path) {
        Ok(_) => Ok(true),
        Err(error) if error.error.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(wrong(error.error)),
    }
}

/// Reads a file; `None` if there is none.
pub(crate) fn read<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, JobError> {
    let damaged = |what: &str| JobError::Damaged(path.to_owned(), what.to_owned());
    let text = match input::stored(path, LONGEST).and_then(input::Bounded::text) {
        Ok(text) => text,
        Err(error) => {
            return match error.kind() {
                ErrorKind::NotFound | ErrorKind::NotADirectory => Ok(None),
                ErrorKind::InvalidData => Err(damaged("it is not text")),
                ErrorKind::InvalidInput | ErrorKind::FileTooLarge => Err(damaged(&error.to_string())),
                _ => Err(JobError::Read(path.to_owned(), error)),
            };
        }
    };
    let (content, check) = text.trim_end_matches('\n').split_once('\n').ok_or_else(|| damaged("it is truncated"))?;
    if check != check_sum(content) {
        return Err(damaged("its checksum does not match its content"));
    }
    serde_json::from_str(content).map(Some).map_err(|error| damaged(&error.to_string()))
}

fn check_sum(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex()[..32].to_owned()
}
