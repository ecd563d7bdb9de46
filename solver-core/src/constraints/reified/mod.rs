//! Half-reification `b -> C` and reification `b <-> C` of every constraint C.
//!
//! | propagator | constraint | removes | wakes on | cost of a run |
//! |---|---|---|---|---|
//! | [`HalfReified`] | `b -> C` | what C's propagator removes, once `b` is true; `b`, when that propagator [sees](crate::Propagator::refuted) that C cannot hold | what C's propagator wakes on | that of C's propagator |
//! | [`ReifiedByEvaluation`] | `b -> C` or `b <-> C` | `b`, once all arguments have values; the last argument's values, once `b` and the others have | fixed views | constant per fixed view |
//!
//! A half-reified propagator works as the constraint's own does, with the condition as an additional premise of every
//! reason (T. Feydy, Z. Somogyi, P. J. Stuckey, "Half reification and flattening", CP 2011). `b <-> C` needs no
//! propagator for "not C": [`ReifiedByEvaluation`] evaluates C under an assignment, which is correct for every
//! constraint and weak. Linear comparisons have a negation that is a comparison, and get a half-reified propagator for
//! either side instead.

mod by_evaluation;
mod run;
#[cfg(test)]
mod tests;

#[cfg(any(test, feature = "harness"))]
pub(crate) use by_evaluation::DECIDED;
pub use by_evaluation::{Meaning, ReifiedByEvaluation};
pub use run::HalfReified;

pub use crate::model::Form;
