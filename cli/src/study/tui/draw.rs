//! Draws the screen.

use super::app::App;
use crossterm::cursor::MoveTo;
use crossterm::style::{Color, ContentStyle, PrintStyledContent, Stylize};
use crossterm::terminal::{self, BeginSynchronizedUpdate, EndSynchronizedUpdate};
use crossterm::{execute, queue};
use std::io::{self, Write};
use study::step::{Drawn, Line, Piece, Tint};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The colours that are assigned to the constraints in turn: orange, sky blue, bluish green, reddish purple, blue and
/// vermilion. They come from the palette of M. Okabe, K. Ito, *Color universal design* (2008), and are visible on both
/// black and white; each is approximated by the closest of the 256 terminal colours. Without colours, letters
/// distinguish the constraints.
const COLOURS: [u8; 6] = [172, 74, 36, 168, 32, 166];

const KEYS: &str = " n next  p back  f failure  s solution  : command  ? help  q end";

/// The minimum width at which the screen is divided into two halves.
const NARROW: usize = 50;

pub(super) fn draw(out: &mut impl Write, app: &mut App<'_>) -> io::Result<()> {
    let (width, height) = terminal::size()?;
    let (width, height) = (usize::from(width), usize::from(height));
    let middle = height.saturating_sub(3);
    let mut rows = vec![vec![piece(format!(" {}", app.title), Tint::Bold)]];
    if width < NARROW {
        rows.extend(picture(app, width, middle - middle / 2));
        rows.extend(lines(app, width, middle / 2));
    } else {
        // The left half is as wide as the picture, within limits.
        let picture_width = app.session.picture().drawn(app.session.replay()).width() + 2;
        let wide = picture_width.max(28).min(width * 3 / 5);
        let halves = picture(app, wide, middle).into_iter().zip(lines(app, width - wide, middle));
        rows.extend(halves.map(|(left, right)| [fitted(left, wide), right].concat()));
    }
    let bar = format!(" {}", app.session.place());
    rows.push(vec![piece(format!("{bar:width$}"), Tint::Inverse)]);
    rows.push(vec![match &app.typed {
        Some(typed) => piece(format!(":{typed}█"), Tint::Plain),
        None => piece(KEYS.to_owned(), Tint::Faint),
    }]);
    queue!(out, BeginSynchronizedUpdate)?;
    for (y, row) in (0..).zip(rows.into_iter().take(height)) {
        queue!(out, MoveTo(0, y))?;
        for Piece { text, tint } in fitted(row, width) {
            queue!(out, PrintStyledContent(style(tint).apply(text)))?;
        }
    }
    execute!(out, EndSynchronizedUpdate)
}

/// Draws the right half: the output of the last command below its heading.
fn lines(app: &mut App<'_>, width: usize, height: usize) -> Vec<Line> {
    // Scrolling stops at the last line. Wrapped lines are not counted.
    app.scroll = app.scroll.min(u16::try_from(app.lines.len().saturating_sub(1)).unwrap_or(u16::MAX));
    half(&app.heading, wrapped(&app.lines, width).skip(app.scroll.into()), width, height)
}

/// Draws the rows of a half below its heading.
fn half(heading: &str, rows: impl Iterator<Item = Line>, width: usize, height: usize) -> Vec<Line> {
    let heading = format!(" {heading} ");
    let rule = "─".repeat(width.saturating_sub(heading.width()));
    [vec![piece(heading + &rule, Tint::Plain)]]
        .into_iter()
        .chain(rows)
        .chain(std::iter::repeat_with(Line::new))
        .take(height)
        .collect()
}

fn picture(app: &App<'_>, width: usize, height: usize) -> Vec<Line> {
    let Drawn { mut lines, headings, touched, legend } = app.session.picture().drawn(app.session.replay());
    if lines.is_empty() {
        let none = ["no variable can be drawn: d lists domains".to_owned()];
        return half("Domains", wrapped(&none, width), width, height);
    }
    let inside = height.saturating_sub(1);
    let legend = legend_rows(&legend, width);
    // Reserves space for the legend below the picture.
    let room = inside.saturating_sub(legend.len().min((inside / 3).max(1))).max(headings + 1);
    let more = lines.len().saturating_sub(room);
    if more > 0 {
        // The headings stay in place, and the latest change remains visible.
        let shown = room.saturating_sub(headings + 1).max(1);
        let place = touched.unwrap_or(0).saturating_sub(headings);
        let first = (place + 1).saturating_sub(shown);
        lines.drain(headings..headings + first);
        let below = lines.len().saturating_sub(headings + shown);
        lines.truncate(headings + shown);
        if below > 0 {
            lines.push(vec![piece(format!(" … {below} more below"), Tint::Faint)]);
        }
    }
    half("Domains", lines.into_iter().chain(legend), width, height)
}

/// Lays out the legend. Signs share rows. Each constraint has its own rows, which are wrapped if its name is long.
fn legend_rows(legend: &[Line], width: usize) -> Vec<Line> {
    let (signs, named): (Vec<&Line>, Vec<&Line>) = legend.iter().partition(|line| line.len() == 1);
    let text = |line: &[Piece]| -> String { line.iter().map(|piece| piece.text.as_str()).collect() };
    let signs: Vec<String> = signs.into_iter().map(|line| text(line)).collect();
    let signs = (!signs.is_empty()).then(|| vec![piece(format!(" {}", signs.join("  ")), Tint::Faint)]);
    let mut rows: Vec<Line> = signs.into_iter().collect();
    for line in named {
        let name: Vec<char> = text(&line[1..]).chars().collect();
        for (i, part) in name.chunks(width.saturating_sub(2).max(8)).enumerate() {
            let before = if i == 0 { format!(" {}", line[0].text) } else { "   ".to_owned() };
            rows.push(vec![piece(before, line[0].tint), piece(part.iter().collect(), Tint::Plain)]);
        }
    }
    rows
}

/// Wraps lines to this width; breaks longer words.
fn wrapped(lines: &[String], width: usize) -> impl Iterator<Item = Line> {
    let rows = lines.iter().flat_map(move |line| textwrap::wrap(line, width));
    rows.map(|row| vec![piece(row.into_owned(), Tint::Plain)])
}

/// Cuts a row to this width and pads it with blanks. Removes control characters from names, because a terminal would
/// obey them.
fn fitted(row: Line, width: usize) -> Line {
    let mut room = width;
    let mut fits = |c: &char| room.checked_sub(c.width().unwrap_or(0)).inspect(|&left| room = left).is_some();
    let mut cut = |text: &str| text.chars().filter(|c| !c.is_control()).take_while(&mut fits).collect();
    let mut row: Line = row.into_iter().map(|p| piece(cut(&p.text), p.tint)).collect();
    row.push(piece(" ".repeat(room), Tint::Plain));
    row
}

fn piece(text: String, tint: Tint) -> Piece {
    Piece { text, tint }
}

fn style(tint: Tint) -> ContentStyle {
    let plain = ContentStyle::new();
    match tint {
        Tint::Plain => plain,
        Tint::Faint => plain.dim(),
        Tint::Bold => plain.bold(),
        Tint::Inverse => plain.bold().reverse(),
        Tint::Colour(place) => plain.with(Color::AnsiValue(COLOURS[place % COLOURS.len()])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_its_width_and_no_control_characters() {
        let text = |row: Line| row.into_iter().map(|p| p.text).collect::<String>();
        let row = || vec![piece("a\x1b[2Jb".to_owned(), Tint::Plain), piece("クイーン\n".to_owned(), Tint::Bold)];
        assert_eq!(text(fitted(row(), 20)), "a[2Jbクイーン       ");
        assert_eq!(text(fitted(row(), 8)), "a[2Jbク ");
        assert_eq!(text(fitted(row(), 0)), "");
    }
}
