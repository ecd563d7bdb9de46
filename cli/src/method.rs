//! `--method`: the solution method.

use crate::args::{Format, Queens};
use clap::Arg;
use queens::count;

/// How solutions are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Method {
    /// Complete search on a model.
    Model,
    /// Bit-parallel backtracking: only a count.
    Bits,
    /// The join of four quarter boards: only a count.
    Quadrants,
    /// Conflict minimisation: one solution of huge boards.
    LocalSearch,
    /// A closed formula: one solution that nobody looked for.
    Formula,
}

impl Method {
    pub(crate) const ALL: [Method; 5] =
        [Method::Model, Method::Bits, Method::Quadrants, Method::LocalSearch, Method::Formula];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Method::Model => "model",
            Method::Bits => count::Method::Bits.name(),
            Method::Quadrants => count::Method::Quadrants.name(),
            Method::LocalSearch => "local-search",
            Method::Formula => "formula",
        }
    }

    /// The method to take when none is named: for a count that asks nothing of a model, the fastest kernel.
    pub(crate) fn natural(args: &Queens, typed: &[Arg]) -> Method {
        let fastest =
            u32::try_from(args.n).map(count::Method::fastest).ok().filter(|kernel| args.n <= kernel.largest().into());
        let kernel = match fastest {
            Some(count::Method::Bits) => Method::Bits,
            Some(count::Method::Quadrants) => Method::Quadrants,
            None => return Method::Model,
        };
        let knows = |option: &Arg| kernel.knows(option.get_id().as_str());
        if args.count && typed.iter().all(knows) { kernel } else { Method::Model }
    }

    /// The kernel that counts, if one does.
    pub(crate) fn kernel(self) -> Option<count::Method> {
        match self {
            Method::Bits => Some(count::Method::Bits),
            Method::Quadrants => Some(count::Method::Quadrants),
            Method::Model | Method::LocalSearch | Method::Formula => None,
        }
    }

    /// Whether an option, by clap's name, means something to this method.
    pub(crate) fn knows(self, option: &str) -> bool {
        let own: &[&str] = match self {
            Method::Model => return !["threads", "checkpoint"].contains(&option),
            Method::Bits | Method::Quadrants => &["count", "threads", "checkpoint", "time_limit"],
            // There is no model and no tree, and one solution is all that is looked for.
            Method::LocalSearch => &["seed", "time_limit"],
            Method::Formula => &[],
        };
        own.contains(&option) || ["n", "method", "stats", "format"].contains(&option)
    }

    /// What must be asked for as well.
    pub(crate) fn needs(self, args: &Queens) -> Option<&'static str> {
        (self.kernel().is_some() && !args.count).then_some("'--count': it counts boards and shows none")
    }

    /// The largest board that is drawn, if there is a limit.
    pub(crate) fn largest_picture(self) -> Option<u64> {
        match self {
            Method::Model | Method::Bits | Method::Quadrants => None,
            Method::LocalSearch | Method::Formula => Some(1_000),
        }
    }

    /// The format to write: where a board would be too large to be drawn, the rows of its queens.
    pub(crate) fn format(self, args: &Queens) -> Format {
        let too_large = self.largest_picture().is_some_and(|largest| args.n > largest);
        if too_large && args.format == Format::BOARD { Format::Text(queens::Format::Rows) } else { args.format }
    }
}
