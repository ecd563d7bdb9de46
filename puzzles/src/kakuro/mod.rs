//! Kakuro: runs of numbers that differ and add up.

mod compose;
mod link;

use crate::distinct_sum;
use crate::grid::{check_size, is_empty, one_block, unframed, width};
use crate::puzzle::{Kind, Puzzle};
use crate::puzzlink::lines;
use crate::puzzlink::{self, TEXT_AND_LINK};
use crate::read::{Comments, Line, Position, ReadError, Words as Row, count, end, number};
use crate::sheet::{Sheet, square_name};
use crate::statement::Statement;
use crate::words::Words;
use solver_core::prelude::ModelError;

/// The kind.
pub static KIND: Kind = Kind {
    name: "kakuro",
    title: "Kakuro",
    rules: "Fill white squares with numbers from 1 to 9. A run of white squares adds up to the number in the black square \
            before it, to its left or above it, and repeats no number.",
    formats: &[
        "a line for each row, with blanks between squares: . for a white square, # for a black one, 17\\4 for one with \
                a sum downwards and a sum to the right, 17\\ or \\4 for one of them",
        "a link: https://puzz.link/p?kakuro/5/5/48la0.na0lh3l0Bn.0cl.c4a3",
    ],
    writes: TEXT_AND_LINK,
    example: "# 16\\ 8\\ 29\\ # #\n\\22 . . . # #\n\\6 . . . 23\\ 11\\\n\\31 . . . . .\n# # \\18 . . .\n# # \\10 . . .\n",
    sizes: [4, 6, 9],
    levels: [2, 3],
    read: boxed,
    compose: compose::compose,
};

/// A puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kakuro {
    columns: usize,
    squares: Vec<Square>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Square {
    White,
    /// The sums downwards and to the right; 0 for none.
    Black {
        down: usize,
        across: usize,
    },
}

fn boxed(text: &str) -> Result<Box<dyn Puzzle>, ReadError> {
    Ok(Box::new(read(text)?))
}

/// Reads a puzzle.
///
/// # Errors
/// [`ReadError`] with line and column.
pub fn read(text: &str) -> Result<Kakuro, ReadError> {
    if let Some(link) = puzzlink::link(text, KIND.name)? {
        let (columns, squares) = link::read(link)?;
        return checked(columns, squares, text);
    }
    let lines = unframed(&lines(text, Comments::Slashes)?);
    one_block(&lines)?;
    let rows: Vec<Row<'_>> = lines.into_iter().map(Line::words).collect();
    let columns = width(&rows, end(text), "")?;
    let squares = rows.iter().flatten().map(|&(word, at)| Ok((square(word, at)?, at)));
    checked(columns, squares.collect::<Result<_, ReadError>>()?, text)
}

/// Squares that make sense: every run has a sum that it can have, and every sum a run.
fn checked(columns: usize, squares: Vec<(Square, Position)>, text: &str) -> Result<Kakuro, ReadError> {
    let rows = squares.len().checked_div(columns).unwrap_or(0);
    check_size(rows, columns, squares.first().map_or(end(text), |square| square.1))?;
    let (squares, places): (Vec<Square>, Vec<Position>) = squares.into_iter().unzip();
    let kakuro = Kakuro { columns, squares };
    for (run, sum, head) in kakuro.runs() {
        let (length, at) = (run.len(), head.map_or(places[run[0]], |head| places[head]));
        match sum {
            _ if length > 9 => return Err(at.error(format!("a run of {length} squares would repeat a number"))),
            Some(sum) => {
                let (least, most) = (length * (length + 1) / 2, length * (19 - length) / 2);
                if !(least..=most).contains(&sum) {
                    let squares = count(length, "square");
                    return Err(at.error(format!("{squares} add up to {least} to {most}, not {sum}")));
                }
            }
            None if length > 1 => {
                return Err(places[run[0]].error("this run has no sum: put it into the black square before it"));
            }
            None => {}
        }
    }
    let runs = kakuro.runs();
    for (square, &about) in kakuro.squares.iter().enumerate() {
        let Square::Black { down, across } = about else { continue };
        let heads = runs.iter().filter(|(_, _, head)| *head == Some(square)).count();
        if heads < usize::from(down > 0) + usize::from(across > 0) {
            return Err(places[square].error("a sum without white squares"));
        }
    }
    Ok(kakuro)
}

fn square(word: &str, at: Position) -> Result<Square, ReadError> {
    match word.split_once('\\') {
        _ if is_empty(word) => Ok(Square::White),
        _ if word == "#" => Ok(Square::Black { down: 0, across: 0 }),
        Some((down, across)) => {
            let sum = |digits: &str, at: Position| match digits {
                "" => Ok(0),
                _ => number(digits, at, 1..=45, "a sum"),
            };
            let place = at.right(down.chars().count() + 1);
            Ok(Square::Black { down: sum(down, at)?, across: sum(across, place)? })
        }
        None => Err(at.expected("`.`, `#` or sums such as 17\\4", word)),
    }
}

impl Kakuro {
    fn rows(&self) -> usize {
        self.squares.len() / self.columns
    }

    /// The white squares.
    fn cells(&self) -> Vec<usize> {
        (0..self.squares.len()).filter(|&square| self.squares[square] == Square::White).collect()
    }

    /// Runs of white squares, with their sums, and the black squares that say them.
    fn runs(&self) -> Vec<(Vec<usize>, Option<usize>, Option<usize>)> {
        let (rows, columns) = (self.rows(), self.columns);
        let across = (0..rows).map(|row| (0..columns).map(|column| row * columns + column).collect::<Vec<_>>());
        let down = (0..columns).map(|column| (0..rows).map(|row| row * columns + column).collect::<Vec<_>>());
        let mut runs = Vec::new();
        for (line, is_down) in across.map(|line| (line, false)).chain(down.map(|line| (line, true))) {
            let mut head = None;
            let mut run: Vec<usize> = Vec::new();
            for square in line.into_iter().map(Some).chain([None]) {
                match square {
                    Some(square) if self.squares[square] == Square::White => run.push(square),
                    _ => {
                        if !run.is_empty() {
                            let sum = head.map(|head: usize| match self.squares[head] {
                                Square::Black { down, across } => [across, down][usize::from(is_down)],
                                Square::White => 0,
                            });
                            runs.push((std::mem::take(&mut run), sum.filter(|&sum| sum > 0), head));
                        }
                        head = square;
                    }
                }
            }
        }
        runs
    }
}

impl Puzzle for Kakuro {
    fn statement(&self) -> Result<Statement, ModelError> {
        let mut s = Statement::new(Words::NUMBERS);
        let cells = self.cells();
        for &square in &cells {
            s.cell(square_name(square / self.columns, square % self.columns), 1..=9)?;
        }
        for (run, sum, _) in self.runs() {
            let Some(sum) = sum else { continue };
            let own: Vec<usize> = run.iter().filter_map(|square| cells.binary_search(square).ok()).collect();
            let name = format!("the sum {sum} of {} to {}", s.cells[own[0]].name, s.cells[own[own.len() - 1]].name);
            distinct_sum::state(&mut s, "", &name, &own, sum);
        }
        Ok(s)
    }

    fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::grid(self.rows(), self.columns);
        let cells = self.cells();
        for (number, square) in sheet.squares.iter_mut().enumerate() {
            square.cell = cells.binary_search(&number).ok();
            square.black = square.cell.is_none();
            square.text = if square.black { sums(self.squares[number]) } else { String::new() };
        }
        sheet
    }

    fn write(&self) -> String {
        let square = |square: &Square| match sums(*square) {
            _ if *square == Square::White => ".".to_owned(),
            none if none.is_empty() => "#".to_owned(),
            sums => sums,
        };
        let rows = self.squares.chunks(self.columns);
        rows.map(|row| row.iter().map(square).collect::<Vec<_>>().join(" ") + "\n").collect()
    }

    fn write_as(&self, format: &str) -> Option<String> {
        match format {
            "text" => Some(self.write()),
            puzzlink::NAME => link::write(self),
            _ => None,
        }
    }

    fn keeping(&self, _: &[bool]) -> Box<dyn Puzzle> {
        Box::new(self.clone())
    }
}

/// `17\4`; nothing for a square without sums.
fn sums(square: Square) -> String {
    let sum = |sum: usize| if sum == 0 { String::new() } else { sum.to_string() };
    match square {
        Square::White | Square::Black { down: 0, across: 0 } => String::new(),
        Square::Black { down, across } => format!("{}\\{}", sum(down), sum(across)),
    }
}
