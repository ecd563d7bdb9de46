//! Hitori: shade numbers so that none repeats in a line.

use crate::connected::Connected;
use crate::grid::{Grid, Row};
use crate::latin;
use crate::puzzle::{Kind, Puzzle};
use crate::puzzlink::lines;
use crate::puzzlink::{self, Link, TEXT_AND_LINK};
use crate::read::{Comments, Position, ReadError, end};
use crate::sheet::{Sheet, column_name, square_name};
use crate::statement::Statement;
use crate::words::Words;
use solver_core::prelude::*;
use solver_core::search::Rng;

/// The kind.
pub static KIND: Kind = Kind {
    name: "hitori",
    title: "Hitori",
    rules: "Shade squares so that no number repeats in a row or column. Shaded squares do not share a side. All other \
            squares are in one piece.",
    formats: &[
        "a line of digits for each row, letters from a for 10; or numbers with blanks between them",
        "a link: https://puzz.link/p?hitori/4/4/1114142333214213",
    ],
    writes: TEXT_AND_LINK,
    example: "543344\n165432\n556224\n241336\n132414\n314266\n",
    sizes: [4, 6, 9],
    levels: [3, 6],
    read: boxed,
    compose,
};

/// A puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hitori {
    size: usize,
    numbers: Vec<usize>,
}

/// The numbers of rows.
const SIZES: std::ops::RangeInclusive<usize> = 2..=35;

/// The level of what keeps the squares in one piece.
const PIECE: u8 = 2;

fn boxed(text: &str) -> Result<Box<dyn Puzzle>, ReadError> {
    Ok(Box::new(read(text)?))
}

/// Reads a puzzle.
///
/// # Errors
/// [`ReadError`] with line and column.
pub fn read(text: &str) -> Result<Hitori, ReadError> {
    let squares = match puzzlink::link(text, KIND.name)? {
        Some(link) => linked(link)?,
        None => Grid::square(&lines(text, Comments::Hash)?, end(text), SIZES)?.squares,
    };
    // A digit or a letter; or a number, where they are set apart.
    let value = |square: &str| match square.len() {
        1 => square.chars().next().and_then(|c| c.to_digit(36)).map(|digit| digit as usize),
        _ => square.parse().ok(),
    };
    let number = |&(square, at): &(&str, Position)| {
        let value = value(square).filter(|number| (1..36).contains(number));
        value.ok_or_else(|| at.expected("a number from 1 on, or a letter from a for 10", square))
    };
    let numbers: Vec<usize> = squares.iter().map(number).collect::<Result<_, ReadError>>()?;
    Ok(Hitori { size: numbers.len().isqrt(), numbers })
}

/// The squares of a link.
fn linked(mut link: Link<'_>) -> Result<Row<'_>, ReadError> {
    let size = link.size(SIZES)?;
    let squares: Row<'_> = std::iter::from_fn(|| link.next_text()).take(size * size).collect();
    if squares.len() < size * size {
        let found = squares.len();
        return Err(link.place().error(format!("expected {} squares, but the link has {found}", size * size)));
    }
    link.end()?;
    Ok(squares)
}

/// A Latin square in which shaded squares have other numbers of their lines.
fn compose(size: usize, rng: &mut Rng) -> Option<Box<dyn Puzzle>> {
    let mut numbers = latin::random(size, rng);
    let blank = Hitori { size, numbers: vec![0; size * size] };
    let values = crate::answer::random_solution(&blank.shading(size * size / 4).ok()?, rng)?;
    for square in (0..size * size).filter(|&square| values[square] == 1) {
        let across = rng.below(2) == 0;
        let line = latin::line(size, if across { square / size } else { square % size }, across);
        let white: Vec<usize> = line.into_iter().filter(|&other| values[other] == 0).collect();
        numbers[square] = numbers[white[rng.below(white.len() as u64) as usize]];
    }
    Some(Box::new(Hitori { size, numbers }))
}

impl Hitori {
    /// Squares that can be shaded, with the rules that know no numbers.
    fn plain(&self) -> Result<Statement, ModelError> {
        let size = self.size;
        let mut s =
            Statement::new(Words::Marks { one: "shading on {c}", many: "shading on {c}", none: "no shading on {c}" });
        for square in 0..size * size {
            s.cell(square_name(square / size, square % size), 0..=1)?;
        }
        for square in 0..size * size {
            let (row, column) = (square / size, square % size);
            let right = (column + 1 < size).then_some(square + 1);
            let down = (row + 1 < size).then_some(square + size);
            for other in right.into_iter().chain(down) {
                let name = format!("the neighbours {} and {}", s.cells[square].name, s.cells[other].name);
                s.at_most_one("", &name, &[square, other]);
            }
        }
        let squares: Vec<IntVar> = s.cells.iter().map(|cell| cell.variable).collect();
        let rule = s.model.propagator("connected", &squares, move |views| Box::new(Connected::new(views, size, size)));
        let name = "the one piece of what is not shaded";
        let rule = rule.checked_by(move |values| is_whole(values, size)).named(name).id();
        s.rule(rule, name, PIECE);
        Ok(s)
    }

    /// Shadings with at least so many squares: for a generator.
    fn shading(&self, least: usize) -> Result<Statement, ModelError> {
        let mut s = self.plain()?;
        let sum: Expr = s.cells.iter().map(|cell| Expr::from(cell.variable)).sum();
        s.model.post(sum.at_least(least as i64));
        Ok(s)
    }
}

/// Whether all that is 0 is in one piece: for checking solutions.
fn is_whole(values: &[i32], size: usize) -> bool {
    let Some(first) = values.iter().position(|&value| value == 0) else { return true };
    let mut reached = vec![first];
    let mut next = 0;
    while let Some(&square) = reached.get(next) {
        next += 1;
        for other in crate::sheet::beside(square, size, size) {
            if values[other] == 0 && !reached.contains(&other) {
                reached.push(other);
            }
        }
    }
    reached.len() == values.iter().filter(|&&value| value == 0).count()
}

impl Puzzle for Hitori {
    fn statement(&self) -> Result<Statement, ModelError> {
        let mut s = self.plain()?;
        for (is_row, kind) in [(true, "row"), (false, "column")] {
            for number in 0..self.size {
                let line = latin::line(self.size, number, is_row);
                let title = if is_row { (number + 1).to_string() } else { column_name(number) };
                let mut values: Vec<usize> = line.iter().map(|&square| self.numbers[square]).collect();
                values.sort_unstable();
                values.dedup();
                for value in values {
                    let same: Vec<usize> =
                        line.iter().copied().filter(|&square| self.numbers[square] == value).collect();
                    if same.len() > 1 {
                        s.at_most_one_unmarked("", &format!("the {value}s of {kind} {title}"), &same);
                    }
                }
            }
        }
        Ok(s)
    }

    fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::numbers(self.size, self.size, &self.numbers);
        sheet.shaded = true;
        sheet
    }

    fn write(&self) -> String {
        let digit = |&number: &usize| char::from_digit(number as u32, 36).unwrap_or('?');
        self.numbers.chunks(self.size).map(|row| row.iter().map(digit).collect::<String>() + "\n").collect()
    }

    fn write_as(&self, format: &str) -> Option<String> {
        match format {
            "text" => Some(self.write()),
            puzzlink::NAME => {
                let squares: String = self.write().split_whitespace().collect();
                Some(puzzlink::written("hitori", self.size, self.size, &squares))
            }
            _ => None,
        }
    }

    fn keeping(&self, _: &[bool]) -> Box<dyn Puzzle> {
        Box::new(self.clone())
    }
}
