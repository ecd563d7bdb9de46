//! Slitherlink: one loop along the sides of squares.

mod compose;
mod one_loop;

use crate::grid::{Grid, check_size, digit, is_empty};
use crate::puzzle::{Kind, LEVELS, Puzzle};
use crate::puzzlink::lines;
use crate::puzzlink::{self, Clue, TEXT_AND_LINK};
use crate::read::{Comments, Position, ReadError, end};
use crate::sheet::{Edge, Sheet, Square, square_name};
use crate::statement::Statement;
use crate::words::Words;
use one_loop::OneLoop;
use solver_core::constraints::Table;
use solver_core::prelude::*;

/// The kind.
pub static KIND: Kind = Kind {
    name: "slitherlink",
    title: "Slitherlink",
    rules: "Draw a single closed loop along the sides of squares, which neither crosses nor touches itself. A number says how \
            many sides of its square are drawn.",
    formats: &[
        "a line for each row: digits from 0 to 3, . or a blank for a square without a number",
        "a link: https://puzz.link/p?slither/5/5/cbcbcddad",
    ],
    writes: TEXT_AND_LINK,
    example: "21213\n123.3\n..2.2\n.230.\n.122.\n",
    sizes: [3, 5, 7],
    levels: LEVELS,
    read: boxed,
    compose: compose::compose,
};

/// A puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slitherlink {
    columns: usize,
    clues: Vec<Option<usize>>,
}

/// The level of a dot, and that of the loop.
const DOT: u8 = 1;
const LOOP: u8 = 2;

fn boxed(text: &str) -> Result<Box<dyn Puzzle>, ReadError> {
    Ok(Box::new(read(text)?))
}

/// Reads a puzzle.
///
/// # Errors
/// [`ReadError`] with line and column.
pub fn read(text: &str) -> Result<Slitherlink, ReadError> {
    if let Some(mut link) = puzzlink::link(text, KIND.name)? {
        let columns = link.columns;
        check_size(link.rows, columns, link.place())?;
        let clues = link.numbers4()?.into_iter().map(|(clue, at)| match clue {
            Clue::Number(count) => Ok(Some(count)),
            Clue::None => Ok(None),
            Clue::Unknown => Err(at.error("expected the number of a square, or a run of squares without one, not `.`")),
        });
        let clues = clues.collect::<Result<_, ReadError>>()?;
        link.end()?;
        return Ok(Slitherlink { columns, clues });
    }
    let grid = Grid::rectangle(&lines(text, Comments::Hash)?, end(text))?;
    let clue = |&(square, at): &(&str, Position)| match digit(square, 4) {
        None if is_empty(square) => Ok(None),
        None => Err(at.expected("0 to 3, or `.` for a square without a number", square)),
        count => Ok(count),
    };
    let clues = grid.squares.iter().map(clue).collect::<Result<_, ReadError>>()?;
    Ok(Slitherlink { columns: grid.columns, clues })
}

impl Slitherlink {
    fn rows(&self) -> usize {
        self.clues.len() / self.columns
    }

    /// All sides: first those that lead to the right, then those that lead down. The place of the dot where each begins.
    fn sides(&self) -> Vec<(usize, usize, bool)> {
        let (rows, columns) = (self.rows(), self.columns);
        let across = (0..=rows).flat_map(|row| (0..columns).map(move |column| (row, column, true)));
        let down = (0..rows).flat_map(|row| (0..=columns).map(move |column| (row, column, false)));
        across.chain(down).collect()
    }

    /// The number of a side.
    fn side(&self, row: usize, column: usize, across: bool) -> usize {
        let down = (self.rows() + 1) * self.columns;
        if across { row * self.columns + column } else { down + row * (self.columns + 1) + column }
    }

    /// The sides of a square: above, below, left, right.
    fn around(&self, square: usize) -> [usize; 4] {
        let (row, column) = (square / self.columns, square % self.columns);
        let sides = [(row, column, true), (row + 1, column, true), (row, column, false), (row, column + 1, false)];
        sides.map(|(row, column, across)| self.side(row, column, across))
    }

    /// `b3-top`, and at the lower and the right edge `b5-bottom`, `e3-right`.
    fn name(&self, (row, column, across): (usize, usize, bool)) -> String {
        match across {
            true if row == self.rows() => square_name(row - 1, column) + "-bottom",
            true => square_name(row, column) + "-top",
            false if column == self.columns => square_name(row, column - 1) + "-right",
            false => square_name(row, column) + "-left",
        }
    }
}

impl Puzzle for Slitherlink {
    fn statement(&self) -> Result<Statement, ModelError> {
        let mut s = Statement::new(Words::Marks { one: "a line at {c}", many: "lines at {c}", none: "no line at {c}" });
        let sides = self.sides();
        for &side in &sides {
            s.cell(self.name(side), 0..=1)?;
        }
        for (square, clue) in self.clues.iter().enumerate() {
            if let Some(count) = clue {
                let name = format!("the {count} in {}", square_name(square / self.columns, square % self.columns));
                s.exactly("", &name, &self.around(square), *count);
            }
        }
        let columns = self.columns + 1;
        let end = |(row, column, across): (usize, usize, bool)| {
            let dot = row * columns + column;
            (dot, if across { dot + 1 } else { dot + columns })
        };
        let ends: Vec<(usize, usize)> = sides.iter().map(|&side| end(side)).collect();
        for dot in 0..(self.rows() + 1) * columns {
            let own: Vec<usize> = (0..ends.len()).filter(|&side| ends[side].0 == dot || ends[side].1 == dot).collect();
            let rows = (0..1usize << own.len()).filter(|mask| [0, 2].contains(&mask.count_ones()));
            let rows = rows.map(|mask| (0..own.len()).map(|i| (mask >> i & 1) as i32).collect::<Vec<i32>>());
            let table = Table::new(own.len(), rows).expect("the rows are as long as the dot has sides");
            let name = format!("the dot where {} begins", s.cells[own[0]].name);
            let rule = s.model.table(s.variables(&own), &table).named(&name).id();
            s.rule(rule, &name, DOT);
        }
        let lines: Vec<IntVar> = s.cells.iter().map(|cell| cell.variable).collect();
        let ends: std::sync::Arc<[(usize, usize)]> = ends.into();
        let of = ends.clone();
        let name = "the single loop";
        let rule = s.model.propagator("one_loop", &lines, move |views| Box::new(OneLoop::new(views, of.clone())));
        let rule = rule.checked_by(move |values| is_loop(values, &ends)).named(name).id();
        s.rule(rule, name, LOOP);
        let some: Expr = lines.into_iter().map(Expr::from).sum();
        let name = "that there is a loop";
        let rule = s.model.post(some.at_least(4)).named(name).id();
        s.rule(rule, name, LOOP);
        Ok(s)
    }

    fn sheet(&self) -> Sheet {
        let clue = |clue: &Option<usize>| Square {
            text: clue.map(|clue| clue.to_string()).unwrap_or_default(),
            ..Square::default()
        };
        let edge = |(cell, (row, column, across))| Edge { cell, row, column, across };
        Sheet {
            rows: self.rows(),
            columns: self.columns,
            squares: self.clues.iter().map(clue).collect(),
            edges: self.sides().into_iter().enumerate().map(edge).collect(),
            coordinates: true,
            ..Sheet::default()
        }
    }

    fn write(&self) -> String {
        let clue = |clue: &Option<usize>| clue.map_or('.', |clue| char::from(b'0' + clue as u8));
        self.clues.chunks(self.columns).map(|row| row.iter().map(clue).collect::<String>() + "\n").collect()
    }

    fn write_as(&self, format: &str) -> Option<String> {
        let clue = |clue: &Option<usize>| clue.map_or(Clue::None, Clue::Number);
        let clues: Vec<Clue> = self.clues.iter().map(clue).collect();
        match format {
            "text" => Some(self.write()),
            puzzlink::NAME => Some(puzzlink::written("slither", self.columns, self.rows(), &puzzlink::write4(&clues))),
            _ => None,
        }
    }

    fn clues(&self) -> usize {
        self.clues.iter().flatten().count()
    }

    fn keeping(&self, kept: &[bool]) -> Box<dyn Puzzle> {
        let mut left = self.clone();
        let clues = left.clues.iter_mut().filter(|clue| clue.is_some());
        clues.zip(kept).filter(|(_, kept)| !**kept).for_each(|(clue, _)| *clue = None);
        Box::new(left)
    }
}

/// Whether no line lies elsewhere where lines have closed: if they meet in twos, whether they are in one piece. For checking solutions.
fn is_loop(values: &[i32], ends: &[(usize, usize)]) -> bool {
    let dots = ends.iter().map(|&(a, b)| a.max(b) + 1).max().unwrap_or(0);
    let drawn = || ends.iter().zip(values).filter(|(_, value)| **value == 1).map(|(e, _)| *e);
    let mut piece: Vec<usize> = (0..dots).collect();
    let mut has_closed = false;
    for (a, b) in drawn() {
        let (a, b) = (piece[a], piece[b]);
        has_closed |= a == b;
        piece.iter_mut().filter(|dot| **dot == b).for_each(|dot| *dot = a);
    }
    let mut pieces = drawn().map(|(a, _)| piece[a]);
    let first = pieces.next();
    !has_closed || pieces.all(|piece| Some(piece) == first)
}
