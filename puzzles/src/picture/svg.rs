//! Drawing a sheet as SVG.

use super::content;
use super::lines::Lines;
use crate::sheet::Sheet;
use crate::squares::column_name;
use std::fmt::Write;

/// The side length of a square.
const SIDE: usize = 40;

/// The width of the margin for coordinates, and for each clue on the left or top.
const MARGIN: usize = 24;

/// Fill colours of areas, light and easy to distinguish.
const FILLS: [&str; 8] = ["#fbdada", "#dbe7fb", "#dff3df", "#fbf3cf", "#ecdff7", "#fbe6d2", "#d6f1f1", "#ececec"];

/// A drawing in progress, relative to a corner of its grid.
struct Drawing<'a> {
    sheet: &'a Sheet,
    values: &'a [Option<i32>],
    left: usize,
    top: usize,
    out: String,
}

/// A sheet as SVG, with the known values of its cells.
///
/// ```
/// let sudoku = (puzzles::kind("sudoku").unwrap().read)("1...\n..3.\n.4..\n...2\n").unwrap();
/// assert!(puzzles::svg(&sudoku.sheet(), &[None; 16]).starts_with("<svg "));
/// ```
pub fn svg(sheet: &Sheet, values: &[Option<i32>]) -> String {
    let room = |clues: &[Vec<String>]| MARGIN * clues.iter().map(Vec::len).max().unwrap_or(0) + 8;
    let coordinates = MARGIN * usize::from(sheet.coordinates);
    let (left, top) = (coordinates + room(&sheet.left), coordinates + room(&sheet.above));
    let width = left + sheet.columns * SIDE + room(&sheet.right);
    let height = top + sheet.rows * SIDE + room(&sheet.below);
    let out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" text-anchor=\"middle\" dominant-baseline=\"central\">\n"
    );
    let mut drawing = Drawing { sheet, values, left, top, out };
    drawing.outside();
    drawing.squares();
    drawing.lines();
    drawing.out + "</svg>\n"
}

impl Drawing<'_> {
    fn text(&mut self, (x, y): (usize, usize), size: usize, more: &str, text: &str) {
        if !text.is_empty() {
            let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
            let _ = writeln!(self.out, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{more}>{text}</text>");
        }
    }

    /// The upper left corner of a square.
    fn place(&self, row: usize, column: usize) -> (usize, usize) {
        (self.left + column * SIDE, self.top + row * SIDE)
    }

    fn corner(&self, square: usize) -> (usize, usize) {
        self.place(square / self.sheet.columns, square % self.sheet.columns)
    }

    /// Draws the names of columns and rows, and the clues around the grid. Clues on the left and top are drawn from the
    /// grid outwards.
    fn outside(&mut self) {
        let sheet = self.sheet;
        let (right, below) = self.place(sheet.rows, sheet.columns);
        let middle = |(x, y): (usize, usize)| (x + SIDE / 2, y + SIDE / 2);
        if sheet.coordinates {
            let at = |drawing: &Self, line| middle(drawing.place(line, line));
            (0..sheet.columns).for_each(|i| self.text((at(self, i).0, MARGIN / 2 + 4), 12, "", &column_name(i)));
            (0..sheet.rows).for_each(|i| self.text((MARGIN / 2, at(self, i).1), 12, "", &(i + 1).to_string()));
        }
        let sides = [
            (&sheet.above, self.top, -1),
            (&sheet.below, below, 1),
            (&sheet.left, self.left, -1),
            (&sheet.right, right, 1),
        ];
        for (side, (lines, edge, step)) in sides.into_iter().enumerate() {
            for (line, clues) in lines.iter().enumerate() {
                for i in 0..clues.len() {
                    let clue = &clues[if step < 0 { clues.len() - 1 - i } else { i }];
                    let away = edge.wrapping_add_signed(step * (MARGIN * i + MARGIN / 2) as isize);
                    let (x, y) = middle(self.place(line, line));
                    self.text(if side < 2 { (x, away) } else { (away, y) }, 16, "", clue);
                }
            }
        }
    }

    fn squares(&mut self) {
        let sheet = self.sheet;
        let stroke = if sheet.edges.is_empty() { "#bbb" } else { "none" };
        for (number, square) in sheet.squares.iter().enumerate() {
            let (x, y) = self.corner(number);
            let fill = match square.area {
                _ if square.black => "#222",
                Some(area) if sheet.tinted => FILLS[area % FILLS.len()],
                _ => "#fff",
            };
            let rect = format!("<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"");
            let _ = writeln!(self.out, "{rect} fill=\"{fill}\" stroke=\"{stroke}\"/>");
            let ink = if square.black { " fill=\"#fff\"" } else { " fill=\"#111\"" };
            let text = content(sheet, number, self.values).unwrap_or_default();
            self.text((x + SIDE / 2, y + SIDE / 2), 20, ink, &text);
        }
        for cage in &sheet.cages {
            let (x, y) = self.corner(cage.squares[0]);
            self.text((x + 3, y + 8), 10, " text-anchor=\"start\"", &cage.label);
        }
        for sign in &sheet.signs {
            let ((x1, y1), (x2, y2)) = (self.corner(sign.first), self.corner(sign.second));
            let middle = (usize::midpoint(x1, x2) + SIDE / 2, usize::midpoint(y1, y2) + SIDE / 2);
            self.text(middle, 14, "", &sign.text);
        }
    }

    /// Draws thick lines between areas and around the grid, and dots where the player's sides meet.
    fn lines(&mut self) {
        let sheet = self.sheet;
        let lines = Lines::new(sheet, self.values);
        let dots = (0..=sheet.rows).flat_map(|row| (0..=sheet.columns).map(move |column| (row, column)));
        let (mut path, mut circles) = (String::new(), String::new());
        for (row, column) in dots {
            let (x, y) = self.place(row, column);
            if column < sheet.columns && lines.above(row, column) {
                let _ = write!(path, "M{x} {y}h{SIDE}");
            }
            if row < sheet.rows && lines.left(row, column) {
                let _ = write!(path, "M{x} {y}v{SIDE}");
            }
            if !sheet.edges.is_empty() {
                let _ = writeln!(circles, "<circle cx=\"{x}\" cy=\"{y}\" r=\"2.5\" fill=\"#111\"/>");
            }
        }
        let style = "stroke=\"#111\" stroke-width=\"2.5\" stroke-linecap=\"square\" fill=\"none\"";
        let _ = writeln!(self.out, "<path d=\"{path}\" {style}/>\n{circles}");
        self.out.pop();
        if sheet.diagonals {
            let (x, y, w, h) = (self.left, self.top, sheet.columns * SIDE, sheet.rows * SIDE);
            let _ = writeln!(self.out, "<path d=\"M{x} {y}l{w} {h}m0 -{h}l-{w} {h}\" stroke=\"#99c\" fill=\"none\"/>");
        }
    }
}
