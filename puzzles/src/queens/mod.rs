//! Queens: as many as there are rows, of which none attacks another; some stand already.

use crate::grid::{Grid, is_empty};
use crate::puzzle::{Kind, LEVELS, Puzzle, TEXT};
use crate::puzzlink::lines;
use crate::read::{Comments, ReadError, end};
use crate::sheet::{Sheet, column_name, square_name};
use crate::statement::Statement;
use crate::words::Words;
use solver_core::prelude::*;
use solver_core::search::Rng;

/// The kind.
pub static KIND: Kind = Kind {
    name: "queens",
    title: "Queens",
    rules: "Place a queen in every row and every column so that none attacks another, not even along a diagonal.",
    formats: &["a line for each row, with Q for a queen and . for an empty square"],
    writes: TEXT,
    example: "........\n.Q......\n........\n........\n.......Q\n........\n........\n......Q.\n",
    sizes: [5, 8, 12],
    levels: LEVELS,
    read: boxed,
    compose,
};

/// A board with some queens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Queens {
    size: usize,
    /// The squares of the queens that stand.
    given: Vec<usize>,
}

fn boxed(text: &str) -> Result<Box<dyn Puzzle>, ReadError> {
    Ok(Box::new(read(text)?))
}

/// Reads a board.
///
/// # Errors
/// [`ReadError`] with line and column.
pub fn read(text: &str) -> Result<Queens, ReadError> {
    let grid = Grid::square(&lines(text, Comments::Hash)?, end(text), 1..=20)?;
    let mut given = Vec::new();
    for (number, &(square, at)) in grid.squares.iter().enumerate() {
        match square {
            "Q" | "q" | "♛" | "♕" => given.push(number),
            _ if is_empty(square) => {}
            _ => return Err(at.expected("Q for a queen, or `.` for an empty square", square)),
        }
    }
    Ok(Queens { size: grid.columns, given })
}

fn compose(size: usize, rng: &mut Rng) -> Option<Box<dyn Puzzle>> {
    let empty = Queens { size, given: Vec::new() };
    let values = crate::answer::random_solution(&empty.statement().ok()?, rng)?;
    let given = (0..size * size).filter(|&square| values[square] == 1).collect();
    Some(Box::new(Queens { size, given }))
}

impl Puzzle for Queens {
    fn statement(&self) -> Result<Statement, ModelError> {
        let size = self.size;
        let mut s =
            Statement::new(Words::Marks { one: "a queen on {c}", many: "queens on {c}", none: "no queen on {c}" });
        for square in 0..size * size {
            s.cell(square_name(square / size, square % size), 0..=1)?;
        }
        for number in 0..size {
            s.exactly("row", &format!("row {}", number + 1), &crate::latin::line(size, number, true), 1);
        }
        for number in 0..size {
            s.exactly(
                "column",
                &format!("column {}", column_name(number)),
                &crate::latin::line(size, number, false),
                1,
            );
        }
        for (kind, step) in [("falling", 1), ("rising", -1)] {
            for number in 1..2 * size - 2 {
                let on = |&square: &usize| {
                    let (row, column) = (square / size, square % size);
                    if step == 1 { row + size - 1 - column == number } else { row + column == number }
                };
                let cells: Vec<usize> = (0..size * size).filter(on).collect();
                let (first, last) = (&s.cells[cells[0]].name, &s.cells[cells[cells.len() - 1]].name);
                let name = format!("the diagonal {first}-{last}");
                s.at_most_one(kind, &name, &cells);
            }
        }
        self.given.iter().for_each(|&square| s.give(square, 1));
        Ok(s)
    }

    fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::grid(self.size, self.size);
        self.given.iter().for_each(|&square| sheet.squares[square].text = "♛".to_owned());
        sheet.symbols = vec!["·".to_owned(), "♛".to_owned()];
        sheet
    }

    fn write(&self) -> String {
        let square =
            |row: usize, column: usize| if self.given.contains(&(row * self.size + column)) { 'Q' } else { '.' };
        let row = |row| (0..self.size).map(|column| square(row, column)).collect::<String>() + "\n";
        (0..self.size).map(row).collect()
    }

    fn clues(&self) -> usize {
        self.given.len()
    }

    fn keeping(&self, kept: &[bool]) -> Box<dyn Puzzle> {
        let given = self.given.iter().zip(kept).filter(|(_, kept)| **kept).map(|(&square, _)| square);
        Box::new(Queens { size: self.size, given: given.collect() })
    }
}
