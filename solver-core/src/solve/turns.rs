//! Three searches of one question that take turns on one thread: the automatic one, one that learns, and the plain one.
//!
//! Which of them is best differs from model to model by orders of magnitude, in all directions. The automatic search begins, alone. Where it
//! has failed and does not end soon, a copy of its root is given to a search that learns, and from then on the two take turns, by the work that they have done:
//! equal shares at first and while the first one improves the objective, four fifths for the second one otherwise. So what the first one finishes
//! takes mostly at most twice as long at first, later five times, and what the second one finishes twice, later a quarter longer (B. A. Huberman, R. M.
//! Lukose, T. Hogg, *An economics approach to hard computational problems*, Science 275, 1997).
//!
//! When the automatic search has run alone without a solution, [counting](Model::with_counting) is tried once to refute the model.
//!
//! The plain search goes through its tree as the model says, without restarts. It loses nothing of what it has done, and so it is the one that
//! can tell how much is left: the share of the tree that is done foretells its work. In the first second it gets half of the others' work, so that
//! what it finishes takes at most three times as long; later a small share, and most of it as soon as its end is in sight.
//!
//! With an objective they have the incumbent and the bound in common. All of it is counted in work, not in time: the same question has the same
//! answer and the same statistics in every run.

use super::searches::Searches;
use crate::budget::StopReason;
use crate::compile::SymbolTable;
use crate::model::Model;
use crate::observe::Observer;
#[cfg(any(test, feature = "harness"))]
use crate::search::Audit;
use crate::search::{Forked, GoodEnough, Limits, Peer, Probing, Rest, SearchOptions, SearchTree, Statistics, Step};

/// When the searches change turns.
#[derive(Clone, Copy)]
struct Pace {
    /// Units of work of the automatic search before another one earns any: about a thirtieth of a second. One begins when it has earned a turn.
    alone: i64,
    /// Units of work of all until the search that learns may get more than the automatic one: about a second.
    soon: i64,
    /// Units of work of a turn of another search than the automatic one, at least.
    turn: i64,
    /// Nodes between two looks at whose turn it is.
    pause: u64,
}

const PACE: Pace = Pace { alone: 3_000_000, soon: 100_000_000, turn: 500_000, pause: 32 };

/// A number of units of work for each that somebody else has done.
type Share = (i64, i64);

/// Of the search that learns, for the work of the automatic one: soon, or when that one has improved the objective recently; otherwise.
const LEARNING: [Share; 2] = [(1, 1), (4, 1)];

/// An improvement is recent while all work is more than this many times the work since.
const RECENT: i64 = 4;

/// Of the plain search, for the work of the two others: when it foretells to end before the work of all has doubled; before it is many times as
/// much; soon; otherwise.
const PLAIN: [Share; 4] = [(3, 1), (1, 8), (1, 2), (1, 64)];

/// How many times as much.
const MANY: f64 = 16.0;

/// The searches of one question: mostly a single one.
pub(super) struct Turns {
    /// The one whose turn it is, or was last.
    tree: Box<SearchTree>,
    partners: Option<Box<Partners>>,
    /// What a search did that was ended, and the progress until then.
    gone: Statistics,
    reached: f64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Automatic,
    Learning,
    Plain,
}

/// A search whose turn it is not.
enum Other {
    /// It has not begun.
    Planned(Box<SearchOptions>),
    Begun(Box<SearchTree>),
}

/// With whom a search takes turns.
struct Partners {
    /// Whose turn it is.
    now: Role,
    others: Vec<(Role, Other)>,
    /// With whom the search that learns exchanges nogoods.
    among: Option<Peer>,
    pace: Pace,
    /// The work of the search whose turn it is, when somebody looked last.
    seen: i64,
    /// The work of all.
    total: i64,
    /// The work that the search that learns may do, and the plain one.
    learning: i64,
    plain: i64,
    /// The work of the plain search, and the share of its tree that it had done: when its work had last doubled, and the time before.
    marks: [(i64, f64); 2],
    /// The work of all when the automatic search found the last improvement; `None` if it did not find it.
    improved: Option<i64>,
    /// The limits of all together.
    limits: Limits,
    /// The model, until a counting argument was tried.
    uncounted: Option<Model>,
    /// Counting refuted it.
    is_refuted: bool,
    #[cfg(any(test, feature = "harness"))]
    audit: Option<Box<Audit>>,
}

impl Other {
    fn begun(&self) -> Option<&SearchTree> {
        match self {
            Other::Planned(_) => None,
            Other::Begun(tree) => Some(tree),
        }
    }
}

impl Partners {
    /// A search that has begun, and whose turn it is not.
    fn search(&self, role: Role) -> Option<&SearchTree> {
        self.others.iter().find(|(other, _)| *other == role).and_then(|(_, other)| other.begun())
    }

    /// All of them.
    fn begun(&self) -> impl Iterator<Item = &SearchTree> {
        self.others.iter().filter_map(|(_, other)| other.begun())
    }

    /// Counts what the search whose turn it is has done until now.
    fn count(&mut self, tree: &SearchTree) {
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
        // What has not failed yet may be on its way to a first solution, which another search would only go, too.
        let is_straight = self.now == Role::Automatic && tree.statistics().failures == 0;
        if self.total <= self.pace.alone || self.now == Role::Plain || is_straight {
            return;
        }
        let earned = |(share, of): Share| done * share / of;
        self.plain += earned(self.search(Role::Plain).map_or(PLAIN[2], |plain| self.promise(plain)));
        if self.now == Role::Automatic {
            let is_recent = |at: i64| RECENT * (self.total - at) < self.total;
            let is_even = self.total < self.pace.soon || self.improved.is_some_and(is_recent);
            self.learning += earned(LEARNING[usize::from(!is_even)]);
        }
    }

    /// Whether a counting argument shows that there is no solution. It is tried once, when the automatic search has had its time alone without
    /// finding one.
    fn is_refuted(&mut self, tree: &mut SearchTree) -> bool {
        if self.total > self.pace.alone
            && let Some(model) = self.uncounted.take()
            && tree.statistics().solutions == 0
            && self.limits.memory.is_none_or(|limit| 3 * tree.bytes() < limit)
        {
            self.is_refuted = model.is_refuted_by_counting(tree.budget());
        }
        self.is_refuted
    }

    /// What the plain search earns by the work that it foretells, if the share of its tree that is done goes on to grow as it did in the latest half
    /// to three quarters of its work.
    fn promise(&self, plain: &SearchTree) -> Share {
        let [_, (work, progress)] = self.marks;
        let rate = (plain.progress() - progress) / (plain.work() - work) as f64;
        // Of nothing done the rate is no number, and is not greater than 0.
        let left = if rate > 0.0 { (1.0 - plain.progress()) / rate } else { f64::INFINITY };
        if left <= self.total as f64 {
            PLAIN[0]
        } else if self.total < self.pace.soon {
            PLAIN[2]
        } else if left <= MANY * self.total as f64 {
            PLAIN[1]
        } else {
            PLAIN[3]
        }
    }

    /// Whose turn comes now.
    fn next(&self) -> Role {
        // The automatic one begins another with what it knows at its root.
        let is_there = |role: Role| {
            let has_begun = |other: &Other| other.begun().is_some() || self.now == Role::Automatic;
            self.others.iter().any(|(other, search)| *other == role && has_begun(search))
        };
        match self.now {
            Role::Learning if self.learning > 0 => Role::Learning,
            Role::Plain if self.plain > 0 => Role::Plain,
            _ if self.plain >= self.pace.turn && is_there(Role::Plain) => Role::Plain,
            _ if self.learning >= self.pace.turn && is_there(Role::Learning) => Role::Learning,
            _ => Role::Automatic,
        }
    }
}

impl Turns {
    /// One search, alone.
    pub(super) fn alone(tree: SearchTree) -> Turns {
        Turns { tree: Box::new(tree), partners: None, gone: Statistics::default(), reached: 0.0 }
    }

    /// A search that will take turns with one that learns and a plain one, which have these options each, and of which the first exchanges
    /// nogoods with others.
    pub(super) fn with(
        tree: SearchTree,
        [learning, plain]: [SearchOptions; 2],
        among: Option<Peer>,
        limits: &Limits,
        uncounted: Option<Model>,
    ) -> Turns {
        let partners = Partners {
            now: Role::Automatic,
            others: vec![
                (Role::Learning, Other::Planned(Box::new(learning))),
                (Role::Plain, Other::Planned(Box::new(plain))),
            ],
            among,
            pace: PACE,
            seen: tree.work(),
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
        };
        Turns { tree: Box::new(tree), partners: Some(Box::new(partners)), gone: Statistics::default(), reached: 0.0 }
    }

    fn in_turns(&mut self, nodes: u64) -> Option<Step> {
        let pause = self.statistics().nodes.saturating_add(nodes);
        loop {
            self.change_turns();
            let Some(partners) = &mut self.partners else {
                return self.tree.step_for(pause.saturating_sub(self.statistics().nodes));
            };
            if partners.is_refuted(&mut self.tree) {
                return Some(Step::Exhausted);
            }
            match self.tree.step_for(partners.pace.pause.min(nodes)) {
                Some(Step::Solution) => {
                    partners.improved = (partners.now == Role::Automatic).then_some(partners.total);
                    for (_, other) in &mut partners.others {
                        if let Other::Begun(other) = other {
                            other.adopt_solution(&self.tree);
                        }
                    }
                    return Some(Step::Solution);
                }
                // Nogoods may fill the memory in which the automatic search goes on.
                Some(Step::Stopped(StopReason::Memory)) if partners.now != Role::Automatic => self.drop_this(),
                Some(end) => return Some(end),
                None => {}
            }
            if self.statistics().nodes >= pause {
                return None;
            }
        }
    }

    /// Gives the turn to another search if it is due.
    fn change_turns(&mut self) {
        let Some(partners) = &mut self.partners else { return };
        partners.count(&self.tree);
        let next = partners.next();
        if next != partners.now {
            self.give_to(next);
        }
    }

    #[cold]
    fn give_to(&mut self, next: Role) {
        let Some(partners) = &mut self.partners else { return };
        let Some(place) = partners.others.iter().position(|(role, _)| *role == next) else { return };
        match partners.others.swap_remove(place).1 {
            Other::Begun(mut tree) => {
                tree.adopt_bound(&self.tree);
                partners.seen = tree.work();
                let last = std::mem::replace(&mut self.tree, tree);
                partners.others.push((std::mem::replace(&mut partners.now, next), Other::Begun(last)));
                self.share_limits();
            }
            Other::Planned(options) => {
                let held: usize = partners.begun().map(SearchTree::bytes).sum();
                let has_room = partners.limits.memory.is_none_or(|limit| held + 3 * self.tree.bytes() < limit);
                let way = match next {
                    Role::Learning => Forked::Learning(partners.among.take()),
                    Role::Automatic | Role::Plain => Forked::DepthFirst,
                };
                if has_room && let Some(tree) = self.tree.forked(*options, way) {
                    #[cfg(any(test, feature = "harness"))]
                    let tree = if next == Role::Learning { under_audit(tree, partners.audit.take()) } else { tree };
                    partners.others.push((next, Other::Begun(Box::new(tree))));
                }
                if partners.others.is_empty() {
                    self.partners = None;
                }
            }
        }
    }

    /// Goes on without the search whose turn it is.
    #[cold]
    fn drop_this(&mut self) {
        self.reached = self.progress();
        self.give_to(Role::Automatic);
        // It was put last.
        if let Some((_, Other::Begun(tree))) = self.partners.as_mut().and_then(|partners| partners.others.pop()) {
            self.gone = self.gone + tree.statistics();
            self.share_limits();
        }
    }

    /// Leaves the search whose turn it is what the others have not used.
    fn share_limits(&mut self) {
        let used = self.statistics_of_others();
        let held: usize = self.others().map(SearchTree::bytes).sum();
        if let Some(partners) = &self.partners {
            let mut limits = used.leaves(&partners.limits);
            limits.memory = limits.memory.map(|limit| limit.saturating_sub(held));
            self.tree.set_limits(limits);
        }
    }

    fn statistics_of_others(&self) -> Statistics {
        self.others().map(SearchTree::statistics).fold(self.gone, |all, one| all + one)
    }

    /// Those that have begun, without the one whose turn it is.
    fn others(&self) -> impl Iterator<Item = &SearchTree> {
        self.partners.iter().flat_map(|partners| partners.begun())
    }
}

impl Searches for Turns {
    #[inline]
    fn step_for(&mut self, nodes: u64) -> Option<Step> {
        if self.partners.is_none() { self.tree.step_for(nodes) } else { self.in_turns(nodes) }
    }

    fn step_observed(
        &mut self,
        nodes: u64,
        symbols: Option<&SymbolTable>,
        mut observer: &mut dyn Observer,
    ) -> Option<Step> {
        // The first search alone from now on, if no other one has begun.
        if self.others().next().is_none() {
            self.partners = None;
        }
        if self.tree.is_fresh() && observer.start(symbols, self.tree.engine()).is_break() {
            return Some(self.tree.dismissed());
        }
        self.tree.step_watched(nodes, &mut observer)
    }

    fn tree(&self) -> Option<&SearchTree> {
        Some(&self.tree)
    }

    fn is_good_enough_at(&mut self, good_enough: GoodEnough) {
        self.tree.is_good_enough_at(good_enough);
    }

    fn improve_on(&mut self, value: i32) {
        self.tree.improve_on(value);
    }

    /// What all of them did.
    fn statistics(&self) -> Statistics {
        self.statistics_of_others() + self.tree.statistics()
    }

    /// The best of their bounds.
    fn bound(&self) -> Option<i32> {
        self.others().map(SearchTree::bound).fold(self.tree.bound(), Option::max)
    }

    /// That of the automatic one.
    fn probing(&self) -> Probing {
        let automatic = self.partners.as_ref().and_then(|partners| partners.search(Role::Automatic));
        automatic.unwrap_or(&self.tree).probing()
    }

    /// The share of the tree that one of them has done.
    fn progress(&self) -> f64 {
        if self.partners.as_ref().is_some_and(|partners| partners.is_refuted) {
            return 1.0;
        }
        self.others().map(SearchTree::progress).fold(self.tree.progress().max(self.reached), f64::max)
    }

    fn is_divisible(&self) -> bool {
        self.tree.is_divisible()
    }

    fn rest(&mut self) -> Option<Rest> {
        self.tree.rest()
    }

    /// Has the reasons and nogoods of the search that learns checked, with turns that are short.
    #[cfg(any(test, feature = "harness"))]
    fn audit(&mut self, audit: Audit) {
        match &mut self.partners {
            Some(partners) => {
                partners.pace = Pace { alone: 0, soon: 0, turn: 20, pause: 1 };
                partners.audit = Some(Box::new(audit));
                // There shall be conflicts to check.
                partners.uncounted = None;
            }
            None => self.tree.audit(audit),
        }
    }

    #[cfg(any(test, feature = "harness"))]
    fn audited(&mut self) -> Option<&Audit> {
        let others = self.partners.iter_mut().flat_map(|partners| &mut partners.others);
        let learning = others.into_iter().find(|(role, _)| *role == Role::Learning);
        match learning {
            Some((_, Other::Begun(tree))) => tree.audited(),
            _ => self.tree.audited(),
        }
    }

    #[cfg(any(test, feature = "harness"))]
    fn work(&self) -> i64 {
        self.others().map(SearchTree::work).sum::<i64>() + self.tree.work()
    }
}

#[cfg(any(test, feature = "harness"))]
fn under_audit(mut tree: SearchTree, audit: Option<Box<Audit>>) -> SearchTree {
    if let Some(audit) = audit {
        tree.audit(*audit);
    }
    tree
}
