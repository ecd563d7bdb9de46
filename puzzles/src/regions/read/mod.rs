//! Reading puzzles: a letter grid, a `.sbn` line, Star Battle Notation, a link, or JSON.
//!
//! The first line determines the format: JSON begins with a bracket, a `.sbn` line with `8x1.`, Star Battle Notation with the size
//! twice (`551W`), a link with its site or with `starbattle/`, and anything else is a grid. Errors have line and column.

mod grid;
mod json;
mod link;
mod notation;
mod sbn;

use super::puzzle::{Puzzle, PuzzleError};
use super::square::Square;
use crate::grid::width;
use crate::read::{Comments, Position, ReadError, content, count, end};

pub(crate) use notation::is_notation;
pub(crate) use sbn::is_line;

/// A board as it was read: the name of each square's region, and where it stands.
#[derive(Default)]
pub(super) struct Table {
    rows: Vec<Vec<(String, Position)>>,
    /// The number of stars in each row, if the text states it.
    pub(super) stars: Option<(usize, Position)>,
}

/// Reads a puzzle in any of the formats; where nothing says how many stars a row takes, it is 1.
///
/// # Errors
/// [`ReadError`] with line and column.
///
/// ```
/// use puzzles::regions::read;
/// let puzzle = read("A A B B\nA A B C\nD D C C\nD D C C\n")?;
/// assert_eq!(puzzle.size(), 4);
/// let error = read("AABB\nAAB\nDDCC\nDDCC\n").unwrap_err().to_string();
/// assert_eq!(error, "line 2, column 4: row 2 has 3 squares, but row 1 has 4");
/// # Ok::<(), puzzles::ReadError>(())
/// ```
pub fn read(text: &str) -> Result<Puzzle, ReadError> {
    table(text)?.puzzle(text, 1)
}

/// The regions and the stars of a text.
pub(super) fn table(text: &str) -> Result<Table, ReadError> {
    let Some(first) = content(text, Comments::Hash).next() else {
        let expected = "rows of letters, a line such as 8x1.AABB…, Star Battle Notation, a link, or JSON";
        return Err(end(text).error(format!("there is no puzzle here: expected {expected}")));
    };
    if let Some(table) = link::read(text)? {
        return Ok(table);
    }
    let began = match first.text() {
        line if line.starts_with(['{', '[']) => return json::read(text),
        line if sbn::is_line(line) => "a .sbn line",
        line if is_notation(line) => "Star Battle Notation",
        _ => return grid::read(text),
    };
    if let Some(next) = content(text, Comments::Hash).nth(1) {
        return Err(next.start().error(format!("mixed formats: another line after {began}")));
    }
    if sbn::is_line(first.text()) {
        sbn::read(first.text(), first.start())
    } else {
        notation::read(first.text(), first.start())
    }
}

impl Table {
    /// The puzzle; its rows take so many stars where the text does not say how many.
    pub(super) fn puzzle(self, text: &str, usual: usize) -> Result<Puzzle, ReadError> {
        let Table { rows, stars } = self;
        let columns = width(&rows, end(text), "")?;
        let start = rows.first().and_then(|row| row.first()).map_or(end(text), |square| square.1);
        if rows.len() != columns {
            let at = rows.get(columns).and_then(|row| row.first()).map_or(end(text), |square| square.1);
            let rows = if rows.len() == 1 { "is 1".to_owned() } else { format!("are {}", rows.len()) };
            let columns = format!("{columns} columns need {}", count(columns, "row"));
            return Err(at.error(format!("the board is not square: {columns}, but here {rows}")));
        }
        let labels = rows.iter().flatten().map(|(label, _)| label.as_str());
        Puzzle::new(columns, stars.map_or(usual, |(stars, _)| stars), labels)
            .map(|puzzle| puzzle.with_usual(usual))
            .map_err(|error| {
                let stars = stars.map(|stars| stars.1).filter(|_| matches!(error, PuzzleError::Stars { .. }));
                let place = |square: Square| rows[square.row][square.column].1;
                error.square().map(place).or(stars).unwrap_or(start).error(error.to_string())
            })
    }
}

/// The squares of regions that are numbered: they get letters.
fn lettered(regions: &[usize], size: usize, at: Position) -> Vec<Vec<(String, Position)>> {
    let mut seen = Vec::new();
    let mut letter = |region| (super::puzzle::letter(super::puzzle::numbered(&mut seen, region)), at);
    regions.chunks(size).map(|row| row.iter().map(|&region| letter(region)).collect()).collect()
}
