//! The board of an explanation: queens, excluded squares, and the square in question.

use super::question::Question;
use queens::{Givens, QueensModel, Square};
use solver_core::View;
use solver_core::engine::Engine;
use solver_core::why::{Explainer, WhyError};

/// Larger boards are not drawn.
const LARGEST: usize = 40;

/// Larger boards have no letters for their columns.
const LETTERS: usize = 26;

/// The board with its key, or nothing when it is too large to be seen.
pub(super) fn draw(
    explainer: &Explainer<'_>,
    queens: &QueensModel,
    givens: &Givens,
    asked: Question,
) -> Result<Option<String>, WhyError> {
    let n = queens.columns.len();
    if n > LARGEST {
        return Ok(None);
    }
    let columns = queens.columns.iter().map(|&x| explainer.symbols().var(x).map(View::of));
    let columns: Vec<View> = columns.collect::<Result<_, _>>()?;
    let cell = |square: Square| sign(explainer.engine(), columns[square.column as usize], square, givens);
    let width = n.to_string().len();
    let mut out = String::new();
    let mut seen = Vec::new();
    for row in (0..n as u32).rev() {
        let mut line = format!("{:>width$} ", row + 1);
        for column in 0..n as u32 {
            let square = Square { column, row };
            let sign = cell(square);
            seen.push(sign);
            // The asked square stands in brackets, which take the room of the blanks.
            if asked == Question::Square(square) {
                line.pop();
                line.push_str(&format!("[{sign}]"));
            } else {
                line.push_str(&format!("{sign} "));
            }
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    if n <= LETTERS {
        let letters = (b'a'..).take(n).map(|letter| format!(" {}", char::from(letter)));
        out.push_str(&format!("{:width$}{}\n", "", letters.collect::<String>()));
    }
    let key = [('Q', "Q given"), ('q', "q follows"), ('x', "x ruled out"), ('.', ". free")];
    let mut key: Vec<&str> = key.iter().filter(|(sign, _)| seen.contains(sign)).map(|(_, words)| *words).collect();
    if matches!(asked, Question::Square(_)) {
        key.push("[ ] asked");
    }
    out.push_str(&format!("\n{}\n", key.join(", ")));
    Ok(Some(out))
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
