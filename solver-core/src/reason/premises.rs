//! What a propagator hands over as the reason of an inference.

use crate::atom::Atom;
use smallvec::SmallVec;

/// A list of atoms that together imply a fact.
pub type Premises = SmallVec<[Atom; 8]>;

/// "Ask me later": the hint comes back in [`Propagator::explain`](crate::Propagator::explain).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lazy(pub u32);

/// A reason as it was given: a hint, or the premises.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Because {
    /// The propagator explains it when asked.
    Lazy(u32),
    /// These atoms are the reason.
    Eager(Premises),
}

/// What a `why` closure may return: [`Lazy`], an array, a slice or a list of atoms.
pub trait IntoReason {
    /// The reason in its general form.
    fn into_reason(self) -> Because;
}

impl IntoReason for Lazy {
    fn into_reason(self) -> Because {
        Because::Lazy(self.0)
    }
}

impl<const N: usize> IntoReason for [Atom; N] {
    fn into_reason(self) -> Because {
        Because::Eager(Premises::from_slice(&self))
    }
}

impl IntoReason for &[Atom] {
    fn into_reason(self) -> Because {
        Because::Eager(Premises::from_slice(self))
    }
}

impl IntoReason for Premises {
    fn into_reason(self) -> Because {
        Because::Eager(self)
    }
}
