//! A `.sbn` line: `10x2.AAAABBBB…`, size, stars, and the letters of all squares in row-major order.
//!
//! A second point may start notes of a generator (`.s42d7l4c12`: seed, difficulty and so on); they are ignored.

use super::Table;
use crate::kinds::prelude::*;

/// Whether a line begins as these do: a number, `x`, a digit.
pub(crate) fn is_line(line: &str) -> bool {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let after_x = rest.strip_prefix('x').unwrap_or_default();
    rest.len() < line.len() && after_x.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('.')
}

pub(super) fn read(line: &str, start: Position) -> Result<Table, ReadError> {
    let after = |at: Position, text: &str| at.right(text.chars().count());
    let (head, letters) = line.split_once('.').unwrap_or((line, ""));
    let (size, stars) = head.split_once('x').unwrap_or((head, ""));
    let stars_at = after(start, size).right(1);
    let number =
        |digits: &str, at: Position, what| digits.parse().map_err(|_| at.error(format!("`{digits}` is no {what}")));
    let size_read: usize = number(size, start, "number of rows")?;
    let stars_read: usize = number(stars, stars_at, "number of stars")?;
    let begin = after(start, head).right(1);
    let (letters, notes) = letters.split_once('.').unwrap_or((letters, ""));
    let end = after(begin, letters);
    if let Some((i, c)) = notes.chars().enumerate().find(|(_, c)| !c.is_ascii_alphanumeric()) {
        let found = format!("`{c}` in the notes after the squares");
        return Err(end.right(1 + i).error(format!("{found}: expected a letter or a digit")));
    }
    let mut squares = Vec::new();
    for (i, c) in letters.chars().enumerate() {
        if !c.is_ascii_alphanumeric() {
            let expected = "expected a letter or a digit";
            return Err(begin.right(i).error(format!("`{c}` names no region: {expected}")));
        }
        squares.push((c.to_string(), begin.right(i)));
    }
    let found = squares.len();
    match size_read.checked_mul(size_read) {
        None | Some(0) => return Err(start.error(format!("`{size}` is no number of rows"))),
        Some(expected) if expected != found => {
            let at = squares.get(expected).map_or(end, |square| square.1);
            let board = format!("a {size}x{size} board has {expected} squares");
            return Err(at.error(format!("{board}, but here are {found} letters")));
        }
        Some(_) => {}
    }
    let rows = squares.chunks(size_read).map(<[_]>::to_vec).collect();
    Ok(Table { rows, stars: Some((stars_read, stars_at)) })
}
