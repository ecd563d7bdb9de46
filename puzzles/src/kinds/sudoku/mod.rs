//! Sudoku: every row, every column and every box contains each number once.
//!
//! Sizes range from 4 to 25. Variants have boxes of any shape (jigsaw), diagonals that contain each number once, or
//! cages of distinct numbers with a given sum (killer).

mod compose;
mod read;

use crate::kinds::prelude::*;

/// A sudoku.
#[derive(Clone, Debug)]
struct Sudoku {
    /// The number of rows, columns, boxes and values.
    size: usize,
    /// The box of each square.
    boxes: Vec<usize>,
    /// Whether the boxes are the regular rectangles.
    regular: bool,
    /// Whether the diagonals contain each number once.
    diagonal: bool,
    /// The cages, each with its sum and its squares.
    cages: Vec<(usize, Vec<usize>)>,
    /// The given number of each square, or 0 if there is none.
    givens: Vec<usize>,
}

const ROWS: &str =
    "a line of digits for each row, with . or 0 for an empty square; blanks, | and lines of dashes may separate boxes";
const ONE_LINE: &str = "all squares in one line: 81 characters";
const NUMBERS: &str = "for more than 9 rows, numbers with blanks between them, or letters (A is 10); with 16 rows and letters up to F, 0 is a digit";
const MORE: &str = "on separate lines: diagonal; areas and rows of letters; cage 12 a1 b1";

/// Regular sudoku.
pub(crate) static KIND: Kind = Kind {
    formats: &[ROWS, ONE_LINE, NUMBERS, MORE, "a link: https://puzz.link/p?sudoku/4/4/g1k23k3g"],
    writes: TEXT_AND_LINK,
    ..CLASSIC
};

/// The common fields of all kinds of sudoku.
const CLASSIC: Kind = Kind {
    name: "sudoku",
    title: "Sudoku",
    rules: "Every row, every column and every box holds each number once.",
    formats: &[ROWS, ONE_LINE, NUMBERS, MORE],
    writes: TEXT,
    example: "..3.2.6..\n9..3.5..1\n..18.64..\n..81.29..\n7.......8\n..67.82..\n..26.95..\n8..2.3..9\n..5.1.3..\n",
    sizes: [4, 9, 16],
    levels: LEVELS,
    read: |text| Ok(Box::new(read::read(text)?)),
    compose: compose::regular,
};

/// Diagonal sudoku.
pub(crate) static DIAGONAL: Kind = Kind {
    name: "diagonal-sudoku",
    title: "Diagonal sudoku",
    rules: "Every row, every column, every box and both diagonals hold each number once.",
    example: "8.1..4.2.\n.9.......\n....82..3\n1...9.2..\n.7.261..4\n.........\n.17..3.9.\n9.8......\n.5.......\ndiagonal\n",
    compose: compose::diagonal,
    sizes: [4, 9, 9],
    ..CLASSIC
};

/// Jigsaw sudoku.
pub(crate) static JIGSAW: Kind = Kind {
    name: "jigsaw-sudoku",
    title: "Jigsaw sudoku",
    rules: "Every row, every column and every area holds each number once.",
    example: "..2..6.\n3..74..\n.....1.\n...6...\n.......\n......1\n.73....\nareas\nAAAAAAB\nCCCBBAB\nCCCCBBB\nDDEEEEE\nDFEGGGE\nDFFFGGG\nDDDFFFG\n",
    compose: compose::jigsaw,
    sizes: [5, 7, 9],
    ..CLASSIC
};

/// Killer sudoku.
pub(crate) static KILLER: Kind = Kind {
    name: "killer-sudoku",
    title: "Killer sudoku",
    rules: "Every row, every column and every box holds each number once. The numbers of a cage add up to its sum, and none \
            repeats.",
    example: "......\n......\n...1..\n......\n......\n...2..\ncage 11 a1 b1 a2\ncage 8 c1 c2\ncage 13 d1 e1 f1\ncage 16 b2 a3 b3 b4\ncage 14 d2 e2 d3 d4\ncage 10 f2 e3 f3 f4\ncage 13 c3 c4 c5 c6\ncage 6 a4 a5\ncage 12 e4 e5 f5\ncage 9 b5 a6 b6\ncage 14 d5 d6 e6 f6\n",
    compose: compose::killer,
    sizes: [4, 6, 9],
    levels: [2, 3],
    ..CLASSIC
};

/// Returns the numbers of rows and columns in a regular box, as square as possible; `None` for prime sizes.
fn shape(size: usize) -> Option<(usize, usize)> {
    let rows = (2..size).filter(|rows| rows * rows <= size && size.is_multiple_of(*rows)).max()?;
    Some((rows, size / rows))
}

/// Returns the box of each square for regular boxes.
fn rectangles(size: usize) -> Option<Vec<usize>> {
    let (rows, columns) = shape(size)?;
    let across = size / columns;
    Some((0..size * size).map(|s| s / size / rows * across + s % size / columns).collect())
}

impl Sudoku {
    /// Creates a sudoku without givens, cages or diagonals.
    fn empty(size: usize, boxes: Vec<usize>) -> Sudoku {
        Sudoku { size, boxes, regular: true, diagonal: false, cages: Vec::new(), givens: vec![0; size * size] }
    }
}

impl Puzzle for Sudoku {
    fn statement(&self) -> Result<Statement, ModelError> {
        let size = self.size;
        let mut s = latin::state(size, &self.givens)?;
        for number in 0..size {
            let cells: Vec<usize> = (0..size * size).filter(|&square| self.boxes[square] == number).collect();
            match self.regular {
                true => s.all_different("box", &format!("box {}", number + 1), &cells),
                false => s.all_different("area", &format!("area {}", char::from(b'A' + number as u8)), &cells),
            }
        }
        if self.diagonal {
            let falling: Vec<usize> = (0..size).map(|i| i * size + i).collect();
            let rising: Vec<usize> = (0..size).map(|i| i * size + size - 1 - i).collect();
            s.all_different("falling", "the falling diagonal", &falling);
            s.all_different("rising", "the rising diagonal", &rising);
        }
        for (sum, squares) in &self.cages {
            let name = format!("the cage of {sum} at {}", s.cells[squares[0]].name);
            distinct_sum::state(&mut s, "cage", &name, squares, *sum);
        }
        Ok(s)
    }

    fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::numbers(self.size, self.size, &self.givens);
        sheet.squares.iter_mut().zip(&self.boxes).for_each(|(square, area)| square.area = Some(*area));
        sheet.diagonals = self.diagonal;
        sheet.cages =
            self.cages.iter().map(|(sum, squares)| Cage { squares: squares.clone(), label: sum.to_string() }).collect();
        sheet
    }

    fn write(&self) -> String {
        let size = self.size;
        let mut text = latin::write(size, &self.givens, if size > 9 { " " } else { "" });
        if self.diagonal {
            text += "diagonal\n";
        }
        if !self.regular {
            text += "areas\n";
            text += &write(size, &self.boxes, "", |&area| char::from(b'A' + area as u8));
        }
        for (sum, squares) in &self.cages {
            let names: Vec<String> = squares.iter().map(|&s| square_name(s / size, s % size)).collect();
            text += &format!("cage {sum} {}\n", names.join(" "));
        }
        text
    }

    fn link(&self) -> Option<String> {
        let is_plain = self.regular && !self.diagonal && self.cages.is_empty();
        let givens = self.givens.iter().map(|&given| (given > 0).then_some(given));
        is_plain.then(|| puzzlink::written("sudoku", self.size, self.size, &puzzlink::write16(givens)))
    }

    fn retain(&mut self, stays: &mut dyn FnMut() -> bool) {
        latin::retain(&mut self.givens, stays);
    }
}
