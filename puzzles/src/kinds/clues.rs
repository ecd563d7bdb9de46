//! Boards whose squares contain a number, a mark without a number, or nothing, as in Minesweeper, Light Up and
//! Slitherlink.

use crate::grid::digit;
use crate::kinds::prelude::*;

/// A board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Clues {
    pub(crate) columns: usize,
    pub(crate) squares: Vec<Clue>,
}

/// A function that reads all squares of a link.
type LinkReader = fn(&mut Link<'_>) -> Read<Vec<(Clue, Position)>>;

/// The notation for the boards of a kind.
pub(crate) struct Notation {
    /// The name of the kind.
    pub(crate) kind: &'static str,
    /// The maximum number in a square.
    pub(crate) most: usize,
    /// The symbol for a non-empty square without a number.
    pub(crate) unknown: Option<&'static str>,
    /// A description of the expected squares, for error messages.
    pub(crate) expected: &'static str,
    /// Reads all squares of a link.
    pub(crate) link: LinkReader,
    /// A description of the squares expected in a link, if links have only empty squares and numbers.
    pub(crate) expected_in_link: Option<&'static str>,
}

impl Notation {
    /// Parses a board from a link or a text.
    pub(crate) fn whole(&self, text: &str, comments: Comments) -> Read<Clues> {
        match self.linked(text)? {
            Some(clues) => Ok(clues),
            None => self.read(&text_lines(text, comments)?, end(text)),
        }
    }

    /// Parses a board from a link to this kind. Returns `None` if the text is not a link.
    pub(crate) fn linked(&self, text: &str) -> Read<Option<Clues>> {
        let Some(mut link) = puzzlink::link(text, self.kind)? else { return Ok(None) };
        check_size(link.rows, link.columns, link.at)?;
        let square = |(clue, at): (Clue, Position)| match (clue, self.expected_in_link) {
            (Clue::Unknown, Some(expected)) => Err(at.error(expected)),
            (Clue::Number(number), Some(expected)) if number > self.most => Err(at.error(expected)),
            _ => Ok(clue),
        };
        let squares = (self.link)(&mut link)?.into_iter().map(square).collect::<Read<_>>()?;
        link.end()?;
        Ok(Some(Clues { columns: link.columns, squares }))
    }

    /// Parses a board from a text with one line per row.
    pub(crate) fn read(&self, lines: &[Line<'_>], end: Position) -> Read<Clues> {
        let grid = Grid::rectangle(lines, end)?;
        let squares = grid.map(self.expected, |square| match digit(square, self.most) {
            Some(number) => Some(Clue::Number(number)),
            None if self.unknown == Some(square) => Some(Clue::Unknown),
            None => is_empty(square).then_some(Clue::None),
        })?;
        Ok(Clues { columns: grid.columns, squares })
    }

    /// Writes a board in the format of [`read`](Notation::read).
    pub(crate) fn write(&self, clues: &Clues) -> String {
        write(clues.columns, &clues.squares, "", |clue| match clue {
            Clue::None => ".".to_owned(),
            Clue::Unknown => self.unknown.unwrap_or_default().to_owned(),
            Clue::Number(number) => number.to_string(),
        })
    }
}

impl Clues {
    pub(crate) fn rows(&self) -> usize {
        self.squares.len() / self.columns
    }

    /// Iterates over the squares that have numbers.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let number = |(square, clue): (usize, &Clue)| Some(square).zip(clue.number());
        self.squares.iter().enumerate().filter_map(number)
    }

    /// Returns the squares whose clues satisfy a condition.
    pub(crate) fn that(&self, is_in: impl Fn(Clue) -> bool) -> Vec<usize> {
        (0..self.squares.len()).filter(|&square| is_in(self.squares[square])).collect()
    }

    /// Calls `stays` for each number and replaces the number if `stays` returns false.
    pub(crate) fn retain(&mut self, replaced: Clue, stays: &mut dyn FnMut() -> bool) {
        let numbers = self.squares.iter_mut().filter(|clue| clue.number().is_some());
        numbers.filter(|_| !stays()).for_each(|clue| *clue = replaced);
    }
}
