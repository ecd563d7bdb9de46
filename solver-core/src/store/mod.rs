//! The store: all state that a propagator may access.
//!
//! Domains, their trail and the scheduling of propagators live together, separate from the propagators, so a running
//! propagator can borrow the entire store.

mod domains_at;
mod literal;
mod modified;
mod record;
mod relaxed;
mod waking;
mod watched;

pub(crate) use domains_at::DomainAt;
pub use domains_at::DomainsAt;
pub(crate) use literal::LiteralState;
pub use relaxed::RelaxationStatistics;
pub(crate) use relaxed::Relaxed;

use crate::atom::{Atom, Relation};
use crate::atom_trail::{AtomTrail, PackedReason};
use crate::budget::Budget;
use crate::domain::{Cut, Domains, Effect, small};
use crate::status::Conflict;
use crate::trail::Slots;
use crate::var::Var;
use crate::view::View;
use crate::wake::{Queue, Subscriptions, events};
use modified::ModifiedPositions;

/// The state that the engine keeps for each propagator during search; it takes 24 bytes.
#[derive(Clone, Copy, Default)]
pub(crate) struct PropagatorState {
    /// The start of the propagator's modified positions, and how many it has received. If it does not request them, the
    /// count is 1 after any change.
    pub(crate) first_place: u32,
    pub(crate) received: u32,
    /// The slot of the propagator's first trailed integer.
    pub(crate) first_integer: u32,
    pub(crate) priority: u8,
    pub(crate) wants_positions: bool,
    /// Whether the propagator is subscribed to every change, regardless of watched values and unsubscribed positions.
    pub(crate) subscribes_to_all: bool,
    /// Whether two positions of the scope share a variable; if so, `Stable` is not trusted.
    pub(crate) aliased: bool,
    /// Whether the propagator is notified of its own changes (self-notification).
    pub(crate) self_notifies: bool,
    pub(crate) queued: bool,
    /// Whether the propagator is active, that is, not `Entailed` on this branch.
    pub(crate) active: bool,
}

/// Propagators, with their modified positions, that were scheduled when the level above `level` was opened.
#[derive(Clone)]
struct Waiting {
    level: usize,
    modified: Vec<(u32, Vec<u32>)>,
}

/// Domains, trail, subscriptions and queue.
#[derive(Clone)]
pub(crate) struct Store {
    pub(crate) slots: Slots,
    pub(crate) domains: Domains,
    subscriptions: Subscriptions,
    posts: Vec<PropagatorState>,
    modified: ModifiedPositions,
    queue: Queue,
    /// The running propagator if it is not notified of its own changes; otherwise [`NO_PROPAGATOR`].
    running: u32,
    /// Propagators that were scheduled when a level was opened before the fixpoint.
    unfinished: Vec<Waiting>,
    /// Entailed propagators, each with the level at which it became entailed, in chronological order.
    entailed: Vec<(u32, u32)>,
    /// The slot after the last trailed integer.
    integers_end: usize,
    pub(crate) budget: Budget,
    /// Facts and reasons, in explain mode.
    pub(crate) atoms: Option<AtomTrail>,
    /// The variable whose domain would have become empty, if any.
    pub(crate) emptied: Option<Var>,
    /// The inference that failed, in explain mode.
    pub(crate) conflict: Option<(Option<Atom>, PackedReason)>,
    pub(crate) relaxed: Relaxed,
}

/// Represents the absence of a propagator.
const NO_PROPAGATOR: u32 = u32::MAX;

/// The result of a change by a propagator, which may fail; see [`Conflict`].
type Step = Result<(), Conflict>;

impl Store {
    pub(crate) fn new(
        slots: Slots,
        domains: Domains,
        subscriptions: Subscriptions,
        posts: Vec<PropagatorState>,
        places: usize,
        integers_end: usize,
    ) -> Store {
        let queue = Queue::new(posts.len());
        Store {
            slots,
            domains,
            subscriptions,
            modified: ModifiedPositions::new(places),
            queue,
            running: NO_PROPAGATOR,
            unfinished: Vec::new(),
            entailed: Vec::with_capacity(posts.len()),
            integers_end,
            posts,
            budget: Budget::default(),
            atoms: None,
            emptied: None,
            relaxed: Relaxed::default(),
            conflict: None,
        }
    }

    // ---- reading -------------------------------------------------------

    #[inline]
    pub(crate) fn bounds(&self, var: Var) -> (i32, i32) {
        self.domains.bounds(&self.slots, var)
    }

    #[inline]
    pub(crate) fn size(&self, var: Var) -> u32 {
        self.domains.size(&self.slots, var)
    }

    #[inline]
    pub(crate) fn fixed(&self, var: Var) -> Option<i32> {
        self.domains.fixed(&self.slots, var)
    }

    #[inline]
    pub(crate) fn contains(&self, var: Var, x: i32) -> bool {
        self.domains.contains(&self.slots, var, x)
    }

    /// The smallest value of a view that is at least `v`. `v` must lie within ±2³⁰.
    #[inline]
    pub(crate) fn next_value(&self, view: View, v: i32) -> Option<i32> {
        let (domains, slots, x) = (&self.domains, &self.slots, view.var_bound(v.into()));
        let next =
            if view.is_negated() { domains.previous(slots, view.var(), x) } else { domains.next(slots, view.var(), x) };
        next.map(|x| view.value_of(x))
    }

    /// Whether an atom is true for all remaining values.
    pub(crate) fn entails(&self, atom: Atom) -> bool {
        let (low, high) = self.bounds(atom.var());
        let v = atom.value();
        match atom.relation() {
            Relation::AtLeast => low >= v,
            Relation::Less => high < v,
            Relation::Equal => low == v && high == v,
            Relation::NotEqual => !self.contains(atom.var(), v),
        }
    }

    // ---- changing ------------------------------------------------------

    /// Keeps only the values of `mask` in a Small domain.
    #[inline]
    fn keep_small(&mut self, var: Var, mask: u64) -> Step {
        let old = self.slots.get(var.index());
        let new = old & mask;
        if new == old {
            return Ok(());
        }
        self.commit_small(var, old, new)
    }

    /// Writes the new word of a Small domain.
    #[inline]
    pub(crate) fn commit_small(&mut self, var: Var, old: u64, new: u64) -> Step {
        if new == 0 {
            self.emptied = Some(var);
            return Err(Conflict(()));
        }
        self.slots.set(var.index(), new);
        // Most variables are watched only for fixing.
        let wanted = self.subscriptions.wanted(var);
        if wanted & !events::FIX != 0 || new & (new - 1) == 0 {
            self.notify_small(var, old, new);
        }
        Ok(())
    }

    #[inline(never)]
    fn notify_small(&mut self, var: Var, old: u64, new: u64) {
        // This is tested first, so that the usual case keeps no state across a call.
        if self.watches_literals(var) {
            return self.notify_small_of_literals(var, old, new);
        }
        self.notify(var, events::of_words(old, new), old & !new);
    }

    /// Changes a Wide or Span domain.
    #[inline(never)]
    fn cut(&mut self, var: Var, cut: Cut) -> Step {
        if self.watches_literals(var) {
            return self.cut_of_literals(var, cut);
        }
        let effect = self.domains.cut(&mut self.slots, var, cut);
        self.after(var, effect)
    }

    #[inline(never)]
    fn remove_large(&mut self, var: Var, x: i32) -> Step {
        if self.watches_literals(var) {
            return self.cut_of_literals(var, Cut::Remove(x));
        }
        let effect = self.domains.remove_large(&mut self.slots, var, x);
        self.after(var, effect)
    }

    #[inline]
    fn after(&mut self, var: Var, effect: Effect) -> Step {
        match effect {
            Effect::None => Ok(()),
            Effect::Empty => {
                self.emptied = Some(var);
                Err(Conflict(()))
            }
            Effect::Changed(events) => {
                self.notify(var, events, !0);
                Ok(())
            }
        }
    }

    #[inline]
    pub(crate) fn remove(&mut self, var: Var, x: i32) -> Step {
        if self.domains.is_small(var) {
            self.keep_small(var, !small::bit(self.domains.base(var), x))
        } else {
            self.remove_large(var, x)
        }
    }

    /// Like `remove`; returns whether the variable is now fixed.
    #[inline]
    pub(crate) fn remove_fixes(&mut self, var: Var, x: i32) -> Result<bool, Conflict> {
        if self.domains.is_small(var) {
            let old = self.slots.get(var.index());
            let new = old & !small::bit(self.domains.base(var), x);
            if new == old {
                return Ok(false);
            }
            self.commit_small(var, old, new)?;
            return Ok(new & new.wrapping_sub(1) == 0);
        }
        if self.watches_literals(var) {
            let was_fixed = self.fixed(var).is_some();
            self.cut_of_literals(var, Cut::Remove(x))?;
            return Ok(!was_fixed && self.fixed(var).is_some());
        }
        let effect = self.domains.remove_large(&mut self.slots, var, x);
        let fixed = matches!(effect, Effect::Changed(events) if events & events::FIX != 0);
        self.after(var, effect)?;
        Ok(fixed)
    }

    #[inline]
    pub(crate) fn fix(&mut self, var: Var, x: i32) -> Step {
        if self.domains.is_small(var) {
            self.keep_small(var, small::bit(self.domains.base(var), x))
        } else {
            self.cut(var, Cut::Fix(x))
        }
    }

    #[inline]
    pub(crate) fn at_least(&mut self, var: Var, x: i32) -> Step {
        if self.domains.is_small(var) {
            self.keep_small(var, small::mask_at_least(self.domains.base(var), x))
        } else {
            self.cut(var, Cut::AtLeast(x))
        }
    }

    #[inline]
    pub(crate) fn at_most(&mut self, var: Var, x: i32) -> Step {
        if self.domains.is_small(var) {
            self.keep_small(var, small::mask_at_most(self.domains.base(var), x))
        } else {
            self.cut(var, Cut::AtMost(x))
        }
    }

    /// Keeps the values from `low` to `high`; returns the new bounds.
    #[inline]
    pub(crate) fn within(&mut self, var: Var, low: i32, high: i32) -> Result<(i32, i32), Conflict> {
        if self.domains.is_small(var) {
            let base = self.domains.base(var);
            self.keep_small(var, small::mask_at_least(base, low) & small::mask_at_most(base, high))?;
            Ok(small::bounds(self.slots.get(var.index()), base))
        } else {
            self.large_within(var, low, high)
        }
    }

    #[inline(never)]
    fn large_within(&mut self, var: Var, low: i32, high: i32) -> Result<(i32, i32), Conflict> {
        if !self.watches_literals(var)
            && let Some((effect, bounds)) = self.domains.wide_within(&mut self.slots, var, low, high)
        {
            self.after(var, effect)?;
            return Ok(bounds);
        }
        self.cut(var, Cut::AtMost(high))?;
        self.cut(var, Cut::AtLeast(low))?;
        Ok(self.bounds(var))
    }

    /// Keeps only the values of `mask` among `base..base + 64`; values outside this window stay.
    #[inline]
    pub(crate) fn keep(&mut self, var: Var, base: i32, mask: u64) -> Step {
        if self.domains.is_small(var) {
            let by = i64::from(base) - i64::from(self.domains.base(var));
            self.keep_small(var, !small::shifted(!mask, -by))
        } else {
            self.cut(var, Cut::Window { base, mask })
        }
    }

    /// Makes an atom true as a decision.
    pub(crate) fn assume(&mut self, atom: Atom) -> Step {
        let (var, v) = (atom.var(), atom.value());
        if self.atoms.is_some() {
            return self.infer(atom, PackedReason::DECISION);
        }
        self.apply(atom, var, v)
    }

    fn apply(&mut self, atom: Atom, var: Var, v: i32) -> Step {
        match atom.relation() {
            Relation::Equal => self.fix(var, v),
            Relation::NotEqual => self.remove(var, v),
            Relation::AtLeast => self.at_least(var, v),
            // `x < i32::MIN` has no `at_most` form, but values stay within ±2³⁰.
            Relation::Less => self.at_most(var, v.saturating_sub(1)),
        }
    }

    // ---- levels --------------------------------------------------------

    #[inline]
    pub(crate) fn push_level(&mut self) {
        if !self.queue.is_empty() {
            self.remember_waiting();
        }
        self.slots.push_level();
        self.domains.push_level();
        if let Some(atoms) = &mut self.atoms {
            atoms.push_level();
        }
    }

    /// If the restored level had not been propagated to its fixpoint, its propagators are rescheduled, because their
    /// runs since then have been undone.
    #[inline]
    pub(crate) fn pop_level(&mut self) {
        self.slots.pop_level();
        self.domains.pop_level();
        let level = self.slots.level();
        self.modified.reopen(level);
        self.reactivate(level);
        if let Some(atoms) = &mut self.atoms {
            atoms.pop_level();
        }
        if !self.queue.is_empty() || !self.unfinished.is_empty() {
            self.restore_waiting();
        }
    }

    /// The variables changed since the innermost level was opened, with repetitions, and their approximate number.
    pub(crate) fn changed(&self) -> (usize, impl Iterator<Item = Var> + '_) {
        let (written, pierced) = (self.slots.written(), self.domains.pierced());
        let news = written.len() + pierced.len();
        (news, written.filter_map(|slot| self.domains.owner(slot)).chain(pierced))
    }

    // ---- about propagators ---------------------------------------------

    #[inline]
    pub(crate) fn first_integer(&self, propagator: u32) -> usize {
        self.posts[propagator as usize].first_integer as usize
    }

    /// The number of a propagator's trailed integers, which end where the next propagator's begin.
    pub(crate) fn integers(&self, propagator: u32) -> usize {
        let end = self.posts.get(propagator as usize + 1).map_or(self.integers_end, |next| next.first_integer as usize);
        end - self.first_integer(propagator)
    }

    /// Whether the propagator is active, that is, not `Entailed` on this branch.
    pub(crate) fn is_active(&self, propagator: u32) -> bool {
        self.posts[propagator as usize].active
    }

    /// Retires a propagator permanently, at the root.
    pub(crate) fn retire(&mut self, propagator: u32) {
        debug_assert!(self.slots.level() == 0 && !self.posts[propagator as usize].queued, "at the root's fixpoint");
        self.posts[propagator as usize].active = false;
    }

    /// Keeps only the subscriptions of the propagators that `of` selects, at the root.
    pub(crate) fn retain_subscriptions(&mut self, of: impl Fn(u32) -> bool) {
        self.subscriptions.retain(of);
    }

    pub(crate) fn subscriptions(&self) -> &Subscriptions {
        &self.subscriptions
    }

    pub(crate) fn bytes(&self) -> usize {
        self.slots.bytes()
            + self.domains.bytes()
            + self.posts.capacity() * size_of::<PropagatorState>()
            + self.entailed.capacity() * 8
            + self.modified.bytes()
            + self.atoms.as_ref().map_or(0, AtomTrail::bytes)
    }
}
