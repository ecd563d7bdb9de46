//! Draws one cell per value, in a row for each variable or on the squares of a board. A cell shows the constraint that
//! removed its value.

use super::{Drawn, Line, Piece, Tint, shortened};
use crate::recording::{Board, Recording, Replay};
use solver_core::why::without_place;
use solver_core::{Atom, ValueSet, Var};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// The status of a value of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cell {
    /// The value was never in the domain.
    Never,
    /// The value is one of several remaining values.
    Left,
    /// The value is the only remaining value.
    Only,
    /// A decision removed the value.
    Decided,
    /// A constraint removed the value; contains the index of the constraint's letter.
    Removed(usize),
}

impl Cell {
    fn new(replay: &Replay<'_>, var: Var, value: i32, letters: &Letters) -> Cell {
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
            Some(inferred) => Cell::Removed(letters.place(recording.constraint_of(inferred.propagator))),
            None => Cell::Decided,
        }
    }

    fn piece(self, only: char) -> Piece {
        let (sign, tint) = match self {
            Cell::Never => (' ', Tint::Plain),
            Cell::Left => ('.', Tint::Plain),
            Cell::Only => (only, Tint::Inverse),
            Cell::Decided => ('-', Tint::Faint),
            Cell::Removed(place) => (Letters::letter(place), Tint::Colour(place)),
        };
        Piece::new(sign, tint)
    }
}

/// Assigns a letter to each constraint that removes a value.
#[derive(Clone, Debug)]
pub(super) struct Letters {
    /// The constraints by letter index, in the order in which they first removed a value.
    constraints: Vec<usize>,
    place_of: BTreeMap<usize, usize>,
}

impl Letters {
    pub(super) fn new(recording: &Recording) -> Letters {
        let mut letters = Letters { constraints: Vec::new(), place_of: BTreeMap::new() };
        for inferred in recording.events().iter().filter_map(|event| event.inferred()) {
            let constraint = recording.constraint_of(inferred.propagator);
            letters.place_of.entry(constraint).or_insert_with(|| {
                letters.constraints.push(constraint);
                letters.constraints.len() - 1
            });
        }
        letters
    }

    fn place(&self, constraint: usize) -> usize {
        self.place_of.get(&constraint).copied().unwrap_or(usize::MAX)
    }

    /// Returns the letter for an index: A to Z except Q, which stands for a queen, then a to z; larger indices all get
    /// `+`. Board columns are labelled with lower-case letters.
    fn letter(place: usize) -> char {
        ('A'..='Z').filter(|&letter| letter != 'Q').chain('a'..='z').nth(place).unwrap_or('+')
    }

    /// Explains the letters in these cells.
    fn legend(&self, recording: &Recording, cells: &BTreeSet<usize>) -> impl Iterator<Item = Line> {
        let named = |&place: &usize| {
            let name = without_place(recording.symbols().constraint(*self.constraints.get(place)?));
            let letter = Piece::new(Letters::letter(place), Tint::Colour(place));
            Some(vec![letter, Piece::plain(format!(" {name}"))])
        };
        cells.iter().filter_map(named)
    }
}

/// Cells in rows of variables or on a board.
#[derive(Clone, Debug)]
pub(super) enum Cells {
    Rows(Rows),
    Board(Board),
}

/// The variables, each in a row with one column per value.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    /// The smallest value.
    low: i32,
    /// The number of values.
    width: usize,
    vars: Vec<Var>,
}

/// A variable is shown only if its values span at most this range.
const WIDTH: u64 = 128;

/// The maximum displayed length of a name.
const NAME: usize = 32;

/// Up to this many columns, spaces separate them.
const APART: usize = 16;

impl Rows {
    /// Selects the variables that are not drawn elsewhere and whose values fit into one picture.
    pub(super) fn new(recording: &Recording, drawn: &HashSet<Var>) -> Rows {
        let span = |set: &ValueSet| Some((set.min()?, set.max()?));
        let fits = |low: i32, high: i32| i64::from(high) - i64::from(low) < WIDTH as i64;
        let (mut vars, mut bounds) = (Vec::new(), None::<(i32, i32)>);
        for (var, root) in recording.symbols().vars().zip(recording.roots()) {
            let is_open = recording.symbols().is_of_problem(var) && !drawn.contains(&var);
            let Some((low, high)) = span(root).filter(|_| is_open) else { continue };
            let (least, most) = bounds.map_or((low, high), |(a, b)| (low.min(a), high.max(b)));
            if fits(least, most) {
                bounds = Some((least, most));
                vars.push(var);
            }
        }
        let (low, high) = bounds.unwrap_or((0, -1));
        Rows { low, width: (i64::from(high) - i64::from(low) + 1) as usize, vars }
    }
}

impl Cells {
    pub(super) fn drawn(&self, replay: &Replay<'_>, touched: Option<Atom>, letters: &Letters) -> Drawn {
        let symbols = replay.recording().symbols();
        match self {
            Cells::Rows(Rows { vars, .. }) if vars.is_empty() => Drawn::default(),
            Cells::Rows(rows) => {
                let values = || (0..rows.width as i32).map(|i| rows.low + i);
                let named = rows.vars.iter().map(|&var| {
                    let is_touched = touched.is_some_and(|fact| fact.var() == var);
                    let cells = values().map(|value| (var, value)).collect();
                    Row { name: shortened(symbols.variable(var), NAME), is_touched, values: cells }
                });
                let mut drawn = lines(replay, letters, named.collect(), '#');
                let tens = |value: i32| if value.abs() >= 10 { digit(value / 10) } else { ' ' };
                let mut headings = vec![heading(&drawn, values().map(digit))];
                if values().any(|value| value.abs() >= 10) {
                    headings.insert(0, heading(&drawn, values().map(tens)));
                }
                if values().any(|value| value < 0) {
                    headings.insert(0, heading(&drawn, values().map(|value| if value < 0 { '-' } else { ' ' })));
                }
                drawn.touched = drawn.touched.map(|line| line + headings.len());
                drawn.headings = headings.len();
                drawn.lines.splice(0..0, headings);
                drawn
            }
            Cells::Board(Board { columns, first }) => {
                let rows = (0..columns.len() as i32).rev().map(|row| {
                    let is_touched = |fact: Atom| columns.contains(&fact.var()) && fact.value() == first + row;
                    let values = columns.iter().map(|&column| (column, first + row)).collect();
                    Row { name: (row + 1).to_string(), is_touched: touched.is_some_and(is_touched), values }
                });
                let mut drawn = lines(replay, letters, rows.collect(), 'Q');
                drawn.lines.push(heading(&drawn, ('a'..='z').take(columns.len())));
                drawn
            }
        }
    }
}

/// A row of cells.
struct Row {
    name: String,
    is_touched: bool,
    values: Vec<(Var, i32)>,
}

/// Draws one line per name with its cells, and the legend.
fn lines(replay: &Replay<'_>, letters: &Letters, rows: Vec<Row>, only: char) -> Drawn {
    let wide = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
    let mut removed = BTreeSet::new();
    let mut drawn = Drawn::default();
    for Row { name, is_touched, values } in rows {
        let mark = if is_touched { '>' } else { ' ' };
        let mut line = vec![Piece::plain(format!("{mark}{name:>wide$} "))];
        let apart = values.len() <= APART;
        for (var, value) in values {
            let cell = Cell::new(replay, var, value, letters);
            if let Cell::Removed(place) = cell {
                removed.insert(place);
            }
            line.push(cell.piece(only));
            line.extend(apart.then(|| Piece::plain(" ")));
        }
        if is_touched {
            drawn.touched = Some(drawn.lines.len());
        }
        drawn.lines.push(line);
    }
    let only = if only == 'Q' { "Q queen" } else { "# only" };
    drawn.legend = [only, ". left", "- decided"].map(|sign| vec![Piece::faint(sign)]).into();
    drawn.legend.extend(letters.legend(replay.recording(), &removed));
    drawn
}

/// Makes a heading with a sign above each column of cells in the lines below.
fn heading(below: &Drawn, signs: impl Iterator<Item = char>) -> Line {
    let names = below.lines.first().and_then(|line| line.first()).map_or(0, |name| name.text.chars().count());
    let signs: Vec<String> = signs.map(String::from).collect();
    let apart = if signs.len() <= APART { " " } else { "" };
    vec![Piece::faint(format!("{:names$}{}", "", signs.join(apart)))]
}

/// Returns the last digit of a number.
fn digit(number: i32) -> char {
    char::from(b'0' + (number % 10).unsigned_abs() as u8)
}
