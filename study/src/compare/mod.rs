//! Comparing searches: a grid of models, formulations, levels of consistency, variable and value selection, branching
//! and seeds.
//!
//! Each cell of the grid is searched twice. The first search is classical: it yields solutions, nodes, failures,
//! propagations, depth and memory. The second records reasons and is observed by a [`Ledger`](crate::Ledger): it yields
//! prunings and useless calls. Both visit the same tree, and the comparison fails if they do not. So a row depends on
//! nothing but the cell; time is a measurement, taken only on request, of a third search that runs alone on the machine
//! as far as can be determined.
//!
//! ```
//! use solver_core::prelude::*;
//! use study::compare::{Grid, Subject};
//! use study::table::Format;
//! let mut grid = Grid::of([Subject::queens(8, queens::Formulation::AllDifferent)]);
//! grid.levels = vec![Some(Consistency::Value), Some(Consistency::Domain)];
//! let table = grid.table(&Default::default())?;
//! assert!(table.write(Format::Csv).starts_with("level,solutions,nodes,failures,"));
//! assert!(table.write(Format::Csv).contains("\r\ndomain,92,761,289,"));
//! # Ok::<(), study::StudyError>(())
//! ```

mod count;
mod dimension;
mod grid;
pub mod meanings;
mod row;
mod rows;
mod subject;

pub use count::{Counts, SearchOptions};
pub(crate) use count::{recorded, to_the_end};
pub use dimension::Dimension;
pub use grid::{Grid, Means};
pub use subject::{Stated, Subject};

use solver_core::prelude::*;

/// Why a study cannot be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StudyError {
    /// A model does not support the requested search.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The recorded result of a recipe is damaged.
    #[error(transparent)]
    Record(#[from] crate::table::RecordError),
    /// A queens puzzle that cannot be.
    #[error(transparent)]
    Queens(#[from] queens::QueensError),
    /// Two searches that should go through the same tree do not: the fault is the solver's.
    #[error(
        "internal error: {what} took {classical} nodes as it is and {recorded} with reasons recorded; please report it"
    )]
    AnotherTree {
        /// What was searched.
        what: String,
        /// Nodes of the classical search.
        classical: u64,
        /// Nodes of the other.
        recorded: u64,
    },
    /// A grid without a cell.
    #[error("there is nothing to compare: each list needs at least one entry")]
    Nothing,
    /// There are too many cells.
    #[error("the grid has {cells} cells, and {limit} is the limit: shorten a list")]
    TooMany {
        /// The requested number of solutions.
        cells: usize,
        /// The most there may be.
        limit: usize,
    },
}
