//! An atom in the terms of a view, so that it can be applied to another view.

use crate::atom::{Atom, Relation};
use crate::view::View;

/// The content of an atom for a view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fact {
    AtLeast(i32),
    AtMost(i32),
    Equals(i32),
    Differs(i32),
}

impl Fact {
    /// The content, for the view, of an atom about the view's variable.
    pub(crate) fn of(view: View, atom: Atom) -> Fact {
        let v = atom.value();
        let here = |x: i32| view.value_of(x);
        match (atom.relation(), view.is_negated()) {
            (Relation::Equal, _) => Fact::Equals(here(v)),
            (Relation::NotEqual, _) => Fact::Differs(here(v)),
            (Relation::AtLeast, false) => Fact::AtLeast(here(v)),
            (Relation::AtLeast, true) => Fact::AtMost(here(v)),
            (Relation::Less, false) => Fact::AtMost(here(v.wrapping_sub(1))),
            (Relation::Less, true) => Fact::AtLeast(here(v.wrapping_sub(1))),
        }
    }

    /// The atom with this content for a view.
    pub(crate) fn on(self, view: View) -> Atom {
        match self {
            Fact::AtLeast(v) => Atom::at_least(view, v),
            Fact::AtMost(v) => Atom::at_most(view, v),
            Fact::Equals(v) => Atom::equals(view, v),
            Fact::Differs(v) => Atom::differs(view, v),
        }
    }

    /// Whether it holds for a value.
    pub(crate) fn holds_for(self, x: i32) -> bool {
        match self {
            Fact::AtLeast(v) => x >= v,
            Fact::AtMost(v) => x <= v,
            Fact::Equals(v) => x == v,
            Fact::Differs(v) => x != v,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ValueSet, engine::EngineBuilder};

    #[test]
    fn an_atom_reads_the_same_through_every_view() {
        let x = EngineBuilder::new(vec![ValueSet::range(-9, 9)]).view(0);
        for view in [x, x.plus(3), -x, (-x).plus(2)] {
            for v in -4..=4 {
                for fact in [Fact::AtLeast(v), Fact::AtMost(v), Fact::Equals(v), Fact::Differs(v)] {
                    assert_eq!(Fact::of(view, fact.on(view)), fact);
                    assert!((-9..=9).all(|x| fact.on(view).holds_for(x) == fact.holds_for(view.value_of(x))));
                }
            }
        }
    }
}
