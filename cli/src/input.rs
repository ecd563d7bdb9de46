//! Reads files and standard input, up to a maximum size.

use crate::exit::BadInput;
use crate::interrupt::bytes as of_megabytes;
use crate::memory::address_space;
use input::Bounded;
use std::io;
use std::path::Path;

/// The maximum input size in bytes if there is no memory limit.
const LARGEST: u64 = 1 << 30;

/// Returns the maximum number of bytes to read: the memory limit, or a gigabyte if there is none. If the system limits
/// the address space (`ulimit -v`), the result is at most a quarter of that limit, because buffers double in size and
/// the parsed input also takes memory.
pub(crate) fn bound(megabytes: Option<u64>) -> u64 {
    let wanted = megabytes.map_or(LARGEST, |megabytes| of_megabytes(megabytes) as u64);
    address_space().map_or(wanted, |space| wanted.min(space as u64 / 4))
}

/// Reads all bytes of a file named by the user, or of standard input if the name is missing or `-`.
pub(crate) fn bytes(file: Option<&str>, limit: u64) -> io::Result<Vec<u8>> {
    match file.filter(|&file| file != "-") {
        None => Bounded::new(io::stdin().lock(), limit).bytes(),
        Some(file) => input::named(Path::new(file), limit)?.bytes(),
    }
}

/// Builds the error for a file that cannot be read.
pub(crate) fn unreadable(path: &Path, error: &io::Error) -> BadInput {
    BadInput(format!("cannot read {}: {error}", path.display()))
}

/// Reads the text of a file named by the user.
pub(crate) fn text(path: &Path, limit: u64) -> Result<String, BadInput> {
    input::named(path, limit).and_then(Bounded::text).map_err(|error| unreadable(path, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bound_is_what_memory_allows() {
        assert!(bound(Some(1)) <= 1_000_000);
        assert!(bound(None) <= LARGEST && bound(Some(u64::MAX)) >= bound(None));
    }
}
