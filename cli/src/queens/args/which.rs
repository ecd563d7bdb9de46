//! Options that choose how many solutions to find.

use super::common::FIND;
use crate::run::prelude::*;

#[derive(ClapArgs)]
pub(crate) struct WhichArgs {
    /// Print every solution
    #[arg(long, help_heading = FIND, conflicts_with_all = ["count", "limit"])]
    pub(crate) all: bool,

    /// Print only the number of solutions
    #[arg(long, help_heading = FIND, conflicts_with = "limit")]
    pub(crate) count: bool,

    /// Print at most K solutions (default: 1)
    #[arg(long, help_heading = FIND, value_name = "K", value_parser = whole_number(1), allow_hyphen_values = true)]
    pub(crate) limit: Option<u64>,

    /// Check whether there is no solution, exactly one, or more
    ///
    /// Prints the solution, or two that differ.
    #[arg(long, help_heading = FIND, conflicts_with_all = ["all", "count", "limit"])]
    pub(crate) unique: bool,
}

impl WhichArgs {
    /// The number of solutions to find; `None` for all of them. If the user steps through them, there is no limit by
    /// default.
    pub(crate) fn wanted(&self, steps: bool) -> Option<u64> {
        match (self.all || self.count || steps, self.unique) {
            (_, true) => Some(2),
            (true, false) => self.limit,
            (false, false) => Some(self.limit.unwrap_or(1)),
        }
    }
}
