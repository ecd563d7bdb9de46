//! Draws a sheet as SVG.

use super::content;
use super::lines::Lines;
use crate::sheet::{Sheet, Square};
use crate::squares::column_name;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The side length of a square.
const SIDE: usize = 40;

/// The width of the margin for coordinates, and for each clue on the left or at the top.
const MARGIN: usize = 24;

/// Fill colours for areas, light and easy to distinguish.
const FILLS: [&str; 8] = ["#fbdada", "#dbe7fb", "#dff3df", "#fbf3cf", "#ecdff7", "#fbe6d2", "#d6f1f1", "#ececec"];

/// The styles of texts and lines. Text classes are named after their size: `t20` is for square contents.
const STYLE: &str = "text{font:20px sans-serif;text-anchor:middle;dominant-baseline:central;fill:#111}.t16{font-size:16px}\
.t14{font-size:14px}.t12{font-size:12px}.t10{font-size:10px;text-anchor:start}.w{fill:#fff}\
.g{stroke:#bbb}.l{stroke:#111;stroke-width:2.5;stroke-linecap:square}.o{stroke:#111;stroke-width:5;stroke-linecap:round}\
.d{stroke:#99c}.g,.l,.o,.d{fill:none}";

/// A drawing in progress. Coordinates are relative to a corner of the grid.
struct Drawing<'a> {
    sheet: &'a Sheet,
    values: &'a [Option<i32>],
    left: usize,
    top: usize,
    out: String,
    /// The line of text that the next character may continue: its class, its y position, and each character's x
    /// position.
    line: Option<(&'static str, usize, Vec<usize>, String)>,
}

/// Returns the maximal runs of equal values, each as first index, length and value.
fn runs<T: PartialEq>(values: impl Iterator<Item = T>) -> Vec<(usize, usize, T)> {
    let mut runs: Vec<(usize, usize, T)> = Vec::new();
    for (i, value) in values.enumerate() {
        match runs.last_mut().filter(|(_, _, last)| *last == value) {
            Some((_, length, _)) => *length += 1,
            None => runs.push((i, 1, value)),
        }
    }
    runs
}

/// Draws a sheet as SVG, with its known cell values.
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
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
         <style>{STYLE}</style>\n"
    );
    let mut drawing = Drawing { sheet, values, left, top, out, line: None };
    drawing.outside();
    drawing.squares();
    drawing.lines();
    drawing.out + "</svg>\n"
}

impl Drawing<'_> {
    /// Draws a text. Single characters on one line become one text element with a list of positions.
    fn text(&mut self, (x, y): (usize, usize), class: &'static str, text: &str) {
        let is_letter = text.encode_utf16().count() == 1;
        match &mut self.line {
            Some((own, at, xs, letters)) if is_letter && (*own, *at) == (class, y) => {
                xs.push(x);
                letters.push_str(text);
            }
            _ if text.is_empty() => {}
            _ => {
                self.end_line();
                self.line = Some((class, y, vec![x], text.to_owned()));
                if !is_letter {
                    self.end_line();
                }
            }
        }
    }

    /// Writes the current line of text.
    fn end_line(&mut self) {
        let Some((class, y, xs, text)) = self.line.take() else { return };
        let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
        let xs = xs.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
        let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
        let _ = writeln!(self.out, "<text{class} x=\"{xs}\" y=\"{y}\">{text}</text>");
    }

    /// Draws a path unless it is empty.
    fn path(&mut self, style: &str, path: &str) {
        if !path.is_empty() {
            let _ = writeln!(self.out, "<path {style} d=\"{path}\"/>");
        }
    }

    /// Returns the upper left corner of a square.
    fn place(&self, row: usize, column: usize) -> (usize, usize) {
        (self.left + column * SIDE, self.top + row * SIDE)
    }

    fn corner(&self, square: usize) -> (usize, usize) {
        self.place(square / self.sheet.columns, square % self.sheet.columns)
    }

    /// Draws the names of columns and rows, and the clues around the grid. Clues on the left and at the top are drawn
    /// from the grid outward.
    fn outside(&mut self) {
        let sheet = self.sheet;
        let (right, below) = self.place(sheet.rows, sheet.columns);
        let middle = |(x, y): (usize, usize)| (x + SIDE / 2, y + SIDE / 2);
        if sheet.coordinates {
            let at = |drawing: &Self, line| middle(drawing.place(line, line));
            (0..sheet.columns).for_each(|i| self.text((at(self, i).0, MARGIN / 2 + 4), "t12", &column_name(i)));
            (0..sheet.rows).for_each(|i| self.text((MARGIN / 2, at(self, i).1), "t12", &(i + 1).to_string()));
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
                    self.text(if side < 2 { (x, away) } else { (away, y) }, "t16", clue);
                }
            }
        }
    }

    /// Returns the path of the lines above the squares of each row and to the left of the squares of each column.
    fn strokes(&self, is_line: impl Fn(bool, usize, usize) -> bool) -> String {
        let Sheet { rows, columns, .. } = *self.sheet;
        let mut path = String::new();
        for (across, direction, lines, squares) in [(true, 'h', rows, columns), (false, 'v', columns, rows)] {
            for line in 0..=lines {
                let at = |i| if across { (line, i) } else { (i, line) };
                let drawn = runs((0..squares).map(|i| is_line(across, at(i).0, at(i).1)));
                for (start, length, _) in drawn.into_iter().filter(|run| run.2) {
                    let (x, y) = self.place(at(start).0, at(start).1);
                    let _ = write!(path, "M{x} {y}{direction}{}", length * SIDE);
                }
            }
        }
        path
    }

    fn squares(&mut self) {
        let sheet = self.sheet;
        let mut fills: BTreeMap<&str, String> = BTreeMap::new();
        for (row, squares) in sheet.squares.chunks(sheet.columns.max(1)).enumerate() {
            let fill = |square: &Square| match square.area {
                _ if square.black => "#222",
                Some(area) if sheet.tinted => FILLS[area % FILLS.len()],
                _ => "#fff",
            };
            for (column, length, fill) in runs(squares.iter().map(fill)) {
                let ((x, y), width) = (self.place(row, column), length * SIDE);
                let part = format!("M{x} {y}h{width}v{SIDE}h-{width}z");
                *fills.entry(fill).or_default() += &part;
            }
        }
        fills.iter().for_each(|(fill, path)| self.path(&format!("fill=\"{fill}\""), path));
        if sheet.edges.is_empty() {
            self.path("class=\"g\"", &self.strokes(|_, _, _| true));
        }
        for (number, square) in sheet.squares.iter().enumerate() {
            let (x, y) = self.corner(number);
            let text = content(sheet, number, self.values).unwrap_or_default();
            let classes = if text.chars().count() > 3 { ["t14", "w t14"] } else { ["", "w"] };
            self.text((x + SIDE / 2, y + SIDE / 2), classes[usize::from(square.black)], &text);
        }
        for cage in &sheet.cages {
            let (x, y) = self.corner(cage.squares[0]);
            self.text((x + 3, y + 8), "t10", &cage.label);
        }
        for sign in &sheet.signs {
            let ((x1, y1), (x2, y2)) = (self.corner(sign.first), self.corner(sign.second));
            let middle = (usize::midpoint(x1, x2) + SIDE / 2, usize::midpoint(y1, y2) + SIDE / 2);
            self.text(middle, "t14", &sign.text);
        }
        self.end_line();
    }

    /// Draws thick lines between areas and around the grid, and dots where sides drawn by the player meet.
    fn lines(&mut self) {
        let sheet = self.sheet;
        let lines = Lines::new(sheet, self.values);
        let is_line = |across, row, column| if across { lines.above(row, column) } else { lines.left(row, column) };
        self.path("class=\"l\"", &self.strokes(is_line));
        if !sheet.edges.is_empty() {
            let dots = (0..=sheet.rows).flat_map(|row| (0..=sheet.columns).map(move |column| (row, column)));
            let dots = dots.map(|(row, column)| self.place(row, column));
            self.path("class=\"o\"", &dots.map(|(x, y)| format!("M{x} {y}h0")).collect::<String>());
        }
        if sheet.diagonals {
            let (x, y, w, h) = (self.left, self.top, sheet.columns * SIDE, sheet.rows * SIDE);
            self.path("class=\"d\"", &format!("M{x} {y}l{w} {h}m0 -{h}l-{w} {h}"));
        }
    }
}
