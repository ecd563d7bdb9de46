//! How much is read of one input, and standard input as one.

use crate::exit::BadInput;
use crate::interrupt::bytes as of_megabytes;
use crate::memory::address_space;
use input::Bounded;
use std::io;
use std::path::Path;

/// The most bytes that are read of one input where no limit on memory is asked for.
const LARGEST: u64 = 1 << 30;

/// The most bytes to read: as many as the megabytes that the process may hold, or a gigabyte; and of a limit that the system sets
/// (`ulimit -v`) no more than a quarter, because buffers double and what is read is then made into something.
pub(crate) fn bound(megabytes: Option<u64>) -> u64 {
    let wanted = megabytes.map_or(LARGEST, |megabytes| of_megabytes(megabytes) as u64);
    address_space().map_or(wanted, |space| wanted.min(space as u64 / 4))
}

/// All bytes of what a user names, or of standard input where that is nothing or `-`.
pub(crate) fn bytes(file: Option<&str>, limit: u64) -> io::Result<Vec<u8>> {
    match file.filter(|&file| file != "-") {
        None => Bounded::new(io::stdin().lock(), limit).bytes(),
        Some(file) => input::named(Path::new(file), limit)?.bytes(),
    }
}

/// What is said of a file that cannot be read.
pub(crate) fn unreadable(path: &Path, error: &io::Error) -> BadInput {
    BadInput(format!("cannot read {}: {error}", path.display()))
}

/// The text of a file that a user names.
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
