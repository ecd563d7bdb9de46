//! The context of a running propagator, through which it reads views, removes values and fails.
//!
//! Every change takes a closure that returns its reason. Classical search does not call the closure. Explain mode calls
//! it at most once, and records the reason if the change is new.

mod integers;

use crate::atom::{Atom, Relation};
use crate::atom_trail::{AtomTrail, PackedReason};
use crate::domain::small;
use crate::reason::{IntoReason, Premises};
use crate::status::Conflict;
use crate::store::{DomainsAt, LiteralState, Store};

use crate::view::View;

/// The kind of a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    Lower,
    Upper,
}

/// The engine as seen by a running propagator.
pub struct Context<'a> {
    pub(crate) core: &'a mut Store,
    pub(crate) propagator: u32,
    pub(crate) first_integer: usize,
}

impl<'a> Context<'a> {
    #[inline]
    pub(crate) fn new(core: &'a mut Store, propagator: u32) -> Context<'a> {
        let first_integer = core.first_integer(propagator);
        Context { core, propagator, first_integer }
    }

    // ---- reading -------------------------------------------------------

    /// The smallest and largest value.
    #[inline]
    pub fn bounds(&self, view: View) -> (i32, i32) {
        view.bounds_of(self.core.bounds(view.var()))
    }

    /// The smallest value.
    #[inline]
    pub fn min(&self, view: View) -> i32 {
        self.bounds(view).0
    }

    /// The largest value.
    #[inline]
    pub fn max(&self, view: View) -> i32 {
        self.bounds(view).1
    }

    /// The number of values.
    #[inline]
    pub fn size(&self, view: View) -> u32 {
        self.core.size(view.var())
    }

    /// The value, if the view is fixed.
    #[doc(alias("assigned", "is_bound"))]
    #[inline]
    pub fn fixed(&self, view: View) -> Option<i32> {
        self.core.fixed(view.var()).map(|x| view.value_of(x))
    }

    /// Whether `v` is in the domain.
    #[inline]
    pub fn contains(&self, view: View, v: i32) -> bool {
        self.core.contains(view.var(), view.var_value(v))
    }

    /// The values within `base..base + 64` as a bitset: bit `k` represents `base + k`.
    #[inline]
    pub fn window(&self, view: View, base: i32) -> u64 {
        let (domains, slots) = (&self.core.domains, &self.core.slots);
        if view.is_negated() {
            // The window base..=base+63 of the view is the mirror image of a window of the variable.
            domains.window(slots, view.var(), view.var_value(base.wrapping_add(63))).reverse_bits()
        } else {
            domains.window(slots, view.var(), view.var_value(base))
        }
    }

    /// The smallest value `>= v`. `v` must lie within ±2³⁰, like all view values.
    #[inline]
    pub fn next(&self, view: View, v: i32) -> Option<i32> {
        self.core.next_value(view, v)
    }

    /// The values in ascending order.
    pub fn values(&self, view: View) -> impl Iterator<Item = i32> + '_ {
        let mut next = Some(self.min(view));
        std::iter::from_fn(move || {
            let v = next?;
            next = self.next(view, v + 1);
            Some(v)
        })
    }

    /// Whether `v` may be in the domain: a fast test that may return `true` when [`contains`](Context::contains)
    /// returns `false`.
    #[inline]
    pub(crate) fn may_contain(&self, view: View, v: i32) -> bool {
        self.core.domains.may_contain(&self.core.slots, view.var(), view.var_value(v))
    }

    /// The value of bit 0 of a view's word; `None` unless the view is `x + c` for a Small variable.
    pub(crate) fn word_start(&self, view: View) -> Option<i64> {
        let plain = self.core.domains.is_small(view.var()) && !view.is_negated();
        plain.then(|| i64::from(self.core.domains.base(view.var())) + view.offset())
    }

    /// Whether an atom is true, false or open.
    #[inline]
    pub(crate) fn literal_state(&self, atom: Atom) -> LiteralState {
        self.core.literal_state(atom)
    }

    /// Whether the view's variable is Small; this never changes.
    #[inline]
    pub(crate) fn is_small(&self, view: View) -> bool {
        self.core.domains.is_small(view.var())
    }

    /// For a view of a Small variable, the first value of a 64-value window that covers all values the view ever had;
    /// `None` for other layouts.
    #[inline]
    pub(crate) fn word_base(&self, view: View) -> Option<i32> {
        let lowest = |base: i32| if view.is_negated() { base.wrapping_add(63) } else { base };
        self.is_small(view).then(|| view.value_of(lowest(self.core.domains.base(view.var()))))
    }

    /// The word of a Small variable, for hot paths of classical search inside the crate.
    #[inline]
    pub(crate) fn word(&self, view: View) -> u64 {
        self.core.slots.get(view.var().index())
    }

    /// Whether inferences are recorded with their reasons.
    #[inline]
    pub(crate) fn explains(&self) -> bool {
        self.core.atoms.is_some()
    }

    /// Replaces the word of a Small variable with one that has fewer bits. In explain mode, call
    /// [`record_words`](Context::record_words) first.
    #[inline]
    pub(crate) fn set_word(&mut self, view: View, old: u64, new: u64) -> Result<(), Conflict> {
        self.core.commit_small(view.var(), old, new)
    }

    /// Records the lazy reason `hint` for each value that a Small variable loses.
    #[inline]
    pub(crate) fn record_words(&mut self, view: View, old: u64, new: u64, hint: u32) {
        self.core.record_words(view.var(), old, new, PackedReason::lazy(self.propagator, hint));
    }

    /// The current domains, in the form in which explanations read them; `None` outside explain mode.
    pub(crate) fn now(&self) -> Option<DomainsAt<'_>> {
        let atoms = self.core.atoms.as_ref()?;
        Some(DomainsAt::new(self.core, atoms, atoms.len()))
    }

    /// Whether an atom holds at the root and can be omitted from reasons. False in classical mode.
    pub(crate) fn holds_at_root(&self, atom: Atom) -> bool {
        self.core.atoms.as_ref().is_some_and(|atoms| atoms.holds_at_root(&self.core.domains, atom))
    }

    // ---- changing ------------------------------------------------------

    /// Makes `atom` true in explain mode, with its reason.
    #[inline(never)]
    fn explained<R: IntoReason>(&mut self, atom: Atom, why: impl FnOnce() -> R) -> Result<(), Conflict> {
        // Tests first whether the atom already holds, because computing premises is expensive.
        if !R::LAZY && self.core.entails(atom) {
            return Ok(());
        }
        let reason = self.core.pack(self.propagator, why().into_reason());
        self.core.infer(atom, reason)
    }

    /// Removes the value `v`.
    ///
    /// # Errors
    /// [`Conflict`] when no value is left. This applies to every change.
    #[doc(alias("prune", "nq", "remove_value"))]
    #[inline]
    pub fn remove<R: IntoReason>(&mut self, view: View, v: i32, why: impl FnOnce() -> R) -> Result<(), Conflict> {
        if self.core.atoms.is_some() {
            return self.explained(Atom::differs(view, v), why);
        }
        self.core.remove(view.var(), view.var_value(v))
    }

    /// Like [`remove`](Context::remove); returns whether the variable is now fixed.
    ///
    /// # Errors
    /// [`Conflict`] when no value is left.
    #[inline]
    pub fn remove_fixes<R: IntoReason>(
        &mut self,
        view: View,
        v: i32,
        why: impl FnOnce() -> R,
    ) -> Result<bool, Conflict> {
        if self.core.atoms.is_some() {
            let before = self.core.size(view.var());
            self.explained(Atom::differs(view, v), why)?;
            return Ok(before == 2 && self.core.size(view.var()) == 1);
        }
        self.core.remove_fixes(view.var(), view.var_value(v))
    }

    /// Fixes the view to `v`.
    ///
    /// # Errors
    /// [`Conflict`] when `v` was not in the domain.
    #[doc(alias("assign", "eq", "instantiate"))]
    #[inline]
    pub fn fix<R: IntoReason>(&mut self, view: View, v: i32, why: impl FnOnce() -> R) -> Result<(), Conflict> {
        if self.core.atoms.is_some() {
            return self.explained(Atom::equals(view, v), why);
        }
        self.core.fix(view.var(), view.var_value(v))
    }

    /// Removes all values below `v`, which may be any number. If no value is left, the reason explains the weakest
    /// bound that fails.
    ///
    /// # Errors
    /// [`Conflict`] when no value is left.
    #[doc(alias("gq", "update_lower_bound"))]
    #[inline]
    pub fn at_least<R: IntoReason>(
        &mut self,
        view: View,
        v: impl Into<i64>,
        why: impl FnOnce() -> R,
    ) -> Result<(), Conflict> {
        let v = v.into();
        if self.core.atoms.is_some() {
            let least_false = i64::from(self.max(view)) + 1;
            return self.explained(Atom::at_least(view, v.min(least_false)), why);
        }
        if view.is_negated() {
            self.core.at_most(view.var(), view.var_bound(v))
        } else {
            self.core.at_least(view.var(), view.var_bound(v))
        }
    }

    /// Removes all values above `v`, which may be any number; see [`at_least`](Context::at_least).
    ///
    /// # Errors
    /// [`Conflict`] when no value is left.
    #[doc(alias("lq", "update_upper_bound"))]
    #[inline]
    pub fn at_most<R: IntoReason>(
        &mut self,
        view: View,
        v: impl Into<i64>,
        why: impl FnOnce() -> R,
    ) -> Result<(), Conflict> {
        let v = v.into();
        if self.core.atoms.is_some() {
            let greatest_false = i64::from(self.min(view)) - 1;
            return self.explained(Atom::at_most(view, v.max(greatest_false)), why);
        }
        if view.is_negated() {
            self.core.at_least(view.var(), view.var_bound(v))
        } else {
            self.core.at_most(view.var(), view.var_bound(v))
        }
    }

    /// Removes all values above `high`, then all below `low`, and notifies subscribers once for both. `low` and `high`
    /// must lie within the view's bounds. `why` is called for each bound that moves. Returns the new bounds.
    ///
    /// # Errors
    /// [`Conflict`] when no value is left.
    #[inline]
    pub(crate) fn within<R: IntoReason>(
        &mut self,
        view: View,
        (low, high): (i32, i32),
        why: impl Fn(Bound) -> R,
    ) -> Result<(i32, i32), Conflict> {
        if self.core.atoms.is_some() {
            self.explained(Atom::at_most(view, high), || why(Bound::Upper))?;
            self.explained(Atom::at_least(view, low), || why(Bound::Lower))?;
            return Ok(self.bounds(view));
        }
        let ends = (view.var_value(low), view.var_value(high));
        let (low, high) = if view.is_negated() { (ends.1, ends.0) } else { ends };
        self.core.within(view.var(), low, high).map(|bounds| view.bounds_of(bounds))
    }

    /// Removes the values of `base..base + 64` whose bit in `mask` is 0 and keeps the values outside this window.
    /// Filtering a window costs as much as removing a single value.
    ///
    /// # Errors
    /// [`Conflict`] when no value is left.
    #[inline]
    pub fn keep<R: IntoReason>(
        &mut self,
        view: View,
        base: i32,
        mask: u64,
        why: impl FnOnce() -> R,
    ) -> Result<(), Conflict> {
        if self.core.atoms.is_some() {
            return self.explained_window(view, base, mask, why);
        }
        let (from, mask) = mirrored(view, base, mask);
        self.core.keep(view.var(), from, mask)
    }

    #[inline(never)]
    fn explained_window<R: IntoReason>(
        &mut self,
        view: View,
        base: i32,
        mask: u64,
        why: impl FnOnce() -> R,
    ) -> Result<(), Conflict> {
        let mut gone = self.window(view, base) & !mask;
        if gone == 0 {
            return Ok(());
        }
        let reason = self.core.pack(self.propagator, why().into_reason());
        if let Some(start) = self.word_start(view) {
            let old = self.word(view);
            let new = old & !small::shifted(gone, start - i64::from(base));
            self.core.record_words(view.var(), old, new, reason);
            return self.core.commit_small(view.var(), old, new);
        }
        while gone != 0 {
            let v = base.wrapping_add(gone.trailing_zeros() as i32);
            gone &= gone - 1;
            self.core.infer(Atom::differs(view, v), reason)?;
        }
        Ok(())
    }

    /// Makes an atom true. The atom must not be false.
    pub(crate) fn assert<R: IntoReason>(&mut self, atom: Atom, why: impl FnOnce() -> R) -> Result<(), Conflict> {
        let (view, v) = (View::from(atom.var()), atom.value());
        match atom.relation() {
            Relation::AtLeast => self.at_least(view, v, why),
            Relation::Less => self.at_most(view, v.saturating_sub(1), why),
            Relation::Equal => self.fix(view, v, why),
            Relation::NotEqual => self.remove(view, v, why),
        }
    }

    /// Fails: the constraint cannot hold, for the given reason.
    pub fn fail<R: IntoReason, T>(&mut self, why: impl FnOnce() -> R) -> Result<T, Conflict> {
        if self.core.atoms.is_some() {
            let reason = self.core.pack(self.propagator, why().into_reason());
            self.core.conflict = Some((None, reason));
        }
        Err(Conflict(()))
    }

    /// The number of eager reasons so far, in explain mode.
    pub(crate) fn eager_reasons(&self) -> usize {
        self.core.atoms.as_ref().map_or(0, AtomTrail::eager_reasons)
    }

    /// Changes the premises of all eager reasons after the first `known` ones.
    #[inline]
    pub(crate) fn amend(&mut self, known: usize, change: impl Fn(&mut Premises)) {
        if let Some(atoms) = &mut self.core.atoms {
            atoms.amend(&self.core.domains, known, |rule, premises| {
                change(premises);
                rule
            });
        }
    }

    // ---- waking --------------------------------------------------------

    /// Unsubscribes from a position of this propagator's scope: below the current search node, changes there no longer
    /// schedule the propagator, so they must be irrelevant to it. Backtracking restores the subscription. Does nothing
    /// without [modified positions](crate::Scope::modified_positions), or if the position has changed again since the
    /// run began.
    #[inline]
    pub(crate) fn close(&mut self, position: u32) {
        self.core.close(self.propagator, position);
    }

    /// Watches values: from now on, regardless of backtracking, a change at a position matters only if it removes one
    /// of the values of `base..base + 64` whose bit is set in `values`. At least one watched value must be in the
    /// domain. Changes of variables that are not Small always matter.
    #[inline]
    pub(crate) fn watch_values(&mut self, position: u32, view: View, base: i32, values: u64) {
        self.core.watch_values(self.propagator, position, view.var(), mirrored(view, base, values));
    }

    /// Ignores all changes at a position until [`watch_all_values`](Context::watch_all_values). Call it before the run
    /// makes any change.
    pub(crate) fn watch_nothing(&mut self, position: u32) {
        self.core.watch_nothing(self.propagator, position);
    }

    /// Watches all changes at a position again.
    #[inline]
    pub(crate) fn watch_all_values(&mut self, position: u32) {
        self.core.watch_all_values(self.propagator, position);
    }

    /// Reports work in units of about ten nanoseconds, so that time limits and cancellation take effect during long
    /// runs.
    ///
    /// # Errors
    /// [`Conflict`] when the search must stop; the engine does not count it as a failure.
    #[inline]
    pub fn work(&mut self, units: usize) -> Result<(), Conflict> {
        if self.core.budget.spend(units) { Ok(()) } else { Err(Conflict(())) }
    }

    /// Ends the search, as [cancelling](crate::CancelToken) does, because the propagator cannot continue: for example,
    /// a user's function that it calls has failed. The propagator must return the resulting conflict.
    pub fn stop(&mut self) -> Conflict {
        self.core.budget.stop();
        Conflict(())
    }
}

/// Translates a window of a view's values to the view's variable.
#[inline]
fn mirrored(view: View, base: i32, values: u64) -> (i32, u64) {
    if view.is_negated() {
        (view.var_value(base.wrapping_add(63)), values.reverse_bits())
    } else {
        (view.var_value(base), values)
    }
}
