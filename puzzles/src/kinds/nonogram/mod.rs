//! Nonograms: reconstruct a picture from the lengths of the runs of filled squares in each line.

use crate::kinds::prelude::*;
use crate::read::all_lines;

/// The kind.
pub(crate) static KIND: Kind = Kind {
    name: "nonogram",
    title: "Nonogram",
    rules: "Fill squares so that the numbers beside every row and above every column are the lengths of its runs of \
            filled squares, in order. Between two runs lies an empty square or more.",
    formats: &[
        "a line `rows` and a line of numbers for each row, then `columns` and a line for each column; 0, or nothing, for no runs. In .non files, `width` and `height` are checked and other lines are skipped",
    ],
    writes: TEXT,
    example: "rows\n2 5\n4 3\n1 3 1 1\n5 1 2\n2\n1 3\n2 3 3\n4 1 1\n5 3\n2 1\ncolumns\n4 2\n2 1 4\n3 1 3\n4 4\n1 2 4\n1 1 1 1\n1 2\n3 4\n1 1 1 1\n3 3\n",
    sizes: [5, 10, 15],
    levels: [1, 2],
    read,
    compose,
};

/// A nonogram.
#[derive(Clone, Debug)]
struct Nonogram {
    rows: Vec<Vec<usize>>,
    columns: Vec<Vec<usize>>,
}

/// The runs of one line of the picture.
struct Runs {
    runs: Vec<usize>,
    /// Whether the line of text is blank, without even a 0.
    is_blank: bool,
    at: Position,
}

/// One side of a nonogram as given in a text: either all of its rows or all of its columns.
#[derive(Default)]
struct Side<'t> {
    lines: Option<Vec<Runs>>,
    /// The number of lines and the line of text that gives it; `None` if no line does.
    stated: Option<(usize, Line<'t>)>,
}

/// The maximum number of rows or columns.
const MAX_SIZE: usize = 100;

/// The level of the rule for a line.
const LINE: u8 = 1;

/// The keywords in a .non file for each side: for the section, for one line, and for the number of lines.
const SIDES: [(&str, &str, &str); 2] = [("rows", "row", "height"), ("columns", "column", "width")];

fn read(text: &str) -> Read<Box<dyn Puzzle>> {
    puzzlink::refuse(text)?;
    let mut sides: [Side<'_>; 2] = Default::default();
    let mut current: Option<usize> = None;
    for line in all_lines(text).filter(|line| !line.text().starts_with(['#', '/'])) {
        let at = line.start();
        let key = line.text().split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
        let is_key = |names: [&str; 2]| names.iter().any(|name| name.eq_ignore_ascii_case(key));
        let size = (0..2).find_map(|side| Some(side).zip(line.setting(&[SIDES[side].2])));
        if let Some(side) = SIDES.iter().position(|(lines, one, _)| is_key([lines, one])) {
            let name = SIDES[side].0;
            let is_alone = line.text().len() <= key.len() + 1;
            at.require(is_alone, || format!("expected the runs on separate lines after `{name}`"))?;
            at.require(sides[side].lines.replace(Vec::new()).is_none(), || format!("{name} are given twice"))?;
            current = Some(side);
        } else if let Some((side, (_, words))) = size {
            let what = format!("the number of {}", SIDES[side].0);
            let (word, place) = words.first().copied().unwrap_or(("", line.end()));
            let size = number(word, place, 1..=MAX_SIZE, &what)?;
            let is_same = sides[side].stated.replace((size, line)).is_none_or(|(other, _)| other == size);
            at.require(is_same, || format!("{what} is given twice"))?;
            current = None;
        } else if key.len() > 1 {
            // Titles, authors, goals and other keywords end a section.
            current = None;
        } else if let Some(lines) = current.and_then(|side| sides[side].lines.as_mut()) {
            let run = |(word, at)| number(word, at, 0..=MAX_SIZE, "the length of a run");
            let mut runs = line.words().into_iter().map(run).collect::<Read<Vec<usize>>>()?;
            // A blank line has no runs. The given size determines whether it is a line of the picture.
            let is_blank = runs.is_empty();
            runs.retain(|&run| run > 0);
            lines.push(Runs { runs, is_blank, at });
        } else if !line.text().is_empty() {
            return Err(at.expected("`rows` or `columns`", line.text()));
        }
    }
    let [Side { lines: Some(rows), stated: height }, Side { lines: Some(columns), stated: width }] = sides else {
        let expected = "expected a line `rows` followed by the runs of each row, and a line `columns` followed by those of each column";
        return Err(end(text).error(expected));
    };
    let (rows, columns) = (sized(rows, 0, height)?, sized(columns, 1, width)?);
    for (lines, length, what) in [(&rows, columns.len(), "row"), (&columns, rows.len(), "column")] {
        if !(1..=MAX_SIZE).contains(&lines.len()) {
            let at = lines.get(MAX_SIZE).map_or(end(text), |line| line.at);
            return Err(at.error(format!("expected 1 to {MAX_SIZE} {what}s, not {}", lines.len())));
        }
        for (Runs { runs, at, .. }, number) in lines.iter().zip(1..) {
            let needed = runs.iter().sum::<usize>() + runs.len().saturating_sub(1);
            at.require(needed <= length, || {
                format!("the runs of {what} {number} need {needed} squares, but there are {length}")
            })?;
        }
    }
    let runs = |lines: Vec<Runs>| lines.into_iter().map(|line| line.runs).collect();
    Ok(Box::new(Nonogram { rows: runs(rows), columns: runs(columns) }))
}

/// Returns the lines of a side. Blank lines of text are lines without runs. Blank lines at the end count only if the
/// given size requires them; if the other lines already match the size, no blank line counts.
fn sized(mut found: Vec<Runs>, side: usize, stated: Option<(usize, Line<'_>)>) -> Read<Vec<Runs>> {
    let least = stated.map_or(0, |(size, _)| size);
    if found.iter().filter(|line| !line.is_blank).count() == least {
        found.retain(|line| !line.is_blank);
    }
    while found.len() > least && found.last().is_some_and(|line| line.is_blank) {
        found.pop();
    }
    match stated.filter(|(size, _)| *size != found.len()) {
        Some((size, line)) => {
            let (lines, one, name) = SIDES[side];
            let expected = format!("`{name} {size}`, but {} follow `{lines}`", count(found.len(), one));
            Err(line.start().error(format!("{expected}; write 0 for a {one} without runs")))
        }
        None => Ok(found),
    }
}

/// Composes a random picture, smoothed by making random squares resemble their neighbours.
fn compose(size: usize, rng: &mut Rng) -> Option<Box<dyn Puzzle>> {
    let mut filled: Vec<bool> = (0..size * size).map(|_| rng.below(100) < 55).collect();
    for _ in 0..size * size / 2 {
        let square = rng.below((size * size) as u64) as usize;
        let like = beside(square, size, size).filter(|&other| filled[other]).count();
        filled[square] = like >= 2;
    }
    let runs = |line: &[usize]| line.split(|&square| !filled[square]).map(<[_]>::len).filter(|&run| run > 0).collect();
    let mut rows: Vec<Vec<usize>> = lines(size, size).map(|line| runs(&line.squares)).collect();
    let columns = rows.split_off(size);
    Some(Box::new(Nonogram { rows, columns }))
}

/// Formats a clue, such as `2 2`, or 0 if there are no runs.
fn clue(runs: &[usize]) -> String {
    let runs: Vec<String> = runs.iter().map(usize::to_string).collect();
    if runs.is_empty() { "0".to_owned() } else { runs.join(" ") }
}

impl Puzzle for Nonogram {
    fn statement(&self) -> Result<Statement, ModelError> {
        let (height, width) = (self.rows.len(), self.columns.len());
        let words = Words::Marks { one: "{c} is filled", many: "{c} are filled", none: "nothing in {c}" };
        let mut s = Statement::grid(words, height, width, 0..=1)?;
        for (line, runs) in lines(height, width).zip(self.rows.iter().chain(&self.columns)) {
            let variables = s.variables(&line.squares);
            let name = format!("{} ({})", line.name, clue(runs));
            s.rule(&name, LINE, |model| model.regular(variables, &Automaton::of_runs(runs)));
        }
        Ok(s)
    }

    fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::grid(self.rows.len(), self.columns.len()).marked("█");
        let clues = |lines: &[Vec<usize>]| {
            lines.iter().map(|runs| clue(runs).split(' ').map(str::to_owned).collect()).collect::<Vec<Vec<String>>>()
        };
        (sheet.left, sheet.above) = (clues(&self.rows), clues(&self.columns));
        sheet
    }

    fn write(&self) -> String {
        let lines = |lines: &[Vec<usize>]| lines.iter().map(|runs| clue(runs) + "\n").collect::<String>();
        format!("rows\n{}columns\n{}", lines(&self.rows), lines(&self.columns))
    }
}
