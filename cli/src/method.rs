//! `--method`: by what means solutions are looked for.

use crate::args::{Format, Queens};

/// How solutions are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Method {
    /// Complete search on a model.
    Model,
    /// Conflict minimisation: one solution of huge boards.
    LocalSearch,
}

impl Method {
    pub(crate) const ALL: [Method; 2] = [Method::Model, Method::LocalSearch];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Method::Model => "model",
            Method::LocalSearch => "local-search",
        }
    }

    /// Whether an option, by clap's name, means something to this method.
    pub(crate) fn knows(self, option: &str) -> bool {
        match self {
            Method::Model => true,
            // There is no model and no tree, and one solution is all that is looked for.
            Method::LocalSearch => ["n", "method", "seed", "time_limit", "stats", "format"].contains(&option),
        }
    }

    /// The largest board that is drawn, if there is a limit.
    fn largest_picture(self) -> Option<u64> {
        match self {
            Method::Model => None,
            Method::LocalSearch => Some(1_000),
        }
    }

    /// The format to write: where a board would be too large to be drawn, the rows of its queens.
    pub(crate) fn format(self, args: &Queens) -> Format {
        let too_large = self.largest_picture().is_some_and(|largest| args.n > largest);
        if too_large && args.format == Format::BOARD { Format::Text(queens::Format::Rows) } else { args.format }
    }
}
