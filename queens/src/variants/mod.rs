//! Relatives of the N-queens puzzle.
//!
//! Where the puzzle stays and its rules change, the [`Changes`] are constraints added to a
//! [`QueensModel`](crate::QueensModel): every way of stating, searching and asking that the
//! plain puzzle has, they have too. Where it is another puzzle, it has a model of its own.
//!
//! | puzzle | here |
//! |---|---|
//! | queens that stand already, blocked squares, excluded diagonals, the torus, superqueens | [`Changes`] |
//! | instances of CSPLib 079 and 080: read, written, generated | [`Instance`], [`generate`] |

mod broken;
mod changes;
mod diagonal;
pub mod generate;
mod instance;
mod modulo;

#[cfg(test)]
mod tests;

pub use broken::Broken;
pub use changes::{ChangeError, Changes};
pub use diagonal::{Diagonal, DiagonalError};
pub use instance::{Fault, Instance, InstanceError, Kind, Reading};
pub use modulo::DifferentModulo;
