//! Reads puzzles from a letter grid, a `.sbn` line, Star Battle Notation, a link, or JSON.
//!
//! The first line determines the format. JSON begins with a bracket, a `.sbn` line with a size such as `8x1.`, Star
//! Battle Notation with the size twice (`551W`), and a link with its site or `starbattle/`. Anything else is a grid.
//! Errors contain a line and a column.

mod grid;
mod json;
mod link;
mod notation;
mod sbn;

use super::board::{Blamed, Board, are, letters};
use crate::kinds::prelude::*;
use crate::read::content;

pub(crate) use notation::is_notation;
pub(crate) use sbn::is_line;

/// A parsed board: for each square, its region's name and its position in the text.
#[derive(Default)]
pub(super) struct Table {
    rows: Vec<Vec<(String, Position)>>,
    /// The number of stars in each row, if the text gives it.
    pub(super) stars: Option<(usize, Position)>,
}

/// A function that parses a board on a single line that starts at the given position.
type LineReader = fn(&str, Position) -> Read<Table>;

/// Parses the regions and the number of stars from any of the formats.
///
/// ```
/// let queens = puzzles::kind("region-queens").expect("it is listed");
/// let puzzle = (queens.read)("A A B B\nA A B C\nD D C C\nD D C C\n")?;
/// assert_eq!(puzzle.write_as("sbn").unwrap(), "4x1.AABBAABCDDCCDDCC\n");
/// let error = (queens.read)("AABB\nAAB\nDDCC\nDDCC\n").unwrap_err().to_string();
/// assert_eq!(error, "line 2, column 4: row 2 has 3 squares, but row 1 has 4");
/// # Ok::<(), puzzles::ReadError>(())
/// ```
pub(super) fn table(text: &str) -> Read<Table> {
    let formats = "rows of letters, a line such as 8x1.AABB…, Star Battle Notation, a link, or JSON";
    let missing = || end(text).error(format!("there is no puzzle here: expected {formats}"));
    let first = content(text, Comments::Hash).next().ok_or_else(missing)?;
    if let Some(table) = link::read(text)? {
        return Ok(table);
    }
    let (began, read): (&str, LineReader) = match first.text() {
        line if line.starts_with(['{', '[']) => return json::read(text),
        line if sbn::is_line(line) => ("a .sbn line", sbn::read),
        line if is_notation(line) => ("Star Battle Notation", notation::read),
        _ => return grid::read(text),
    };
    match content(text, Comments::Hash).nth(1) {
        Some(next) => Err(next.start().error(format!("mixed formats: another line after {began}"))),
        None => read(first.text(), first.start()),
    }
}

impl Table {
    /// Creates a table of numbered regions, which are named by letters.
    fn numbered(regions: &[usize], size: usize, at: Position, stars: (usize, Position)) -> Table {
        let squares: Vec<(String, Position)> = letters(regions).map(|letter| (letter, at)).collect();
        Table { rows: squares.chunks(size).map(<[_]>::to_vec).collect(), stars: Some(stars) }
    }

    /// Creates the board. `usual` is the number of stars per row if the text gives none.
    pub(super) fn board(self, text: &str, usual: usize) -> Read<Board> {
        let Table { rows, stars } = self;
        let columns = width(&rows, end(text), "")?;
        let start = |row: Option<&Vec<(String, Position)>>| row.and_then(|row| row.first()).map_or(end(text), |s| s.1);
        start(rows.get(columns)).require(rows.len() == columns, || {
            let (needed, found) = (count(columns, "row"), are(rows.len()));
            format!("the board is not square: {columns} columns need {needed}, but there {found}")
        })?;
        let labels = rows.iter().flatten().map(|(label, _)| label.clone()).collect();
        Board::new(columns, stars.map_or(usual, |(stars, _)| stars), usual, labels).map_err(|fault| {
            let at = match fault.blamed {
                Blamed::Square(square) => rows[square / columns][square % columns].1,
                Blamed::Stars => stars.map_or(start(rows.first()), |(_, at)| at),
                Blamed::Board => start(rows.first()),
            };
            at.error(fault.message)
        })
    }
}
