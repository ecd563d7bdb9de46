//! Errors in a trace that cannot be read.

use super::{FORMAT, VERSION};
use std::io;

/// Why a trace cannot be read: which line, and what is wrong with it.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct Unreadable {
    /// The number of the line, from 1.
    pub line: u64,
    /// What is wrong.
    pub why: Damage,
}

/// What is wrong with a line.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Damage {
    /// The file cannot be read there.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is no event.
    #[error("this is no event of a trace: {0}")]
    Syntax(String),
    /// The first line is not that of a trace.
    #[error("a trace begins with a `start` event of the format `{FORMAT}`; write one with `ferz study trace`")]
    NoStart,
    /// It was written by a later version.
    #[error("the trace has version {0} of its format, and this program knows those up to {VERSION}: use a newer one")]
    Newer(u32),
    /// It names something that the first line does not.
    #[error("the first line names no {kind} {name}{hint}")]
    Unknown {
        /// A variable, a propagator, or a rule.
        kind: &'static str,
        /// The name or number.
        name: String,
        /// What may be the cause.
        hint: &'static str,
    },
    /// Two variables have one name.
    #[error("two variables are called `{0}`: which one a fact is about cannot be told")]
    Twice(String),
    /// A number beyond what a variable can be.
    #[error("{0} is beyond the values of a variable, ±2^30")]
    Value(i64),
    /// An event that cannot follow what was before it.
    #[error("this cannot stand here: {0}; a line before it is missing or was changed")]
    OutOfPlace(String),
    /// There is no line at all.
    #[error("there is nothing here: a trace has at least one line")]
    Empty,
}

impl Damage {
    /// The first line does not name this.
    pub(super) fn unknown(kind: &'static str, name: String) -> Damage {
        let hint = match kind {
            "variable" => " (a trace without reasons names none)",
            _ => "",
        };
        Damage::Unknown { kind, name: format!("`{name}`"), hint }
    }
}
