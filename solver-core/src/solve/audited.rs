//! Runs that learn under an audit, for tests.

use super::run::Run;
use crate::search::Audit;

impl Run {
    /// Checks every reason and every nogood of a search that [learns](crate::Search::learn), from its first step on.
    pub fn audit(&mut self, audit: Audit) {
        if let Ok(tree) = &mut self.tree {
            tree.audit(audit);
        }
    }

    /// What the audit has seen.
    pub fn audited(&mut self) -> Option<&Audit> {
        self.tree.as_mut().ok()?.audited()
    }
}
