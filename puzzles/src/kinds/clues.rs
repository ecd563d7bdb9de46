//! Boards whose squares have a number, something without a number, or nothing: of Minesweeper, Light Up, Slitherlink.

use crate::grid::digit;
use crate::kinds::prelude::*;

/// A board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Clues {
    pub(crate) columns: usize,
    pub(crate) squares: Vec<Clue>,
}

/// How the boards of a kind are written.
pub(crate) struct Notation {
    /// The name of the kind.
    pub(crate) kind: &'static str,
    /// The largest number.
    pub(crate) most: usize,
    /// What stands for a square without a number that is not empty.
    pub(crate) unknown: Option<&'static str>,
    /// What is expected in a square.
    pub(crate) expected: &'static str,
    /// Reads all squares of a link.
    pub(crate) link: fn(&mut Link<'_>) -> Read<Vec<(Clue, Position)>>,
    /// What is expected in a square of a link that has only empty squares and numbers.
    pub(crate) expected_in_link: Option<&'static str>,
}

impl Notation {
    /// The board of a link or of a text.
    pub(crate) fn whole(&self, text: &str, comments: Comments) -> Read<Clues> {
        match self.linked(text)? {
            Some(clues) => Ok(clues),
            None => self.read(&text_lines(text, comments)?, end(text)),
        }
    }

    /// The board of a link to a kind; `None` for a text that is no link.
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

    /// The board of a text: a line for each row.
    pub(crate) fn read(&self, lines: &[Line<'_>], end: Position) -> Read<Clues> {
        let grid = Grid::rectangle(lines, end)?;
        let squares = grid.map(self.expected, |square| match digit(square, self.most) {
            Some(number) => Some(Clue::Number(number)),
            None if self.unknown == Some(square) => Some(Clue::Unknown),
            None => is_empty(square).then_some(Clue::None),
        })?;
        Ok(Clues { columns: grid.columns, squares })
    }

    /// The board as [`read`](Notation::read) takes it.
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

    /// The squares with numbers.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let number = |(square, clue): (usize, &Clue)| Some(square).zip(clue.number());
        self.squares.iter().enumerate().filter_map(number)
    }

    /// The squares that are in one of these states.
    pub(crate) fn that(&self, is_in: impl Fn(Clue) -> bool) -> Vec<usize> {
        (0..self.squares.len()).filter(|&square| is_in(self.squares[square])).collect()
    }

    /// Asks of each number whether it stays; others are replaced.
    pub(crate) fn retain(&mut self, replaced: Clue, stays: &mut dyn FnMut() -> bool) {
        let numbers = self.squares.iter_mut().filter(|clue| clue.number().is_some());
        numbers.filter(|_| !stays()).for_each(|clue| *clue = replaced);
    }
}
