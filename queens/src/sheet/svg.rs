//! The SVG page format, a single picture, and the elements that it shares with HTML pages.

use super::{BALL, BALLS, BAR, CROWN, FEW, Sheet, attacked, escaped, names};
use crate::picture::Picture;
use std::fmt::{self, Formatter, Write};

/// The colours, except those of the page itself.
pub(super) const STYLE: &str = "\
.light{fill:#f3e5c8}
.dark{fill:none;stroke:#bd9166;stroke-dasharray:1}
.light,.dark{shape-rendering:crispEdges}
.attacked{fill:#c2261f;fill-opacity:.38;shape-rendering:crispEdges}
.queen{fill:#221c17;stroke:#221c17;stroke-width:4;stroke-linejoin:round}
.other{fill:#fffaf0}
.frame{fill:none;stroke:#6b4a2d;stroke-width:.06}
";

/// The maximum width of a single board, and of its squares, in pixels.
const ALONE: (usize, usize) = (720, 48);
/// The same widths for one board among several.
const AMONG: (usize, usize) = (120, 30);

pub(super) fn write(sheet: &Sheet, title: &str, f: &mut Formatter<'_>) -> fmt::Result {
    let (n, count) = (sheet.n, sheet.pictures.len());
    let alone = count == 1;
    let (board, square) = if alone { ALONE } else { AMONG };
    let pixels = (board / n.max(1)).clamp(1, square);
    let (columns, gap) = (sheet.columns(), if alone { 1 } else { sheet.gap() });
    let boards_wide = columns * (n + gap) + gap;
    let note = if count == 0 { Some(title.to_owned()) } else { sheet.note() };
    // The text size does not depend on the size of the board.
    let letter = 14.0 / pixels as f64;
    let line = if note.is_some() { (2.0 * letter).ceil() as usize } else { 0 };
    let text = note.as_ref().map_or(0, |note| (note.len() as f64 * letter * 0.6).ceil() as usize + 2 * gap);
    let wide = boards_wide.max(text);
    let high = count.div_ceil(columns) * (n + gap) + gap + line;
    writeln!(
        f,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" width=\"{}\" height=\"{}\" role=\"img\">",
        wide * pixels,
        high * pixels
    )?;
    writeln!(f, "<title>{}</title>", escaped(title))?;
    if let Some(key) = sheet.key() {
        writeln!(f, "<desc>{key}</desc>")?;
    }
    write!(f, "<style>\n{STYLE}text{{font-family:sans-serif;fill:#8a7660}}\n</style>\n{}", Defs(n))?;
    for (i, picture) in sheet.pictures.iter().enumerate() {
        let (x, y) = (gap + i % columns * (n + gap), gap + i / columns * (n + gap));
        write!(f, "<g transform=\"translate({x} {y})\">")?;
        if !alone && n <= FEW {
            write!(f, "<title>{}</title>", names(picture))?;
        }
        writeln!(f, "{}</g>", Squares(picture))?;
    }
    if alone && n <= FEW {
        coordinates(n, f)?;
    }
    if let Some(note) = note {
        let y = high as f64 - gap as f64 / 2.0 - letter / 2.0;
        writeln!(f, "<text x=\"{gap}\" y=\"{y:.3}\" font-size=\"{letter:.3}\">{}</text>", escaped(&note))?;
    }
    writeln!(f, "</svg>")
}

/// Draws the column letters and row numbers beside a board at (1, 1).
fn coordinates(n: usize, f: &mut Formatter<'_>) -> fmt::Result {
    writeln!(f, "<g font-size=\".4\" text-anchor=\"middle\">")?;
    for (i, letter) in (b'a'..=b'z').take(n).enumerate() {
        write!(f, "<text x=\"{i}.5\" y=\"{y}.55\" dx=\"1\">{}</text>", char::from(letter), y = n + 1)?;
        writeln!(f, "<text x=\".5\" y=\"{y}.65\">{}</text>", i + 1, y = n - i)?;
    }
    writeln!(f, "</g>")
}

/// The shared definitions: `#board` without queens, and two queens.
pub(super) struct Defs(pub(super) usize);

impl fmt::Display for Defs {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let n = self.0;
        write!(
            f,
            "<defs>\n<g id=\"board\"><rect class=\"light\" width=\"{n}\" height=\"{n}\"/><path class=\"dark\" d=\""
        )?;
        for y in 0..n {
            let x = Sheet::first_dark(n - 1 - y);
            if x < n {
                write!(f, "M{x} {y}.5H{n}")?;
            }
        }
        writeln!(f, "\"/><rect class=\"frame\" width=\"{n}\" height=\"{n}\"/></g>")?;
        let crown = crown()?;
        writeln!(f, "<path id=\"queen\" class=\"queen\" transform=\"scale(.01)\" d=\"{crown}\"/>")?;
        writeln!(f, "<path id=\"other\" class=\"queen other\" transform=\"scale(.01)\" d=\"{crown}\"/>")?;
        writeln!(f, "</defs>")
    }
}

fn crown() -> Result<String, fmt::Error> {
    let mut path = String::new();
    for (i, (x, y)) in CROWN.iter().enumerate() {
        write!(path, "{}{x} {y}", if i == 0 { 'M' } else { 'L' })?;
    }
    path.push('z');
    for (x, y) in BALLS {
        let (r, d) = (BALL, 2 * BALL);
        write!(path, "M{} {y}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0-{d} 0z", x - r)?;
    }
    let [(left, low), (right, high)] = BAR;
    write!(path, "M{left} {low}H{right}V{high}H{left}z")?;
    Ok(path)
}

/// The drawing of a board with its upper left corner at (0, 0).
pub(super) struct Squares<'a>(pub(super) &'a Picture);

impl fmt::Display for Squares<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Squares(picture) = self;
        let y = |row: u32| picture.size() - 1 - row as usize;
        write!(f, "<use href=\"#board\"/>")?;
        let attacked = attacked(picture);
        if !attacked.is_empty() {
            write!(f, "<path class=\"attacked\" d=\"")?;
            for (row, from, to) in attacked {
                write!(f, "M{from} {}H{to}v1H{from}z", y(row))?;
            }
            write!(f, "\"/>")?;
        }
        for queen in picture.queens() {
            let which = if picture.is_marked(queen) { "queen" } else { "other" };
            write!(f, "<use href=\"#{which}\" x=\"{}\" y=\"{}\"/>", queen.column, y(queen.row))?;
        }
        Ok(())
    }
}
