//! The result of a propagator run: a status, or a conflict.

/// A conflict: a domain became empty, or a propagator detected that its constraint cannot hold.
///
/// A token without data: the engine has the details. Propagate it with `?`.
#[doc(alias("failure", "contradiction", "inconsistency"))]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use = "a conflict must be returned with `?`"]
pub struct Conflict(pub(crate) ());

/// The result of a propagator run without a conflict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Running again on the same domains would remove nothing. Ignored if the scope contains a variable twice,
    /// because then a change can affect another position.
    #[doc(alias("fixpoint", "idempotent", "idempotence", "ES_FIX"))]
    Stable,
    /// This run's own changes may enable more: schedule the propagator for them, too.
    #[doc(alias = "ES_NOFIX")]
    Again,
    /// Entailed: the constraint holds for all remaining values. Do not run again until the search backtracks over this
    /// point.
    #[doc(alias("entailment", "subsumption", "subsumed", "passive"))]
    Entailed,
}
