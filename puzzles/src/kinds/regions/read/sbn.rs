//! Reads a `.sbn` line, `10x2.AAAABBBB…`: the size, the number of stars, and the letters of all squares, row by row.
//!
//! A second dot may introduce a generator's notes (`.s42d7l4c12`: seed, difficulty and so on), which are ignored.

use super::Table;
use crate::kinds::prelude::*;

/// Checks whether a line begins with a number, `x` and a digit.
pub(crate) fn is_line(line: &str) -> bool {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let after_x = rest.strip_prefix('x').unwrap_or_default();
    rest.len() < line.len() && after_x.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('.')
}

pub(super) fn read(line: &str, start: Position) -> Read<Table> {
    let after = |at: Position, text: &str| at.right(text.chars().count());
    let (head, letters) = line.split_once('.').unwrap_or((line, ""));
    let (size, stars) = head.split_once('x').unwrap_or((head, ""));
    let stars_at = after(start, size).right(1);
    let number =
        |digits: &str, at: Position, what| digits.parse().map_err(|_| at.error(format!("`{digits}` is not a {what}")));
    let size_read: usize = number(size, start, "number of rows")?;
    let stars_read: usize = number(stars, stars_at, "number of stars")?;
    let begin = after(start, head).right(1);
    let (letters, notes) = letters.split_once('.').unwrap_or((letters, ""));
    let end = after(begin, letters);
    for (c, i) in notes.chars().zip(1..) {
        let wrong = || format!("`{c}` in the notes after the squares: expected a letter or a digit");
        end.right(i).require(c.is_ascii_alphanumeric(), wrong)?;
    }
    let mut squares = Vec::new();
    for (c, at) in letters.chars().enumerate().map(|(i, c)| (c, begin.right(i))) {
        let wrong = || format!("`{c}` is not a region name: expected a letter or a digit");
        at.require(c.is_ascii_alphanumeric(), wrong)?;
        squares.push((c.to_string(), at));
    }
    let found = squares.len();
    let expected = size_read.checked_mul(size_read).filter(|squares| *squares > 0);
    let expected = expected.ok_or_else(|| start.error(format!("`{size}` is not a number of rows")))?;
    let wrong = || format!("a {size}x{size} board has {expected} squares, but there are {found} letters");
    squares.get(expected).map_or(end, |square| square.1).require(expected == found, wrong)?;
    let rows = squares.chunks(size_read).map(<[_]>::to_vec).collect();
    Ok(Table { rows, stars: Some((stars_read, stars_at)) })
}
