//! Nonograms: a picture from the lengths of the runs of filled squares in each line.

use crate::puzzle::{Kind, Puzzle, TEXT};
use crate::read::{Position, ReadError, end, lines, number, shortened, words};
use crate::sheet::{Sheet, column_name, square_name};
use crate::statement::Statement;
use crate::words::Words;
use solver_core::constraints::Automaton;
use solver_core::prelude::*;
use solver_core::search::Rng;

/// The kind.
pub static KIND: Kind = Kind {
    name: "nonogram",
    title: "Nonogram",
    rules: "Fill squares so that the numbers beside every row and above every column are the lengths of its runs of \
            filled squares, in order. Between two runs lies an empty square or more.",
    formats: &[
        "a line `rows` and a line of numbers for each row, then `columns` and one for each column; 0 for a line without runs: .non, of which other lines are skipped",
    ],
    writes: TEXT,
    example: "rows\n2 5\n4 3\n1 3 1 1\n5 1 2\n2\n1 3\n2 3 3\n4 1 1\n5 3\n2 1\ncolumns\n4 2\n2 1 4\n3 1 3\n4 4\n1 2 4\n1 1 1 1\n1 2\n3 4\n1 1 1 1\n3 3\n",
    sizes: [5, 10, 15],
    levels: [1, 2],
    read: boxed,
    compose,
};

/// A nonogram.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nonogram {
    rows: Vec<Vec<usize>>,
    columns: Vec<Vec<usize>>,
}

/// The runs of rows, or of columns, and where they stand in a text.
type Lines = (Vec<Vec<usize>>, Vec<Position>);

/// The most rows or columns.
const MAX_SIZE: usize = 100;

/// The level of a line.
const LINE: u8 = 1;

/// Lines of a .non file that say nothing about the picture.
const SKIPPED: [&str; 9] = ["title", "by", "copyright", "license", "catalogue", "width", "height", "color", "goal"];

fn boxed(text: &str) -> Result<Box<dyn Puzzle>, ReadError> {
    Ok(Box::new(read(text)?))
}

/// Reads a nonogram.
///
/// # Errors
/// [`ReadError`] with line and column.
pub fn read(text: &str) -> Result<Nonogram, ReadError> {
    let mut sides: [Option<Lines>; 2] = [None, None];
    let mut side: Option<usize> = None;
    for (line, start) in lines(text) {
        let all = words(line, start);
        match all[0].0 {
            "rows" | "columns" if all.len() == 1 => {
                let number = usize::from(all[0].0 == "columns");
                if sides[number].replace((Vec::new(), Vec::new())).is_some() {
                    return Err(start.error(format!("{} are given twice", all[0].0)));
                }
                side = Some(number);
            }
            word if SKIPPED.contains(&word) => side = None,
            word => {
                let Some((clues, places)) = side.and_then(|side| sides[side].as_mut()) else {
                    return Err(start.error(format!("expected `rows` or `columns`, not `{}`", shortened(word))));
                };
                let (mut runs, mut at) = (Vec::new(), start);
                for part in line.split(|c: char| c == ',' || c.is_whitespace()) {
                    if !part.is_empty() {
                        runs.push(number(part, at, 0..=MAX_SIZE, "the length of a run")?);
                    }
                    at = at.right(part.chars().count() + 1);
                }
                runs.retain(|&run| run > 0);
                clues.push(runs);
                places.push(start);
            }
        }
    }
    let [Some((rows, row_places)), Some((columns, column_places))] = sides else {
        return Err(end(text)
            .error("expected a line `rows` with the runs of each row, and `columns` with those of each column"));
    };
    for (clues, places, length, what) in
        [(&rows, &row_places, columns.len(), "row"), (&columns, &column_places, rows.len(), "column")]
    {
        if !(1..=MAX_SIZE).contains(&clues.len()) {
            let at = places.get(MAX_SIZE).copied().unwrap_or(end(text));
            return Err(at.error(format!("expected 1 to {MAX_SIZE} {what}s, not {}", clues.len())));
        }
        for (number, (runs, at)) in clues.iter().zip(places).enumerate() {
            let needed = runs.iter().sum::<usize>() + runs.len().saturating_sub(1);
            if needed > length {
                return Err(at.error(format!(
                    "the runs of {what} {} need {needed} squares, but there are {length}",
                    number + 1
                )));
            }
        }
    }
    Ok(Nonogram { rows, columns })
}

/// The runs of filled squares.
fn runs(line: impl Iterator<Item = bool>) -> Vec<usize> {
    let mut runs = vec![0];
    for filled in line {
        match runs.last_mut() {
            Some(last) if filled => *last += 1,
            _ => runs.push(0),
        }
    }
    runs.retain(|&run| run > 0);
    runs
}

/// A random picture: three passes that make a square like most of those around it join what is filled.
fn compose(size: usize, rng: &mut Rng) -> Option<Box<dyn Puzzle>> {
    let mut filled: Vec<bool> = (0..size * size).map(|_| rng.below(100) < 55).collect();
    for _ in 0..size * size / 2 {
        let square = rng.below((size * size) as u64) as usize;
        let like = crate::sheet::beside(square, size, size).filter(|&other| filled[other]).count();
        filled[square] = like >= 2;
    }
    let row = |row: usize| runs((0..size).map(|column| filled[row * size + column]));
    let column = |column: usize| runs((0..size).map(|row| filled[row * size + column]));
    Some(Box::new(Nonogram { rows: (0..size).map(row).collect(), columns: (0..size).map(column).collect() }))
}

/// `2 2`, or 0 where there are no runs.
fn clue(runs: &[usize]) -> String {
    let runs: Vec<String> = runs.iter().map(usize::to_string).collect();
    if runs.is_empty() { "0".to_owned() } else { runs.join(" ") }
}

impl Puzzle for Nonogram {
    fn statement(&self) -> Result<Statement, ModelError> {
        let (height, width) = (self.rows.len(), self.columns.len());
        let mut s =
            Statement::new(Words::Marks { one: "{c} is filled", many: "{c} are filled", none: "nothing in {c}" });
        for square in 0..height * width {
            s.cell(square_name(square / width, square % width), 0..=1)?;
        }
        let rows = self.rows.iter().enumerate().map(|(row, runs)| {
            let cells: Vec<usize> = (0..width).map(|column| row * width + column).collect();
            (format!("row {} ({})", row + 1, clue(runs)), cells, runs)
        });
        let columns = self.columns.iter().enumerate().map(|(column, runs)| {
            let cells: Vec<usize> = (0..height).map(|row| row * width + column).collect();
            (format!("column {} ({})", column_name(column), clue(runs)), cells, runs)
        });
        for (name, cells, runs) in rows.chain(columns) {
            let variables = s.variables(&cells);
            let line = s.model.regular(variables, &Automaton::of_runs(runs)).named(&name).id();
            s.rule(line, &name, LINE);
        }
        Ok(s)
    }

    fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::grid(self.rows.len(), self.columns.len());
        let clues = |lines: &[Vec<usize>]| {
            lines.iter().map(|runs| clue(runs).split(' ').map(str::to_owned).collect()).collect::<Vec<Vec<String>>>()
        };
        (sheet.left, sheet.above) = (clues(&self.rows), clues(&self.columns));
        sheet.symbols = vec!["·".to_owned(), "█".to_owned()];
        sheet
    }

    fn write(&self) -> String {
        let lines = |lines: &[Vec<usize>]| lines.iter().map(|runs| clue(runs) + "\n").collect::<String>();
        format!("rows\n{}columns\n{}", lines(&self.rows), lines(&self.columns))
    }

    fn keeping(&self, _: &[bool]) -> Box<dyn Puzzle> {
        Box::new(self.clone())
    }
}
