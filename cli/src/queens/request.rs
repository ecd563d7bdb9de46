//! What the commands that search for boards have in common: what is wanted, and how it is told.

use super::args::{Format, ListArgs, PiecesArgs, Queens};
use crate::exit::BadInput;
use queens::{Listing, Sheet};
use solver_core::SearchOrder;
use std::time::Duration;

/// What is wanted of a search for boards.
pub(crate) struct Request {
    pub(crate) n: u64,
    /// The number of queens, if it is another one.
    pub(crate) pieces: Option<u64>,
    pub(crate) format: Format,
    /// The number of solutions to look for; `None` for all of them.
    pub(crate) wanted: Option<u64>,
    /// Only their number is told.
    pub(crate) count: bool,
    pub(crate) unique: bool,
    pub(crate) transpose: bool,
    pub(crate) attacked: bool,
    pub(crate) stats: bool,
    pub(crate) step: bool,
    pub(crate) check_inferences: bool,
    pub(crate) time_limit: Option<Duration>,
    /// What to try if nothing is found for long.
    pub(crate) advice: Option<&'static str>,
}

const ADVICE: &str =
    "no solution yet: `--order auto` finds one solution of most boards at once, `--method local-search` of huge ones";

impl From<&Queens> for Request {
    fn from(args: &Queens) -> Request {
        let is_static = args.order() != SearchOrder::Auto && !args.which.count;
        Request {
            n: args.n,
            pieces: None,
            format: args.format,
            wanted: args.wanted(),
            count: args.which.count,
            unique: args.which.unique,
            transpose: false,
            attacked: args.attacked,
            stats: args.stats,
            step: args.step,
            check_inferences: args.check_inferences,
            time_limit: args.limits.time_limit,
            advice: is_static.then_some(ADVICE),
        }
    }
}

impl From<&PiecesArgs> for Request {
    fn from(args: &PiecesArgs) -> Request {
        Request {
            n: args.n,
            pieces: Some(args.pieces),
            format: args.written.format,
            wanted: args.which.wanted(args.written.step),
            count: args.which.count,
            unique: args.which.unique,
            transpose: args.written.transpose,
            attacked: args.attacked,
            stats: args.stats,
            step: args.written.step,
            check_inferences: args.check_inferences,
            time_limit: args.limits.time_limit,
            advice: None,
        }
    }
}

impl Request {
    /// A list of boards of this size.
    pub(crate) fn list(args: &ListArgs, n: u64) -> Request {
        Request {
            n,
            pieces: None,
            format: args.written.format,
            wanted: args.limit,
            count: false,
            unique: false,
            transpose: args.written.transpose,
            attacked: false,
            stats: args.stats,
            step: args.written.step,
            check_inferences: false,
            time_limit: args.limits.time_limit,
            advice: None,
        }
    }

    /// Whether solutions themselves are asked for.
    pub(crate) fn wants_solutions(&self) -> bool {
        !self.count
    }

    pub(crate) fn is_json(&self) -> bool {
        self.format == Format::Json
    }

    /// The list to be written, if that is the format and solutions are asked for.
    pub(crate) fn listing(&self) -> Option<Listing> {
        match self.format {
            Format::Listing(notation) if self.wants_solutions() => Some(Listing::new(notation)),
            _ => None,
        }
    }

    /// The page to be drawn, if that is the format and solutions are asked for.
    pub(crate) fn sheet(&self) -> Option<Sheet> {
        match self.format {
            Format::Page(page) if self.wants_solutions() => Some(Sheet::new(page, usize::try_from(self.n).ok()?)),
            _ => None,
        }
    }

    /// Refuses what this format cannot do: boards of another size, marks, one board after the other.
    pub(crate) fn check(&self) -> Result<(), BadInput> {
        let (format, n) = (self.format.name(), self.n);
        let only_size = match self.format {
            Format::Listing(notation) => notation.only_size(),
            _ => None,
        };
        if let Some(size) = only_size.filter(|&size| size as u64 != n && self.wants_solutions()) {
            return Err(BadInput(format!(
                "--format {format} is a notation of boards of {size}x{size} squares, not {n}x{n}"
            )));
        }
        if self.attacked && !self.format.marks() {
            let drawn: Vec<&str> =
                Format::ALL.iter().filter(|format| format.marks()).map(|format| format.name()).collect();
            return Err(BadInput(format!("--attacked: squares are marked in {}, not in {format}", drawn.join(", "))));
        }
        if self.step && matches!(self.format, Format::Json | Format::Page(_)) {
            return Err(BadInput(format!("--step: --format {format} shows all solutions at once")));
        }
        Ok(())
    }
}
