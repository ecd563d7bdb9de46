//! Interleaved search: the automatic search, a clause-learning search and a plain search answer the same query in time
//! slices on one thread.
//!
//! Which of the three is fastest depends on the model, and the difference is often several orders of magnitude. The
//! automatic search begins alone. If it has had a failure and does not end soon, a learning search gets a copy of its
//! root. From then on the two alternate: each does half of the work at first and while the automatic search improves
//! the objective; otherwise the learning search does four fifths. Hence, in most cases, interleaving makes a query that
//! the automatic search answers at most twice as slow at first and five times as slow later, and one that the learning
//! search answers twice as slow at first and a quarter slower later (B. A. Huberman, R. M. Lukose, T. Hogg, *An
//! economics approach to hard computational problems*, Science 275, 1997).
//!
//! When the automatic search has run alone for its allotted time without finding a solution, one attempt is made to
//! refute the model by [counting](Model::with_counting).
//!
//! The plain search explores its tree in the given order, without restarts. It never repeats work, so it can estimate
//! its remaining work from the explored share of the tree. In the first second it does half as much work as the others
//! together, so a query that it answers takes at most three times as long. Later it gets a small share, and most of the
//! work once its end is in sight.
//!
//! With an objective, the searches share the incumbent and the bound. Slices are measured in work, not time, so the
//! same query has the same answer and statistics in every run. `schedule.rs` determines the shares.
//!
//! For a proof there is no plain search, the learning search begins at the initial root, and only the learning search's
//! result counts.

mod schedule;

use super::searches::Searches;
use crate::budget::StopReason;
use crate::compile::SymbolTable;
use crate::model::Model;
use crate::observe::Observer;
#[cfg(any(test, feature = "harness"))]
use crate::search::Audit;
use crate::search::{
    Forked, GoodEnough, Limits, Peer, Probing, Rest, SearchOptions, SearchTree, Statistics, Step, Watch,
};
#[cfg(any(test, feature = "harness"))]
use schedule::Slices;
use schedule::{Interleaving, Other, Role};

/// The searches of one query: in most cases a single one.
pub(super) struct Interleaved {
    /// The active search.
    tree: Box<SearchTree>,
    interleaving: Option<Box<Interleaving>>,
    /// The statistics of a search that was dropped, and its progress until then.
    gone: Statistics,
    reached: f64,
    /// Whether only the learning search's result counts.
    proves: bool,
}

impl Interleaved {
    /// A single search.
    pub(super) fn single(tree: SearchTree) -> Interleaved {
        Interleaved {
            tree: Box::new(tree),
            interleaving: None,
            gone: Statistics::default(),
            reached: 0.0,
            proves: false,
        }
    }

    /// Creates an automatic search to be interleaved with a learning search and a plain search that have these options.
    /// The learning search exchanges nogoods with other searches, if there are any.
    pub(super) fn with(
        tree: SearchTree,
        [learning, plain]: [SearchOptions; 2],
        among: Option<Peer>,
        limits: &Limits,
        uncounted: Option<Model>,
    ) -> Interleaved {
        let others =
            vec![(Role::Learning, Other::Planned(Box::new(learning))), (Role::Plain, Other::Planned(Box::new(plain)))];
        Interleaved::several(tree, others, among, limits, uncounted)
    }

    /// Creates an automatic search to be interleaved with a learning search that writes a proof. Only the learning
    /// search's result counts.
    pub(super) fn proving(tree: SearchTree, learning: SearchTree, limits: &Limits) -> Interleaved {
        let others = vec![(Role::Learning, Other::Begun(Box::new(learning)))];
        Interleaved { proves: true, ..Interleaved::several(tree, others, None, limits, None) }
    }

    fn several(
        tree: SearchTree,
        others: Vec<(Role, Other)>,
        among: Option<Peer>,
        limits: &Limits,
        uncounted: Option<Model>,
    ) -> Interleaved {
        let interleaving = Interleaving::new(tree.work(), others, among, limits, uncounted);
        Interleaved { interleaving: Some(Box::new(interleaving)), ..Interleaved::single(tree) }
    }

    /// Whether there is more than one search.
    pub(super) fn is_interleaved(&self) -> bool {
        self.interleaving.is_some()
    }

    /// The active search.
    pub(super) fn active(&self) -> &SearchTree {
        &self.tree
    }

    /// The counterpart of [`step_for`](Searches::step_for) with an observer of the learning search, or of a single
    /// search.
    pub(super) fn step_watched<W: Watch>(&mut self, nodes: u64, watch: &mut W) -> Option<Step> {
        if self.interleaving.is_none() {
            return self.tree.step_watched(nodes, watch);
        }
        self.interleave(nodes, |tree, role, nodes| {
            if role == Role::Learning {
                return tree.step_watched(nodes, watch);
            }
            let step = tree.step_for(nodes);
            if step == Some(Step::Solution) {
                watch.imported(tree.engine());
            }
            step
        })
    }

    fn interleave(
        &mut self,
        nodes: u64,
        mut step: impl FnMut(&mut SearchTree, Role, u64) -> Option<Step>,
    ) -> Option<Step> {
        let pause = self.statistics().nodes.saturating_add(nodes);
        loop {
            self.switch_if_due();
            let Some(interleaving) = &mut self.interleaving else {
                let nodes = pause.saturating_sub(self.statistics().nodes);
                return step(&mut self.tree, Role::Automatic, nodes);
            };
            if interleaving.is_refuted(&mut self.tree) {
                return Some(Step::Exhausted);
            }
            match step(&mut self.tree, interleaving.now, interleaving.slices.pause.min(nodes)) {
                Some(Step::Solution) => {
                    interleaving.improved = (interleaving.now == Role::Automatic).then_some(interleaving.total);
                    for (_, other) in &mut interleaving.others {
                        if let Other::Begun(other) = other {
                            other.import_solution(&self.tree);
                        }
                    }
                    return Some(Step::Solution);
                }
                // Nogoods may fill the memory that the automatic search needs in order to continue.
                Some(Step::Stopped(StopReason::Memory)) if interleaving.now != Role::Automatic && !self.proves => {
                    self.drop_active(Role::Automatic);
                }
                Some(Step::Exhausted) if interleaving.now != Role::Learning && self.proves => {
                    self.drop_active(Role::Learning);
                }
                Some(end) => return Some(end),
                None => {}
            }
            if self.statistics().nodes >= pause {
                return None;
            }
        }
    }

    /// Switches to another search if one is due.
    fn switch_if_due(&mut self) {
        let Some(interleaving) = &mut self.interleaving else { return };
        interleaving.count(&self.tree);
        let next = interleaving.next();
        if next != interleaving.now {
            self.switch_to(next);
        }
    }

    #[cold]
    fn switch_to(&mut self, next: Role) {
        let Some(interleaving) = &mut self.interleaving else { return };
        let Some(at) = interleaving.others.iter().position(|(role, _)| *role == next) else { return };
        match interleaving.others.swap_remove(at).1 {
            Other::Begun(mut tree) => {
                tree.import_bound(&self.tree);
                interleaving.seen = tree.work();
                let last = std::mem::replace(&mut self.tree, tree);
                interleaving.others.push((std::mem::replace(&mut interleaving.now, next), Other::Begun(last)));
                self.share_limits();
            }
            Other::Planned(options) => {
                let held: usize = interleaving.begun().map(SearchTree::bytes).sum();
                let has_room = interleaving.limits.memory.is_none_or(|limit| held + 3 * self.tree.bytes() < limit);
                let way = match next {
                    Role::Learning => Forked::Learning(interleaving.among.take()),
                    Role::Automatic | Role::Plain => Forked::DepthFirst,
                };
                if has_room && let Some(tree) = self.tree.forked(*options, way) {
                    #[cfg(any(test, feature = "harness"))]
                    let tree = if next == Role::Learning { under_audit(tree, interleaving.audit.take()) } else { tree };
                    interleaving.others.push((next, Other::Begun(Box::new(tree))));
                }
                if interleaving.others.is_empty() {
                    self.interleaving = None;
                }
            }
        }
    }

    /// Continues without the active search.
    #[cold]
    fn drop_active(&mut self, next: Role) {
        self.reached = self.progress();
        self.switch_to(next);
        // The dropped search is now the last inactive one.
        if let Some((_, Other::Begun(tree))) =
            self.interleaving.as_mut().and_then(|interleaving| interleaving.others.pop())
        {
            self.gone = self.gone + tree.statistics();
            self.share_limits();
        }
    }

    /// Gives the active search what remains of the common limits.
    fn share_limits(&mut self) {
        let used = self.statistics_of_others();
        let held: usize = self.others().map(SearchTree::bytes).sum();
        if let Some(interleaving) = &self.interleaving {
            let mut limits = used.leaves(&interleaving.limits);
            limits.memory = limits.memory.map(|limit| limit.saturating_sub(held));
            self.tree.set_limits(limits);
        }
    }

    fn statistics_of_others(&self) -> Statistics {
        self.others().map(SearchTree::statistics).fold(self.gone, |all, one| all + one)
    }

    /// The inactive searches that have begun.
    fn others(&self) -> impl Iterator<Item = &SearchTree> {
        self.interleaving.iter().flat_map(|interleaving| interleaving.begun())
    }
}

impl Searches for Interleaved {
    #[inline]
    fn step_for(&mut self, nodes: u64) -> Option<Step> {
        if self.interleaving.is_none() {
            self.tree.step_for(nodes)
        } else {
            self.interleave(nodes, |tree, _, nodes| tree.step_for(nodes))
        }
    }

    fn step_observed(
        &mut self,
        nodes: u64,
        symbols: Option<&SymbolTable>,
        mut observer: &mut dyn Observer,
    ) -> Option<Step> {
        // If no other search has begun, continues with only the active search.
        if self.others().next().is_none() {
            self.interleaving = None;
        }
        if self.tree.is_fresh() && observer.start(symbols, self.tree.engine()).is_break() {
            return Some(self.tree.stopped_by_observer());
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

    /// The total statistics.
    fn statistics(&self) -> Statistics {
        self.statistics_of_others() + self.tree.statistics()
    }

    /// The best bound of all searches.
    fn bound(&self) -> Option<i32> {
        self.others().map(SearchTree::bound).fold(self.tree.bound(), Option::max)
    }

    /// The probing statistics of the automatic search.
    fn probing(&self) -> Probing {
        let automatic = self.interleaving.as_ref().and_then(|interleaving| interleaving.search(Role::Automatic));
        automatic.unwrap_or(&self.tree).probing()
    }

    /// The largest explored share of any tree.
    fn progress(&self) -> f64 {
        if self.interleaving.as_ref().is_some_and(|interleaving| interleaving.is_refuted) {
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

    /// Checks the reasons and nogoods of the learning search, with short time slices.
    #[cfg(any(test, feature = "harness"))]
    fn audit(&mut self, audit: Audit) {
        match &mut self.interleaving {
            Some(interleaving) => {
                interleaving.slices = Slices { alone: 0, soon: 0, turn: 20, pause: 1 };
                interleaving.audit = Some(Box::new(audit));
                // Counting could refute the model before any conflict could be checked.
                interleaving.uncounted = None;
            }
            None => self.tree.audit(audit),
        }
    }

    #[cfg(any(test, feature = "harness"))]
    fn audited(&mut self) -> Option<&Audit> {
        let others = self.interleaving.iter_mut().flat_map(|interleaving| &mut interleaving.others);
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
