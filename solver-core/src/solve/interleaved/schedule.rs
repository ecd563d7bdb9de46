//! The schedule of interleaved searches: their work shares, which depend on the results so far.

use crate::model::Model;
#[cfg(any(test, feature = "harness"))]
use crate::search::Audit;
use crate::search::{Limits, Peer, SearchOptions, SearchTree};

/// The lengths of time slices.
#[derive(Clone, Copy)]
pub(super) struct Slices {
    /// The work units that the automatic search does before the others earn any: about a thirtieth of a second. A
    /// search begins when it has earned a time slice.
    pub(super) alone: i64,
    /// After this many work units in total, about a second, the learning search may get more than the automatic one.
    pub(super) soon: i64,
    /// The minimum number of work units in a time slice of the learning or plain search.
    pub(super) turn: i64,
    /// The number of nodes between two checks of whether another search is due.
    pub(super) pause: u64,
}

const SLICES: Slices = Slices { alone: 3_000_000, soon: 100_000_000, turn: 500_000, pause: 32 };

/// The work of one search relative to that of others, as a ratio.
type Share = (i64, i64);

/// The work of the learning search relative to that of the automatic search. The first entry applies before
/// [`Slices::soon`] and while the automatic search has recently improved the objective, the second otherwise.
const LEARNING: [Share; 2] = [(1, 1), (4, 1)];

/// An improvement is recent while the total work exceeds this multiple of the work since the improvement.
const RECENT: i64 = 4;

/// The work of the plain search relative to that of the other two. The first entry applies if the plain search is
/// expected to end before the total work has doubled. The second applies after [`Slices::soon`] if it is expected to
/// end before the total work has grown by the factor [`MANY`]. The third applies before [`Slices::soon`], the fourth
/// otherwise.
const PLAIN: [Share; 4] = [(3, 1), (1, 8), (1, 2), (1, 64)];

/// The end of the plain search is near if it comes before the total work has grown by this factor.
const MANY: f64 = 16.0;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Automatic,
    Learning,
    Plain,
}

/// An inactive search.
pub(super) enum Other {
    /// The search has not begun.
    Planned(Box<SearchOptions>),
    Begun(Box<SearchTree>),
}

/// The inactive searches, and the state of interleaving.
pub(super) struct Interleaving {
    /// The role of the active search.
    pub(super) now: Role,
    pub(super) others: Vec<(Role, Other)>,
    /// The learning search's access to the exchange of nogoods with other searches.
    pub(super) among: Option<Peer>,
    pub(super) slices: Slices,
    /// The work of the active search when it was last counted.
    pub(super) seen: i64,
    /// The total work.
    pub(super) total: i64,
    /// The work that the learning and the plain search have earned.
    pub(super) learning: i64,
    pub(super) plain: i64,
    /// The plain search's work and explored share of its tree at the last two doublings of that work, latest first.
    pub(super) marks: [(i64, f64); 2],
    /// The total work when the automatic search found the last improvement; `None` if another search found it.
    pub(super) improved: Option<i64>,
    /// The limits of all searches together.
    pub(super) limits: Limits,
    /// The model, until a counting argument has been tried.
    pub(super) uncounted: Option<Model>,
    /// Whether counting has refuted the model.
    pub(super) is_refuted: bool,
    #[cfg(any(test, feature = "harness"))]
    pub(super) audit: Option<Box<Audit>>,
}

impl Other {
    pub(super) fn begun(&self) -> Option<&SearchTree> {
        match self {
            Other::Planned(_) => None,
            Other::Begun(tree) => Some(tree),
        }
    }
}

impl Interleaving {
    pub(super) fn new(
        seen: i64,
        others: Vec<(Role, Other)>,
        among: Option<Peer>,
        limits: &Limits,
        uncounted: Option<Model>,
    ) -> Interleaving {
        Interleaving {
            now: Role::Automatic,
            others,
            among,
            slices: SLICES,
            seen,
            total: 0,
            learning: 0,
            plain: 0,
            marks: [(0, 0.0); 2],
            improved: None,
            limits: limits.clone(),
            uncounted,
            is_refuted: false,
            #[cfg(any(test, feature = "harness"))]
            audit: None,
        }
    }

    /// An inactive search that has begun.
    pub(super) fn search(&self, role: Role) -> Option<&SearchTree> {
        self.others.iter().find(|(other, _)| *other == role).and_then(|(_, other)| other.begun())
    }

    /// All inactive searches that have begun.
    pub(super) fn begun(&self) -> impl Iterator<Item = &SearchTree> {
        self.others.iter().filter_map(|(_, other)| other.begun())
    }

    /// Counts the work of the active search since the last call.
    pub(super) fn count(&mut self, tree: &SearchTree) {
        let work = tree.work();
        let done = work - std::mem::replace(&mut self.seen, work);
        self.total += done;
        match self.now {
            Role::Learning => self.learning -= done,
            Role::Plain => {
                self.plain -= done;
                if work >= 2 * self.marks[0].0 {
                    self.marks = [(work, tree.progress()), self.marks[0]];
                }
            }
            Role::Automatic => {}
        }
        // Without a failure, the automatic search may be heading straight for a first solution, and another search
        // would only repeat its path.
        let is_straight = self.now == Role::Automatic && tree.statistics().failures == 0;
        if self.total <= self.slices.alone || self.now == Role::Plain || is_straight {
            return;
        }
        let earned = |(share, of): Share| done * share / of;
        self.plain += earned(self.search(Role::Plain).map_or(PLAIN[2], |plain| self.promise(plain)));
        if self.now == Role::Automatic {
            let is_recent = |at: i64| RECENT * (self.total - at) < self.total;
            let is_even = self.total < self.slices.soon || self.improved.is_some_and(is_recent);
            self.learning += earned(LEARNING[usize::from(!is_even)]);
        }
    }

    /// Whether a counting argument shows that there is no solution. The argument is tried once, when the automatic
    /// search's time alone has passed without a solution.
    pub(super) fn is_refuted(&mut self, tree: &mut SearchTree) -> bool {
        if self.total > self.slices.alone
            && let Some(model) = self.uncounted.take()
            && tree.statistics().solutions == 0
            && self.limits.memory.is_none_or(|limit| 3 * tree.bytes() < limit)
        {
            self.is_refuted = model.is_refuted_by_counting(tree.budget());
        }
        self.is_refuted
    }

    /// The share of work that the plain search earns, depending on its estimated remaining work. The estimate assumes
    /// that the explored share keeps growing as in the latest half to three quarters of this work.
    fn promise(&self, plain: &SearchTree) -> Share {
        let [_, (work, progress)] = self.marks;
        let rate = (plain.progress() - progress) / (plain.work() - work) as f64;
        // Without progress, the rate is 0 or NaN, so the comparison is false.
        let left = if rate > 0.0 { (1.0 - plain.progress()) / rate } else { f64::INFINITY };
        if left <= self.total as f64 {
            PLAIN[0]
        } else if self.total < self.slices.soon {
            PLAIN[2]
        } else if left <= MANY * self.total as f64 {
            PLAIN[1]
        } else {
            PLAIN[3]
        }
    }

    /// The role of the search to be active next.
    pub(super) fn next(&self) -> Role {
        // Only the automatic search can create another search, from its root.
        let is_there = |role: Role| {
            let has_begun = |other: &Other| other.begun().is_some() || self.now == Role::Automatic;
            self.others.iter().any(|(other, search)| *other == role && has_begun(search))
        };
        match self.now {
            Role::Learning if self.learning > 0 => Role::Learning,
            Role::Plain if self.plain > 0 => Role::Plain,
            _ if self.plain >= self.slices.turn && is_there(Role::Plain) => Role::Plain,
            _ if self.learning >= self.slices.turn && is_there(Role::Learning) => Role::Learning,
            _ => Role::Automatic,
        }
    }
}
