//! Atoms: literals over integer variables, used throughout the engine.
//!
//! A decision, an event, a premise of a reason and a literal of a proof are all the same eight bytes. There are two
//! canonical atoms, `[x >= v]` and `[x = v]`, and their negations, which are also written with `<`, `<=` and `!=`.

use crate::value_set::ValueSet;
use crate::var::Var;
use crate::view::View;

const NEGATED: u32 = 1;
const EQUAL: u32 = 2;

/// A literal about one variable: `x >= v`, `x < v`, `x = v` or `x != v`.
///
/// Negation flips one bit; equality compares one word.
///
/// ```
/// # use solver_core::{Atom, View, engine::EngineBuilder, ValueSet};
/// # let x = EngineBuilder::new(vec![ValueSet::range(0, 9)]).view(0);
/// let a = Atom::equals(x, 3);
/// assert_eq!(!a, Atom::differs(x, 3));
/// assert_eq!(Atom::at_most(x, 4), !Atom::at_least(x, 5));
/// assert!(a.holds_for(3) && !a.holds_for(4));
/// ```
#[doc(alias("literal", "predicate"))]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Atom {
    key: u32,
    value: i32,
}

/// The relation of an atom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// `x >= v`
    AtLeast,
    /// `x < v`
    Less,
    /// `x = v`
    Equal,
    /// `x != v`
    NotEqual,
}

impl Atom {
    #[inline]
    fn new(var: Var, kind: u32, value: i32) -> Atom {
        Atom { key: var.0 << 2 | kind, value }
    }

    /// `view >= v`. A bound beyond the range of views is always true or always false.
    #[inline]
    pub fn at_least(view: View, v: impl Into<i64>) -> Atom {
        let x = view.var_bound(v.into());
        if view.is_negated() {
            // c - x >= v  is  x <= c - v  is  not (x >= c - v + 1)
            Atom::new(view.var(), NEGATED, x.saturating_add(1))
        } else {
            Atom::new(view.var(), 0, x)
        }
    }

    /// `view <= v`, with the same limits as [`at_least`](Atom::at_least).
    #[inline]
    pub fn at_most(view: View, v: impl Into<i64>) -> Atom {
        !Atom::at_least(view, v.into().saturating_add(1))
    }

    /// `view = v`
    #[inline]
    pub fn equals(view: View, v: i32) -> Atom {
        Atom::new(view.var(), EQUAL, view.var_value(v))
    }

    /// `view != v`
    #[inline]
    pub fn differs(view: View, v: i32) -> Atom {
        !Atom::equals(view, v)
    }

    /// The variable of the atom.
    #[inline]
    pub fn var(self) -> Var {
        Var(self.key >> 2)
    }

    /// The relation between the atom's variable and [`value`](Atom::value).
    #[inline]
    pub fn relation(self) -> Relation {
        match self.key & 3 {
            0 => Relation::AtLeast,
            NEGATED => Relation::Less,
            EQUAL => Relation::Equal,
            _ => Relation::NotEqual,
        }
    }

    /// Whether the atom is `x = v` or `x != v`.
    #[inline]
    pub(crate) fn is_about_value(self) -> bool {
        self.key & EQUAL != 0
    }

    /// Whether the atom is `x < v` or `x != v`.
    #[inline]
    pub(crate) fn is_negated(self) -> bool {
        self.key & NEGATED != 0
    }

    /// The constant as a value of the variable itself, not of a view.
    #[inline]
    pub fn value(self) -> i32 {
        self.value
    }

    /// The constant as a value of `view`, which must be a view of the atom's variable: for a bound, the smallest or
    /// largest value of the view that the bound permits.
    ///
    /// ```
    /// # use solver_core::{Atom, engine::EngineBuilder, ValueSet};
    /// # let x = EngineBuilder::new(vec![ValueSet::range(0, 9)]).view(0);
    /// assert_eq!(Atom::at_most(x, 4).bound((-x).plus(10)), 6); // 10 - x >= 6
    /// assert_eq!(Atom::differs(x, 4).bound(x.plus(1)), 5);
    /// ```
    #[inline]
    pub fn bound(self, view: View) -> i64 {
        let x = i64::from(self.value) - i64::from(self.relation() == Relation::Less);
        let offset = view.offset();
        if view.is_negated() { offset - x } else { offset + x }
    }

    /// Whether the atom is a lower bound of `view`, a view of its variable.
    pub(crate) fn is_lower_bound(self, view: View) -> bool {
        self.relation() == if view.is_negated() { Relation::Less } else { Relation::AtLeast }
    }

    /// Returns the atom about `to` that corresponds to this atom about `from`, a view of its variable.
    pub(crate) fn restated(self, from: View, to: View) -> Atom {
        let v = self.bound(from);
        match self.relation() {
            // A value outside `i32` is in no domain, nor is the value that it wraps to.
            Relation::Equal => Atom::equals(to, v as i32),
            Relation::NotEqual => Atom::differs(to, v as i32),
            _ if self.is_lower_bound(from) => Atom::at_least(to, v),
            _ => Atom::at_most(to, v),
        }
    }

    /// The values for which the atom is true.
    pub fn values(self) -> ValueSet {
        let v = self.value;
        match self.relation() {
            Relation::AtLeast => ValueSet::range(v, i32::MAX),
            Relation::Less => v.checked_sub(1).map_or_else(ValueSet::default, |high| ValueSet::range(i32::MIN, high)),
            Relation::Equal => ValueSet::range(v, v),
            Relation::NotEqual => ValueSet::range(i32::MIN, i32::MAX).without(v),
        }
    }

    /// Whether `other`, an atom of the same variable, implies the atom.
    pub fn follows_from(self, other: Atom) -> bool {
        let (v, w) = (self.value, other.value);
        self.var() == other.var()
            && match (other.relation(), self.relation()) {
                (Relation::Equal, _) => self.holds_for(w),
                (Relation::AtLeast, Relation::AtLeast) => w >= v,
                (Relation::AtLeast, Relation::NotEqual) => w > v,
                (Relation::Less, Relation::Less) => w <= v,
                (Relation::Less, Relation::NotEqual) => w <= v,
                (Relation::NotEqual, Relation::NotEqual) => w == v,
                _ => false,
            }
    }

    /// Whether the atom is true when its variable has value `x`.
    #[inline]
    pub fn holds_for(self, x: i32) -> bool {
        match self.relation() {
            Relation::AtLeast => x >= self.value,
            Relation::Less => x < self.value,
            Relation::Equal => x == self.value,
            Relation::NotEqual => x != self.value,
        }
    }
}

impl std::ops::Not for Atom {
    type Output = Atom;
    #[inline]
    fn not(self) -> Atom {
        Atom { key: self.key ^ NEGATED, ..self }
    }
}

impl std::fmt::Debug for Atom {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (x, v) = (self.var().0, self.value);
        match self.relation() {
            Relation::AtLeast => write!(f, "[x{x} >= {v}]"),
            Relation::Less => write!(f, "[x{x} < {v}]"),
            Relation::Equal => write!(f, "[x{x} = {v}]"),
            Relation::NotEqual => write!(f, "[x{x} != {v}]"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::EngineBuilder;

    #[test]
    fn an_atom_reads_the_same_through_every_view() {
        let b = EngineBuilder::new(vec![ValueSet::range(-9, 9), ValueSet::range(-9, 9)]);
        let (x, y) = (b.view(0), b.view(1));
        let views = |x: View| [x, x.plus(3), -x, (-x).plus(2)];
        for view in views(x) {
            for v in -4..=4 {
                let facts =
                    [Atom::at_least(view, v), Atom::at_most(view, v), Atom::equals(view, v), Atom::differs(view, v)];
                for fact in facts {
                    assert_eq!(fact.bound(view), i64::from(v));
                    for other in views(y) {
                        let restated = fact.restated(view, other);
                        assert_eq!(restated.restated(other, view), fact);
                        assert!(
                            (-9..=9).all(|v| {
                                restated.holds_for(other.var_value(v)) == fact.holds_for(view.var_value(v))
                            })
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn bounds_beyond_all_values_are_true_or_false() {
        let x = EngineBuilder::new(vec![ValueSet::range(-View::LIMIT, View::LIMIT)]).view(0);
        for view in [x, -x] {
            for far in [i64::MAX, i64::from(View::LIMIT) + 1] {
                for x in [-View::LIMIT, 0, View::LIMIT] {
                    assert!(Atom::at_most(view, far).holds_for(x) && Atom::at_least(view, -far).holds_for(x));
                    assert!(!Atom::at_most(view, -far).holds_for(x) && !Atom::at_least(view, far).holds_for(x));
                }
            }
        }
    }
}
