//! Domains as a grid: a row for each variable, a column for each value, and in each cell the constraint that removed
//! it; of a puzzle of queens the board.

use crate::recording::{Board, Recording, Replay};
use solver_core::{Atom, ValueSet, Var};
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

/// A variable and its values, or a row of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// What it is called.
    pub name: String,
    /// Its cells, from the left.
    pub cells: Vec<Cell>,
}

/// Which variables and values are shown, and a letter for each constraint that ever removes one of them.
#[derive(Clone, Debug)]
pub struct Grid {
    low: i32,
    width: usize,
    vars: Vec<Var>,
    board: Option<Board>,
    /// Constraints by their letters' places, in the order in which they first removed something.
    constraints: Vec<usize>,
    letter_of: BTreeMap<usize, usize>,
}

/// Variables with more values than this are not shown.
const WIDTH: u64 = 128;

impl Grid {
    /// The board of a recording, or its variables whose values fit into one picture.
    pub fn new(recording: &Recording) -> Grid {
        let board = recording.board().filter(|board| board.letters().is_some()).cloned();
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
        let width = (i64::from(high) - i64::from(low) + 1) as usize;
        let mut grid = Grid {
            low,
            width: board.as_ref().map_or(width, |board| board.columns.len()),
            vars,
            board,
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

    /// Whether it is a board: its last row comes first, and the letters of its columns stand below.
    pub fn is_board(&self) -> bool {
        self.board.is_some()
    }

    /// How many rows there are.
    pub fn height(&self) -> usize {
        self.board.as_ref().map_or(self.vars.len(), |board| board.columns.len())
    }

    /// How many columns there are.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The row that a fact is about.
    pub fn row_of(&self, fact: Atom) -> Option<usize> {
        match &self.board {
            Some(board) if board.columns.contains(&fact.var()) => {
                let above = board.first.checked_add(self.width as i32 - 1)?.checked_sub(fact.value())?;
                usize::try_from(above).ok().filter(|&row| row < self.width)
            }
            _ => self.vars.iter().position(|&var| var == fact.var()),
        }
    }

    /// A sign for each column: the letters of a board, or the last digits of the values.
    pub fn signs(&self) -> Vec<char> {
        match self.board.as_ref().and_then(Board::letters) {
            Some(letters) => letters.collect(),
            None => (0..self.width).map(|i| digit((i64::from(self.low) + i as i64).abs())).collect(),
        }
    }

    /// The constraints that remove values, by the places of their letters.
    pub fn constraints(&self) -> &[usize] {
        &self.constraints
    }

    /// The letter of a place: A to Z, then a to z, then `+` for all others. Columns of boards are small letters.
    pub fn letter(place: usize) -> char {
        let letters = ('A'..='Z').chain('a'..='z');
        letters.into_iter().nth(place).unwrap_or('+')
    }

    /// How a cell is written.
    pub fn sign(&self, cell: Cell) -> char {
        match cell {
            Cell::Never => ' ',
            Cell::Left => '.',
            Cell::Only if self.is_board() => 'Q',
            Cell::Only => '#',
            Cell::Decided => '-',
            Cell::Removed(place) => Grid::letter(place),
        }
    }

    /// The rows from `first` on, at most this many: of a board the last one first.
    pub fn rows(&self, replay: &Replay<'_>, first: usize, count: usize) -> Vec<Row> {
        let rows = first..self.height().min(first.saturating_add(count));
        rows.map(|row| self.row(replay, row)).collect()
    }

    fn row(&self, replay: &Replay<'_>, row: usize) -> Row {
        match &self.board {
            Some(board) => {
                let above = (self.width - 1 - row) as i32;
                let cells = board.columns.iter().map(|&var| self.cell(replay, var, board.first + above));
                Row { name: (above + 1).to_string(), cells: cells.collect() }
            }
            None => {
                let var = self.vars[row];
                let cells = (0..self.width as i32).map(|i| self.cell(replay, var, self.low + i));
                Row { name: replay.recording().symbols().variable(var).to_owned(), cells: cells.collect() }
            }
        }
    }

    fn cell(&self, replay: &Replay<'_>, var: Var, value: i32) -> Cell {
        let recording = replay.recording();
        let domain = replay.domain(var);
        if !recording.roots()[var.index()].contains(value) {
            return Cell::Never;
        }
        if domain.contains(value) {
            return if domain.len() == 1 { Cell::Only } else { Cell::Left };
        }
        let event = replay.removed_by(var, value).and_then(|event| recording.events().get(event));
        match event.and_then(|event| event.inferred()) {
            Some(inferred) => {
                let constraint = recording.constraint_of(inferred.propagator);
                Cell::Removed(self.letter_of.get(&constraint).copied().unwrap_or(usize::MAX))
            }
            None => Cell::Decided,
        }
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
        // Boards are drawn with their columns apart, as everywhere.
        let apart = if self.is_board() { " " } else { "" };
        let line = |name: &str, cells: &mut dyn Iterator<Item = char>| {
            let cells: Vec<String> = cells.map(String::from).collect();
            format!("{name:>wide$}  {}", cells.join(apart)).trim_end().to_owned()
        };
        let mut lines: Vec<String> =
            rows.iter().map(|row| line(&row.name, &mut row.cells.iter().map(|&cell| self.sign(cell)))).collect();
        let heading = line("", &mut self.signs().into_iter());
        if self.is_board() {
            lines.push(heading);
        } else {
            lines.insert(0, heading);
            if self.low <= -10 || i64::from(self.low) + self.width as i64 > 10 {
                let tens = (0..self.width).map(|i| (i64::from(self.low) + i as i64).abs() / 10);
                let mut tens = tens.map(|tens| if tens > 0 { digit(tens) } else { ' ' });
                lines.insert(0, line("", &mut tens));
            }
        }
        if self.height() > ROWS {
            lines.push(format!("… and {} more", self.height() - ROWS));
        }
        let symbols = replay.recording().symbols();
        let only = if self.is_board() { "Q queen" } else { "# the only one left" };
        let mut signs = vec![only.to_owned(), ". left".to_owned(), "- not decided for".to_owned()];
        signs.extend(self.used(&rows).iter().map(|(letter, c)| format!("{letter} `{}`", symbols.constraint(*c))));
        lines.push(signs.join("   "));
        Ok(lines)
    }
}

/// The last digit of a number.
fn digit(number: i64) -> char {
    char::from(b'0' + (number % 10) as u8)
}
