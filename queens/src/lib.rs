//! N queens on top of [`solver_core`].
//!
//! This crate uses only the public API of the core, which shows that the core is generic.
//!
//! - [`QueensModel`]: the puzzle in four [formulations](Formulation).
//! - [`QueensRule`]: the entire problem as one propagator, stronger than three value-consistent `all_different`, and
//!   usually with fewer failures than three domain-consistent ones.
//! - [`Channel`]: links the row of each column's queen with the column of each row's queen.
//! - [`Board`]: a solution, checked independently; [`render`] formats it.
//! - [`Symmetry`], [`Symmetries`], [`Class`]: rotated and reflected boards; [`LexLeader`] keeps one of each orbit.
//! - [`LocalSearch`]: one solution on a huge board, without constraints or proofs; [`formula`]: one without search.
//! - [`PiecesModel`]: any number of queens on a board.
//! - [`Sorted`]: solutions in one of two orders; [`Notation`]: lists of solutions in the syntax of other
//!   languages.
//! - [`Picture`]: a drawing of a board and the squares that its queens attack; [`Sheet`]: a page of pictures, as SVG,
//!   HTML or LaTeX.
//! - [`BoardWords`]: formats facts and reasons in terms of the board.
//! - [`Square`]: a square of the board, written `d1`; [`Givens`]: given queens.
//! - [`Changes`]: blocked squares, excluded diagonals, the torus, superqueens; [`Instance`] reads changes from files.
//! - [`DominationModel`], [`ArmiesModel`], [`PawnsModel`]: the fewest queens that attack every square, the largest
//!   peaceable armies, and queens with pawns between them.
//! - [`count`]: counts boards without listing them.
//! - [`Placements`]: a search without a solver, for tracing: generate-and-test; [`Boxed`] formats its boards.
//! - [`candidates`]: the squares for the next queen, each with the queens that attack it; [`cell_choices`]: all choices
//!   of `k` cells.
//! - The cost of trial and error: [`Levels`] of the search tree, [`Program`]s with call counts, and the search
//!   [`Space`].

mod bits;
mod board;
mod boxed;
mod channel;
pub mod count;
mod extensions;
mod formula;
mod formulation;
mod givens;
mod levels;
mod lex_leader;
mod local_search;
mod notation;
mod picture;
mod pieces;
mod placements;
mod programs;
mod render;
mod rule;
mod sheet;
mod sorted;
mod spaces;
mod square;
mod symmetry;
mod variants;
mod words;

#[cfg(test)]
mod dfs;

// Runs the model on the web page as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../../docs/seeds.md")]
struct Seeds;

pub use board::{Attack, Board};
pub use boxed::Boxed;
pub use channel::Channel;
pub use extensions::{Candidate, candidates, cell_choices, cells};
pub use formula::formula;
pub use formulation::{Formulation, QueensError, QueensModel, check_size};
pub use givens::Givens;
pub use levels::Levels;
pub use lex_leader::LexLeader;
pub use local_search::{Effort, LocalOutcome, LocalSearch, LocalSearchError};
pub use notation::{Listing, Notation};
pub use picture::{Drawing, Picture, Sign};
pub use pieces::{PiecesError, PiecesModel};
pub use placements::{Efforts, Placement, Placements, conflict};
pub use programs::{Abandoned, Calls, Program};
pub use render::{Format, render, render_squares, rendered};
pub use rule::QueensRule;
pub use sheet::{Page, Sheet};
pub use sorted::Sorted;
pub use spaces::Space;
pub use square::{Line, Square, SquareError};
pub use symmetry::{Class, Symmetries, Symmetry, Tally};
pub use variants::{
    Armies, ArmiesModel, Broken, ChangeError, Changes, Cover, Diagonal, DifferentModulo, DominationModel, Fault, First,
    Instance, InstanceError, Kind, PawnsModel, Pieces, Reading, clash_of_armies, dominates, generate,
};
pub use words::BoardWords;

// Runs the board example in the chapter on explanations as a doc test.
#[cfg(doctest)]
#[doc = include_str!("../../docs/06-why.md")]
struct Why;
