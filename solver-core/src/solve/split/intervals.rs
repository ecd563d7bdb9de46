//! How often searches that share a tree give parts of it away.

/// The amounts of work and of nodes between two parts that are given away.
#[derive(Clone, Copy)]
pub(super) struct Intervals {
    /// The units of work that the search does before other threads join it.
    pub(super) alone: i64,
    /// The minimum units of work between two parts that a search gives away.
    pub(super) grain: i64,
    /// The minimum work between two such parts, as a multiple of the work that the search took to reach its own part.
    pub(super) ways: i64,
    /// The number of nodes between two checks of whether another thread waits for work.
    pub(super) poll: u64,
    /// Whether there may be more threads than cores.
    pub(super) crowds: bool,
}

/// A search is alone for about a third of a millisecond; a part takes about as much work.
pub(super) const INTERVALS: Intervals = Intervals { alone: 30_000, grain: 20_000, ways: 8, poll: 32, crowds: false };
