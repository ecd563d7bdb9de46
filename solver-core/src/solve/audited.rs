//! Runs that are tested: under an audit, or split often.

use super::brancher::{Reporting, Slips};
use super::optimise::Improving;
use super::run::Run;
use super::search::Search;
use super::searches::Searches;
use crate::search::{Audit, Exchange, Peer};
use std::sync::Arc;

/// Has these searches of one model tell each other nogoods, as those of a [portfolio](crate::Portfolio) do. Their bounds are for the caller to tell.
pub fn exchanging<const N: usize>(searches: [Search<'_>; N]) -> [Search<'_>; N] {
    let exchange = Arc::new(Exchange::new(N, false));
    let mut number = 0..;
    searches.map(|search| Search { among: number.next().map(|by| Peer::new(&exchange, by)), ..search })
}

impl Search<'_> {
    /// Its branchers report decisions that it ignores.
    pub(crate) fn reporting_slips(mut self, slips: &Slips) -> Self {
        for place in &mut self.branchers.0 {
            let brancher = place.clone();
            *place = Box::new(Reporting { brancher, slips: slips.clone() });
        }
        self
    }
}

impl Run {
    /// Checks every reason and every nogood of a search that [learns](crate::Search::learn), from its first step on; or of the one that learns in
    /// an [automatic](crate::Search::auto) search, in which turns are then short.
    pub fn audit(&mut self, audit: Audit) {
        if let Ok(Searches::Turns(turns)) = &mut self.searches {
            turns.audit(audit);
        }
    }

    /// Gives parts of the tree to other [threads](crate::Search::threads) at every node, from the first one on.
    pub fn split_often(&mut self) {
        if let Ok(Searches::Split(split)) = &mut self.searches {
            split.split_often();
        }
    }

    /// The work done so far, in units of the budget: the same in every run; 0 of a search on several threads.
    pub fn work(&self) -> i64 {
        match &self.searches {
            Ok(Searches::Turns(turns)) => turns.work(),
            _ => 0,
        }
    }

    /// What the audit has seen.
    pub fn audited(&mut self) -> Option<&Audit> {
        match self.searches.as_mut().ok()? {
            Searches::Turns(turns) => turns.audited(),
            Searches::Split(_) => None,
        }
    }
}

impl Improving {
    /// As [`Run::audit`].
    pub fn audit(&mut self, audit: Audit) {
        self.run.audit(audit);
    }

    /// As [`Run::split_often`].
    pub fn split_often(&mut self) {
        self.run.split_often();
    }
}
