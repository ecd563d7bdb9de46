//! The number of threads: options shared by all commands with a search tree.

use crate::parse::threads;
use clap::Args as ClapArgs;
use solver_core::prelude::*;
use std::num::NonZero;

/// The number of search threads, and whether their results are reproducible.
#[derive(ClapArgs, Clone)]
pub(crate) struct ThreadArgs {
    /// Number of search threads
    ///
    /// The threads share one tree, in which each node is visited by one thread. If one solution or the best one is
    /// requested without search options, or if the search learns or restarts (not in `queens`), they run different
    /// searches side by side instead, and the first answer counts; searches that learn exchange nogoods. (Default: 1;
    /// for `queens --count` by bits or quadrants, one per processor.)
    #[arg(long, help_heading = "How to search", value_name = "T", value_parser = threads, allow_hyphen_values = true)]
    pub(crate) threads: Option<NonZero<usize>>,

    /// With --threads: the same solutions in the same order in every run
    ///
    /// If the threads share a tree, this is the order of a single thread, unless past failures influence the choice of
    /// variables or values.
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
