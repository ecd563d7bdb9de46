//! A grid of letters, one line for each row: `AABB` or `A A B B` or `A,A,B,B`; or of numbers that are set apart.
//!
//! A line `stars 2` may specify the number of stars per row.

use super::{Table, sbn};
use crate::grid::MAX_SIZE;
use crate::kinds::prelude::*;

/// What begins a line with the number of stars.
const STARS: [&str; 1] = ["stars"];

pub(super) fn read(text: &str) -> Result<Table, ReadError> {
    // A row of letters may be the word alone.
    let is_stars = |line: &Line<'_>| line.setting(&STARS).is_some_and(|(_, words)| !words.is_empty());
    let (counts, board): (Vec<Line<'_>>, Vec<Line<'_>>) =
        text_lines(text, Comments::Hash)?.into_iter().partition(is_stars);
    let mut stars = None;
    for line in counts {
        let words = line.setting(&STARS).map(|(_, words)| words).unwrap_or_default();
        let (word, at) = words.get(1).or(words.first()).copied().unwrap_or(("", line.end()));
        let read = number(word, at, 1..=MAX_SIZE, "the number of stars")?;
        if words.len() > 1 {
            return Err(at.error(format!("expected one number of stars, not `{}` too", shortened(word))));
        }
        if stars.replace((read, at)).is_some() {
            return Err(line.start().error("the number of stars is said twice"));
        }
    }
    let mixed = board.iter().find_map(|line| match line.text() {
        text if text.starts_with(['{', '[']) => Some((line, "JSON")),
        text if sbn::is_line(text) => Some((line, "a .sbn line")),
        _ => None,
    });
    if let Some((line, found)) = mixed {
        return Err(line.start().error(format!("mixed formats: {found} after a letter grid")));
    }
    let grid = Grid::square(&board, end(text), 1..=MAX_SIZE)?;
    let name = |&(label, at): &(&str, Position)| {
        let plain = label.bytes().all(|b| b.is_ascii_digit()) || label.len() == 1;
        if !plain || !label.bytes().all(|b| b.is_ascii_alphanumeric()) {
            let found = shortened(label);
            return Err(at.error(format!("`{found}` names no region: expected a letter or a number")));
        }
        Ok((label.to_owned(), at))
    };
    let names = grid.squares.iter().map(name).collect::<Result<Vec<_>, ReadError>>()?;
    Ok(Table { rows: names.chunks(grid.columns).map(<[_]>::to_vec).collect(), stars })
}
