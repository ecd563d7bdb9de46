//! Draws the board of an explanation: queens, excluded squares, and the queried square.

use super::question::Question;
use crate::queens::board;
use queens::{Givens, QueensModel, Square};
use solver_core::View;
use solver_core::engine::Engine;
use solver_core::why::{Explainer, WhyError};

/// Draws the board with its legend, or nothing if the board is too large.
pub(super) fn draw(
    explainer: &Explainer,
    queens: &QueensModel,
    givens: &Givens,
    asked: Question,
) -> Result<Option<String>, WhyError> {
    let n = queens.columns.len() as u32;
    if n > board::LARGEST {
        return Ok(None);
    }
    let columns = queens.columns.iter().map(|&x| explainer.symbols().var(x).map(View::from));
    let columns: Vec<View> = columns.collect::<Result<_, _>>()?;
    let square = match asked {
        Question::Square(square) => Some(square),
        Question::Column(_) => None,
    };
    let mut seen = Vec::new();
    let drawn = board::draw(n, square, |square| {
        seen.push(sign(explainer.engine(), columns[square.column as usize], square, givens));
        seen[seen.len() - 1]
    });
    let key = [('Q', "Q given"), ('q', "q follows"), ('x', "x ruled out"), ('.', ". free")];
    let mut key: Vec<&str> = key.iter().filter(|(sign, _)| seen.contains(sign)).map(|(_, words)| *words).collect();
    key.extend(square.map(|_| "[ ] asked"));
    Ok(Some(format!("{drawn}\n{}\n", key.join(", "))))
}

fn sign(engine: &Engine, column: View, square: Square, givens: &Givens) -> char {
    let row = square.row as i32;
    if givens.squares().contains(&square) {
        'Q'
    } else if !engine.contains(column, row) {
        'x'
    } else if engine.fixed(column).is_some() {
        'q'
    } else {
        '.'
    }
}
