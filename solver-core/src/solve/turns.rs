//! Two searches of one question that take turns on one thread: the classical one, and one that learns.
//!
//! Which of the two is better differs from model to model by orders of magnitude, in both directions. The classical search begins, alone. Where it
//! does not end soon, a copy of its root is given to a search that learns, and from then on the two take turns, by the work that they have done: a
//! small share for the second one at first, two thirds of the work later, or one third while the first one improves the objective. So what the
//! first one finishes takes at most about three times as long, and what the second one finishes mostly half as long again (B. A. Huberman, R. M.
//! Lukose, T. Hogg, *An economics approach to hard computational problems*, Science 275, 1997). With an objective they have the incumbent and the
//! bound in common. All of it is counted in work, not in time: the same question has the same answer and the same statistics in every run.

use crate::budget::StopReason;
#[cfg(any(test, feature = "harness"))]
use crate::search::Audit;
use crate::search::{Limits, Peer, SearchOptions, SearchTree, Statistics, Step};

/// When the searches change turns.
#[derive(Clone, Copy)]
struct Pace {
    /// Units of work of the first search before the other one earns any: about a tenth of a second. It begins when it has earned a turn.
    alone: i64,
    /// Units of work of both until the second search gets more than the smallest share: about a second.
    soon: i64,
    /// Units of work of a turn of the second search, at least.
    turn: i64,
    /// Nodes between two looks at whose turn it is.
    pause: u64,
}

const PACE: Pace = Pace { alone: 10_000_000, soon: 100_000_000, turn: 2_000_000, pause: 32 };

/// Units of work of the second search for so many units of the first one: soon; when the first one has improved the objective recently; otherwise.
const SHARES: [(i64, i64); 3] = [(1, 6), (1, 2), (2, 1)];

/// An improvement is recent while all work is more than this many times the work since.
const RECENT: i64 = 4;

/// The searches of one question: mostly a single one.
pub(super) struct Turns {
    /// The one whose turn it is, or was last.
    pub(super) tree: Box<SearchTree>,
    partner: Option<Box<Partner>>,
    /// What a search did that was ended.
    gone: Statistics,
}

/// Whom a search takes turns with.
struct Partner {
    other: Other,
    /// Whether the search whose turn it is is the first one.
    is_first: bool,
    pace: Pace,
    /// The work of the search whose turn it is, when somebody looked last.
    seen: i64,
    /// The work of both.
    total: i64,
    /// The work that the second search may do before the turn changes.
    credit: i64,
    /// The work of both when the first search found the last improvement; `None` if it did not find it.
    improved: Option<i64>,
    /// The limits of both together.
    limits: Limits,
    #[cfg(any(test, feature = "harness"))]
    audit: Option<Box<Audit>>,
}

impl Partner {
    /// Counts what the search whose turn it is has done until now.
    fn count(&mut self, work: i64) {
        let done = work - std::mem::replace(&mut self.seen, work);
        self.total += done;
        if !self.is_first {
            self.credit -= done;
        } else if self.total > self.pace.alone {
            let is_recent = |at: i64| RECENT * (self.total - at) < self.total;
            let (second, first) = match self.improved {
                _ if self.total < self.pace.soon => SHARES[0],
                Some(at) if is_recent(at) => SHARES[1],
                _ => SHARES[2],
            };
            self.credit += done * second / first;
        }
    }

    /// Whether it is the other one's turn.
    fn is_due(&self) -> bool {
        if self.is_first { self.credit >= self.pace.turn } else { self.credit <= 0 }
    }
}

/// The search whose turn it is not.
enum Other {
    /// It has not begun.
    Planned(Box<SearchOptions>, Option<Peer>),
    Begun(Box<SearchTree>),
}

impl Turns {
    /// One search, alone.
    pub(super) fn alone(tree: SearchTree) -> Turns {
        Turns { tree: Box::new(tree), partner: None, gone: Statistics::default() }
    }

    /// A search that will take turns with one that learns, with these options, and that exchanges nogoods with others.
    pub(super) fn with(mut tree: SearchTree, options: SearchOptions, among: Option<Peer>, limits: &Limits) -> Turns {
        let partner = Partner {
            other: Other::Planned(Box::new(options), among),
            is_first: true,
            pace: PACE,
            seen: tree.work(),
            total: 0,
            credit: 0,
            improved: None,
            limits: limits.clone(),
            #[cfg(any(test, feature = "harness"))]
            audit: None,
        };
        Turns { tree: Box::new(tree), partner: Some(Box::new(partner)), gone: Statistics::default() }
    }

    /// As [`Run::step_for`](super::Run::step_for).
    #[inline]
    pub(super) fn step_for(&mut self, nodes: u64) -> Option<Step> {
        if self.partner.is_none() { self.tree.step_for(nodes) } else { self.in_turns(nodes) }
    }

    /// The first search alone from now on, if the other one has not begun.
    pub(super) fn keep_the_first(&mut self) {
        if self.partner.as_ref().is_some_and(|partner| matches!(partner.other, Other::Planned(..))) {
            self.partner = None;
        }
    }

    fn in_turns(&mut self, nodes: u64) -> Option<Step> {
        let pause = self.statistics().nodes.saturating_add(nodes);
        loop {
            self.change_turns();
            let Some(partner) = &mut self.partner else {
                return self.tree.step_for(pause.saturating_sub(self.statistics().nodes));
            };
            match self.tree.step_for(partner.pace.pause.min(nodes)) {
                Some(Step::Solution) => {
                    partner.improved = partner.is_first.then_some(partner.total);
                    if let Other::Begun(other) = &mut partner.other {
                        other.adopt_solution(&self.tree);
                    }
                    return Some(Step::Solution);
                }
                // Nogoods may fill the memory in which the classical search goes on.
                Some(Step::Stopped(StopReason::Memory)) if !partner.is_first => self.drop_the_second(),
                Some(end) => return Some(end),
                None => {}
            }
            if self.statistics().nodes >= pause {
                return None;
            }
        }
    }

    /// Gives the turn to the other search if it is due.
    fn change_turns(&mut self) {
        let Some(partner) = &mut self.partner else { return };
        partner.count(self.tree.work());
        if !partner.is_due() {
            return;
        }
        if let Other::Planned(..) = partner.other {
            return self.begin_the_second();
        }
        let Other::Begun(other) = &mut partner.other else { return };
        other.adopt_bound(&self.tree);
        let mut limits = self.tree.statistics().leaves(&partner.limits);
        limits.memory = limits.memory.map(|limit| limit.saturating_sub(self.tree.bytes()));
        other.set_limits(limits);
        std::mem::swap(&mut self.tree, other);
        partner.is_first = !partner.is_first;
        partner.seen = self.tree.work();
    }

    #[cold]
    fn begin_the_second(&mut self) {
        let Some(mut partner) = self.partner.take() else { return };
        let has_room = partner.limits.memory.is_none_or(|limit| 3 * self.tree.bytes() < limit);
        let Other::Planned(options, among) = partner.other else { return };
        if has_room && let Some(second) = self.tree.forked(*options, among) {
            #[cfg(any(test, feature = "harness"))]
            let second = under_audit(second, partner.audit.take());
            partner.other = Other::Begun(Box::new(second));
            self.partner = Some(partner);
        }
    }

    /// Goes on with the first search alone. It is the other one's turn.
    #[cold]
    fn drop_the_second(&mut self) {
        let Some(partner) = self.partner.take() else { return };
        if let Other::Begun(mut first) = partner.other {
            first.adopt_bound(&self.tree);
            self.gone = self.tree.statistics();
            first.set_limits(self.gone.leaves(&partner.limits));
            self.tree = first;
        }
    }

    /// What both did.
    pub(super) fn statistics(&self) -> Statistics {
        self.other().map_or(self.gone, SearchTree::statistics) + self.tree.statistics()
    }

    /// The better of the two bounds.
    pub(super) fn bound(&self) -> Option<i32> {
        self.tree.bound().max(self.other().and_then(|other| other.bound()))
    }

    fn other(&self) -> Option<&SearchTree> {
        match &self.partner.as_ref()?.other {
            Other::Planned(..) => None,
            Other::Begun(other) => Some(other),
        }
    }

    /// The first one of the two.
    pub(super) fn first(&self) -> &SearchTree {
        let second_turn = self.partner.as_ref().is_some_and(|partner| !partner.is_first);
        self.other().filter(|_| second_turn).unwrap_or(&self.tree)
    }

    /// The share of the tree that the first one has done.
    pub(super) fn progress(&self) -> f64 {
        self.tree.progress().max(self.first().progress())
    }
}

#[cfg(any(test, feature = "harness"))]
impl Turns {
    /// Has the reasons and nogoods of the search that learns checked, with turns that are short.
    pub(super) fn audit(&mut self, audit: Audit) {
        match &mut self.partner {
            Some(partner) => {
                partner.pace = Pace { alone: 0, soon: 0, turn: 20, pause: 1 };
                partner.audit = Some(Box::new(audit));
            }
            None => self.tree.audit(audit),
        }
    }

    /// What the audit has seen.
    pub(super) fn audited(&mut self) -> Option<&Audit> {
        match self.partner.as_deref_mut() {
            Some(Partner { is_first: true, other: Other::Begun(second), .. }) => second.audited(),
            _ => self.tree.audited(),
        }
    }
}

#[cfg(any(test, feature = "harness"))]
fn under_audit(mut tree: SearchTree, audit: Option<Box<Audit>>) -> SearchTree {
    if let Some(audit) = audit {
        tree.audit(*audit);
    }
    tree
}
