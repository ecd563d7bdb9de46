//! When searches that share a tree give parts of it away.

/// How much work is done between two parts.
#[derive(Clone, Copy)]
pub(super) struct Pace {
    /// Units of work of the search before others help it.
    pub(super) alone: i64,
    /// Units of work between two parts that a search gives away, at least.
    pub(super) grain: i64,
    /// And for each unit that it took to get to its part.
    pub(super) ways: i64,
    /// Nodes between two looks at whether somebody waits for work.
    pub(super) look: u64,
    /// There may be more threads than cores.
    pub(super) crowds: bool,
}

/// It begins alone for about a third of a millisecond; a part is worth about as much.
pub(super) const PACE: Pace = Pace { alone: 30_000, grain: 20_000, ways: 8, look: 32, crowds: false };
