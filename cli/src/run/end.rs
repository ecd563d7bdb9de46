//! The end of a search, as an exit code, in words, and as JSON.

use crate::exit::Ended;
use crate::run::envelope::{Fields, Outcome, answer};
use crate::wording::cause;
use solver_core::StopReason;
use solver_core::search::Step;
use std::fmt;

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// The search space was exhausted.
    Exhausted,
    /// The requested number of solutions was found.
    Enough,
    /// A limit or Ctrl-C stopped the search.
    Stopped(StopReason),
    /// The user ended the search by typing text instead of Enter.
    Typed,
    /// Standard input ended while stepping.
    OutOfInput,
}

impl End {
    /// Determines the end from the last step. If the last requested solution was found, a limit does not matter.
    pub(crate) fn new(last: Step, found: u64, wanted: Option<u64>) -> End {
        match last {
            Step::Exhausted => End::Exhausted,
            Step::Solution | Step::Stopped(StopReason::Solutions) => End::Enough,
            Step::Stopped(_) if wanted.is_some_and(|wanted| found >= wanted) => End::Enough,
            Step::Stopped(by) => End::Stopped(by),
        }
    }

    /// The limit or interrupt that stopped the search, if any.
    pub(crate) fn stopped_by(self) -> Option<StopReason> {
        match self {
            End::Stopped(by) => Some(by),
            End::Exhausted | End::Enough | End::Typed | End::OutOfInput => None,
        }
    }

    /// The limit or interrupt that stopped the search, in words.
    pub(crate) fn cause(self) -> Option<&'static str> {
        self.stopped_by().map(cause)
    }

    /// How the user ended the search, in words.
    pub(crate) fn left(self) -> Option<&'static str> {
        match self {
            End::Typed => Some("by the user"),
            End::OutOfInput => Some("at the end of the input"),
            End::Exhausted | End::Enough | End::Stopped(_) => None,
        }
    }

    /// Returns the JSON answer, which states what this end proves about the number of solutions.
    pub(crate) fn answer(self, found: impl Into<u128>) -> Fields {
        let found = found.into();
        let outcome = match self {
            End::Exhausted if found == 0 => Outcome::Unsatisfiable,
            End::Exhausted => Outcome::Complete,
            End::Enough | End::Stopped(_) | End::Typed | End::OutOfInput => Outcome::Satisfied,
        };
        answer(self.stopped_by(), outcome).with("count", found)
    }
}

impl From<End> for Ended {
    fn from(end: End) -> Ended {
        end.stopped_by().into()
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Exhausted => f.write_str("search space"),
            End::Enough => StopReason::Solutions.fmt(f),
            End::Stopped(by) => by.fmt(f),
            End::Typed => f.write_str("text typed"),
            End::OutOfInput => f.write_str("end of input"),
        }
    }
}
