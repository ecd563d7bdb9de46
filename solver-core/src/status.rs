//! The result of a propagator run: a status, or a conflict.

/// A conflict: a domain became empty, or a propagator detected that its constraint cannot hold.
///
/// It is a token without data, because the engine has the details. Pass it on with `?`.
#[doc(alias("failure", "contradiction", "inconsistency"))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use = "a conflict must be returned with `?`"]
pub struct Conflict(pub(crate) ());

/// The result of a propagator run without a conflict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Running again on the same domains would remove nothing. Ignored if the scope contains a variable twice, because
    /// a change can then affect another position.
    #[doc(alias("fixpoint", "idempotent", "idempotence", "ES_FIX"))]
    Stable,
    /// This run's own changes may enable further inferences: the propagator must run again after them.
    #[doc(alias = "ES_NOFIX")]
    Again,
    /// Entailed: the constraint holds for all remaining values. The propagator does not run again until the search
    /// backtracks past this point.
    #[doc(alias("entailment", "subsumption", "subsumed", "passive"))]
    Entailed,
}
