//! Automatic search: the default if the user chooses no search options.
//!
//! This search selects variables by last conflict (C. Lecoutre, L. Saïs, S. Tabary, V. Vidal, *Reasoning from last
//! conflict(s) in constraint programming*, Artificial Intelligence 173, 2009) and then by weighted failures (F.
//! Boussemart, F. Hemery, C. Lecoutre, L. Sais, *Boosting systematic search by weighting constraints*, ECAI 2004). It
//! restarts by Luby's sequence, and tries the values of the last solution first (phase saving). With an objective,
//! large neighbourhood search alternates with the proof. After about a twentieth of a second, the search is
//! [interleaved](super::interleaved) with a learning search and a plain one.

use super::options::Options;
use super::search::Search;
use crate::search::{Branching, ConflictHeuristic, Lns, Restarts, VarSelect};

/// The number of failures in the shortest run between two restarts.
const UNIT: u64 = 100;

/// The proof continues after this many consecutive neighbourhoods without a better solution.
const PATIENCE: u64 = 50;

/// The number of failures in the proof's first time slice.
const TURN: u64 = 1_000;

impl Search<'_> {
    /// Uses automatic search, a good default: `dom/wdeg`, last conflict, restarts, and phase saving; with an objective,
    /// also large neighbourhood search that alternates with the proof. The phases' variables and value selections are
    /// kept. Options set afterwards replace the corresponding defaults.
    ///
    /// For one solution or an optimum, the search is interleaved with two others on the same thread. One of these
    /// [learns](Search::learn), with the given variable selections. It begins after about a twentieth of a second,
    /// provided that the automatic search has failed at some node. It gets half of the work at first, and four fifths
    /// after about a second unless the automatic search is improving the objective. The other is a plain depth-first
    /// search. It gets a third of the work in the first second, then a small share, and most of the work once its end
    /// is in sight. All three searches share their results. The shares refer to counted work, not time, so every run is
    /// the same. Calling `learn(None)` afterwards turns off both additional searches. A search that records reasons,
    /// has an observer, or uses d-way branching is never interleaved.
    ///
    /// [`first`](Search::first), [`minimize`](Search::minimize), [`maximize`](Search::maximize) and
    /// [`improving`](Search::improving) use the automatic search unless the user has chosen how to search, and
    /// [`clash`](Search::clash) and [`core`](Search::core) then select variables likewise. Counting, enumeration
    /// and runs that record reasons keep the static default: variables in the given order, smallest value first.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let q = m.ints("q", 100, 0..=99)?;
    /// m.all_different(&q);
    /// m.all_different(q.iter().zip(0..).map(|(q, i)| *q + i));
    /// m.all_different(q.iter().zip(0..).map(|(q, i)| *q - i));
    /// let mut run = m.search().auto().node_limit(10_000).start()?;
    /// assert_eq!(run.step(), Step::Solution);
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias = "free search")]
    pub fn auto(self) -> Self {
        self.choose(|options| {
            for phase in options.phases_mut() {
                phase.stated.get_or_insert(std::mem::replace(&mut phase.order, VarSelect::DomWdeg));
            }
            options.conflict_heuristic = ConflictHeuristic::LastConflict(1);
            options.restarts = Some(Restarts::Luby { unit: UNIT });
            (options.interleaves, options.phase_saving, options.alternates) = (true, true, true);
        })
    }

    /// The search to run for one solution, an optimum or a core: this one, or the automatic one if the user has not
    /// chosen how to search.
    pub(super) fn chosen_or_auto(&self) -> Self {
        let search = self.clone();
        if self.options.is_chosen || self.options.explain { search } else { search.auto() }
    }

    /// The learning search and the plain search with which this search is interleaved.
    pub(super) fn interleaved_with(&self, optimises: bool) -> Option<[Self; 2]> {
        let Options { interleaves, explain, branching, ref limits, .. } = self.options;
        let finds_one = optimises || limits.solutions == Some(1);
        if !interleaves || !finds_one || explain || branching == Branching::DWay {
            return None;
        }
        let learning = self.clone().set(|options| {
            options.phases_mut().for_each(|phase| phase.order = phase.stated.unwrap_or(phase.order));
            options.conflict_heuristic = ConflictHeuristic::None;
        });
        let plain = learning.clone().set(|options| options.phase_saving = false);
        Some([learning, plain])
    }

    /// The neighbourhoods of a search with an objective.
    pub(super) fn neighbourhoods(&self) -> Option<Lns> {
        let alternating = || Lns::new().patience(PATIENCE).alternate_with_proof(TURN);
        self.options.lns.clone().or_else(|| self.options.alternates.then(alternating))
    }
}
