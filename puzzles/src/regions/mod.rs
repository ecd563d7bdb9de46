//! Stars in rows, columns and regions: the daily "Queens" puzzle and Star Battle.
//!
//! The board is square and divided into as many regions as it has rows. Every row, every
//! column and every region takes the same number of stars, one in "Queens", often two in Star
//! Battle, and no two stars touch, not even at a corner. `docs/regions.md` has the formats
//! and a worked example.
//!
//! ```
//! use puzzles::regions::{Answer, Puzzle, Solving, read};
//! let puzzle = read("AABB\nAABC\nDDCC\nDDCC\n")?;
//! let Answer::One(stars) = Solving::new(&puzzle)?.unique()? else { panic!("it has one solution") };
//! assert_eq!(stars.to_string(), "c1 a2 d3 b4");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to | read |
//! |---|---|
//! | state a puzzle | [`Puzzle`], [`read`], [`Format`] |
//! | solve it | [`Solving`], [`Answer`], [`Stars`] |
//! | take the next step as a person does | [`Hints`], [`Hint`] |
//! | make one | [`Generator`] |
//! | draw it | [`Picture`] |

mod area;
mod confined;
mod constraint;
mod exactly;
mod formulation;
mod generate;
mod hints;
mod kind;
mod picture;
mod puzzle;
mod reach;
mod read;
mod solve;
mod square;
mod stars;
mod write;

pub use constraint::{Axis, Constraint, Unit};
pub use formulation::{Formulation, RegionsModel};
pub use generate::{GenerateError, Generated, Generator};
pub use hints::{Deduction, Fact, Hint, HintError, Hints, Next, Reached, Walkthrough, numbered};
pub use kind::{QUEENS, STAR_BATTLE};
pub use picture::{Marker, Picture};
pub use puzzle::{Puzzle, PuzzleError};
pub use read::{ReadError, Wrong, read, read_with};
pub use solve::{Answer, SolveError, Solving};
pub use square::{Square, SquareError, squares};
pub use stars::{Fault, Stars};
pub use write::Format;
