//! Reads links: `https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou`.

use super::Table;
use crate::kinds::prelude::*;

/// Parses a board with numbered regions. Returns `None` if the text is not a link.
pub(super) fn read(text: &str) -> Read<Option<Table>> {
    let Some(mut link) = puzzlink::link(text, "star-battle")? else { return Ok(None) };
    let (size, start) = (link.columns, link.at);
    start.require(link.rows == size, || format!("expected as many rows as columns, not {} and {size}", link.rows))?;
    let stars = link.number("expected the number of stars, and the borders of regions", "the number of stars")?;
    let at = link.at;
    let table = Table::numbered(&link.regions()?, size, at, (stars, start));
    link.end()?;
    Ok(Some(table))
}
