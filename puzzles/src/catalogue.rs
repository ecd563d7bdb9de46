//! The catalogue: every kind of puzzle, by name.

use crate::puzzle::Kind;

/// All kinds, in the order in which they are listed.
pub const KINDS: &[&Kind] = &[
    &crate::sudoku::KIND,
    &crate::sudoku::DIAGONAL,
    &crate::sudoku::JIGSAW,
    &crate::sudoku::KILLER,
    &crate::regions::QUEENS,
    &crate::regions::STAR_BATTLE,
    &crate::queens::KIND,
    &crate::futoshiki::KIND,
    &crate::skyscrapers::KIND,
    &crate::kenken::KIND,
    &crate::nonogram::KIND,
    &crate::minesweeper::KIND,
    &crate::light_up::KIND,
    &crate::hitori::KIND,
    &crate::slitherlink::KIND,
    &crate::kakuro::KIND,
    &crate::word_sum::KIND,
    &crate::zebra::KIND,
];

/// The kind of this name.
///
/// ```
/// let sudoku = puzzles::kind("sudoku").expect("it is listed");
/// assert_eq!((sudoku.read)(sudoku.example).unwrap().write(), sudoku.example);
/// ```
pub fn kind(name: &str) -> Option<&'static Kind> {
    KINDS.iter().copied().find(|kind| kind.name == name)
}
