//! Light Up (Akari): lamps that light every square and not each other.

use crate::grid::{Grid, check_size, digit, is_empty};
use crate::puzzle::{Kind, LEVELS, Puzzle};
use crate::puzzlink::lines;
use crate::puzzlink::{self, Clue, TEXT_AND_LINK};
use crate::read::{Comments, Position, ReadError, end};
use crate::sheet::{Sheet, square_name};
use crate::statement::Statement;
use crate::words::Words;
use solver_core::prelude::*;
use solver_core::search::Rng;

/// The kind.
pub static KIND: Kind = Kind {
    name: "light-up",
    title: "Light Up",
    rules: "Place lamps on white squares so that each of them is lit: a lamp lights its row and column up to the next \
            black square. No lamp lights another. A number says how many lamps share a side with its square.",
    formats: &[
        "a line for each row: . for a white square, # for a black one, a digit for a black one with a number",
        "a link: https://puzz.link/p?akari/6/6/nekcakbl",
    ],
    writes: TEXT_AND_LINK,
    example: ".1.....\n..3....\n12.....\n1..10.#\n##.....\n..1....\n..0...2\n",
    sizes: [5, 7, 10],
    levels: LEVELS,
    read: boxed,
    compose,
};

/// A board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LightUp {
    columns: usize,
    squares: Vec<Square>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Square {
    White,
    Black,
    Number(usize),
}

/// The level of what lights a square.
const LIT: u8 = 1;

fn boxed(text: &str) -> Result<Box<dyn Puzzle>, ReadError> {
    Ok(Box::new(read(text)?))
}

/// Reads a board.
///
/// # Errors
/// [`ReadError`] with line and column.
pub fn read(text: &str) -> Result<LightUp, ReadError> {
    if let Some(mut link) = puzzlink::link(text, KIND.name)? {
        let columns = link.columns;
        check_size(link.rows, columns, link.place())?;
        let square = |(clue, _)| match clue {
            Clue::None => Square::White,
            Clue::Unknown => Square::Black,
            Clue::Number(count) => Square::Number(count),
        };
        let squares = link.numbers4()?.into_iter().map(square).collect();
        link.end()?;
        return Ok(LightUp { columns, squares });
    }
    let grid = Grid::rectangle(&lines(text, Comments::Slashes)?, end(text))?;
    let square = |&(square, at): &(&str, Position)| match digit(square, 4) {
        Some(count) => Ok(Square::Number(count)),
        None if square == "#" => Ok(Square::Black),
        None if is_empty(square) => Ok(Square::White),
        None => Err(at.expected("`.` for a white square, `#` for a black one, or 0 to 4", square)),
    };
    let squares = grid.squares.iter().map(square).collect::<Result<_, ReadError>>()?;
    Ok(LightUp { columns: grid.columns, squares })
}

/// Random black squares, a random solution, and all its numbers.
fn compose(size: usize, rng: &mut Rng) -> Option<Box<dyn Puzzle>> {
    let black = |rng: &mut Rng| if rng.below(100) < 22 { Square::Black } else { Square::White };
    let mut board = LightUp { columns: size, squares: (0..size * size).map(|_| black(rng)).collect() };
    let cells = board.cells();
    let values = crate::answer::random_solution(&board.statement().ok()?, rng)?;
    for square in 0..board.squares.len() {
        if board.squares[square] == Square::Black {
            let lamps =
                board.beside(square).filter(|other| cells.binary_search(other).is_ok_and(|cell| values[cell] == 1));
            board.squares[square] = Square::Number(lamps.count());
        }
    }
    Some(Box::new(board))
}

impl LightUp {
    fn rows(&self) -> usize {
        self.squares.len() / self.columns
    }

    fn beside(&self, square: usize) -> impl Iterator<Item = usize> + use<> {
        crate::sheet::beside(square, self.rows(), self.columns)
    }

    /// The white squares.
    fn cells(&self) -> Vec<usize> {
        (0..self.squares.len()).filter(|&square| self.squares[square] == Square::White).collect()
    }

    /// Runs of white squares in rows, or in columns.
    fn runs(&self, across: bool) -> Vec<Vec<usize>> {
        let (lines, length) = if across { (self.rows(), self.columns) } else { (self.columns, self.rows()) };
        let mut runs = Vec::new();
        for line in 0..lines {
            let mut run = Vec::new();
            for i in 0..length {
                let square = if across { line * self.columns + i } else { i * self.columns + line };
                if self.squares[square] == Square::White {
                    run.push(square);
                } else if !run.is_empty() {
                    runs.push(std::mem::take(&mut run));
                }
            }
            if !run.is_empty() {
                runs.push(run);
            }
        }
        runs
    }
}

impl Puzzle for LightUp {
    fn statement(&self) -> Result<Statement, ModelError> {
        let mut s = Statement::new(Words::Marks { one: "a lamp on {c}", many: "lamps on {c}", none: "no lamp on {c}" });
        let name = |square: usize| square_name(square / self.columns, square % self.columns);
        let cells = self.cells();
        let numbers =
            |squares: &[usize]| squares.iter().filter_map(|s| cells.binary_search(s).ok()).collect::<Vec<usize>>();
        for &square in &cells {
            s.cell(name(square), 0..=1)?;
        }
        let runs = [self.runs(true), self.runs(false)];
        for (runs, kind) in runs.iter().zip(["run across", "run down"]) {
            for run in runs.iter().filter(|run| run.len() > 1) {
                let title = format!("the line {}-{}", name(run[0]), name(run[run.len() - 1]));
                s.at_most_one(kind, &title, &numbers(run));
            }
        }
        for (square, about) in self.squares.iter().enumerate() {
            if let Square::Number(count) = *about {
                let near: Vec<usize> = self.beside(square).collect();
                s.exactly("", &format!("the {count} in {}", name(square)), &numbers(&near), count);
            }
        }
        for &square in &cells {
            let mut seen: Vec<usize> =
                runs.iter().flatten().filter(|run| run.contains(&square)).flatten().copied().collect();
            seen.sort_unstable();
            seen.dedup();
            let sum: Expr = s.variables(&numbers(&seen)).into_iter().map(Expr::from).sum();
            let title = format!("the light in {}", name(square));
            let rule = s.model.post(sum.at_least(1)).named(&title).id();
            s.rule(rule, &title, LIT);
        }
        Ok(s)
    }

    fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::grid(self.rows(), self.columns);
        let cells = self.cells();
        for (number, square) in sheet.squares.iter_mut().enumerate() {
            square.cell = cells.binary_search(&number).ok();
            square.black = square.cell.is_none();
            if let Square::Number(count) = self.squares[number] {
                square.text = count.to_string();
            }
        }
        sheet.symbols = vec!["·".to_owned(), "○".to_owned()];
        sheet
    }

    fn write(&self) -> String {
        let square = |square: &Square| match square {
            Square::White => '.',
            Square::Black => '#',
            Square::Number(count) => char::from(b'0' + *count as u8),
        };
        self.squares.chunks(self.columns).map(|row| row.iter().map(square).collect::<String>() + "\n").collect()
    }

    fn write_as(&self, format: &str) -> Option<String> {
        let clue = |square: &Square| match square {
            Square::White => Clue::None,
            Square::Black => Clue::Unknown,
            Square::Number(count) => Clue::Number(*count),
        };
        let clues: Vec<Clue> = self.squares.iter().map(clue).collect();
        match format {
            "text" => Some(self.write()),
            puzzlink::NAME => Some(puzzlink::written("akari", self.columns, self.rows(), &puzzlink::write4(&clues))),
            _ => None,
        }
    }

    fn clues(&self) -> usize {
        self.squares.iter().filter(|square| matches!(square, Square::Number(_))).count()
    }

    fn keeping(&self, kept: &[bool]) -> Box<dyn Puzzle> {
        let mut left = self.clone();
        let numbers = left.squares.iter_mut().filter(|square| matches!(square, Square::Number(_)));
        numbers.zip(kept).filter(|(_, kept)| !**kept).for_each(|(square, _)| *square = Square::Black);
        Box::new(left)
    }
}
