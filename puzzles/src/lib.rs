//! Pencil puzzles on top of the solver: models, solutions, hints with explanations, generators and pictures.
//!
//! Each kind of puzzle is a folder with a reader, the rules as constraints, and a drawing. Everything else is
//! implemented once for the interface [`Puzzle`]: solving, counting, uniqueness, hints, explanations, mistakes,
//! difficulty and generators. [`KINDS`] lists the kinds, and [`answer`] answers any question about a puzzle.
//!
//! ```
//! use puzzles::{Ask, Limits, Question, State, answer};
//! let text = "1 . . .\n. . 3 .\n. 4 . .\n. . . 2\n".to_owned();
//! let question = Question { puzzle: "sudoku".to_owned(), text, state: State::default(), ask: Ask::Unique };
//! assert_eq!(answer(&question, &Limits::default()).outcome, "one");
//! ```

mod answer;
mod candidates;
mod collection;
mod cover;
mod fact;
mod grid;
pub mod harness;
mod hint;
mod kinds;
mod picture;
mod puzzle;
mod puzzlink;
mod question;
mod read;
mod sentences;
mod sheet;
mod squares;
mod state;
mod statement;
mod words;

pub use answer::{AskError, Found, GenerateError, Ready, answer, ask, ask_of, each_solution, generate};
pub use collection::boards;
pub use fact::Fact;
pub use hint::{Board, CONSISTENCIES, Clash, Known, Next, Reached, Step, Technique, Walk};
pub use kinds::{KINDS, kind};
pub use picture::{Picture, svg};
pub use puzzle::{Kind, LEVELS, Puzzle, TEXT};
pub use question::{Answer, Ask, CellReport, Difficulty, Question, StepReport};
pub use read::{Position, ReadError};
pub use sheet::{Cage, Edge, Sheet, Sign, Square};
/// The limits of a search.
pub use solver_core::prelude::Limits;
pub use squares::{column_name, square_name};
pub use state::{State, StateError};
pub use statement::{About, Cell, Group, MAX_VALUE, Rule, Statement, Unit};
pub use words::Words;
