//! Parses text into lines, words and numbers, with positions for errors. [`grid`](crate::grid) reads boards.

use std::ops::RangeInclusive;

/// A position in a text: a line and a column, both counted from 1, in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// A parse error and its position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {}, column {}: {message}", at.line, at.column)]
pub struct ReadError {
    /// The position.
    pub at: Position,
    /// The error and what was expected.
    pub message: String,
}

/// A parsed value or an error.
pub(crate) type Read<T> = Result<T, ReadError>;

impl Position {
    /// Creates an error at this position.
    pub fn error(self, message: impl Into<String>) -> ReadError {
        ReadError { at: self, message: message.into() }
    }

    /// Returns an error at this position unless a condition holds.
    pub(crate) fn require<S: Into<String>>(self, holds: bool, message: impl FnOnce() -> S) -> Read<()> {
        if holds { Ok(()) } else { Err(self.error(message())) }
    }

    /// Creates an error at this position that names the expected and the found text.
    pub(crate) fn expected(self, what: &str, found: &str) -> ReadError {
        self.error(format!("expected {what}, not `{}`", shortened(found)))
    }

    /// Returns the position the given number of characters to the right.
    #[must_use]
    pub fn right(self, characters: usize) -> Position {
        Position { column: self.column + characters, ..self }
    }
}

/// Returns a text without its byte order mark.
pub(crate) fn unmarked(text: &str) -> &str {
    text.trim_start_matches('\u{feff}')
}

/// The comment syntax of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Comments {
    /// `#` or `//`.
    Hash,
    /// Only `//`, because `#` is a black square.
    Slashes,
}

/// A line of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'t> {
    /// The line, including surrounding blanks.
    pub(crate) raw: &'t str,
    /// The line number, from 1.
    pub(crate) number: usize,
    /// Whether the previous line is blank.
    pub(crate) is_apart: bool,
}

/// Words with their positions.
pub(crate) type Words<'t> = Vec<(&'t str, Position)>;

impl<'t> Line<'t> {
    /// Returns the line without surrounding blanks.
    pub(crate) fn text(self) -> &'t str {
        self.raw.trim()
    }

    /// Returns the position of the first character that is not blank.
    pub(crate) fn start(self) -> Position {
        Position { line: self.number, column: 1 + self.raw.chars().take_while(|c| c.is_whitespace()).count() }
    }

    /// Returns the position after the last character that is not blank.
    pub(crate) fn end(self) -> Position {
        self.start().right(self.text().chars().count())
    }

    pub(crate) fn words(self) -> Words<'t> {
        words(self.text(), self.start())
    }

    /// Returns the words that follow one of these setting names: `stars 2`, `mines: 10`.
    pub(crate) fn setting(self, names: &[&'static str]) -> Option<(&'static str, Words<'t>)> {
        let text = self.text();
        let length = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
        let name = names.iter().find(|name| name.eq_ignore_ascii_case(&text[..length]))?;
        let values = text[length..].trim_start_matches([':', '=', ' ', '\t']);
        let begin = text.len() - values.len();
        (begin > length || values.is_empty()).then(|| (*name, words(values, self.start().right(begin))))
    }
}

/// Iterates over all lines, including blank ones. A byte order mark is ignored.
pub(crate) fn all_lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut is_apart = false;
    unmarked(text).lines().zip(1..).map(move |(raw, number)| Line {
        raw,
        number,
        is_apart: std::mem::replace(&mut is_apart, raw.trim().is_empty()),
    })
}

/// Iterates over the lines that are neither blank nor comments.
pub(crate) fn content(text: &str, comments: Comments) -> impl Iterator<Item = Line<'_>> {
    all_lines(text).filter(move |line| {
        let text = line.text();
        !(text.is_empty() || text.starts_with("//") || comments == Comments::Hash && text.starts_with('#'))
    })
}

/// Returns the position after the last character that is not blank.
pub(crate) fn end(text: &str) -> Position {
    let text = unmarked(text).trim_end();
    let last = text.lines().last().unwrap_or_default();
    Position { line: text.lines().count().max(1), column: 1 + last.chars().count() }
}

/// The bars that separate squares in drawings.
pub(crate) const BARS: [char; 4] = ['|', '│', '┃', '║'];

/// Splits a line into words at blanks, commas, semicolons and bars.
pub(crate) fn words(line: &str, start: Position) -> Words<'_> {
    let mut words = Vec::new();
    let mut word: Option<(usize, Position)> = None;
    for (column, (begin, c)) in line.char_indices().enumerate() {
        if c.is_whitespace() || c == ',' || c == ';' || BARS.contains(&c) {
            words.extend(word.take().map(|(first, at)| (&line[first..begin], at)));
        } else {
            word.get_or_insert((begin, start.right(column)));
        }
    }
    words.extend(word.map(|(first, at)| (&line[first..], at)));
    words
}

/// Parses a number within the range. An error has the word's position.
pub(crate) fn number(word: &str, at: Position, range: RangeInclusive<usize>, what: &str) -> Read<usize> {
    let plain = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
    let number = word.parse::<usize>().ok().filter(|number| plain && range.contains(number));
    number.ok_or_else(|| {
        at.error(format!("expected {what}, {} to {}, not `{}`", range.start(), range.end(), shortened(word)))
    })
}

/// Shortens text for an error message.
pub(crate) fn shortened(text: &str) -> String {
    if text.chars().count() <= 20 { text.to_owned() } else { text.chars().take(19).chain(['…']).collect() }
}

/// Formats a count: `1 square`, `2 squares`.
pub(crate) fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// Returns the index of the square with the given name in a grid.
pub(crate) fn square(word: &str, at: Position, rows: usize, columns: usize) -> Read<usize> {
    let letters = word.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(word.len());
    let lower = word[..letters].to_ascii_lowercase();
    let column = (0..columns).find(|&column| crate::squares::column_name(column) == lower);
    let row = word[letters..].parse::<usize>().ok().filter(|row| (1..=rows).contains(row));
    let plain = word[letters..].bytes().all(|b| b.is_ascii_digit());
    match (row.filter(|_| plain), column) {
        (Some(row), Some(column)) => Ok((row - 1) * columns + column),
        _ => {
            let last = crate::squares::square_name(rows.saturating_sub(1), columns.saturating_sub(1));
            Err(at.error(format!("expected a square, a1 to {last}, not `{}`", shortened(word))))
        }
    }
}
