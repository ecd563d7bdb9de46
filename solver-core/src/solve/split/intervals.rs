//! How often searches that share a tree give parts of it away.

/// When other threads join a search, and how often the search gives away parts of its tree.
#[derive(Clone, Copy)]
pub(super) struct Intervals {
    /// The number of work units that the search does before other threads join it.
    pub(super) alone: i64,
    /// The minimum number of work units between giving away one part and the next.
    pub(super) grain: i64,
    /// The minimum of that work as a multiple of the work it took to reach the search's own part.
    pub(super) ways: i64,
    /// The number of nodes between two checks of whether another thread is waiting for work.
    pub(super) poll: u64,
    /// Whether there may be more threads than cores.
    pub(super) crowds: bool,
}

/// A search runs alone for about the first third of a millisecond; then it does about that much work for each part that
/// it gives away.
pub(super) const INTERVALS: Intervals = Intervals { alone: 30_000, grain: 20_000, ways: 8, poll: 32, crowds: false };
