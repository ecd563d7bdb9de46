//! What a propagator may do while it runs: read views, remove values, fail.
//!
//! Every change takes a closure that says why. It is not called in classical
//! search; in explain mode it is called at most once, and what it says is
//! recorded if the change is news.

use crate::atom::Atom;
use crate::domain::small;
use crate::reason::{DomainsAt, IntoReason, Premises};
use crate::status::Conflict;
use crate::store::Store;
use crate::trail::{AtomTrail, PackedReason};
use crate::view::View;

/// One end of a domain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    Lower,
    Upper,
}

/// The engine, as a running propagator sees it.
pub struct Context<'a> {
    pub(crate) core: &'a mut Store,
    pub(crate) propagator: u32,
    pub(crate) cells: usize,
}

impl<'a> Context<'a> {
    #[inline]
    pub(crate) fn new(core: &'a mut Store, propagator: u32) -> Context<'a> {
        let cells = core.cells_of(propagator);
        Context { core, propagator, cells }
    }

    // ---- reading -------------------------------------------------------

    /// The smallest and the largest value.
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

    /// The value, if only one is left.
    #[inline]
    pub fn fixed(&self, view: View) -> Option<i32> {
        self.core.fixed(view.var()).map(|x| view.value_of(x))
    }

    /// Whether `v` is left.
    #[inline]
    pub fn contains(&self, view: View, v: i32) -> bool {
        self.core.contains(view.var(), view.var_value(v))
    }

    /// The values within `base..base + 64` as bits: bit `k` stands for `base + k`.
    #[inline]
    pub fn window(&self, view: View, base: i32) -> u64 {
        let (domains, slots) = (&self.core.domains, &self.core.slots);
        if view.is_negated() {
            // base..=base+63 of the view is its mirror image of the variable.
            domains.window(slots, view.var(), view.var_value(base.wrapping_add(63))).reverse_bits()
        } else {
            domains.window(slots, view.var(), view.var_value(base))
        }
    }

    /// The smallest value `>= v`, which must lie within ±2³⁰ (as all values of views do).
    #[inline]
    pub fn next(&self, view: View, v: i32) -> Option<i32> {
        if view.is_negated() {
            self.core.domains.previous(&self.core.slots, view.var(), view.var_bound(v)).map(|x| view.value_of(x))
        } else {
            self.core.domains.next(&self.core.slots, view.var(), view.var_bound(v)).map(|x| view.value_of(x))
        }
    }

    /// The values, ascending.
    pub fn values(&self, view: View) -> impl Iterator<Item = i32> + '_ {
        let mut next = Some(self.min(view));
        std::iter::from_fn(move || {
            let v = next?;
            next = self.next(view, v + 1);
            Some(v)
        })
    }

    /// Whether `v` may be left: a quick look that can say yes where [`contains`](Context::contains) says no.
    #[inline]
    pub(crate) fn may_contain(&self, view: View, v: i32) -> bool {
        self.core.domains.may_contain(&self.core.slots, view.var(), view.var_value(v))
    }

    /// The value of bit 0 of a view's word; `None` unless the view is `x + c` of a Small variable.
    pub(crate) fn word_start(&self, view: View) -> Option<i64> {
        let plain = self.core.domains.is_small(view.var()) && !view.is_negated();
        plain.then(|| i64::from(self.core.domains.base(view.var())) + i64::from(view.offset()))
    }

    /// Whether the view's variable is Small, now and always.
    #[inline]
    pub(crate) fn is_small(&self, view: View) -> bool {
        self.core.domains.is_small(view.var())
    }

    /// Where a window of 64 values begins that has all values a view of a Small variable ever had; `None` for others.
    #[inline]
    pub(crate) fn word_base(&self, view: View) -> Option<i32> {
        let lowest = |base: i32| if view.is_negated() { base.wrapping_add(63) } else { base };
        self.is_small(view).then(|| view.value_of(lowest(self.core.domains.base(view.var()))))
    }

    /// The word of a Small variable, for classical hot paths inside the crate.
    #[inline]
    pub(crate) fn word(&self, view: View) -> u64 {
        self.core.slots.get(view.var().index())
    }

    /// Whether inferences are recorded with their reasons.
    #[inline]
    pub(crate) fn explains(&self) -> bool {
        self.core.atoms.is_some()
    }

    /// Replaces the word of a Small variable by one with fewer bits. In explain mode
    /// [`record_words`](Context::record_words) goes before.
    #[inline]
    pub(crate) fn set_word(&mut self, view: View, old: u64, new: u64) -> Result<(), Conflict> {
        self.core.commit_small(view.var(), old, new)
    }

    /// Records that each value lost by a Small variable has the reason `hint`.
    #[inline]
    pub(crate) fn record_words(&mut self, view: View, old: u64, new: u64, hint: u32) {
        self.core.record_words(view.var(), old, new, PackedReason::lazy(self.propagator, hint));
    }

    /// In explain mode the domains as they are, as an explanation would read them.
    pub(crate) fn now(&self) -> Option<DomainsAt<'_>> {
        let atoms = self.core.atoms.as_ref()?;
        Some(DomainsAt::new(self.core, atoms, atoms.len()))
    }

    // ---- changing ------------------------------------------------------

    /// Makes `atom` true in explain mode, with its reason.
    #[inline(never)]
    fn explained<R: IntoReason>(&mut self, atom: Atom, why: impl FnOnce() -> R) -> Result<(), Conflict> {
        // The store sees for itself what is no news; premises are asked for only when they are needed.
        if !R::LAZY && self.core.entails(atom) {
            return Ok(());
        }
        let reason = self.core.pack(self.propagator, why().into_reason());
        self.core.infer(atom, reason)
    }

    /// Removes the value `v`.
    ///
    /// # Errors
    /// [`Conflict`] when no value is left; the same holds for every change.
    #[inline]
    pub fn remove<R: IntoReason>(&mut self, view: View, v: i32, why: impl FnOnce() -> R) -> Result<(), Conflict> {
        if self.core.atoms.is_some() {
            return self.explained(Atom::differs(view, v), why);
        }
        self.core.remove(view.var(), view.var_value(v))
    }

    /// As [`remove`](Context::remove); tells whether the removal has left one value.
    ///
    /// # Errors
    /// [`Conflict`] when no value is left.
    #[inline]
    pub fn remove_and_tell<R: IntoReason>(
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
        self.core.remove_and_tell(view.var(), view.var_value(v))
    }

    /// Leaves only the value `v`.
    ///
    /// # Errors
    /// [`Conflict`] when `v` was not left.
    #[inline]
    pub fn fix<R: IntoReason>(&mut self, view: View, v: i32, why: impl FnOnce() -> R) -> Result<(), Conflict> {
        if self.core.atoms.is_some() {
            return self.explained(Atom::equals(view, v), why);
        }
        self.core.fix(view.var(), view.var_value(v))
    }

    /// Removes all values below `v`.
    ///
    /// # Errors
    /// [`Conflict`] when no value is left.
    #[inline]
    pub fn at_least<R: IntoReason>(&mut self, view: View, v: i32, why: impl FnOnce() -> R) -> Result<(), Conflict> {
        if self.core.atoms.is_some() {
            return self.explained(Atom::at_least(view, v), why);
        }
        if view.is_negated() {
            self.core.at_most(view.var(), view.var_bound(v))
        } else {
            self.core.at_least(view.var(), view.var_bound(v))
        }
    }

    /// Removes all values above `v`.
    ///
    /// # Errors
    /// [`Conflict`] when no value is left.
    #[inline]
    pub fn at_most<R: IntoReason>(&mut self, view: View, v: i32, why: impl FnOnce() -> R) -> Result<(), Conflict> {
        if self.core.atoms.is_some() {
            return self.explained(Atom::at_most(view, v), why);
        }
        if view.is_negated() {
            self.core.at_least(view.var(), view.var_bound(v))
        } else {
            self.core.at_most(view.var(), view.var_bound(v))
        }
    }

    /// Removes all values above `high`, then all below `low`, and wakes others once for both.
    /// `why` is asked with the relation of the view to its new bound. Returns the bounds that are left.
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
        let ends = (view.var_bound(low), view.var_bound(high));
        let (low, high) = if view.is_negated() { (ends.1, ends.0) } else { ends };
        self.core.within(view.var(), low, high).map(|bounds| view.bounds_of(bounds))
    }

    /// Of the values `base..base + 64` removes those whose bit in `mask` is 0;
    /// other values stay. A whole word of values at the cost of one.
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

    /// Says that the constraint cannot hold, and why.
    pub fn fail<R: IntoReason, T>(&mut self, why: impl FnOnce() -> R) -> Result<T, Conflict> {
        if self.core.atoms.is_some() {
            let reason = self.core.pack(self.propagator, why().into_reason());
            self.core.conflict = Some((None, reason));
        }
        Err(Conflict(()))
    }

    /// The number of reasons given at once so far, in explain mode.
    pub(crate) fn eager_reasons(&self) -> usize {
        self.core.atoms.as_ref().map_or(0, AtomTrail::eager_reasons)
    }

    /// Changes the premises of the reasons given at once since there were `known`.
    #[inline]
    pub(crate) fn amend(&mut self, known: usize, change: impl Fn(&mut Premises)) {
        if let Some(atoms) = &mut self.core.atoms {
            atoms.amend(known, |rule, premises| {
                change(premises);
                rule
            });
        }
    }

    // ---- waking --------------------------------------------------------

    /// Closes a position of this propagator's scope: below the current node of the search it will not be modified for
    /// changes there, which must mean nothing to it. Backtracking opens the position again. Without
    /// an [inbox](crate::Scope::inbox), or if the position has changed again since the run began, nothing happens.
    #[inline]
    pub(crate) fn close(&mut self, position: u32) {
        self.core.close(self.propagator, position);
    }

    /// From now on, whatever the search takes back, changes at a position are of interest only when they remove one of the
    /// values `base..base + 64` whose bit is set in `values`. One of these must be left. Changes of variables that
    /// are not Small are always of interest.
    #[inline]
    pub(crate) fn watch_values(&mut self, position: u32, view: View, base: i32, values: u64) {
        self.core.watch_values(self.propagator, position, view.var(), mirrored(view, base, values));
    }

    /// From now on all changes at a position are of interest again.
    #[inline]
    pub(crate) fn watch_all_values(&mut self, position: u32) {
        self.core.watch_all_values(self.propagator, position);
    }

    /// Reports work in units of about ten nanoseconds, so that time limits and
    /// cancellation hold inside long runs.
    ///
    /// # Errors
    /// [`Conflict`] when the search must stop; the engine knows that it is not a failure.
    #[inline]
    pub fn work(&mut self, units: usize) -> Result<(), Conflict> {
        if self.core.budget.spend(units) { Ok(()) } else { Err(Conflict(())) }
    }
}

/// A window of a view's values as one of its variable's.
#[inline]
fn mirrored(view: View, base: i32, values: u64) -> (i32, u64) {
    if view.is_negated() {
        (view.var_value(base.wrapping_add(63)), values.reverse_bits())
    } else {
        (view.var_value(base), values)
    }
}
