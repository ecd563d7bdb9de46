//! Reading texts: positions, lines, and errors that name both.

/// A line and a column, both from 1, in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// What is wrong with a text, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {}, column {}: {message}", at.line, at.column)]
pub struct ReadError {
    /// Where.
    pub at: Position,
    /// What is wrong, and what was expected.
    pub message: String,
}

impl Position {
    /// An error here.
    pub fn error(self, message: impl Into<String>) -> ReadError {
        ReadError { at: self, message: message.into() }
    }

    /// The place some characters further right.
    #[must_use]
    pub fn right(self, characters: usize) -> Position {
        Position { column: self.column + characters, ..self }
    }
}

/// A board has one square at least, and no more rows and columns than `most`.
pub(crate) fn check_size(rows: usize, columns: usize, most: usize, at: Position) -> Result<(), ReadError> {
    match (1..=most).contains(&rows) && (1..=most).contains(&columns) {
        true => Ok(()),
        false => Err(at.error(format!("expected 1 to {most} rows and columns, not {rows} and {columns}"))),
    }
}

/// The lines of a text that say something, trimmed, with their places: no blank ones, no comments (`# …`). A byte
/// order mark counts as nothing.
pub(crate) fn lines(text: &str) -> Vec<(&str, Position)> {
    said(text, "#")
}

/// As [`lines`], where `#` is a black square: comments begin with `//`.
pub(crate) fn lines_with_hash(text: &str) -> Vec<(&str, Position)> {
    said(text, "//")
}

fn said<'t>(text: &'t str, comment: &str) -> Vec<(&'t str, Position)> {
    let lines = text.trim_start_matches('\u{feff}').lines().zip(1..);
    let said = lines.map(|(line, number)| {
        let column = 1 + line.chars().take_while(|c| c.is_whitespace()).count();
        (line.trim(), Position { line: number, column })
    });
    said.filter(|(line, _)| !line.is_empty() && !line.starts_with(comment)).collect()
}

/// The place behind the last character that is not blank.
pub(crate) fn end(text: &str) -> Position {
    let text = text.trim_start_matches('\u{feff}').trim_end();
    let last = text.lines().last().unwrap_or_default();
    Position { line: text.lines().count().max(1), column: 1 + last.chars().count() }
}

/// The words of a line, with their places.
pub(crate) fn words(line: &str, start: Position) -> Vec<(&str, Position)> {
    let mut words = Vec::new();
    let mut rest = line;
    loop {
        let word_at = rest.find(|c: char| !c.is_whitespace()).unwrap_or(rest.len());
        rest = &rest[word_at..];
        if rest.is_empty() {
            return words;
        }
        let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let before = line[..line.len() - rest.len()].chars().count();
        words.push((&rest[..length], start.right(before)));
        rest = &rest[length..];
    }
}

/// A number in the range, or an error at its place.
pub(crate) fn number(
    word: &str,
    at: Position,
    range: std::ops::RangeInclusive<usize>,
    what: &str,
) -> Result<usize, ReadError> {
    let plain = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    let number = word.parse::<usize>().ok().filter(|number| plain && range.contains(number));
    number.ok_or_else(|| {
        at.error(format!("expected {what}, {} to {}, not `{}`", range.start(), range.end(), shortened(word)))
    })
}

/// A text that is not too long for an error.
pub(crate) fn shortened(text: &str) -> String {
    if text.chars().count() <= 20 { text.to_owned() } else { text.chars().take(19).chain(['…']).collect() }
}

/// `1 square`, `2 squares`.
pub(crate) fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// The number of a square with this name, on a grid.
pub(crate) fn square(word: &str, at: Position, rows: usize, columns: usize) -> Result<usize, ReadError> {
    let letters = word.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(word.len());
    let lower = word[..letters].to_ascii_lowercase();
    let column = (0..columns).find(|&column| crate::sheet::column_name(column) == lower);
    let row = word[letters..].parse::<usize>().ok().filter(|row| (1..=rows).contains(row));
    let plain = word[letters..].bytes().all(|b| b.is_ascii_digit());
    match (row.filter(|_| plain), column) {
        (Some(row), Some(column)) => Ok((row - 1) * columns + column),
        _ => {
            let last = crate::sheet::square_name(rows.saturating_sub(1), columns.saturating_sub(1));
            Err(at.error(format!("expected a square, a1 to {last}, not `{}`", shortened(word))))
        }
    }
}

/// The rows of a grid with a character for each square, or with blanks between them: all as long as the first.
pub(crate) fn grid(said: &[(&str, Position)]) -> Result<Vec<Vec<(char, Position)>>, ReadError> {
    let mut rows: Vec<Vec<(char, Position)>> = Vec::new();
    for &(line, start) in said {
        let row: Vec<(char, Position)> =
            line.chars().enumerate().filter(|(_, c)| !c.is_whitespace()).map(|(i, c)| (c, start.right(i))).collect();
        let expected = rows.first().map_or(row.len(), Vec::len);
        if row.len() != expected {
            let at = row.get(expected).map_or(start.right(line.chars().count()), |square| square.1);
            let (found, number) = (count(row.len(), "square"), rows.len() + 1);
            return Err(at.error(format!("row {number} has {found}, but row 1 has {expected}")));
        }
        rows.push(row);
    }
    Ok(rows)
}

/// As [`grid`], of as many rows as columns, within a range.
pub(crate) fn square_grid(
    said: &[(&str, Position)],
    text: &str,
    sizes: std::ops::RangeInclusive<usize>,
) -> Result<Vec<Vec<(char, Position)>>, ReadError> {
    let rows = grid(said)?;
    let start = said.first().map_or(end(text), |line| line.1);
    let size = rows.len();
    if !sizes.contains(&size) {
        return Err(start.error(format!("expected {} to {} rows, not {size}", sizes.start(), sizes.end())));
    }
    if rows[0].len() != size {
        return Err(start.error(format!("{size} rows need {size} squares each, not {}", rows[0].len())));
    }
    Ok(rows)
}
