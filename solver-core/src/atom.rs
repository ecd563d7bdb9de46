//! Atoms: literals over integer variables, the only currency of the engine.
//!
//! A decision, an event, a premise of a reason and a literal of a proof are all the same eight bytes. There are two
//! canonical atoms, `[x >= v]` and `[x = v]`, and their negations; `<=` and `!=` are spellings of those.

use crate::value_set::ValueSet;
use crate::var::Var;
use crate::view::View;

const NEGATED: u32 = 1;
const EQUAL: u32 = 2;

/// A literal about one variable: `x >= v`, `x < v`, `x = v` or `x != v`.
///
/// Negation flips one bit, equality compares one word.
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

    /// `view >= v`
    #[inline]
    pub fn at_least(view: View, v: i32) -> Atom {
        // A bound may lie far from the view's values: then the atom is true of all, or of none.
        let x = view.var_bound(v);
        if view.is_negated() {
            // c - x >= v  is  x <= c - v  is  not (x >= c - v + 1)
            Atom::new(view.var(), NEGATED, x.saturating_add(1))
        } else {
            Atom::new(view.var(), 0, x)
        }
    }

    /// `view <= v`
    #[inline]
    pub fn at_most(view: View, v: i32) -> Atom {
        !Atom::at_least(view, v.saturating_add(1))
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

    /// The relation between its variable and [`value`](Atom::value).
    #[inline]
    pub fn relation(self) -> Relation {
        match self.key & 3 {
            0 => Relation::AtLeast,
            NEGATED => Relation::Less,
            EQUAL => Relation::Equal,
            _ => Relation::NotEqual,
        }
    }

    /// Whether it is `x = v` or `x != v`.
    #[inline]
    pub(crate) fn is_about_value(self) -> bool {
        self.key & EQUAL != 0
    }

    /// Whether it is `x < v` or `x != v`.
    #[inline]
    pub(crate) fn is_negated(self) -> bool {
        self.key & NEGATED != 0
    }

    /// The constant, for the variable itself (not for a view).
    #[inline]
    pub fn value(self) -> i32 {
        self.value
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

    /// Whether the atom is implied by `other`, an atom of the same variable.
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
