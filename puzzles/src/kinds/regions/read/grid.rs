//! Reads a grid with one line per row: letters (`AABB`, `A A B B` or `A,A,B,B`), or numbers with separators.
//!
//! A line `stars 2` may give the number of stars per row.

use super::{Table, sbn};
use crate::grid::MAX_SIZE;
use crate::kinds::prelude::*;

/// The name of the setting for the number of stars.
const STARS: [&str; 1] = ["stars"];

pub(super) fn read(text: &str) -> Read<Table> {
    // The word `stars` without a number may also be a row of letters.
    let is_stars = |line: &Line<'_>| line.setting(&STARS).is_some_and(|(_, words)| !words.is_empty());
    let (counts, board) = parted_lines(text, Comments::Hash, is_stars)?;
    let mut stars = None;
    for line in counts {
        let words = line.setting(&STARS).map(|(_, words)| words).unwrap_or_default();
        let (word, at) = words.get(1).or(words.first()).copied().unwrap_or(("", line.end()));
        let read = number(word, at, 1..=MAX_SIZE, "the number of stars")?;
        at.require(words.len() <= 1, || format!("expected one number of stars, not `{}` too", shortened(word)))?;
        line.start().require(stars.replace((read, at)).is_none(), || "the number of stars is given twice")?;
    }
    for line in &board {
        let mixed = |found| format!("mixed formats: {found} after a letter grid");
        line.start().require(!line.text().starts_with(['{', '[']), || mixed("JSON"))?;
        line.start().require(!sbn::is_line(line.text()), || mixed("a .sbn line"))?;
    }
    let grid = Grid::square(&board, end(text), 1..=MAX_SIZE)?;
    let name = |&(label, at): &(&str, Position)| {
        let is_number = label.bytes().all(|b| b.is_ascii_digit());
        let is_name = is_number || label.len() == 1 && label.bytes().all(|b| b.is_ascii_alphanumeric());
        let wrong = || format!("`{}` is not a region name: expected a letter or a number", shortened(label));
        at.require(is_name, wrong).map(|()| (label.to_owned(), at))
    };
    let names = grid.squares.iter().map(name).collect::<Read<Vec<_>>>()?;
    Ok(Table { rows: names.chunks(grid.columns).map(<[_]>::to_vec).collect(), stars })
}
