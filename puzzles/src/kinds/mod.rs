//! The catalogue of all kinds of puzzles, with one folder per kind, and code shared by several kinds.

mod clues;
mod distinct_sum;
mod futoshiki;
mod heyawake;
mod hitori;
mod kakuro;
mod kenken;
mod latin;
mod light_up;
mod minesweeper;
mod nonogram;
mod prelude;
mod queens;
mod regions;
mod shading;
mod skyscrapers;
mod slitherlink;
mod sudoku;
mod word_sum;
mod zebra;

pub(crate) use regions::{is_line, is_notation};

use crate::puzzle::Kind;

/// All kinds, in display order.
pub const KINDS: &[&Kind] = &[
    &sudoku::KIND,
    &sudoku::DIAGONAL,
    &sudoku::JIGSAW,
    &sudoku::KILLER,
    &regions::QUEENS,
    &regions::STAR_BATTLE,
    &queens::KIND,
    &futoshiki::KIND,
    &skyscrapers::KIND,
    &kenken::KIND,
    &nonogram::KIND,
    &minesweeper::KIND,
    &light_up::KIND,
    &hitori::KIND,
    &heyawake::KIND,
    &slitherlink::KIND,
    &kakuro::KIND,
    &word_sum::KIND,
    &zebra::KIND,
];

/// Finds the kind with the given name.
///
/// ```
/// let sudoku = puzzles::kind("sudoku").expect("it is listed");
/// assert_eq!((sudoku.read)(sudoku.example).unwrap().write(), sudoku.example);
/// ```
pub fn kind(name: &str) -> Option<&'static Kind> {
    KINDS.iter().copied().find(|kind| kind.name == name)
}
