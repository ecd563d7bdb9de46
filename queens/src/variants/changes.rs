//! Changes to the n queens puzzle, as constraints added to its model.
//!
//! Each change only adds rules, so the solutions are a subset of the plain puzzle's solutions, and every formulation
//! supports every change.

use super::diagonal::Diagonal;
use super::error::ChangeError;
use super::modulo::DifferentModulo;
use crate::givens::Givens;
use crate::square::Square;
use crate::symmetry::Symmetries;
use crate::{QueensError, QueensModel};
use solver_core::prelude::*;
use std::collections::HashSet;

/// Changes to the puzzle: given queens, blocked squares, excluded diagonals, the torus, superqueens.
///
/// ```
/// use queens::{Changes, Formulation, Givens, QueensModel};
/// use solver_core::prelude::*;
/// // 1850: two queens stand already, on b4 and d5.
/// let changes = Changes::none(8).with_givens(Givens::parse(8, "b4,d5")?)?;
/// let mut q = QueensModel::new(8, Formulation::AllDifferent, None)?;
/// q.change(&changes)?;
/// assert_eq!(q.model.count()?, Outcome::Complete(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Changes {
    givens: Givens,
    blocked: Vec<Square>,
    excluded: Vec<Diagonal>,
    torus: bool,
    superqueens: bool,
}

impl Changes {
    /// The plain puzzle on an n×n board.
    pub fn none(n: usize) -> Changes {
        Changes { givens: Givens::none(n), ..Changes::default() }
    }

    /// Replaces the given queens.
    ///
    /// # Errors
    /// [`ChangeError`] if the givens belong to a board of a different size, or if one is on a forbidden square.
    pub fn with_givens(mut self, givens: Givens) -> Result<Changes, ChangeError> {
        let size = self.size();
        if givens.size() != size {
            return Err(ChangeError::OtherBoard(givens.size(), size));
        }
        self.givens = givens;
        self.checked()
    }

    /// Adds squares that must stay empty.
    ///
    /// # Errors
    /// [`ChangeError`] if a square is off the board, is blocked twice, or has a given queen.
    pub fn with_blocked(mut self, squares: impl IntoIterator<Item = Square>) -> Result<Changes, ChangeError> {
        let size = self.size();
        for square in squares {
            if square.column.max(square.row) as usize >= size {
                return Err(ChangeError::OffBoard(square, size));
            }
            self.blocked.push(square);
        }
        if let Some(&square) = first_repeated(&self.blocked) {
            return Err(ChangeError::BlockedTwice(square, size));
        }
        self.checked()
    }

    /// Adds diagonals that must stay empty.
    ///
    /// # Errors
    /// [`ChangeError`] if a diagonal is off the board, is excluded twice, or contains a given queen.
    pub fn with_excluded(mut self, diagonals: impl IntoIterator<Item = Diagonal>) -> Result<Changes, ChangeError> {
        let size = self.size();
        for diagonal in diagonals {
            if diagonal.squares(size).next().is_none() {
                return Err(ChangeError::BesideBoard(diagonal, size));
            }
            self.excluded.push(diagonal);
        }
        if let Some(&diagonal) = first_repeated(&self.excluded) {
            return Err(ChangeError::ExcludedTwice(diagonal, size));
        }
        self.checked()
    }

    /// Puts the puzzle on a torus: diagonals continue at the opposite edge (Pólya 1918).
    #[must_use]
    pub fn on_torus(mut self) -> Changes {
        self.torus = true;
        self
    }

    /// Uses superqueens, also called amazons, which move like a queen or a knight.
    #[must_use]
    pub fn with_superqueens(mut self) -> Changes {
        self.superqueens = true;
        self
    }

    /// Parses squares separated by commas, blanks or both: `d4,e5`.
    ///
    /// # Errors
    /// [`ChangeError`] if a word is not a square, or if there are no words.
    pub fn squares(text: &str) -> Result<Vec<Square>, ChangeError> {
        let squares = words(text).map(str::parse).collect::<Result<Vec<Square>, _>>()?;
        if squares.is_empty() { Err(ChangeError::Nothing("square", "d4,e5")) } else { Ok(squares) }
    }

    /// Parses diagonals of an n×n board separated by commas, blanks or both: `a3-f8,a1-h8`.
    ///
    /// # Errors
    /// [`ChangeError`] if a word is not a diagonal, or if there are no words.
    pub fn diagonals(n: usize, text: &str) -> Result<Vec<Diagonal>, ChangeError> {
        let diagonals = words(text).map(|word| Diagonal::parse(n, word)).collect::<Result<Vec<_>, _>>()?;
        if diagonals.is_empty() { Err(ChangeError::Nothing("diagonal", "a3-f8,a1-h8")) } else { Ok(diagonals) }
    }

    /// Rejects given queens on forbidden squares.
    fn checked(self) -> Result<Changes, ChangeError> {
        let size = self.size();
        for &square in self.givens.squares() {
            if self.blocked.contains(&square) {
                return Err(ChangeError::GivenOnBlocked(square, size));
            }
            if let Some(&diagonal) = self.excluded.iter().find(|diagonal| diagonal.contains(square)) {
                return Err(ChangeError::GivenOnExcluded(square, diagonal, size));
            }
        }
        Ok(self)
    }

    /// The number of columns and rows.
    pub fn size(&self) -> usize {
        self.givens.size()
    }

    /// The given queens.
    pub fn givens(&self) -> &Givens {
        &self.givens
    }

    /// The squares that must stay empty.
    pub fn blocked(&self) -> &[Square] {
        &self.blocked
    }

    /// The diagonals that must stay empty.
    pub fn excluded(&self) -> &[Diagonal] {
        &self.excluded
    }

    /// Whether diagonals continue at the opposite edge.
    pub fn is_torus(&self) -> bool {
        self.torus
    }

    /// Whether queens also move like knights.
    pub fn has_superqueens(&self) -> bool {
        self.superqueens
    }

    /// The symmetries of the changed puzzle: those symmetries of the square that preserve both the given queens and the
    /// set of squares that are blocked or on excluded diagonals. The torus and superqueens preserve all eight.
    ///
    /// ```
    /// use queens::{Changes, Symmetry};
    /// let corner = Changes::none(5).on_torus().with_blocked(Changes::squares("a1")?)?;
    /// assert_eq!(corner.symmetries().members(), [Symmetry::Identity, Symmetry::RisingDiagonal]);
    /// # Ok::<(), queens::ChangeError>(())
    /// ```
    pub fn symmetries(&self) -> Symmetries {
        let n = self.size();
        let excluded = self.excluded.iter().flat_map(|diagonal| diagonal.squares(n));
        let closed: HashSet<Square> = self.blocked.iter().copied().chain(excluded).collect();
        Symmetries::keeping(&self.givens).keeping_squares(n, &closed)
    }

    /// Whether this is the plain puzzle.
    pub fn is_none(&self) -> bool {
        *self == Changes::none(self.size())
    }
}

impl Diagonal {
    /// Parses a diagonal, given by two of its squares: `a3-f8`. A corner, `a1-a1`, is the diagonal with only that
    /// square.
    ///
    /// ```
    /// use queens::Diagonal;
    /// assert_eq!(Diagonal::parse(8, "b4-f8")?, Diagonal::Rising(2));
    /// assert_eq!(Diagonal::parse(8, "b4-f8")?.on(8).to_string(), "a3-f8");
    /// assert_eq!(Diagonal::parse(8, "a1-a1")?, Diagonal::Falling(0));
    /// # Ok::<(), queens::ChangeError>(())
    /// ```
    ///
    /// # Errors
    /// [`ChangeError`].
    pub fn parse(n: usize, given: &str) -> Result<Diagonal, ChangeError> {
        let syntax = || ChangeError::NoDiagonal(given.to_owned());
        let (first, second) = given.split_once('-').ok_or_else(syntax)?;
        let (first, second): (Square, Square) = (first.trim().parse()?, second.trim().parse()?);
        if let Some(square) = [first, second].into_iter().find(|s| s.column.max(s.row) as usize >= n) {
            return Err(ChangeError::OffBoard(square, n));
        }
        let through = [Diagonal::rising(first), Diagonal::falling(first)];
        let mut shared = through.into_iter().filter(|diagonal| diagonal.contains(second));
        match (shared.next(), shared.next()) {
            (Some(diagonal), None) => Ok(diagonal),
            (None, _) => Err(ChangeError::Apart(first, second, n)),
            (Some(_), Some(_)) => {
                let single = through.into_iter().find(|diagonal| diagonal.squares(n).count() == 1);
                single.filter(|_| n > 1).ok_or(ChangeError::Ambiguous(first, n))
            }
        }
    }
}

impl QueensModel {
    /// Adds the changes as named constraints: `blocked d4`.
    ///
    /// # Errors
    /// [`QueensError::OtherBoard`] if the changes belong to a board of a different size.
    pub fn change(&mut self, changes: &Changes) -> Result<(), QueensError> {
        self.give(&changes.givens)?;
        self.change_rules(changes)
    }

    /// Adds the changes except for the given queens, which can then be assumed instead.
    ///
    /// # Errors
    /// The errors of [`change`](QueensModel::change).
    pub fn change_rules(&mut self, changes: &Changes) -> Result<(), QueensError> {
        let n = self.columns.len();
        if changes.size() != n {
            return Err(QueensError::OtherBoard(changes.size(), n));
        }
        for square in &changes.blocked {
            let column = self.columns[square.column as usize];
            self.model.post(column.differs(square.row as i32)).named(format!("blocked {}", square.on(n)));
        }
        for diagonal in &changes.excluded {
            let name = format!("excluded diagonal {}", diagonal.on(n));
            for square in diagonal.squares(n) {
                let column = self.columns[square.column as usize];
                self.model.post(column.differs(square.row as i32)).named(name.clone());
            }
        }
        if changes.torus {
            wrap_diagonals(&mut self.model, &self.columns);
        }
        if changes.superqueens {
            forbid_knight_moves(&mut self.model, &self.columns);
        }
        Ok(())
    }
}

/// Forbids two queens on one diagonal of the torus, on which row ± column is constant modulo the board size.
fn wrap_diagonals(m: &mut Model, columns: &[IntVar]) {
    let size = columns.len() as u32;
    let mut differ = |name, arguments: Vec<Expr>| {
        let make = move |views: &[solver_core::View]| -> Box<dyn solver_core::Propagator> {
            Box::new(DifferentModulo::new(views.iter().copied(), size))
        };
        m.propagator("different_modulo", arguments, make).named(name);
    };
    differ("falling diagonals of the torus", columns.iter().zip(0..).map(|(q, c)| q + c).collect());
    differ("rising diagonals of the torus", columns.iter().zip(0..).map(|(q, c)| q - c).collect());
}

/// Forbids a knight's move: one column and two rows, or two columns and one row.
fn forbid_knight_moves(m: &mut Model, columns: &[IntVar]) {
    for (across, up) in [(1, 2), (2, 1)] {
        for (&x, &y) in columns.iter().zip(columns.iter().skip(across)) {
            m.post(x.differs(y + up)).named("knight's moves");
            m.post(x.differs(y - up)).named("knight's moves");
        }
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty())
}

/// Returns the first element that is equal to an earlier one.
fn first_repeated<T: Eq + std::hash::Hash>(all: &[T]) -> Option<&T> {
    let mut seen = HashSet::with_capacity(all.len());
    all.iter().find(|x| !seen.insert(*x))
}
