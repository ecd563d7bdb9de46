//! What a propagator hands over as the reason of an inference.

use super::{Premises, Rule};
use crate::atom::Atom;

/// "Ask me later": the hint comes back in [`Propagator::explain`](crate::Propagator::explain).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lazy(pub u32);

/// A rule with all its premises, given at once; made by [`Rule::because`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Eager {
    pub(crate) rule: &'static Rule,
    pub(crate) premises: Premises,
}

impl Rule {
    /// A reason given at once: by this rule the fact follows from these atoms, which hold already.
    ///
    /// For rules that unit propagation justifies: a reason with rows is told by `explain`.
    pub fn because(&'static self, premises: impl IntoIterator<Item = Atom>) -> Eager {
        Eager { rule: self, premises: premises.into_iter().collect() }
    }
}

/// A reason as it was given: a hint, or a rule with its premises.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The propagator explains it when asked.
    Lazy(u32),
    /// It was explained at once.
    Eager(Eager),
}

/// What a `why` closure may return: [`Lazy`] or [`Eager`].
pub trait IntoReason {
    /// Whether it is a hint, which costs nothing to make even when nobody needs it.
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
