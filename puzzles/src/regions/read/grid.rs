//! A grid of letters, one line for each row: `AABB` or `A A B B` or `A,A,B,B`.
//!
//! A line `stars 2` may specify the number of stars per row.

use super::text::{self, Position};
use super::{ReadError, Table, Wrong, sbn};

/// How such a text begins.
const NAME: &str = "a letter grid";

pub(super) fn read(text: &str) -> Result<Table, ReadError> {
    let mut table = Table { end: text::end(text), ..Table::default() };
    // Whether the rows so far separate their squares.
    let mut separated = None;
    for (line, start) in text::lines(text) {
        if let Some(stars) = stars(line, start)? {
            if table.stars.replace(stars).is_some() {
                return Err(start.says(Wrong::StarsTwice));
            }
            continue;
        }
        let found = [("JSON", line.starts_with(['{', '['])), ("a .sbn line", sbn::is_line(line))];
        if let Some((found, _)) = found.into_iter().find(|(_, is)| *is) {
            return Err(start.says(Wrong::Mixed { found, began: NAME }));
        }
        table.rows.push(row(line, start, &mut separated)?);
    }
    if table.rows.is_empty() {
        return Err(table.end.says(Wrong::Empty));
    }
    Ok(table)
}

/// The number in a line `stars 2`; a row of letters has no blank after a word of five.
fn stars(line: &str, start: Position) -> Result<Option<(usize, Position)>, ReadError> {
    let mut words = line.splitn(2, [' ', '\t', ':', '=']);
    let (Some("stars"), Some(number)) = (words.next(), words.next()) else { return Ok(None) };
    let number = number.trim_start_matches([' ', '\t', ':', '=']);
    let at = Position { column: start.column + line.chars().count() - number.chars().count(), ..start };
    match number.parse() {
        Ok(number) => Ok(Some((number, at))),
        Err(_) => Err(at.says(Wrong::Number { found: number.to_owned(), what: "number of stars" })),
    }
}

fn row(line: &str, start: Position, separated: &mut Option<bool>) -> Result<Vec<(String, Position)>, ReadError> {
    let is_blank = |c: char| c.is_whitespace() || c == ',';
    let mut squares: Vec<(String, Position)> = Vec::new();
    let mut run: Option<(String, Position)> = None;
    let mut runs: Vec<(String, Position)> = Vec::new();
    for (c, i) in line.chars().zip(0..) {
        let at = Position { column: start.column + i, ..start };
        if is_blank(c) {
            runs.extend(run.take());
        } else if c.is_ascii_alphanumeric() {
            run.get_or_insert_with(|| (String::new(), at)).0.push(c);
            squares.push((c.to_string(), at));
        } else {
            return Err(at.says(Wrong::Character { found: c }));
        }
    }
    runs.extend(run);
    let parts = runs.len() > 1;
    let before = *separated;
    if squares.len() > 1 {
        *separated = Some(before.unwrap_or(parts));
    }
    match runs.into_iter().find(|run| run.0.len() > 1) {
        Some((found, at)) if parts || before == Some(true) => Err(at.says(Wrong::Together { found, separated: parts })),
        _ if parts && before == Some(false) => {
            Err(start.says(Wrong::Mixed { found: "squares with blanks between them", began: "rows without" }))
        }
        _ => Ok(squares),
    }
}
