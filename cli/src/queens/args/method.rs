//! `--method`: the solution method.

use crate::output_option;
use queens::count;

/// The solution method.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Method {
    /// Complete search on a model.
    Model,
    /// Counting by a special-purpose kernel.
    Count(count::Method),
    /// Conflict minimisation, which finds one solution, even of huge boards.
    LocalSearch,
    /// A closed formula, which gives one solution without a search.
    Formula,
}

impl Method {
    pub(crate) const ALL: [Method; 5] = [
        Method::Model,
        Method::Count(count::Method::Bits),
        Method::Count(count::Method::Quadrants),
        Method::LocalSearch,
        Method::Formula,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Method::Model => "model",
            Method::Count(kernel) => kernel.name(),
            Method::LocalSearch => "local-search",
            Method::Formula => "formula",
        }
    }

    /// Whether an option, given by its name in clap, applies to this method.
    pub(crate) fn knows(self, option: &str) -> bool {
        let own: &[&str] = match self {
            Method::Model => return option != "checkpoint",
            Method::Count(_) => &["count", "threads", "checkpoint", "time_limit"],
            // These methods have neither a model nor a search tree, and find only one solution.
            Method::LocalSearch => &["seed", "time_limit"],
            Method::Formula => &[],
        };
        own.contains(&option) || ["n", "method", "stats", "format", output_option::NAME].contains(&option)
    }

    /// The size of the largest board that is drawn, if there is a limit.
    pub(crate) fn largest_picture(self) -> Option<u64> {
        match self {
            Method::Model | Method::Count(_) => None,
            Method::LocalSearch | Method::Formula => Some(1_000),
        }
    }
}
