//! Domains as a grid: a row for each variable, a column for each value, and in each cell the constraint that removed
//! it.

use crate::recording::{Recording, Replay};
use solver_core::{ValueSet, Var};
use std::collections::BTreeMap;

/// A value of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// It was never in the domain.
    Never,
    /// It is left, among others.
    Left,
    /// It is the only one left.
    Only,
    /// A decision took it away.
    Decided,
    /// A constraint removed it: the place of its letter in [`Grid::constraints`].
    Removed(usize),
}

/// A variable and its values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The variable.
    pub var: Var,
    /// Its name.
    pub name: String,
    /// A cell for each value, from [`Grid::low`] on.
    pub cells: Vec<Cell>,
}

/// Which variables and values are shown, and a letter for each constraint that ever removes one of them.
#[derive(Clone, Debug)]
pub struct Grid {
    /// The smallest value.
    pub low: i32,
    /// How many values.
    pub width: usize,
    vars: Vec<Var>,
    /// Constraints by their letters' places, in the order in which they first removed something.
    constraints: Vec<usize>,
    letter_of: BTreeMap<usize, usize>,
}

/// Variables with more values than this are not shown.
const WIDTH: u64 = 128;

impl Grid {
    /// The variables of a recording whose values fit into one picture.
    pub fn new(recording: &Recording) -> Grid {
        let span = |set: &ValueSet| Some((set.min()?, set.max()?));
        let fits = |low: i32, high: i32| i64::from(high) - i64::from(low) < WIDTH as i64;
        let (mut vars, mut bounds) = (Vec::new(), None::<(i32, i32)>);
        for (var, root) in recording.symbols().vars().zip(recording.roots()) {
            let Some((low, high)) = span(root).filter(|_| recording.symbols().is_of_problem(var)) else {
                continue;
            };
            let (least, most) = bounds.map_or((low, high), |(a, b)| (low.min(a), high.max(b)));
            if fits(least, most) {
                bounds = Some((least, most));
                vars.push(var);
            }
        }
        let (low, high) = bounds.unwrap_or((0, -1));
        let mut grid = Grid {
            low,
            width: (i64::from(high) - i64::from(low) + 1) as usize,
            vars,
            constraints: Vec::new(),
            letter_of: BTreeMap::new(),
        };
        for inferred in recording.events().iter().filter_map(|event| event.inferred()) {
            let constraint = recording.constraint_of(inferred.propagator);
            grid.letter_of.entry(constraint).or_insert_with(|| {
                grid.constraints.push(constraint);
                grid.constraints.len() - 1
            });
        }
        grid
    }

    /// The variables that are shown.
    pub fn variables(&self) -> &[Var] {
        &self.vars
    }

    /// The constraints that remove values, by the places of their letters.
    pub fn constraints(&self) -> &[usize] {
        &self.constraints
    }

    /// The letter of a place: a to z, then A to Z, then `+` for all others.
    pub fn letter(place: usize) -> char {
        let letters = ('a'..='z').chain('A'..='Z');
        letters.into_iter().nth(place).unwrap_or('+')
    }

    /// How a cell is written.
    pub fn sign(cell: Cell) -> char {
        match cell {
            Cell::Never => ' ',
            Cell::Left => '.',
            Cell::Only => '#',
            Cell::Decided => '-',
            Cell::Removed(place) => Grid::letter(place),
        }
    }

    /// A row for each variable from `first` on, at most this many.
    pub fn rows(&self, replay: &Replay<'_>, first: usize, count: usize) -> Vec<Row> {
        self.vars.iter().skip(first).take(count).map(|&var| self.row(replay, var)).collect()
    }

    fn row(&self, replay: &Replay<'_>, var: Var) -> Row {
        let recording = replay.recording();
        let (root, domain) = (&recording.roots()[var.index()], replay.domain(var));
        let cell = |value: i32| {
            if !root.contains(value) {
                Cell::Never
            } else if domain.contains(value) {
                if domain.len() == 1 { Cell::Only } else { Cell::Left }
            } else {
                let event = replay.removed_by(var, value).and_then(|event| recording.events().get(event));
                match event.and_then(|event| event.inferred()) {
                    Some(inferred) => {
                        let constraint = recording.constraint_of(inferred.propagator);
                        Cell::Removed(self.letter_of.get(&constraint).copied().unwrap_or(usize::MAX))
                    }
                    None => Cell::Decided,
                }
            }
        };
        let cells = (0..self.width as i32).map(|i| cell(self.low + i)).collect();
        Row { var, name: recording.symbols().variable(var).to_owned(), cells }
    }

    /// The constraints whose letters stand in these rows.
    pub fn used(&self, rows: &[Row]) -> Vec<(char, usize)> {
        let mut places: Vec<usize> = rows
            .iter()
            .flat_map(|row| &row.cells)
            .filter_map(|cell| match cell {
                Cell::Removed(place) => Some(*place),
                _ => None,
            })
            .collect();
        places.sort_unstable();
        places.dedup();
        places.iter().filter_map(|&place| Some((Grid::letter(place), *self.constraints.get(place)?))).collect()
    }

    /// The picture as lines of text.
    pub(super) fn told(&self, replay: &Replay<'_>) -> Result<Vec<String>, String> {
        const ROWS: usize = 64;
        let rows = self.rows(replay, 0, ROWS);
        if rows.is_empty() {
            return Err("no variable has so few values that they fit into a picture: `dom` lists them".to_owned());
        }
        let wide = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
        let heading = |tens: bool| -> String {
            let digit = |i: usize| {
                let value = i64::from(self.low) + i as i64;
                match (tens, value.abs()) {
                    (false, value) => char::from(b'0' + (value % 10) as u8),
                    (true, value) if value >= 10 => char::from(b'0' + (value / 10 % 10) as u8),
                    (true, _) => ' ',
                }
            };
            (0..self.width).map(digit).collect()
        };
        let line = |name: &str, cells: String| format!("{name:>wide$}  {cells}").trim_end().to_owned();
        let mut lines = Vec::new();
        if self.low <= -10 || i64::from(self.low) + self.width as i64 > 10 {
            lines.push(line("", heading(true)));
        }
        lines.push(line("", heading(false)));
        lines.extend(rows.iter().map(|row| line(&row.name, row.cells.iter().map(|&cell| Grid::sign(cell)).collect())));
        if self.vars.len() > ROWS {
            lines.push(format!("… and {} more", self.vars.len() - ROWS));
        }
        let symbols = replay.recording().symbols();
        let mut signs = vec!["# the only one left".to_owned(), ". left".to_owned(), "- not decided for".to_owned()];
        signs.extend(self.used(&rows).iter().map(|(letter, c)| format!("{letter} `{}`", symbols.constraint(*c))));
        lines.push(signs.join("   "));
        Ok(lines)
    }
}
