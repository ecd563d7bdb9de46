//! Runs that learn under an audit, for tests.

use super::optimise::Improving;
use super::run::Run;
use crate::search::Audit;

impl Run {
    /// Checks every reason and every nogood of a search that [learns](crate::Search::learn), from its first step on; or of the one that learns in
    /// an [automatic](crate::Search::auto) search, in which turns are then short.
    pub fn audit(&mut self, audit: Audit) {
        if let Ok(searches) = &mut self.searches {
            searches.audit(audit);
        }
    }

    /// What the audit has seen.
    pub fn audited(&mut self) -> Option<&Audit> {
        self.searches.as_mut().ok()?.audited()
    }
}

impl Improving {
    /// As [`Run::audit`].
    pub fn audit(&mut self, audit: Audit) {
        self.run.audit(audit);
    }
}
