//! Pictures of a sheet and its cell values, as text and as SVG.

mod lines;
mod svg;
mod text;

pub use svg::svg;

use crate::sheet::Sheet;

/// The style of a text picture.
///
/// ```
/// use puzzles::{Board, Known, Picture, kind};
/// let sudoku = (kind("sudoku").unwrap().read)("1...\n..3.\n.4..\n...2\n").unwrap();
/// let drawn = Picture { ascii: true, colours: false }.draw(&sudoku.sheet(), &[None; 16]);
/// assert_eq!(drawn.lines().take(4).collect::<Vec<_>>(), [
///     "     a   b   c   d",
///     "   +-------+-------+",
///     " 1 | 1   . | .   . |",
///     " 2 | .   . | 3   . |",
/// ]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Picture {
    /// Whether to use only ASCII characters.
    pub ascii: bool,
    /// Whether to colour areas, with terminal codes.
    pub colours: bool,
}

/// Returns a square's content: its cell's value or the printed text; `None` if the square is empty.
fn content(sheet: &Sheet, square: usize, values: &[Option<i32>]) -> Option<String> {
    let square = &sheet.squares[square];
    let value = square.cell.and_then(|cell| values.get(cell).copied().flatten());
    match value {
        Some(1) if sheet.shaded => Some("█".to_owned()),
        Some(_) if sheet.shaded => Some(format!("{}·", square.text)),
        Some(value) => Some(symbol(sheet, value)),
        None => Some(square.text.clone()).filter(|text| !text.is_empty()),
    }
}

/// Returns a value's symbol.
fn symbol(sheet: &Sheet, value: i32) -> String {
    let symbol = usize::try_from(value).ok().and_then(|value| sheet.symbols.get(value));
    symbol.cloned().unwrap_or_else(|| value.to_string())
}
