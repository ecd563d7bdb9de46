//! Positions in a text.

use super::{ReadError, Wrong};

/// A line and a column, both from 1, in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Position {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Default for Position {
    fn default() -> Position {
        Position { line: 1, column: 1 }
    }
}

impl Position {
    /// What is wrong here.
    pub(super) fn says(self, what: Wrong) -> ReadError {
        ReadError { line: self.line, column: self.column, what }
    }

    /// The place behind some text of one line.
    pub(super) fn after(self, text: &str) -> Position {
        Position { column: self.column + text.chars().count(), ..self }
    }
}

/// The lines that say something, with their places: no blank ones, no comments (`# …`). A byte order mark counts as nothing.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (&str, Position)> {
    text.trim_start_matches('\u{feff}').lines().zip(1..).filter_map(|(line, number)| {
        let said = line.trim();
        let column = 1 + line.chars().take_while(|c| c.is_whitespace()).count();
        (!said.is_empty() && !said.starts_with('#')).then_some((said, Position { line: number, column }))
    })
}

/// The first of these lines.
pub(super) fn first(text: &str) -> Option<(&str, Position)> {
    lines(text).next()
}

/// The place behind the last character that is not blank.
pub(super) fn end(text: &str) -> Position {
    let text = text.trim_start_matches('\u{feff}').trim_end();
    let line = text.lines().count().max(1);
    let last = text.lines().last().unwrap_or_default();
    Position { line, column: 1 + last.chars().count() }
}
