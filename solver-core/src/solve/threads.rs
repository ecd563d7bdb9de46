//! Parallel search of one tree: the number of threads, and the part of the tree.

use super::search::Search;
use crate::search::Cube;
use std::sync::OnceLock;

impl Search<'_> {
    /// Lets this many threads, at least 1, explore the tree together: each node is visited by one of them, and an idle
    /// thread receives a part of the tree from a busy one. Works for every query: counting, enumeration, uniqueness,
    /// optimisation (with a shared bound), and proving that there is no solution.
    ///
    /// No more threads run than the machine has cores. The answer is the same as with one thread. Solutions come in the
    /// order in which they are found, unless they are [ordered](Search::ordered). Limits apply to all threads together.
    /// Only depth-first search can be split: a search that restarts, learns, records reasons, or explores by
    /// discrepancies or neighbourhoods is rejected. If the user has not chosen how to search, or if the search learns,
    /// [`first`](Search::first), [`minimize`](Search::minimize) and [`maximize`](Search::maximize) use a
    /// [portfolio](Search::portfolio) instead.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let q = m.ints("q", 9, 0..=8)?;
    /// m.all_different(&q);
    /// m.all_different(q.iter().zip(0..).map(|(q, i)| *q + i));
    /// m.all_different(q.iter().zip(0..).map(|(q, i)| *q - i));
    /// assert_eq!(m.search().threads(2).count()?, Outcome::Complete(352));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("parallel", "parallel search", "work stealing", "workers"))]
    pub fn threads(self, threads: usize) -> Self {
        self.set(|options| options.more_threads = threads.saturating_sub(1))
    }

    /// Explores only this part of the tree, and can give away its unexplored remainder
    /// ([`Run::rest`](crate::Run::rest)). The same model and the same options produce the same tree in every process,
    /// if variables and values are selected only by a node's domains; otherwise the part is the same but is explored in
    /// a different order. As with [threads](Search::threads), only depth-first search is supported.
    #[doc(alias("cube", "subproblem", "unit of work", "embarrassingly parallel search"))]
    pub fn part(self, part: &Cube) -> Self {
        self.choose(|options| options.part = Some(part.clone()))
    }

    /// With [threads](Search::threads): delivers solutions in tree order; among several optimal ones, the first in the
    /// tree counts. If variables and values are selected only by a node's domains, the solutions and their order are
    /// the same as with a single thread. The optimum is also the same if variables are selected in input order. (For
    /// other selections it may differ, because domains depend on when the bound becomes known.)
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 3, 1..=3)?;
    /// m.all_different(&x);
    /// let sequential: Vec<Solution> = m.search().solutions()?.collect();
    /// let parallel: Vec<Solution> = m.search().threads(4).ordered().solutions()?.collect();
    /// assert_eq!(parallel, sequential);
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("deterministic", "reproducible"))]
    pub fn ordered(self) -> Self {
        self.set(|options| options.ordered = true)
    }
}

/// The number of cores this process may use, cached because querying the system takes as long as a small search.
pub(super) fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}
