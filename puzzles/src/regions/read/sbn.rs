//! A `.sbn` line: `10x2.AAAABBBB…`, size, stars, and the letters of all squares in row-major order.
//!
//! A second point may start notes of a generator (`.s42d7l4c12`: seed, difficulty and so on); they are ignored.

use super::text::{self, Position};
use super::{ReadError, Table, Wrong};
use std::num::ParseIntError;

/// How such a text begins.
const NAME: &str = "a .sbn line";

/// Whether a line begins as these do: a number, `x`, a digit.
pub(super) fn is_line(line: &str) -> bool {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let after_x = rest.strip_prefix('x').unwrap_or_default();
    rest.len() < line.len() && after_x.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('.')
}

pub(super) fn read(text: &str) -> Result<Table, ReadError> {
    let mut lines = text::lines(text);
    let Some((line, start)) = lines.next() else { return Err(text::end(text).says(Wrong::Empty)) };
    if let Some((next, at)) = lines.next() {
        let found = if is_line(next) { "a second .sbn line" } else { "another line" };
        return Err(at.says(Wrong::Mixed { found, began: NAME }));
    }
    let (head, letters) = line.split_once('.').unwrap_or((line, ""));
    let (size, stars) = head.split_once('x').unwrap_or((head, ""));
    let stars_at = start.after(size).after("x");
    let number = |digits: &str, at: Position, what| {
        digits.parse().map_err(|_: ParseIntError| at.says(Wrong::Number { found: digits.to_owned(), what }))
    };
    let size_read: usize = number(size, start, "number of rows")?;
    let stars_read: usize = number(stars, stars_at, "number of stars")?;
    let begin = start.after(head).after(".");
    let (letters, notes) = letters.split_once('.').unwrap_or((letters, ""));
    if let Some((found, i)) = notes.chars().zip(1..).find(|(c, _)| !c.is_ascii_alphanumeric()) {
        let after = begin.after(letters);
        return Err(Position { column: after.column + i, ..after }.says(Wrong::Notes { found }));
    }
    let mut squares = Vec::new();
    for (c, i) in letters.chars().zip(0..) {
        let at = Position { column: begin.column + i, ..begin };
        if !c.is_ascii_alphanumeric() {
            return Err(at.says(Wrong::Character { found: c }));
        }
        squares.push((c.to_string(), at));
    }
    let end = begin.after(letters);
    let expected = size_read.checked_mul(size_read);
    if size_read == 0 || expected != Some(squares.len()) {
        let at = expected.and_then(|expected| squares.get(expected)).map_or(end, |square| square.1);
        let (at, what) = match expected {
            // A board without squares, or with more than any text has: the size is wrong.
            Some(1..) => (at, Wrong::Letters { size: size_read, found: squares.len() }),
            _ => (start, Wrong::Number { found: size.to_owned(), what: "number of rows" }),
        };
        return Err(at.says(what));
    }
    let rows = squares.chunks(size_read).map(<[_]>::to_vec).collect();
    Ok(Table { rows, stars: Some((stars_read, stars_at)), end })
}
