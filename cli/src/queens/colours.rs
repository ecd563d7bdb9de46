//! `--format unicode` on a terminal: draws light and dark squares with background colours.

use anstyle::{Ansi256Color, Color, Style};
use queens::{Drawing, Picture, Sign};
use std::fmt::Write;

/// The 256-colour codes of light and dark squares, plain and attacked, and of the signs (`INK`).
const SQUARES: [[u8; 2]; 2] = [[223, 137], [217, 131]];
const INK: u8 = 16;

/// Draws a coloured board: two characters per square, and a sign only for queens.
pub(crate) fn drawn(picture: &Picture) -> String {
    let mut text = String::new();
    for (row, signs) in picture.rows() {
        for (column, sign) in (0u32..).zip(signs) {
            let is_dark = (row + column) % 2 == 0;
            let background = SQUARES[usize::from(sign == Sign::Attacked)][usize::from(is_dark)];
            let [ink, background] = [INK, background].map(|colour| Some(Color::Ansi256(Ansi256Color(colour))));
            let style = Style::new().fg_color(ink).bg_color(background);
            let piece = match sign {
                Sign::Queen | Sign::Unmarked => Drawing::Unicode.sign(sign),
                Sign::Free | Sign::Attacked => ' ',
            };
            // Writing to a string cannot fail.
            let _ = write!(text, "{style}{piece} {style:#}");
        }
        text.push('\n');
    }
    text
}
