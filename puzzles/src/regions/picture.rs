//! Pictures of the board: letters, borders between regions, stars.
//!
//! Squares of one region have no line between them. An open square shows the letter of its region, an excluded one a
//! dot, and one with a star its mark.

use super::puzzle::Puzzle;
use super::square::{Square, column_name};
use super::write::letters;
use std::fmt::Write;

/// What stands on a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Marker {
    /// Nothing that is known.
    Open,
    /// A star.
    Star,
    /// Certainly no star.
    Empty,
}

/// How a board is drawn.
///
/// ```
/// use puzzles::regions::{Marker, Picture, Square, read};
/// let puzzle = read("AABB\nAABC\nDDCC\nDDCC\n")?;
/// let star = Square { row: 0, column: 2 };
/// let marker = |square| if square == star { Marker::Star } else { Marker::Open };
/// let drawn = Picture { ascii: true, colours: false }.draw(&puzzle, marker);
/// let lines: Vec<&str> = drawn.lines().collect();
/// assert_eq!(lines[..5], [
///     "     a   b   c   d",
///     "   +-------+-------+",
///     " 1 | A   A | *   B |",
///     "   |       |   +---+",
///     " 2 | A   A | B | C |",
/// ]);
/// # Ok::<(), puzzles::regions::ReadError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Picture {
    /// Only ASCII: `*` for a star, `+`, `-` and `|` for borders.
    pub ascii: bool,
    /// Colours for the regions, as a terminal shows them.
    pub colours: bool,
}

/// Backgrounds that differ well, of the 256 colours of terminals, all light enough for black text.
const COLOURS: [u8; 13] = [217, 153, 157, 229, 183, 223, 159, 250, 210, 115, 186, 180, 147];

impl Picture {
    /// Draws a board with what stands on its squares.
    pub fn draw(self, puzzle: &Puzzle, marker: impl Fn(Square) -> Marker) -> String {
        let size = puzzle.size();
        let names = letters(puzzle);
        let mut out = String::from("   ");
        for column in 0..size {
            let _ = write!(out, " {:^3}", column_name(column, size));
        }
        let mut out = out.trim_end().to_owned() + "\n";
        for row in 0..=size {
            out += &self.border(puzzle, row);
            if row == size {
                break;
            }
            let _ = write!(out, "{:>2} ", row + 1);
            for column in 0..size {
                let square = Square { row, column };
                let region = puzzle.region_of(square);
                out += self.bar(edge(puzzle, row, column, 1, 0));
                let text = match marker(square) {
                    Marker::Open => names[region].as_str(),
                    Marker::Star if self.ascii => "*",
                    Marker::Star => "★",
                    Marker::Empty if self.ascii => ".",
                    Marker::Empty => "·",
                };
                out += &self.paint(region, &format!(" {text} "));
            }
            out += self.bar(true);
            out += "\n";
        }
        out
    }

    /// The line above a row: corners and what runs between them.
    fn border(self, puzzle: &Puzzle, row: usize) -> String {
        let size = puzzle.size();
        let mut out = String::from("   ");
        for column in 0..=size {
            let side = |down: isize, right: isize| edge(puzzle, row, column, down, right);
            let arms = [side(-1, 0), side(0, 1), side(1, 0), side(0, -1)];
            out.push(self.corner(arms));
            if column < size {
                let bar = if !arms[1] {
                    "   "
                } else if self.ascii {
                    "---"
                } else {
                    "───"
                };
                out += bar;
            }
        }
        out + "\n"
    }

    /// The corner from which lines run up, right, down, left.
    fn corner(self, arms: [bool; 4]) -> char {
        if self.ascii {
            return match arms {
                [false, false, false, false] => ' ',
                [true, false, true, false] => '|',
                [false, true, false, true] => '-',
                _ => '+',
            };
        }
        match arms {
            [false, true, true, false] => '┌',
            [false, false, true, true] => '┐',
            [true, true, false, false] => '└',
            [true, false, false, true] => '┘',
            [true, false, true, false] => '│',
            [false, true, false, true] => '─',
            [true, true, true, false] => '├',
            [true, false, true, true] => '┤',
            [false, true, true, true] => '┬',
            [true, true, false, true] => '┴',
            [true, true, true, true] => '┼',
            // A border never ends on the board.
            _ => ' ',
        }
    }

    /// What stands between two squares of a row.
    fn bar(self, shown: bool) -> &'static str {
        match shown {
            false => " ",
            true if self.ascii => "|",
            true => "│",
        }
    }

    fn paint(self, region: usize, text: &str) -> String {
        if !self.colours {
            return text.to_owned();
        }
        format!("\u{1b}[30;48;5;{}m{text}\u{1b}[0m", COLOURS[region % COLOURS.len()])
    }
}

/// The region at a place that may be beside the board.
fn region(puzzle: &Puzzle, row: isize, column: isize) -> Option<usize> {
    let on_board = |i: isize| usize::try_from(i).ok().filter(|&i| i < puzzle.size());
    Some(puzzle.region_of(Square { row: on_board(row)?, column: on_board(column)? }))
}

/// Whether a border runs from a corner, the upper left one of a square, in a direction.
fn edge(puzzle: &Puzzle, row: usize, column: usize, down: isize, right: isize) -> bool {
    let (row, column) = (row as isize, column as isize);
    // The two squares on either side of the line.
    let sides = match (down, right) {
        (-1, _) => [(row - 1, column - 1), (row - 1, column)],
        (1, _) => [(row, column - 1), (row, column)],
        (_, 1) => [(row - 1, column), (row, column)],
        _ => [(row - 1, column - 1), (row, column - 1)],
    };
    let [a, b] = sides.map(|(row, column)| region(puzzle, row, column));
    a != b
}
