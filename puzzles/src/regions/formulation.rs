//! Two formulations of the puzzle.

use super::area::Area;
use super::confined::Confined;
use super::constraint::{Axis, Constraint, Unit};
use super::exactly::Exactly;
use super::puzzle::Puzzle;
use super::reach::Reach;
use super::solve::SolveError;
use super::square::Square;
use super::stars::Stars;
use solver_core::prelude::*;
use std::sync::Arc;

/// How the rules become constraints.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Formulation {
    /// A 0/1 variable for each square; sums for rows, columns and regions; one inequality for each pair
    /// that touches; and what people see: where a unit's stars can go, and regions that fill lines.
    #[default]
    Squares,
    /// The column of each row's star, where rows have one: the columns differ, neighbours differ by 2 or more, and each
    /// region has one star.
    Rows,
}

/// The puzzle as a model.
#[derive(Clone, Debug)]
pub struct RegionsModel {
    /// The model.
    pub model: Model,
    /// A 0/1 variable for each square in row-major order, or the column of each row's star.
    pub variables: Vec<IntVar>,
    /// How the rules were stated.
    pub formulation: Formulation,
    puzzle: Puzzle,
}

impl RegionsModel {
    /// States a puzzle in the way that suits it: by rows if each has one star, otherwise by squares.
    ///
    /// # Errors
    /// [`ModelError`], which no puzzle gives.
    ///
    /// ```
    /// use puzzles::regions::{RegionsModel, read};
    /// use solver_core::prelude::*;
    /// let puzzle = read("AABB\nAABC\nDDCC\nDDCC\n")?;
    /// assert_eq!(RegionsModel::new(&puzzle)?.model.count()?, Outcome::Complete(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(puzzle: &Puzzle) -> Result<RegionsModel, ModelError> {
        if puzzle.stars() == 1 { RegionsModel::of_rows(puzzle) } else { RegionsModel::of_squares(puzzle) }
    }

    /// States a puzzle by 0/1 variables for its squares.
    ///
    /// # Errors
    /// [`ModelError`], which no puzzle gives.
    pub fn of_squares(puzzle: &Puzzle) -> Result<RegionsModel, ModelError> {
        let (size, count) = (puzzle.size(), puzzle.stars());
        let mut model = Model::new();
        let mut squares = Vec::with_capacity(size * size);
        for index in 0..size * size {
            squares.push(model.int(Square::at(index, size).on(size).to_string(), 0..=1)?);
        }
        let m = &mut model;
        let area = Arc::new(Area::new(puzzle));
        for (a, b) in touching(puzzle) {
            let name = Constraint::Touch(Square::at(a, size), Square::at(b, size)).name(puzzle);
            m.post((squares[a] + squares[b]).at_most(1)).named(name);
        }
        for unit in Unit::all(size) {
            let own = unit.squares(puzzle).into_iter().map(|s| squares[s]);
            m.propagator("exactly", own, move |views| {
                Box::new(Exactly::new(views.iter().map(|&view| (view, 1)), count))
            })
            .named(Constraint::Exactly(unit).name(puzzle));
        }
        for (number, unit) in Unit::all(size).enumerate() {
            let area = area.clone();
            m.propagator("reach", &squares, move |views| Box::new(Reach::new(area.clone(), number, views.into())))
                .named(Constraint::Reach(unit).name(puzzle));
        }
        for axis in [Axis::Rows, Axis::Columns] {
            let area = area.clone();
            m.propagator("confined", &squares, move |views| Box::new(Confined::new(area.clone(), axis, views.into())))
                .named(Constraint::Confined(axis).name(puzzle));
        }
        Ok(RegionsModel { model, variables: squares, formulation: Formulation::Squares, puzzle: puzzle.clone() })
    }

    /// States a puzzle by the column of each row's star; with more stars in a row, by squares.
    ///
    /// # Errors
    /// [`ModelError`], which no puzzle gives.
    pub fn of_rows(puzzle: &Puzzle) -> Result<RegionsModel, ModelError> {
        if puzzle.stars() != 1 {
            return RegionsModel::of_squares(puzzle);
        }
        let size = puzzle.size();
        let mut model = Model::new();
        let rows = model.ints("row", size, 0..=size as i32 - 1)?;
        let m = &mut model;
        m.all_different(&rows).named("columns");
        for (r, (&upper, &lower)) in rows.iter().zip(&rows[1..]).enumerate() {
            for step in [1, -1] {
                m.post(upper.differs(lower + step)).named(format!("rows {} and {} touch", r + 1, r + 2));
            }
        }
        for region in 0..size {
            let squares: Vec<Square> = puzzle.region(region).map(|s| Square::at(s, size)).collect();
            let columns: Vec<i32> = squares.iter().map(|square| square.column as i32).collect();
            m.propagator("exactly", squares.iter().map(|square| rows[square.row]), move |views| {
                Box::new(Exactly::new(views.iter().copied().zip(columns.iter().copied()), 1))
            })
            .named(Constraint::Exactly(Unit::Region(region)).name(puzzle));
        }
        Ok(RegionsModel { model, variables: rows, formulation: Formulation::Rows, puzzle: puzzle.clone() })
    }

    /// Adds stars that stand already, each as a constraint with its name: `given d1`.
    pub fn give(&mut self, givens: &[Square]) {
        let size = self.puzzle.size();
        for &given in givens {
            let stated = match self.formulation {
                Formulation::Squares => self.variables[given.index(size)].equals(1),
                Formulation::Rows => self.variables[given.row].equals(given.column as i32),
            };
            self.model.post(stated).named(format!("given {}", given.on(size)));
        }
    }

    /// Forbids a star on a square.
    pub fn forbid(&mut self, square: Square) {
        let size = self.puzzle.size();
        let stated = match self.formulation {
            Formulation::Squares => self.variables[square.index(size)].equals(0),
            Formulation::Rows => self.variables[square.row].differs(square.column as i32),
        };
        self.model.post(stated).named(format!("no star on {}", square.on(size)));
    }

    /// A search with an order that suits the formulation.
    pub fn search(&self) -> Search<'_> {
        let search = self.model.search().on(&self.variables);
        match self.formulation {
            Formulation::Squares => search.values(ValueSelect::Max),
            Formulation::Rows => search.order(VarSelect::SmallestDomain),
        }
    }

    /// The stars of a solution, checked by other means.
    ///
    /// # Errors
    /// [`SolveError`] when a value is missing, or the stars do not solve the puzzle: then the solver is wrong.
    pub fn stars(&self, value: impl Fn(IntVar) -> Result<i32, ModelError>) -> Result<Stars, SolveError> {
        let mut squares = Vec::new();
        for (number, &x) in self.variables.iter().enumerate() {
            let value = value(x)?;
            match self.formulation {
                Formulation::Squares if value == 1 => squares.push(Square::at(number, self.puzzle.size())),
                Formulation::Squares => {}
                Formulation::Rows => squares.push(Square { row: number, column: value as usize }),
            }
        }
        Ok(Stars::new(&self.puzzle, squares)?)
    }
}

/// All pairs of squares that touch.
pub(super) fn touching(puzzle: &Puzzle) -> impl Iterator<Item = (usize, usize)> {
    let size = puzzle.size();
    (0..size * size).flat_map(move |a| {
        let (row, column) = (a / size, a % size);
        let right = (column + 1 < size).then_some(a + 1);
        let below = row + 1 < size;
        let down = (0..3).map(move |d| (column + d, a + size + d));
        let down = down.filter(move |&(c, _)| below && (1..=size).contains(&c)).map(|(_, b)| b - 1);
        right.into_iter().chain(down).map(move |b| (a, b))
    })
}
