//! Variants of the n queens puzzle.
//!
//! [`Changes`] keep the puzzle but change its rules. They are constraints added to a
//! [`QueensModel`](crate::QueensModel), and work with all of its formulations, searches and queries. Other puzzles have
//! their own models.
//!
//! | puzzle | here |
//! |---|---|
//! | given queens, blocked squares, excluded diagonals, the torus, superqueens | [`Changes`] |
//! | the fewest queens that attack every square | [`DominationModel`] |
//! | the largest armies that do not attack each other | [`ArmiesModel`] |
//! | n + k queens with k pawns between them | [`PawnsModel`] |
//! | instances of CSPLib 079 and 080: read, written, generated | [`Instance`], [`generate`] |

mod armies;
mod broken;
mod changes;
mod diagonal;
mod domination;
mod error;
pub mod generate;
mod geometry;
mod instance;
mod modulo;
mod pawns;

#[cfg(test)]
mod tests;

pub use armies::{Armies, ArmiesModel, clash_of_armies};
pub use broken::Broken;
pub use changes::Changes;
pub use diagonal::Diagonal;
pub use domination::{Cover, DominationModel, First, dominates};
pub use error::ChangeError;
pub use instance::{Fault, Instance, InstanceError, Kind, Reading};
pub use modulo::DifferentModulo;
pub use pawns::{PawnsModel, Pieces};
