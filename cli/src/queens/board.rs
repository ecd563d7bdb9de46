//! Draws boards for explanations: a sign on each square, with row numbers and column letters.

use queens::Square;

/// The size of the largest board that can be drawn.
pub(super) const LARGEST: u32 = 40;

/// The size of the largest board with column letters.
const LETTERS: u32 = 26;

/// Draws a board from the sign of each square. Brackets around the queried square replace the blanks beside it.
pub(super) fn draw(n: u32, asked: Option<Square>, mut sign: impl FnMut(Square) -> char) -> String {
    let width = n.to_string().len();
    let mut text = String::new();
    for row in (0..n).rev() {
        let mut line = format!("{:>width$} ", row + 1);
        for column in 0..n {
            let square = Square { column, row };
            if asked == Some(square) {
                line.pop();
                line += &format!("[{}]", sign(square));
            } else {
                line += &format!("{} ", sign(square));
            }
        }
        text += line.trim_end();
        text.push('\n');
    }
    if n <= LETTERS {
        let letters = (b'a'..).take(n as usize).map(|letter| format!(" {}", char::from(letter)));
        text += &format!("{:width$}{}\n", "", letters.collect::<String>());
    }
    text
}
