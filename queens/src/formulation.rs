//! Four formulations of n queens as a model.

use crate::channel::{self, Channel};
use crate::givens::Givens;
use crate::lex_leader::LexLeader;
use crate::local_search::LocalSearch;
use crate::rule::{self, QueensRule};
use crate::symmetry::Symmetries;
use solver_core::Propagator;
use solver_core::named_variants;
use solver_core::prelude::*;

/// A set of constraints by which no queen attacks another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Formulation {
    /// Three `!=` for every pair of columns.
    Pairwise,
    /// Three `all_different`: one on the rows, and two on the diagonals, by views.
    #[default]
    AllDifferent,
    /// `all_different` on the diagonals, and a channel between rows and columns, which also detects when a row has only
    /// one possible square.
    Dual,
    /// One propagator for the entire puzzle, which removes each square from which a queen would attack every remaining
    /// square of some row or column.
    QueensRule,
}

named_variants!(pub Formulation { Pairwise = "pairwise", AllDifferent = "alldifferent", Dual = "dual", QueensRule = "queens-rule"});

impl Formulation {
    /// The maximum board size. The model can be built in about a tenth of a second and a gigabyte.
    pub fn max_size(self) -> usize {
        match self {
            Formulation::Pairwise => 700,
            Formulation::AllDifferent => 50_000,
            Formulation::Dual | Formulation::QueensRule => 4_000,
        }
    }
}

/// The reason why a model cannot be built.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum QueensError {
    /// A board without columns.
    #[error("a board needs at least 1 column")]
    NoColumns,
    /// The board is too large for the formulation.
    #[error("the formulation `{formulation}` supports boards up to {limit}x{limit}, not {size}x{size}{hint}")]
    TooLarge {
        /// The formulation.
        formulation: Formulation,
        /// The requested size.
        size: u64,
        /// The maximum size.
        limit: usize,
        /// A suggested alternative, or nothing.
        hint: &'static str,
    },
    /// A consistency level was requested for a formulation that has no levels.
    #[error(
        "the consistency level `{level}` cannot be chosen for the formulation `{formulation}`: \
         only `alldifferent` has levels"
    )]
    NoLevels {
        /// The formulation.
        formulation: Formulation,
        /// The requested level.
        level: Consistency,
    },
    /// The board is too large to trace the plain search.
    #[error("placements can be traced on boards up to {limit}x{limit}, not {size}x{size}")]
    TooLargeToPlace {
        /// The requested size.
        size: u64,
        /// The maximum size.
        limit: u32,
    },
    /// The givens belong to a board of a different size. The first number is the size of the givens' board; the second
    /// is the size of this board.
    #[error("the given queens are for a {0}x{0} board, but this board is {1}x{1}")]
    OtherBoard(usize, usize),
    /// The model is invalid.
    #[error(transparent)]
    Model(#[from] ModelError),
}

/// N queens as a model: variable `columns[c]` is the row of the queen in column `c`.
#[derive(Clone, Debug)]
pub struct QueensModel {
    /// The model.
    pub model: Model,
    /// The row of each column's queen, `0..n`.
    pub columns: Vec<IntVar>,
    /// The constraints of the [given](QueensModel::give) queens, in order.
    pub given: Vec<ConstraintId>,
    /// The column of each row's queen, `0..n`, in the dual formulation; empty in the others.
    pub rows: Vec<IntVar>,
    /// The formulation.
    pub formulation: Formulation,
    /// The symmetries that were [broken](QueensModel::break_symmetries), if any.
    pub symmetries: Option<Symmetries>,
}

impl QueensModel {
    /// Builds the model for an n×n board.
    ///
    /// # Errors
    /// [`QueensError`] if n is 0 or too large for the formulation, or if the formulation does not support the requested
    /// level.
    ///
    /// ```
    /// use queens::{Formulation, QueensModel};
    /// use solver_core::prelude::*;
    /// let q = QueensModel::new(8, Formulation::QueensRule, None)?;
    /// assert_eq!(q.model.count()?, Outcome::Complete(92));
    /// # Ok::<(), queens::QueensError>(())
    /// ```
    pub fn new(
        n: usize,
        formulation: Formulation,
        consistency: Option<Consistency>,
    ) -> Result<QueensModel, QueensError> {
        check_size(n as u64, formulation)?;
        if let (Some(level), false) = (consistency, formulation == Formulation::AllDifferent) {
            return Err(QueensError::NoLevels { formulation, level });
        }
        let mut model = Model::new();
        let last = n as i32 - 1;
        let columns = model.ints("q", n, 0..=last)?;
        let m = &mut model;
        let mut rows = Vec::new();
        match formulation {
            Formulation::Pairwise => pairwise(m, &columns),
            Formulation::AllDifferent => {
                let level = consistency.unwrap_or_default();
                m.all_different(&columns).consistency(level).named("rows");
                diagonals(m, &columns, level);
            }
            Formulation::Dual => {
                diagonals(m, &columns, Consistency::Value);
                rows = m.ints("column", n, 0..=last)?;
                m.all_different(&columns).named("rows");
                m.propagator("channel", columns.iter().chain(&rows), move |views| {
                    let (columns, rows) = views.split_at(n);
                    Box::new(Channel::new(columns.iter().copied().zip(rows.iter().copied()))) as Box<dyn Propagator>
                })
                .written_by(channel::write)
                .named("rows and columns");
            }
            Formulation::QueensRule => {
                m.propagator("queens_rule", &columns, |views| Box::new(QueensRule::new(views.iter().copied())))
                    .written_by(rule::write)
                    .named("queens");
            }
        }
        Ok(QueensModel { model, columns, given: Vec::new(), rows, formulation, symmetries: None })
    }

    /// Adds given queens, each as a named constraint: `given d1`.
    ///
    /// # Errors
    /// [`QueensError::OtherBoard`] if the givens belong to a board of a different size.
    ///
    /// ```
    /// use queens::{Formulation, Givens, QueensModel};
    /// use solver_core::prelude::*;
    /// let mut q = QueensModel::new(8, Formulation::AllDifferent, None)?;
    /// q.give(&Givens::parse(8, "d1,f2")?)?;
    /// assert_eq!(q.model.count()?, Outcome::Complete(3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn give(&mut self, givens: &Givens) -> Result<(), QueensError> {
        let (givens_size, size) = (givens.size(), self.columns.len());
        if givens_size != size {
            return Err(QueensError::OtherBoard(givens_size, size));
        }
        for square in givens.squares() {
            // No formulation allows a board whose row count does not fit in an `i32`.
            let row = square.row as i32;
            let column = self.columns[square.column as usize];
            let post = self.model.post(column.equals(row)).named(format!("given {}", square.on(size)));
            self.given.push(post.id());
        }
        Ok(())
    }

    /// Breaks symmetries with the [`LexLeader`] constraint, which keeps the canonical representative of each orbit: its
    /// lexicographically least board.
    ///
    /// ```
    /// use queens::{Formulation, QueensModel, Symmetries};
    /// use solver_core::prelude::*;
    /// let mut q = QueensModel::new(8, Formulation::AllDifferent, None)?;
    /// q.break_symmetries(&Symmetries::all());
    /// assert_eq!(q.model.count()?, Outcome::Complete(12));
    /// # Ok::<(), queens::QueensError>(())
    /// ```
    pub fn break_symmetries(&mut self, symmetries: &Symmetries) {
        self.symmetries = Some(symmetries.clone());
        let movers: Vec<_> = symmetries.movers().collect();
        if movers.is_empty() {
            return;
        }
        self.model
            .propagator("lex_leader", &self.columns, move |views| {
                Box::new(LexLeader::new(views.iter().copied(), movers.iter().copied())) as Box<dyn Propagator>
            })
            .named("least of its orbit");
    }
}

/// Rejects boards that a formulation cannot represent.
///
/// # Errors
/// [`QueensError::NoColumns`] when the board is empty, [`QueensError::TooLarge`] when it is too large for the
/// formulation.
pub fn check_size(n: u64, formulation: Formulation) -> Result<(), QueensError> {
    let limit = formulation.max_size();
    if n == 0 {
        return Err(QueensError::NoColumns);
    }
    if n > limit as u64 {
        let roomier = Formulation::AllDifferent;
        let hint = match n {
            _ if n <= roomier.max_size() as u64 => "; `alldifferent` can",
            _ if n <= LocalSearch::MAX_COLUMNS.into() => "; local search can",
            _ => "",
        };
        return Err(QueensError::TooLarge { formulation, size: n, limit, hint });
    }
    Ok(())
}

fn pairwise(m: &mut Model, columns: &[IntVar]) {
    for (i, &x) in columns.iter().enumerate() {
        for (d, &y) in (1..).zip(&columns[i + 1..]) {
            m.post(x.differs(y));
            m.post(x.differs(y + d));
            m.post(x.differs(y - d));
        }
    }
}

fn diagonals(m: &mut Model, columns: &[IntVar], level: Consistency) {
    let numbered = || columns.iter().zip(0..);
    // Row 1 is drawn at the bottom: row + column is constant along a diagonal that falls to the right.
    m.all_different(numbered().map(|(q, c)| q + c)).consistency(level).named("down diagonals");
    m.all_different(numbered().map(|(q, c)| q - c)).consistency(level).named("up diagonals");
}
