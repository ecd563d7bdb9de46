//! Reads files with a size limit. An input that exceeds the limit is an error.
//!
//! [`named`] opens anything that a user names: a file, a pipe (`<(…)` of a shell), a terminal or a device. [`stored`]
//! opens a file in a folder written by Ferz, which must be a regular file. Anything else is rejected before it is
//! opened, because a pipe may block for ever.
//!
//! ```
//! let folder = std::env::temp_dir();
//! assert_eq!(input::stored(&folder, 100).err().map(|error| error.to_string()).as_deref(), Some("it is a folder, not a regular file"));
//! ```

use std::fs::{File, FileType};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The maximum number of bytes read from a device.
const DEVICE: u64 = 16 << 20;

/// A reader that fails beyond its limit.
#[derive(Debug)]
pub struct Bounded<R> {
    input: R,
    limit: u64,
    left: u64,
}

impl<R: Read> Bounded<R> {
    /// Limits an input to `limit` bytes.
    pub fn new(input: R, limit: u64) -> Bounded<R> {
        Bounded { input, limit, left: limit }
    }

    /// Reads all bytes.
    ///
    /// # Errors
    /// [`ErrorKind::FileTooLarge`] if the input exceeds the limit; errors of the operating system.
    pub fn bytes(mut self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Reads everything as text.
    ///
    /// # Errors
    /// The errors of [`bytes`](Bounded::bytes); [`ErrorKind::InvalidData`] if the input is not UTF-8.
    pub fn text(mut self) -> io::Result<String> {
        let mut text = String::new();
        self.read_to_string(&mut text)?;
        Ok(text)
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.left = self.left.checked_sub(count as u64).ok_or_else(|| too_large(self.limit))?;
        Ok(count)
    }
}

fn too_large(limit: u64) -> io::Error {
    let limit = if limit < 1_000_000 { format!("{limit} bytes") } else { format!("{} MB", limit / 1_000_000) };
    io::Error::new(ErrorKind::FileTooLarge, format!("it is larger than {limit}"))
}

/// Opens anything that a user names: a file, a pipe or a device. At most 16 MB are read from a device, which may be
/// endless.
///
/// Opening a pipe blocks until its other end is opened. A command should therefore set up its cancel token only
/// afterwards, so that a single signal ends the wait.
///
/// # Errors
/// [`ErrorKind::IsADirectory`] for a folder; [`ErrorKind::FileTooLarge`] if a file is longer than the limit; errors of
/// the operating system.
pub fn named(path: &Path, limit: u64) -> io::Result<Bounded<File>> {
    let found = std::fs::metadata(path)?;
    let limit = match found.file_type() {
        kind if kind.is_dir() => return Err(ErrorKind::IsADirectory.into()),
        kind if kind.is_file() && found.len() > limit => return Err(too_large(limit)),
        kind if is_device(kind) => limit.min(DEVICE),
        _ => limit,
    };
    Ok(Bounded::new(File::open(path)?, limit))
}

/// Opens a regular file, or a link to one.
///
/// # Errors
/// [`ErrorKind::InvalidInput`] for anything else; [`ErrorKind::FileTooLarge`] if the file is longer than the limit;
/// errors of the operating system.
pub fn stored(path: &Path, limit: u64) -> io::Result<Bounded<File>> {
    let other = match std::fs::metadata(path)?.file_type() {
        kind if kind.is_file() => return named(path, limit),
        kind if kind.is_dir() => "folder",
        kind if is_device(kind) => "device",
        _ => "pipe or socket",
    };
    Err(io::Error::new(ErrorKind::InvalidInput, format!("it is a {other}, not a regular file")))
}

#[cfg(unix)]
fn is_device(kind: FileType) -> bool {
    use std::os::unix::fs::FileTypeExt;
    kind.is_char_device() || kind.is_block_device()
}

#[cfg(not(unix))]
fn is_device(kind: FileType) -> bool {
    !kind.is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_ends_at_its_limit() {
        let read = |bytes: &[u8], limit| Bounded::new(bytes, limit).bytes().map_err(|error| error.kind());
        assert_eq!(read(b"four", 4), Ok(b"four".to_vec()));
        assert_eq!(read(b"four", 3), Err(ErrorKind::FileTooLarge));
        assert_eq!(read(b"", 0), Ok(Vec::new()));
        let endless = Bounded::new(io::repeat(0), 1_000_000).bytes();
        assert_eq!(endless.expect_err("it has no end").to_string(), "it is larger than 1 MB");
    }

    #[cfg(unix)]
    #[test]
    fn devices_and_folders_are_no_stored_files() {
        for (path, what) in [("/dev/zero", "device"), ("/dev", "folder")] {
            let refused = stored(Path::new(path), 100).expect_err("it is no file");
            assert_eq!(refused.to_string(), format!("it is a {what}, not a regular file"));
        }
        assert!(named(Path::new("/dev/zero"), u64::MAX).expect("a device").bytes().is_err());
    }
}
