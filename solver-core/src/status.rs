//! How a run of a propagator ends: a status, or a conflict.

/// A domain became empty, or a propagator saw that its constraint cannot hold.
///
/// A token without data: the engine keeps the details. Hand it up with `?`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use = "a conflict must be returned with `?`"]
pub struct Conflict(pub(crate) ());

/// What a run of a propagator has to say when there was no conflict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Running again on the same domains would remove nothing. Ignored when the
    /// scope holds a variable twice, because then a change can come back by
    /// another position.
    Stable,
    /// This run's own changes may give more to do: wake me for them too.
    Again,
    /// The constraint holds whatever the remaining values become: do not call
    /// again until the search backtracks over this point.
    Entailed,
}
