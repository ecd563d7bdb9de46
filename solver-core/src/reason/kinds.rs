//! Lazy and eager reasons for inferences.

use super::{Premises, Rule};
use crate::atom::Atom;

/// A lazy reason: [`Propagator::explain`](crate::Propagator::explain) receives the hint when the reason is needed.
#[doc(alias = "lazy explanation")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lazy(pub u32);

/// An eager reason: a rule with all its premises, created by [`Rule::because`].
#[doc(alias = "eager explanation")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Eager {
    pub(crate) rule: &'static Rule,
    pub(crate) premises: Premises,
}

impl Rule {
    /// Creates an eager reason: the fact follows by this rule from these atoms, which must already hold.
    ///
    /// Use it only for rules justified by unit propagation, because a reason with rows must be lazy.
    pub fn because(&'static self, premises: impl IntoIterator<Item = Atom>) -> Eager {
        Eager { rule: self, premises: premises.into_iter().collect() }
    }
}

/// A reason: a hint, or a rule with its premises.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The propagator explains the inference on demand, given this hint.
    Lazy(u32),
    /// The rule and the premises, computed immediately.
    Eager(Eager),
}

/// The types that a `why` closure may return: [`Lazy`] or [`Eager`].
pub trait IntoReason {
    /// Whether the reason is a hint, which costs nothing if it is never used.
    const LAZY: bool = false;

    /// The reason in its general form.
    fn into_reason(self) -> Reason;
}

impl IntoReason for Lazy {
    const LAZY: bool = true;

    fn into_reason(self) -> Reason {
        Reason::Lazy(self.0)
    }
}

impl IntoReason for Eager {
    fn into_reason(self) -> Reason {
        Reason::Eager(self)
    }
}
