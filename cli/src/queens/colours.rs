//! `--format unicode` on a terminal: light and dark squares by background colours.

use crate::queens::args::Format;
use crate::run::output::is_redirected;
use anstream::{AutoStream, ColorChoice};
use anstyle::{Ansi256Color, Color, Style};
use queens::{Drawing, Picture, Sign};
use std::fmt::Write;
use std::io;

/// The 256-colour codes of light and dark squares, plain and attacked, and of the signs (`INK`).
const SQUARES: [[u8; 2]; 2] = [[223, 137], [217, 131]];
const INK: u8 = 16;

/// Whether boards in this format are coloured: standard output must be a terminal, and the user's settings (`NO_COLOR`,
/// `CLICOLOR`, `TERM`) must allow colours.
pub(crate) fn wanted(format: Format) -> bool {
    let can_show = || !is_redirected() && AutoStream::choice(&io::stdout()) != ColorChoice::Never;
    format.drawing() == Some(Drawing::Unicode) && can_show()
}

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
