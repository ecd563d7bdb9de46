//! Facts about cells.

use serde::Serialize;

/// The fact that a cell holds a value, or that it does not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
pub struct Fact {
    /// The cell index.
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

    /// Checks whether this fact means that the cell is marked, if cells are either marked or unmarked.
    pub fn marks(self) -> bool {
        self.holds == (self.value == 1)
    }
}
