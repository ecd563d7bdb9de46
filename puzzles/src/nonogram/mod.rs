//! Nonograms: a picture from the lengths of the runs of filled squares in each line.

use crate::puzzle::{Kind, Puzzle, TEXT};
use crate::puzzlink;
use crate::read::{Line, Position, ReadError, Words, all_lines, count, end, number, shortened};
use crate::sheet::{Sheet, column_name, square_name};
use crate::statement::Statement;
use crate::words::Words as Sentences;
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
        "a line `rows` and a line of numbers for each row, then `columns` and one for each column; 0, or nothing, for a line without runs: .non, of which `width` and `height` are compared and other lines skipped",
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

/// The runs of rows, or of columns, and their positions in a text.
type Side = (Vec<Vec<usize>>, Vec<Position>);

/// The same, with blank lines.
type Lines = (Vec<(Vec<usize>, bool)>, Vec<Position>);

/// The most rows or columns.
const MAX_SIZE: usize = 100;

/// The level of a line.
const LINE: u8 = 1;

/// What a .non file says of each side: the name of its lines, and that of their number.
const SIDES: [(&str, &str, &str); 2] = [("rows", "row", "height"), ("columns", "column", "width")];

fn boxed(text: &str) -> Result<Box<dyn Puzzle>, ReadError> {
    Ok(Box::new(read(text)?))
}

/// Reads a nonogram.
///
/// # Errors
/// [`ReadError`] with line and column.
pub fn read(text: &str) -> Result<Nonogram, ReadError> {
    puzzlink::refuse(text)?;
    let mut sides: [Option<Lines>; 2] = [None, None];
    let mut stated: [Option<(usize, Line<'_>)>; 2] = [None, None];
    let mut side: Option<usize> = None;
    for line in all_lines(text).filter(|line| !line.text().starts_with(['#', '/'])) {
        let key = line.text().split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
        let named =
            SIDES.iter().position(|(lines, one, _)| [*lines, *one].iter().any(|name| name.eq_ignore_ascii_case(key)));
        if let Some((number, name)) = named.map(|number| (number, SIDES[number].0)) {
            if line.text().len() > key.len() + 1 {
                return Err(line.start().error(format!("expected the runs on lines of their own, after `{name}`")));
            }
            if sides[number].replace((Vec::new(), Vec::new())).is_some() {
                return Err(line.start().error(format!("{name} are given twice")));
            }
            side = Some(number);
        } else if let Some((number, words)) = size_of(line) {
            let what = format!("the number of {}", SIDES[number].0);
            let (word, at) = words.first().copied().unwrap_or(("", line.end()));
            let size = crate::read::number(word, at, 1..=MAX_SIZE, &what)?;
            if stated[number].replace((size, line)).is_some_and(|(other, _)| other != size) {
                return Err(line.start().error(format!("{what} is given twice")));
            }
            side = None;
        } else if key.len() > 1 {
            // Titles, authors, goals, and whatever else a program writes.
            side = None;
        } else if let Some((clues, places)) = side.and_then(|side| sides[side].as_mut()) {
            let words = line.words().into_iter();
            let mut runs = words
                .map(|(word, at)| number(word, at, 0..=MAX_SIZE, "the length of a run"))
                .collect::<Result<Vec<usize>, ReadError>>()?;
            // A blank line has no runs; whether it is a line of the picture, its size says.
            let is_blank = runs.is_empty();
            runs.retain(|&run| run > 0);
            clues.push((runs, is_blank));
            places.push(line.start());
        } else if !line.text().is_empty() {
            let found = shortened(line.text());
            return Err(line.start().error(format!("expected `rows` or `columns`, not `{found}`")));
        }
    }
    let [Some(rows), Some(columns)] = sides else {
        return Err(end(text)
            .error("expected a line `rows` with the runs of each row, and `columns` with those of each column"));
    };
    let (rows, row_places) = sized(rows, 0, stated[0])?;
    let (columns, column_places) = sized(columns, 1, stated[1])?;
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

/// The side of which a line states the number of lines, and the words of the number.
fn size_of(line: Line<'_>) -> Option<(usize, Words<'_>)> {
    (0..2).find_map(|side| line.setting(&[SIDES[side].2]).map(|(_, words)| (side, words)))
}

/// The lines of a side. Blank ones are lines without runs, but those at the end only if the stated size counts them, and none if it
/// is the number of the others.
fn sized((mut clues, mut places): Lines, side: usize, stated: Option<(usize, Line<'_>)>) -> Result<Side, ReadError> {
    let least = stated.map_or(0, |(size, _)| size);
    if clues.iter().filter(|(_, is_blank)| !is_blank).count() == least {
        let mut blank = clues.iter().map(|(_, is_blank)| *is_blank).collect::<Vec<_>>().into_iter();
        places.retain(|_| blank.next() == Some(false));
        clues.retain(|(_, is_blank)| !is_blank);
    }
    while clues.len() > least && clues.last().is_some_and(|(_, is_blank)| *is_blank) {
        clues.pop();
        places.pop();
    }
    if let Some((size, line)) = stated.filter(|(size, _)| *size != clues.len()) {
        let (lines, one, name) = SIDES[side];
        let expected = format!("`{name} {size}`, but {} follow `{lines}`", count(clues.len(), one));
        return Err(line.start().error(format!("{expected}; write 0 for a {one} without runs")));
    }
    Ok((clues.into_iter().map(|(runs, _)| runs).collect(), places))
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
            Statement::new(Sentences::Marks { one: "{c} is filled", many: "{c} are filled", none: "nothing in {c}" });
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
