//! Links: `https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou`.

use super::text::{self, Position};
use super::{ReadError, Table, Wrong};
use crate::puzzlink::{self, Link};
use crate::read;

/// A board whose regions are numbered letters; `None` for a text that is no link.
pub(super) fn read(text: &str) -> Result<Option<Table>, ReadError> {
    puzzlink::link(text, &["starbattle"])
        .and_then(|link| link.map(table).transpose())
        .map(|table| table.map(|table| Table { end: text::end(text), ..table }))
        .map_err(|error| place(error.at).says(Wrong::Link { message: error.message }))
}

fn place(at: read::Position) -> Position {
    Position { line: at.line, column: at.column }
}

fn table(mut link: Link<'_>) -> Result<Table, read::ReadError> {
    let (size, start) = (link.columns, link.place());
    if link.rows != size {
        return Err(start.error(format!("expected as many rows as columns, not {} and {size}", link.rows)));
    }
    let stars_at = link.place();
    let stars = link.number("expected the number of stars, and the borders of regions", "the number of stars")?;
    let borders = link.place();
    let regions = link.regions()?;
    link.end()?;
    let mut seen: Vec<usize> = Vec::new();
    let labels = regions.into_iter().map(|region| {
        let known = seen.iter().position(|&known| known == region);
        let number = known.unwrap_or_else(|| {
            seen.push(region);
            seen.len() - 1
        });
        (crate::regions::puzzle::letter(number), place(borders))
    });
    let labels: Vec<(String, Position)> = labels.collect();
    let rows = labels.chunks(size).map(<[_]>::to_vec).collect();
    Ok(Table { rows, stars: Some((stars, place(stars_at))), end: Position::default() })
}
