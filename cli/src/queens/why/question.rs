//! The question of `--why`: a square or an entire column.

use crate::exit::BadInput;
use queens::{Givens, Square, SquareError};

/// The subject of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Question {
    /// Why a queen cannot, or must, be on this square.
    Square(Square),
    /// Why each square of this column, counted from 0, is excluded.
    Column(u32),
}

impl Question {
    /// Parses a square (`e5` or `5:5`) or a column (`e` or `5`) of an n×n board.
    pub(super) fn read(text: &str, n: usize) -> Result<Question, BadInput> {
        let bad = |complaint: String| BadInput(format!("--why '{text}': {complaint}"));
        let word = text.trim();
        if word.is_empty() {
            return Err(bad("no square is named: type one, such as e5, or a column, such as e".to_owned()));
        }
        if let Some(column) = column(word) {
            return match column.and_then(|c| c.checked_sub(1)).filter(|&c| (c as usize) < n) {
                Some(column) => Ok(Question::Column(column)),
                None => Err(bad(format!("there is no such column: the {n}x{n} board has {}", columns(n)))),
            };
        }
        let square: Square = word.parse().map_err(|e| match e {
            SquareError::Syntax { .. } => bad(format!("{e}; or a column alone, such as d")),
            SquareError::Zero { .. } | SquareError::TooLarge { .. } => bad(e.to_string()),
        })?;
        Givens::new(n, [square]).map_err(|e| bad(e.to_string()))?;
        Ok(Question::Square(square))
    }
}

/// Parses a column given by letter or number, and returns its number, counted from 1. The inner `None` means that the
/// column is out of range.
fn column(word: &str) -> Option<Option<u32>> {
    if word.bytes().all(|b| b.is_ascii_digit()) {
        return Some(word.parse().ok());
    }
    match word.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => Some(Some(u32::from(letter.to_ascii_lowercase() - b'a') + 1)),
        _ => None,
    }
}

/// The columns of a board, in words.
fn columns(n: usize) -> String {
    match (n, u8::try_from(n)) {
        (1, _) => "only column a".to_owned(),
        (2..=26, Ok(last)) => format!("columns a to {}", char::from(b'a' + last - 1)),
        _ => format!("columns 1 to {n}"),
    }
}
