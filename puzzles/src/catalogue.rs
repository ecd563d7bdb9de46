//! The catalogue: every kind of puzzle, by name.

use crate::puzzle::Kind;

/// All kinds, in the order in which they are listed.
pub const KINDS: &[&Kind] = &[&crate::sudoku::KIND, &crate::regions::QUEENS, &crate::regions::STAR_BATTLE];

/// The kind of this name.
///
/// ```
/// let sudoku = puzzles::kind("sudoku").expect("it is listed");
/// assert_eq!((sudoku.read)(sudoku.example).unwrap().write(), sudoku.example);
/// ```
pub fn kind(name: &str) -> Option<&'static Kind> {
    KINDS.iter().copied().find(|kind| kind.name == name)
}
