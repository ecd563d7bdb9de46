//! Half-reification `b -> C` and reification `b <-> C` of any constraint C.
//!
//! | propagator | constraint | removes | wakes on | cost of a run |
//! |---|---|---|---|---|
//! | [`HalfReified`] | `b -> C` | what C's propagator removes, once `b` is true; `b = 1`, when that propagator [detects](crate::Propagator::refuted) that C cannot hold | what C's propagator wakes on | as for C's propagator |
//! | [`ReifiedByEvaluation`] | `b -> C` or `b <-> C` | a value of `b`, once all arguments are fixed; values of the last argument, once `b` and the others are fixed | fixed views | constant per fixed view |
//!
//! A half-reified propagator works like the constraint's own propagator, with the condition as an additional premise of
//! every reason (T. Feydy, Z. Somogyi, P. J. Stuckey, "Half reification and flattening", CP 2011). `b <-> C` needs no
//! propagator for "not C": [`ReifiedByEvaluation`] evaluates C under an assignment, which is correct for every
//! constraint but weak. Since the negation of a linear comparison is also a comparison, linear comparisons get a
//! half-reified propagator for each direction instead.

mod by_evaluation;
mod run;
#[cfg(test)]
mod tests;

#[cfg(any(test, feature = "harness"))]
pub(crate) use by_evaluation::DECIDED;
pub use by_evaluation::{Meaning, ReifiedByEvaluation};
pub use run::HalfReified;

pub use crate::model::Form;
