//! Two searches of one question that take turns on one thread: the classical one, and one that learns.
//!
//! Which of the two is better differs from model to model by orders of magnitude, in both directions. The classical search begins, alone. Where it does not end soon, a copy
//! of its root is given to a search that learns, and from then on the two take turns, by the work that they have done: a small share for the second
//! one at first, two thirds of the work later. So what the first one finishes takes at most about three times as long, and what the second one finishes half as long again (B. A. Huberman, R. M. Lukose, T. Hogg, *An
//! economics approach to hard computational problems*, Science 275, 1997). With an objective they have the incumbent and the bound in common.
//! All of it is counted in work, not in time: the same question has the same answer and the same statistics in every run.

use crate::budget::StopReason;
#[cfg(any(test, feature = "harness"))]
use crate::search::Audit;
use crate::search::{Learning, Limits, SearchOptions, SearchTree, Statistics, Step};

/// Units of work of the first search before the other one begins: about a tenth of a second.
const ALONE: i64 = 10_000_000;

/// Up to this much work of the first search, about a second, the other one has done a fraction of it at most; afterwards, a multiple.
const SOON: i64 = 100_000_000;

/// The part that it may have done, as one over this, and the multiple.
const SHARES: (i64, i64) = (6, 2);

/// Units of work of a turn, at least.
const TURN: i64 = 2_000_000;

/// Nodes between two looks at whose turn it is.
const PAUSE: u64 = 32;

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
    /// The work of the first search when the question was asked.
    begun: i64,
    /// The limits of both together.
    limits: Limits,
    /// Nodes between two looks at whose turn it is.
    pause: u64,
    /// For the search that learns, in tests. Turns are short then.
    #[cfg(any(test, feature = "harness"))]
    audit: (bool, Option<Box<Audit>>),
}

/// The search whose turn it is not.
enum Other {
    /// It has not begun.
    Planned(Box<SearchOptions>, Learning),
    Begun(Box<SearchTree>),
}

impl Turns {
    /// One search, alone.
    pub(super) fn alone(tree: SearchTree) -> Turns {
        Turns { tree: Box::new(tree), partner: None, gone: Statistics::default() }
    }

    /// A search that will take turns with one that learns, with these options.
    pub(super) fn with(mut tree: SearchTree, options: SearchOptions, learning: Learning, limits: &Limits) -> Turns {
        let partner = Partner {
            other: Other::Planned(Box::new(options), learning),
            is_first: true,
            begun: tree.work(),
            limits: limits.clone(),
            pause: PAUSE,
            #[cfg(any(test, feature = "harness"))]
            audit: (false, None),
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
            match self.tree.step_for(partner.pause.min(nodes)) {
                Some(Step::Solution) => {
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
        let work = self.tree.work();
        #[cfg(any(test, feature = "harness"))]
        if partner.audit.0 {
            let has_worked = work - std::mem::replace(&mut partner.begun, work) > 100;
            return match &partner.other {
                Other::Planned(..) if self.tree.is_fresh() => {}
                Other::Planned(..) => self.begin_the_second(),
                Other::Begun(_) if has_worked => self.swap(),
                Other::Begun(_) => {}
            };
        }
        match &mut partner.other {
            Other::Planned(..) if work - partner.begun > ALONE => self.begin_the_second(),
            Other::Planned(..) => {}
            Other::Begun(other) => {
                let (first, second) = if partner.is_first { (work, other.work()) } else { (other.work(), work) };
                let due = due(first - partner.begun);
                if if partner.is_first { second < due } else { second >= due + TURN } {
                    self.swap();
                }
            }
        }
    }

    fn swap(&mut self) {
        let Some(partner) = &mut self.partner else { return };
        let Other::Begun(other) = &mut partner.other else { return };
        other.adopt_bound(&self.tree);
        other.set_limits(beside(&partner.limits, self.tree.statistics(), self.tree.bytes()));
        std::mem::swap(&mut self.tree, other);
        partner.is_first = !partner.is_first;
    }

    #[cold]
    fn begin_the_second(&mut self) {
        let Some(mut partner) = self.partner.take() else { return };
        let has_room = partner.limits.memory.is_none_or(|limit| 3 * self.tree.bytes() < limit);
        let Other::Planned(options, learning) = partner.other else { return };
        if let Some(second) = self.tree.forked(*options, learning).filter(|_| has_room) {
            #[cfg(any(test, feature = "harness"))]
            let second = under_audit(second, partner.audit.1.take());
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
            first.set_limits(beside(&partner.limits, self.gone, 0));
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

/// The work that the second search should have done when the first one has done so much.
fn due(first: i64) -> i64 {
    if first < SOON { (first - ALONE).max(0) / SHARES.0 } else { first * SHARES.1 }
}

#[cfg(any(test, feature = "harness"))]
impl Turns {
    /// Has the reasons and nogoods of the search that learns checked, with turns that are short.
    pub(super) fn audit(&mut self, audit: Audit) {
        match &mut self.partner {
            Some(partner) => (partner.audit, partner.pause) = ((true, Some(Box::new(audit))), 1),
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

/// What is left of limits where another search has done this, and holds so many bytes.
fn beside(limits: &Limits, done: Statistics, bytes: usize) -> Limits {
    let left = |limit: Option<u64>, done: u64| limit.map(|limit| limit.saturating_sub(done));
    Limits {
        nodes: left(limits.nodes, done.nodes),
        failures: left(limits.failures, done.failures),
        solutions: left(limits.solutions, done.solutions),
        memory: limits.memory.map(|limit| limit.saturating_sub(bytes)),
        ..limits.clone()
    }
}
