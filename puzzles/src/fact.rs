//! What is said of a cell.

use serde::Serialize;

/// Whether a cell holds a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
pub struct Fact {
    /// The number of the cell.
    pub cell: usize,
    /// The value.
    pub value: i32,
    /// Whether it is there.
    pub holds: bool,
}

impl Fact {
    /// That it is the other way round.
    #[must_use]
    pub fn opposite(self) -> Fact {
        Fact { holds: !self.holds, ..self }
    }

    /// For cells that are marked or not: whether this fact marks its cell.
    pub fn marks(self) -> bool {
        self.holds == (self.value == 1)
    }
}
