//! The constraints of a puzzle, and their names.

use super::puzzle::Puzzle;
use super::square::{Square, column_name};

/// Squares that take a given number of stars together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Unit {
    /// A row, counted from 0 at the top.
    Row(usize),
    /// A column, counted from 0 at the left.
    Column(usize),
    /// A region, by its number.
    Region(usize),
}

/// Lines of one direction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Axis {
    /// All rows.
    Rows,
    /// All columns.
    Columns,
}

/// A constraint of the model of squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Constraint {
    /// Two squares that touch hold at most one star.
    Touch(Square, Square),
    /// The number of stars on the squares of a unit.
    Exactly(Unit),
    /// Wherever the stars of a unit go, they rule out what they touch and fill.
    Reach(Unit),
    /// Regions that fit into as many lines fill them.
    Confined(Axis),
}

impl Unit {
    /// Every unit of a board: rows, columns, regions.
    pub(crate) fn all(size: usize) -> impl Iterator<Item = Unit> {
        let rows = (0..size).map(Unit::Row);
        rows.chain((0..size).map(Unit::Column)).chain((0..size).map(Unit::Region))
    }

    /// The name: `row 3`, `column d`, `region B`.
    pub fn name(self, puzzle: &Puzzle) -> String {
        match self {
            Unit::Row(row) => format!("row {}", row + 1),
            Unit::Column(column) => format!("column {}", column_name(column, puzzle.size())),
            Unit::Region(region) => format!("region {}", puzzle.names()[region]),
        }
    }

    /// The numbers of its squares, in row-major order.
    pub(crate) fn squares(self, puzzle: &Puzzle) -> Vec<usize> {
        let size = puzzle.size();
        match self {
            Unit::Row(row) => (0..size).map(|column| row * size + column).collect(),
            Unit::Column(column) => (0..size).map(|row| row * size + column).collect(),
            Unit::Region(region) => puzzle.region(region).collect(),
        }
    }
}

impl Axis {
    /// One of the lines.
    pub(crate) fn line(self, number: usize) -> Unit {
        match self {
            Axis::Rows => Unit::Row(number),
            Axis::Columns => Unit::Column(number),
        }
    }
}

impl Constraint {
    /// The name in the model: `row 3`, `c4 and d5 touch`, `reach of region B`, `regions in rows`.
    pub fn name(self, puzzle: &Puzzle) -> String {
        let size = puzzle.size();
        match self {
            Constraint::Touch(a, b) => format!("{} and {} touch", a.on(size), b.on(size)),
            Constraint::Exactly(unit) => unit.name(puzzle),
            Constraint::Reach(unit) => format!("reach of {}", unit.name(puzzle)),
            Constraint::Confined(Axis::Rows) => "regions in rows".to_owned(),
            Constraint::Confined(Axis::Columns) => "regions in columns".to_owned(),
        }
    }
}
