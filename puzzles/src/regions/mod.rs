//! Stars in rows, columns and regions: the daily "Queens" and Star Battle.
//!
//! The board is square and divided into as many regions as it has rows. Every row, every column and every region takes
//! the same number of stars, one in "Queens", two in Star Battle, and no two stars touch, not even at a corner.
//!
//! ```
//! use puzzles::regions::read;
//! let puzzle = read("AABB\nAABC\nDDCC\nDDCC\n")?;
//! assert_eq!((puzzle.size(), puzzle.stars()), (4, 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod area;
mod generate;
mod kind;
mod puzzle;
mod reach;
mod read;
mod square;
mod write;

pub use kind::{QUEENS, STAR_BATTLE};
pub use puzzle::{Puzzle, PuzzleError};
pub use read::read;
pub(crate) use read::{is_line, is_notation};
pub use square::{Square, SquareError};
pub use write::Format;
