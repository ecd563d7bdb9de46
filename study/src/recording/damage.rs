//! Errors in a trace that cannot be read.

use super::{FORMAT, VERSION};
use std::io;

/// The error for an unreadable trace: the line and its defect.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct Unreadable {
    /// The number of the line, counted from 1.
    pub line: u64,
    /// The defect of the line.
    pub why: Damage,
}

/// The defect of a trace line.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Damage {
    /// Reading the file failed.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The line is not an event.
    #[error("this is not a trace event: {0}")]
    Syntax(String),
    /// The first line is not the beginning of a trace.
    #[error("a trace begins with a `start` event of the format `{FORMAT}`; write one with `ferz study trace`")]
    NoStart,
    /// The trace was written by a later version of the program.
    #[error(
        "the trace has format version {0}, but this program supports versions up to {VERSION}: use a newer program"
    )]
    Newer(u32),
    /// The line uses a name that the first line does not declare.
    #[error("the first line names no {kind} {name}{hint}")]
    Unknown {
        /// A variable, a propagator, or a rule.
        kind: &'static str,
        /// The name or number.
        name: String,
        /// A possible cause.
        hint: &'static str,
    },
    /// Two variables have the same name.
    #[error("two variables are called `{0}`: facts about them are ambiguous")]
    Twice(String),
    /// The number is outside the range of values.
    #[error("{0} is outside the value range of variables, ±2^30")]
    Value(i64),
    /// The event cannot follow the previous ones.
    #[error("this cannot occur here: {0}; an earlier line is missing or was changed")]
    OutOfPlace(String),
    /// The file is empty.
    #[error("the file is empty: a trace has at least one line")]
    Empty,
}

impl Damage {
    /// Builds the error for an undeclared name.
    pub(super) fn unknown(kind: &'static str, name: String) -> Damage {
        let hint = match kind {
            "variable" => " (a trace without reasons names none)",
            _ => "",
        };
        Damage::Unknown { kind, name: format!("`{name}`"), hint }
    }
}
