//! Facts about cells.

use serde::Serialize;

/// The fact that a cell holds a value, or that it does not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
pub struct Fact {
    /// The number of the cell.
    pub cell: usize,
    /// The value.
    pub value: i32,
    /// Whether the cell holds the value.
    pub holds: bool,
}

impl Fact {
    /// Returns the negation of this fact.
    #[must_use]
    pub fn opposite(self) -> Fact {
        Fact { holds: !self.holds, ..self }
    }

    /// For a cell that is either marked or unmarked, checks whether this fact means that it is marked.
    pub fn marks(self) -> bool {
        self.holds == (self.value == 1)
    }
}
