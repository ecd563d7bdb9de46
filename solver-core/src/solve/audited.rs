//! Instrumented runs for tests: with an audit, or with frequent splitting.

use super::brancher::{Reporting, Slips};
use super::incremental::Incremental;
use super::optimise::Improving;
use super::run::Run;
use super::search::Search;
use crate::search::{Audit, Exchange, Peer};
use std::sync::Arc;

/// Lets these searches of one model exchange nogoods, as the searches of a [portfolio](crate::Portfolio) do. The
/// caller must share their bounds.
pub fn exchanging<const N: usize>(searches: [Search<'_>; N]) -> [Search<'_>; N] {
    let exchange = Arc::new(Exchange::new(N, false));
    let mut number = 0..;
    searches.map(|search| search.set(|options| options.among = number.next().map(|by| Peer::new(&exchange, by))))
}

impl Search<'_> {
    /// Makes the branchers report ignored decisions.
    pub(crate) fn reporting_slips(mut self, slips: &Slips) -> Self {
        for place in &mut self.options.branchers.0 {
            let brancher = place.clone();
            *place = Box::new(Reporting { brancher, slips: slips.clone() });
        }
        self
    }
}

impl Run {
    /// Checks every reason and every nogood of a search with [clause learning](crate::Search::learn), from its first
    /// step. In an [automatic](crate::Search::auto) search, it checks the learning search and shortens the time slices.
    pub fn audit(&mut self, audit: Audit) {
        self.searches.audit(audit);
    }

    /// Gives parts of the tree to other [threads](crate::Search::threads) at every node, from the first.
    pub fn split_often(&mut self) {
        self.searches.split_often();
    }

    /// The work done so far, in budget units. The count is deterministic, and 0 for a search on several threads.
    pub fn work(&self) -> i64 {
        self.searches.work()
    }

    /// The audit's findings.
    pub fn audited(&mut self) -> Option<&Audit> {
        self.searches.audited()
    }
}

impl Incremental {
    /// Same as [`Run::audit`]. Call it before the first query.
    pub fn audit(&mut self, audit: Audit) {
        if let Some((tree, _)) = &mut self.compiled {
            tree.audit(audit);
        }
    }

    /// Same as [`Run::audited`].
    pub fn audited(&mut self) -> Option<&Audit> {
        self.compiled.as_mut().and_then(|(tree, _)| tree.audited())
    }
}

impl Improving {
    /// Same as [`Run::audit`].
    pub fn audit(&mut self, audit: Audit) {
        self.solutions.run.audit(audit);
    }

    /// Same as [`Run::split_often`].
    pub fn split_often(&mut self) {
        self.solutions.run.split_often();
    }
}
