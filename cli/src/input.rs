//! What a user names to be read: regular files, pipes and standard input, none of them without a bound.
//!
//! A file that is longer than the bound is refused before anything of it is read; a pipe, whose length nobody knows, as soon as it
//! has gone beyond. A device may give bytes for ever (`/dev/zero`, and `/dev/full` too): no more than [`DEVICE`] of them are taken.

use crate::interrupt::bytes as of_megabytes;
use crate::memory::address_space;
use std::fs::{File, FileType};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The most bytes that are read of one input where no limit on memory is asked for.
const LARGEST: u64 = 1 << 30;

/// The most bytes that a device may give.
const DEVICE: u64 = 16 << 20;

/// The most bytes to read: as many as the megabytes that the process may hold, or a gigabyte; and of a limit that the system sets
/// (`ulimit -v`) no more than a quarter, because buffers double and what is read is then made into something.
pub(crate) fn bound(megabytes: Option<u64>) -> u64 {
    let wanted = megabytes.map_or(LARGEST, |megabytes| of_megabytes(megabytes) as u64);
    address_space().map_or(wanted, |space| wanted.min(space as u64 / 4))
}

/// An input that fails when it goes beyond its bound.
pub(crate) struct Bounded<R> {
    input: R,
    bound: u64,
    left: u64,
}

impl<R> Bounded<R> {
    fn new(input: R, bound: u64) -> Bounded<R> {
        Bounded { input, bound, left: bound }
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.left = self.left.checked_sub(count as u64).ok_or_else(|| too_large(self.bound))?;
        Ok(count)
    }
}

fn too_large(bound: u64) -> io::Error {
    let bound = if bound < 1_000_000 { format!("{bound} bytes") } else { format!("{} MB", bound / 1_000_000) };
    io::Error::new(ErrorKind::FileTooLarge, format!("it is larger than {bound}"))
}

/// Opens a file, a pipe or a device.
///
/// To open a pipe waits for its other end: a command asks for the token that signals cancel afterwards, so that one
/// signal ends the wait.
pub(crate) fn open(path: &Path, bound: u64) -> io::Result<Bounded<File>> {
    let found = std::fs::metadata(path)?;
    let bound = match found.file_type() {
        kind if kind.is_dir() => return Err(ErrorKind::IsADirectory.into()),
        kind if kind.is_file() && found.len() > bound => return Err(too_large(bound)),
        kind if is_device(kind) => bound.min(DEVICE),
        _ => bound,
    };
    Ok(Bounded::new(File::open(path)?, bound))
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

/// All bytes of a file.
pub(crate) fn bytes(path: &Path, bound: u64) -> io::Result<Vec<u8>> {
    whole(open(path, bound)?)
}

/// All bytes of standard input.
pub(crate) fn standard_input(bound: u64) -> io::Result<Vec<u8>> {
    whole(Bounded::new(io::stdin().lock(), bound))
}

/// The text of a file.
pub(crate) fn text(path: &Path, bound: u64) -> io::Result<String> {
    let mut text = String::new();
    open(path, bound)?.read_to_string(&mut text)?;
    Ok(text)
}

fn whole(mut input: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_ends_at_its_bound() {
        let read = |bytes: &[u8], bound| whole(Bounded::new(bytes, bound)).map_err(|error| error.kind());
        assert_eq!(read(b"four", 4), Ok(b"four".to_vec()));
        assert_eq!(read(b"four", 3), Err(ErrorKind::FileTooLarge));
        assert_eq!(read(b"", 0), Ok(Vec::new()));
        let endless = whole(Bounded::new(io::repeat(0), 1_000_000));
        assert_eq!(endless.expect_err("it has no end").to_string(), "it is larger than 1 MB");
    }

    #[test]
    fn the_bound_is_what_memory_allows() {
        assert!(bound(Some(1)) <= 1_000_000);
        assert!(bound(None) <= LARGEST && bound(Some(u64::MAX)) >= bound(None));
    }
}
