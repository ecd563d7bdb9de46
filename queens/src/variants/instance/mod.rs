//! Instances of CSPLib 079 (n-queens completion, excluded diagonals) and 080 (blocked
//! n-queens), after Gent, Jefferson & Nightingale (JAIR 59, 2017).
//!
//! | kind | file | counts from |
//! |---|---|---|
//! | completion | `letting n = 8`, `letting init = [[3, 1], [4, 3]]`: row and column of each queen | 0 |
//! | blocked | `letting n = 8`, `letting blocks = [[3, 4]]`: row and column of each square | 1 |
//! | diagonals | `n = 8`, `numdiags = 1`, `diags = [[7, 0]]`: `[row + column, 1]` or `[row - column + n - 1, 0]` | 0 |
//!
//! The names determine the kind; `letting` is optional. CSPLib's solvers read the same numbers without names, such as
//! `8 2 3 1 4 3` for a completion: `n`, then (for diagonals) their number, then the pairs. This form requires the
//! [`Kind`].

mod error;
mod read;
mod text;
mod write;

#[cfg(test)]
mod tests;

pub use error::{Fault, InstanceError};
pub use read::Reading;

use super::changes::Changes;
use solver_core::named_variants;

/// The kind of change to the plain puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Given queens.
    Completion,
    /// Squares that must stay empty.
    Blocked,
    /// Diagonals that must stay empty.
    Diagonals,
}

named_variants!(pub Kind { Completion = "completion", Blocked = "blocked", Diagonals = "diagonals"});

impl Kind {
    /// The name of this kind's list in a file.
    fn key(self) -> &'static str {
        match self {
            Kind::Completion => "init",
            Kind::Blocked => "blocks",
            Kind::Diagonals => "diags",
        }
    }

    /// The number from which rows and columns are counted in a file.
    fn base(self) -> u32 {
        u32::from(self == Kind::Blocked)
    }
}

/// A validated instance: the size of the board and its changes.
///
/// ```
/// use queens::{Instance, Reading};
/// let text = "letting n = 8\nletting init = [[3, 1], [4, 3]]\n";
/// let instance = Instance::read(text, &Reading::default())?;
/// assert_eq!(instance.size(), 8);
/// assert_eq!(instance.changes().givens().names(), ["b4", "d5"]);
/// assert_eq!(instance.to_string(), text);
/// let wrong = Instance::read("letting n = 8\nletting init = [[3, 9]]\n", &Reading::default());
/// assert_eq!(
///     wrong.unwrap_err().to_string(),
///     "line 2, column 21: column 9 is off the 8x8 board: `init` counts rows and columns from 0 to 7"
/// );
/// # Ok::<(), queens::InstanceError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    pub(super) kind: Kind,
    pub(super) changes: Changes,
}

impl Instance {
    /// The kind of the changes.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The number of columns, rows and queens.
    pub fn size(&self) -> usize {
        self.changes.size()
    }

    /// The changes to the plain puzzle.
    pub fn changes(&self) -> &Changes {
        &self.changes
    }
}
