//! The number of threads: options shared by all commands with a search tree.

use crate::parse::threads;
use clap::Args as ClapArgs;
use solver_core::prelude::*;
use std::num::NonZero;

/// Threads that explore one tree together.
#[derive(ClapArgs, Clone)]
pub(crate) struct ThreadArgs {
    /// How many threads search
    ///
    /// They share the tree: each node is visited by one of them. Where one solution or the best one is wanted and nothing is said about how to search, or
    /// the search learns or restarts (not in `queens`), they make different searches side by side instead, and the first answer counts; those that learn exchange nogoods. (Default: 1; for `queens --count` by bits or
    /// quadrants, one for each processor.)
    #[arg(long, help_heading = "How to search", value_name = "T", value_parser = threads, allow_hyphen_values = true)]
    pub(crate) threads: Option<NonZero<usize>>,

    /// With --threads: the same solutions in the same order in every run
    ///
    /// With a tree that threads share it is the order of one thread, if variables and values are not chosen by what failed before.
    #[arg(long, help_heading = "How to search", requires = "threads")]
    pub(crate) ordered: bool,
}

impl ThreadArgs {
    /// The number of threads.
    pub(crate) fn number(&self) -> usize {
        self.threads.map_or(1, NonZero::get)
    }

    /// Applies the options to a search.
    pub(crate) fn apply<'m>(&self, search: Search<'m>) -> Search<'m> {
        let search = search.threads(self.number());
        if self.ordered { search.ordered() } else { search }
    }
}
