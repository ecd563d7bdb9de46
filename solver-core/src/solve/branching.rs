//! User-defined decisions: custom branchers, and the decisions to begin with.

use super::brancher::{Brancher, Decision, Node, Rule};
use super::search::Search;
use std::sync::Arc;

impl Search<'_> {
    /// Adds a custom brancher, which takes precedence over variable selection. If there are several, the first one that
    /// returns a decision is used. The brancher must depend only on the domains at the node, so that the search can be
    /// reproduced.
    ///
    /// See [`Node`](crate::Node) for an example.
    #[doc(alias("brancher", "custom brancher", "decision builder", "heuristic"))]
    pub fn branch_with(self, rule: impl Fn(&Node<'_>) -> Option<Decision> + Send + Sync + 'static) -> Self {
        self.brancher(Rule(Arc::new(rule)))
    }

    /// Adds a brancher with its own state; otherwise the same as [`branch_with`](Search::branch_with).
    pub fn brancher(self, brancher: impl Brancher + 'static) -> Self {
        self.choose(|options| options.branchers.0.push(Box::new(brancher)))
    }

    /// First makes these decisions, from the root down, skipping any already true; then continues as usual.
    /// With a [projection](Search::project_onto), these decisions may concern only projected variables; with [d-way
    /// branching](crate::search::Branching::DWay), they are rejected.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// use solver_core::Decision;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 3, 1..=3)?;
    /// m.all_different(&x);
    /// let first = [Decision::equals(x[2], 1), Decision::differs(x[0], 2)];
    /// let solution = m.search().begin_with(first).first()?.complete().expect("there is one");
    /// assert_eq!(solution.values(&x)?, [3, 2, 1]);
    /// assert_eq!(m.search().begin_with(first).count()?, Outcome::Complete(6));
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn begin_with(self, decisions: impl IntoIterator<Item = Decision>) -> Self {
        self.choose(|options| options.first.extend(decisions))
    }
}
