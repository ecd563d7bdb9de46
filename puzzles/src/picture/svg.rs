//! A sheet in SVG.

use super::content;
use super::lines::Lines;
use crate::sheet::Sheet;
use crate::squares::column_name;
use std::fmt::Write;

/// The side of a square.
const SIDE: usize = 40;

/// The room left of the grid and above it that coordinates and each clue take.
const MARGIN: usize = 24;

/// Fills of areas, light and well apart.
const FILLS: [&str; 8] = ["#fbdada", "#dbe7fb", "#dff3df", "#fbf3cf", "#ecdff7", "#fbe6d2", "#d6f1f1", "#ececec"];

pub(super) fn draw(sheet: &Sheet, values: &[Option<i32>]) -> String {
    let most = |clues: &[Vec<String>]| clues.iter().map(Vec::len).max().unwrap_or(0);
    let coordinates = usize::from(sheet.coordinates);
    let (x0, y0) = (MARGIN * (coordinates + most(&sheet.left)) + 8, MARGIN * (coordinates + most(&sheet.above)) + 8);
    let width = x0 + sheet.columns * SIDE + MARGIN * most(&sheet.right) + 8;
    let height = y0 + sheet.rows * SIDE + MARGIN * most(&sheet.below) + 8;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" text-anchor=\"middle\" dominant-baseline=\"central\">\n"
    );
    let mut text = |x: usize, y: usize, size: usize, what: &str| {
        if !what.is_empty() {
            let _ = writeln!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{}</text>", escaped(what));
        }
    };
    if sheet.coordinates {
        for column in 0..sheet.columns {
            text(x0 + column * SIDE + SIDE / 2, MARGIN / 2 + 4, 12, &column_name(column));
        }
        for row in 0..sheet.rows {
            text(MARGIN / 2, y0 + row * SIDE + SIDE / 2, 12, &(row + 1).to_string());
        }
    }
    for (column, clues) in sheet.above.iter().enumerate() {
        for (i, clue) in clues.iter().rev().enumerate() {
            text(x0 + column * SIDE + SIDE / 2, y0 - MARGIN * i - MARGIN / 2, 16, clue);
        }
    }
    for (column, clues) in sheet.below.iter().enumerate() {
        for (i, clue) in clues.iter().enumerate() {
            text(x0 + column * SIDE + SIDE / 2, y0 + sheet.rows * SIDE + MARGIN * i + MARGIN / 2, 16, clue);
        }
    }
    for (row, clues) in sheet.left.iter().enumerate() {
        for (i, clue) in clues.iter().rev().enumerate() {
            text(x0 - MARGIN * i - MARGIN / 2, y0 + row * SIDE + SIDE / 2, 16, clue);
        }
    }
    for (row, clues) in sheet.right.iter().enumerate() {
        for (i, clue) in clues.iter().enumerate() {
            text(x0 + sheet.columns * SIDE + MARGIN * i + MARGIN / 2, y0 + row * SIDE + SIDE / 2, 16, clue);
        }
    }
    out += &squares(sheet, values, x0, y0);
    out += &lines(sheet, values, x0, y0);
    out + "</svg>\n"
}

fn squares(sheet: &Sheet, values: &[Option<i32>], x0: usize, y0: usize) -> String {
    let mut out = String::new();
    let place = |square: usize| (x0 + square % sheet.columns * SIDE, y0 + square / sheet.columns * SIDE);
    for (number, square) in sheet.squares.iter().enumerate() {
        let (x, y) = place(number);
        let fill = match square.area {
            _ if square.black => "#222",
            Some(area) if sheet.tinted => FILLS[area % FILLS.len()],
            _ => "#fff",
        };
        let stroke = if sheet.edges.is_empty() { "#bbb" } else { "none" };
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\" stroke=\"{stroke}\"/>"
        );
        if let Some(text) = content(sheet, number, values) {
            let (x, y, ink) = (x + SIDE / 2, y + SIDE / 2, if square.black { "#fff" } else { "#111" });
            let _ =
                writeln!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"20\" fill=\"{ink}\">{}</text>", escaped(&text));
        }
    }
    for cage in &sheet.cages {
        let (x, y) = place(cage.squares[0]);
        let label = escaped(&cage.label);
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" font-size=\"10\" text-anchor=\"start\">{label}</text>",
            x + 3,
            y + 8
        );
    }
    for sign in &sheet.signs {
        let ((x1, y1), (x2, y2)) = (place(sign.first), place(sign.second));
        let (x, y) = (usize::midpoint(x1, x2) + SIDE / 2, usize::midpoint(y1, y2) + SIDE / 2);
        let _ = writeln!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"14\">{}</text>", escaped(&sign.text));
    }
    out
}

/// Thick lines between areas and around the grid, and dots where sides meet that a player draws.
fn lines(sheet: &Sheet, values: &[Option<i32>], x0: usize, y0: usize) -> String {
    let lines = Lines::new(sheet, values);
    let mut path = String::new();
    for row in 0..=sheet.rows {
        for column in 0..=sheet.columns {
            let (x, y) = (x0 + column * SIDE, y0 + row * SIDE);
            if column < sheet.columns && lines.above(row, column) {
                let _ = write!(path, "M{x} {y}h{SIDE}");
            }
            if row < sheet.rows && lines.left(row, column) {
                let _ = write!(path, "M{x} {y}v{SIDE}");
            }
        }
    }
    let mut out =
        format!("<path d=\"{path}\" stroke=\"#111\" stroke-width=\"2.5\" stroke-linecap=\"square\" fill=\"none\"/>\n");
    if !sheet.edges.is_empty() {
        for dot in 0..(sheet.rows + 1) * (sheet.columns + 1) {
            let (x, y) = (x0 + dot % (sheet.columns + 1) * SIDE, y0 + dot / (sheet.columns + 1) * SIDE);
            let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"2.5\" fill=\"#111\"/>");
        }
    }
    if sheet.diagonals {
        let (w, h) = (sheet.columns * SIDE, sheet.rows * SIDE);
        let _ = writeln!(out, "<path d=\"M{x0} {y0}l{w} {h}m0 -{h}l-{w} {h}\" stroke=\"#99c\" fill=\"none\"/>");
    }
    out
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
