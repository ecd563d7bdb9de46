//! Domains as of a trail position: those at the time of an inference.

use super::Store;
use crate::atom::{Atom, Relation};
use crate::atom_trail::{AtomTrail, unpacked};
use crate::domain::small;
use crate::reason::Premises;
use crate::value_set::ValueSet;
use crate::var::Var;
use crate::view::View;

/// The domains as of a position of the atom trail, just before the fact at that position.
///
/// `explain` reads only these domains, so its result does not depend on when it is called.
pub struct DomainsAt<'a> {
    store: &'a Store,
    atoms: &'a AtomTrail,
    position: usize,
}

impl<'a> DomainsAt<'a> {
    pub(crate) fn new(store: &'a Store, atoms: &'a AtomTrail, position: usize) -> DomainsAt<'a> {
        DomainsAt { store, atoms, position }
    }

    fn replaced(&self, var: Var) -> Option<u64> {
        self.atoms.replaced(var, self.position)
    }

    fn var_bounds(&self, var: Var) -> (i32, i32) {
        match self.replaced(var) {
            None => self.store.bounds(var),
            Some(old) if self.store.domains.is_small(var) => small::bounds(old, self.store.domains.base(var)),
            Some(old) => unpacked(old),
        }
    }

    fn var_contains(&self, var: Var, x: i32) -> bool {
        if self.store.domains.is_small(var) {
            let word = self.replaced(var).unwrap_or_else(|| self.store.slots.get(var.index()));
            return word & small::bit(self.store.domains.base(var), x) != 0;
        }
        let (low, high) = self.var_bounds(var);
        low <= x && x <= high && self.atoms.had(var, x, self.position)
    }

    /// Whether `atom` was true for all remaining values.
    pub fn entails(&self, atom: Atom) -> bool {
        let (low, high) = self.var_bounds(atom.var());
        let v = atom.value();
        match atom.relation() {
            Relation::AtLeast => low >= v,
            Relation::Less => high < v,
            Relation::Equal => low == v && high == v,
            Relation::NotEqual => !self.var_contains(atom.var(), v),
        }
    }

    /// Whether `atom` is true at the root. Such premises are dropped from reasons, so they cost nothing.
    ///
    /// An explanation that can choose among premises should prefer those that hold at the root. If it has no choice, it
    /// may list a premise without checking whether it holds there.
    #[inline]
    pub fn holds_at_root(&self, atom: Atom) -> bool {
        self.atoms.holds_at_root(&self.store.domains, atom)
    }

    /// Whether reasons omit this premise.
    pub(crate) fn is_idle(&self, premise: Atom) -> bool {
        self.atoms.is_idle(&self.store.domains, premise)
    }

    /// The smallest value of the view.
    pub fn min(&self, view: View) -> i32 {
        view.bounds_of(self.var_bounds(view.var())).0
    }

    /// The smallest value of a view whose smallest root value is `least`. Avoids a query about the past if the
    /// current minimum is still `least`.
    pub(crate) fn min_from(&self, view: View, least: i32) -> i32 {
        let now = view.bounds_of(self.store.bounds(view.var())).0;
        if now == least { least } else { self.min(view) }
    }

    /// The largest value of the view.
    pub fn max(&self, view: View) -> i32 {
        view.bounds_of(self.var_bounds(view.var())).1
    }

    /// Whether the view's domain contained `v`.
    pub fn contains(&self, view: View, v: i32) -> bool {
        self.var_contains(view.var(), view.var_value(v))
    }

    /// The view's value, if it was fixed.
    pub fn fixed(&self, view: View) -> Option<i32> {
        let (low, high) = self.var_bounds(view.var());
        (low == high).then(|| view.value_of(low))
    }

    /// Adds to `why` atoms stating that the view had none of these values, all of which must have been removed: one
    /// atom for the values below its bounds, one for the values above, and one for each hole. Values absent at the root
    /// need no atom.
    pub fn none_of(&self, view: View, values: impl IntoIterator<Item = i32>, why: &mut Premises) {
        let (low, high) = (self.min(view), self.max(view));
        let mut below: Option<(i32, u32)> = None;
        let mut above: Option<(i32, u32)> = None;
        for v in values {
            if self.holds_at_root(Atom::differs(view, v)) {
                continue;
            }
            if v < low {
                below = Some(below.map_or((v, 1), |(most, count)| (most.max(v), count + 1)));
            } else if v > high {
                above = Some(above.map_or((v, 1), |(least, count)| (least.min(v), count + 1)));
            } else {
                why.push(Atom::differs(view, v));
            }
        }
        // A single value is excluded exactly, because that is weaker than a bound.
        let one = |v: i32, count: u32, bound: Atom| if count == 1 { Atom::differs(view, v) } else { bound };
        why.extend(below.map(|(v, count)| one(v, count, Atom::at_least(view, v + 1))));
        why.extend(above.map(|(v, count)| one(v, count, Atom::at_most(view, v - 1))));
    }

    /// Adds to `why` all that was known about a variable and does not hold at the root: its bounds and the values
    /// removed between them.
    pub(crate) fn known(&self, var: Var, why: &mut Premises) {
        let (x, (low, high)) = (View::from(var), self.var_bounds(var));
        let holes = self.atoms.before(var, self.position).map(|(_, atom)| atom);
        let holes = holes.filter(|hole| hole.relation() == Relation::NotEqual && (low..high).contains(&hole.value()));
        let known = [Atom::at_least(x, low), Atom::at_most(x, high)].into_iter().chain(holes);
        why.extend(known.filter(|&atom| !self.holds_at_root(atom)));
    }

    /// The view's domain, looked up once for many queries.
    pub(crate) fn domain(&self, view: View) -> DomainAt<'_> {
        let var = view.var();
        let is_small = self.store.domains.is_small(var);
        let word = is_small.then(|| self.replaced(var).unwrap_or_else(|| self.store.slots.get(var.index())));
        DomainAt { past: self, view, bounds: view.bounds_of(self.var_bounds(var)), word }
    }

    /// The root domain of the view, whatever the position.
    pub(crate) fn root_values(&self, view: View) -> ValueSet {
        let Some(root) = self.atoms.roots().get(view.var().index()) else { return ValueSet::default() };
        ValueSet::from_ranges(root.ranges().iter().map(|&range| view.bounds_of(range)))
    }

    /// The domains at the root, before any fact.
    #[must_use]
    pub fn root(&self) -> DomainsAt<'a> {
        DomainsAt { position: 0, ..*self }
    }
}

/// The domain of one view, for many queries.
pub(crate) struct DomainAt<'a> {
    past: &'a DomainsAt<'a>,
    view: View,
    /// The smallest and largest value.
    pub(crate) bounds: (i32, i32),
    /// The word of a Small variable.
    word: Option<u64>,
}

impl DomainAt<'_> {
    /// The values of a Small variable, in any order.
    pub(crate) fn small_values(&self) -> Option<impl Iterator<Item = i32> + '_> {
        let mut left = self.word?;
        let (view, base) = (self.view, self.past.store.domains.base(self.view.var()));
        Some(std::iter::from_fn(move || {
            let bit = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            (bit < u64::BITS).then(|| view.value_of(base.wrapping_add(bit as i32)))
        }))
    }

    /// Whether the domain contained `v`.
    pub(crate) fn contains(&self, v: i32) -> bool {
        let (low, high) = self.bounds;
        low <= v && v <= high && {
            let (var, x) = (self.view.var(), self.view.var_value(v));
            match self.word {
                Some(word) => word & small::bit(self.past.store.domains.base(var), x) != 0,
                None => self.past.atoms.had(var, x, self.past.position),
            }
        }
    }
}
