//! Minesweeper: where the mines are, from the numbers that are uncovered; which squares are safe.

use crate::grid::{Grid, check_size, digit, is_empty};
use crate::puzzle::{Kind, LEVELS, Puzzle, TEXT};
use crate::puzzlink::lines;
use crate::puzzlink::{self, Clue};
use crate::read::{Comments, Line, Position, ReadError, end, number};
use crate::sheet::{Sheet, square_name};
use crate::statement::Statement;
use crate::words::Words;
use solver_core::prelude::*;
use solver_core::search::Rng;

/// The kind.
pub static KIND: Kind = Kind {
    name: "minesweeper",
    title: "Minesweeper",
    rules: "A number says how many of the squares around it, corners included, hold a mine. Find the mines; a square \
            where there is none in any solution is safe.",
    formats: &[
        "a line for each row: digits, . for a covered square, * for a mine that is known; a line `mines 10` says how many there are",
        "a link: https://puzz.link/p?mines/5/5/g2m13l13g0j",
    ],
    writes: TEXT,
    example: "0..3...1\n1224...2\n2.22..2.\n2.213331\n1.102.20\n11102.20\n2.1012.1\n.21001.1\nmines 15\n",
    sizes: [4, 8, 16],
    levels: LEVELS,
    read: boxed,
    compose,
};

/// A board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Minesweeper {
    columns: usize,
    squares: Vec<Square>,
    /// The number of mines, if it is known.
    mines: Option<usize>,
}

/// What is seen of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Square {
    Covered,
    Mine,
    Number(usize),
}

/// What begins a line with the number of mines.
const MINES: [&str; 1] = ["mines"];

/// The level of a number.
const NUMBER: u8 = 1;

fn boxed(text: &str) -> Result<Box<dyn Puzzle>, ReadError> {
    Ok(Box::new(read(text)?))
}

/// Reads a board.
///
/// # Errors
/// [`ReadError`] with line and column.
pub fn read(text: &str) -> Result<Minesweeper, ReadError> {
    if let Some(mut link) = puzzlink::link(text, KIND.name)? {
        let columns = link.columns;
        check_size(link.rows, columns, link.place())?;
        let squares = link.numbers16(columns * link.rows)?.into_iter().map(|(clue, at)| match clue {
            Clue::Number(count) if count <= 8 => Ok(Square::Number(count)),
            Clue::None => Ok(Square::Covered),
            _ => Err(at.error("expected a number up to 8, or a run of covered squares")),
        });
        let squares = squares.collect::<Result<_, ReadError>>()?;
        link.end()?;
        return Ok(Minesweeper { columns, squares, mines: None });
    }
    let (counts, board): (Vec<Line<'_>>, Vec<Line<'_>>) =
        lines(text, Comments::Hash)?.into_iter().partition(|line| line.setting(&MINES).is_some());
    let grid = Grid::rectangle(&board, end(text))?;
    let square = |&(square, at): &(&str, Position)| match digit(square, 8) {
        Some(count) => Ok(Square::Number(count)),
        None if square == "*" => Ok(Square::Mine),
        None if is_empty(square) => Ok(Square::Covered),
        None => Err(at.expected("a number up to 8, `.` for a covered square or `*` for a mine", square)),
    };
    let squares: Vec<Square> = grid.squares.iter().map(square).collect::<Result<_, ReadError>>()?;
    let mut mines = None;
    for line in counts {
        let words = line.setting(&MINES).map(|(_, words)| words).unwrap_or_default();
        let [(count, at)] = words[..] else {
            return Err(line.start().error("expected `mines` and their number"));
        };
        if mines.replace(number(count, at, 0..=squares.len(), "the number of mines")?).is_some() {
            return Err(line.start().error("the number of mines is given twice"));
        }
    }
    Ok(Minesweeper { columns: grid.columns, squares, mines })
}

/// Random mines, and the numbers of all other squares.
fn compose(size: usize, rng: &mut Rng) -> Option<Box<dyn Puzzle>> {
    let mines: Vec<bool> = (0..size * size).map(|_| rng.below(100) < 20).collect();
    let covered = Minesweeper { columns: size, squares: vec![Square::Covered; size * size], mines: None };
    let square = |square: usize| match mines[square] {
        true => Square::Covered,
        false => Square::Number(covered.around(square).into_iter().filter(|&other| mines[other]).count()),
    };
    let mines = mines.iter().filter(|mine| **mine).count();
    Some(Box::new(Minesweeper { squares: (0..size * size).map(square).collect(), mines: Some(mines), ..covered }))
}

impl Minesweeper {
    /// The squares that share a side or a corner with one.
    fn around(&self, square: usize) -> Vec<usize> {
        let (row, column) = (square / self.columns, square % self.columns);
        let near = |&other: &usize| {
            let (r, c) = (other / self.columns, other % self.columns);
            other != square && r.abs_diff(row) <= 1 && c.abs_diff(column) <= 1
        };
        (0..self.squares.len()).filter(near).collect()
    }

    /// The squares that can hold a mine.
    fn cells(&self) -> Vec<usize> {
        (0..self.squares.len()).filter(|&square| !matches!(self.squares[square], Square::Number(_))).collect()
    }
}

impl Puzzle for Minesweeper {
    fn statement(&self) -> Result<Statement, ModelError> {
        let mut s = Statement::new(Words::Marks { one: "a mine in {c}", many: "mines in {c}", none: "no mine in {c}" });
        let name = |square: usize| square_name(square / self.columns, square % self.columns);
        let cells = self.cells();
        for &square in &cells {
            let cell = s.cell(name(square), 0..=1)?;
            if self.squares[square] == Square::Mine {
                s.give(cell, 1);
            }
        }
        for (square, about) in self.squares.iter().enumerate() {
            let Square::Number(count) = *about else { continue };
            let near: Vec<usize> =
                self.around(square).iter().filter_map(|other| cells.binary_search(other).ok()).collect();
            let sum: Expr = s.variables(&near).into_iter().map(Expr::from).sum();
            let title = format!("the {count} in {}", name(square));
            let rule = s.model.post(sum.equals(count as i64)).named(&title).id();
            s.rule(rule, &title, NUMBER);
        }
        if let Some(mines) = self.mines {
            let all: Expr = s.cells.iter().map(|cell| Expr::from(cell.variable)).sum();
            let title = format!("the number of mines, {mines}");
            let rule = s.model.post(all.equals(mines as i64)).named(&title).id();
            s.rule(rule, &title, NUMBER + 2);
        }
        Ok(s)
    }

    fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::grid(self.squares.len() / self.columns, self.columns);
        let cells = self.cells();
        for (number, square) in sheet.squares.iter_mut().enumerate() {
            square.cell = cells.binary_search(&number).ok();
            square.text = match self.squares[number] {
                Square::Covered => String::new(),
                Square::Mine => "●".to_owned(),
                Square::Number(count) => count.to_string(),
            };
        }
        sheet.symbols = vec!["·".to_owned(), "●".to_owned()];
        sheet
    }

    fn write(&self) -> String {
        let square = |square: &Square| match square {
            Square::Covered => '.',
            Square::Mine => '*',
            Square::Number(count) => char::from(b'0' + *count as u8),
        };
        let rows = self.squares.chunks(self.columns);
        let text: String = rows.map(|row| row.iter().map(square).collect::<String>() + "\n").collect();
        text + &self.mines.map(|mines| format!("mines {mines}\n")).unwrap_or_default()
    }

    fn clues(&self) -> usize {
        self.squares.len() - self.cells().len()
    }

    fn keeping(&self, kept: &[bool]) -> Box<dyn Puzzle> {
        let mut left = self.clone();
        let numbers = left.squares.iter_mut().filter(|square| matches!(square, Square::Number(_)));
        numbers.zip(kept).filter(|(_, kept)| !**kept).for_each(|(square, _)| *square = Square::Covered);
        Box::new(left)
    }
}
