//! Errors in a count.

use super::Method;
use std::path::PathBuf;

/// The reason why a count fails.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CountError {
    /// The method does not count boards of this size.
    #[error("the method {method} counts boards of 1 to {largest} queens, not {n}", largest = method.largest())]
    Size {
        /// The requested size.
        n: u32,
        /// The method.
        method: Method,
    },
    /// The checkpoint cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// A count disagrees with its independently computed residues, because of a fault in the machine or the program. No
    /// total is reported.
    #[error("the count does not match its checksums, so the total would be wrong")]
    Disagreement,
}

/// The reason why a checkpoint is rejected. The file is left unchanged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The file cannot be read or written.
    #[error("cannot {action} the checkpoint {}", path.display())]
    Io {
        /// `read` or `write`.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// Another process uses this file for its count.
    #[error("another count is using the checkpoint {}: wait for it to finish, or name another file", .0.display())]
    Busy(PathBuf),
    /// The path is a folder, a pipe or a device.
    #[error("{} is not a regular file: name another one for the checkpoint", .0.display())]
    NotAFile(PathBuf),
    /// The file is not a checkpoint.
    #[error("{} is not a checkpoint of a count: name another file", .0.display())]
    Foreign(PathBuf),
    /// The file was written by another version of the program.
    #[error("the checkpoint {} has format {found}, but this program reads format {expected}", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// The version found.
        found: String,
        /// The version that this program writes.
        expected: u32,
    },
    /// The file ends too early or its checksum is wrong.
    #[error("the checkpoint {} is damaged: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The damage.
        what: Damage,
    },
    /// The file is a checkpoint of another count.
    #[error("the checkpoint {} belongs to another count: its {what} is {found}, not {expected}", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// The field that differs: `n`, `method`, `units` or `enumeration`.
        what: &'static str,
        /// The value in the file.
        found: String,
        /// The value for this count.
        expected: String,
    },
}

/// The kinds of damage to a checkpoint.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Damage {
    /// The last line, with the checksum, is missing.
    #[error("it is truncated")]
    CutOff,
    /// The checksum does not match the text.
    #[error("its checksum does not match")]
    CheckSum,
    /// A line is malformed, or a result does not agree with its residues.
    #[error("line {line} is malformed")]
    Line {
        /// The line, from 1.
        line: usize,
    },
}
