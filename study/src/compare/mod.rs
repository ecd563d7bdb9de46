//! Compares searches over a grid of models, formulations, levels of consistency, variable and value selections,
//! branching schemes and seeds.
//!
//! Each cell of the grid is searched twice. The first search is classical: it yields the solutions, nodes, failures,
//! propagations, depth and memory. The second search records reasons and is observed by a [`Ledger`](crate::Ledger): it
//! yields the prunings and useless calls. Both searches must visit the same tree, or the comparison fails. A row
//! therefore depends only on its cell. Time is measured only on request, in a third search, while no other search runs.
//!
//! ```
//! use solver_core::prelude::*;
//! use study::compare::{Grid, Subject};
//! use study::table::Format;
//! let mut grid = Grid::new([Subject::queens(8, queens::Formulation::AllDifferent)]);
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

/// An error of a study.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StudyError {
    /// A model does not support the requested search.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// A catalogue model cannot be built.
    #[error(transparent)]
    Catalogue(#[from] models::catalogue::Unusable),
    /// The recorded result of a recipe is damaged.
    #[error(transparent)]
    Record(#[from] crate::table::RecordError),
    /// A queens puzzle cannot be built.
    #[error(transparent)]
    Queens(#[from] queens::QueensError),
    /// Two searches that should visit the same tree visit different trees because of a bug in the solver.
    #[error(
        "internal error: {what} took {classical} nodes without recorded reasons and {recorded} with them; please report it"
    )]
    AnotherTree {
        /// The model.
        what: String,
        /// The number of nodes of the classical search.
        classical: u64,
        /// The number of nodes of the search that records reasons.
        recorded: u64,
    },
    /// The grid has no cell.
    #[error("there is nothing to compare: each list needs at least one entry")]
    Nothing,
    /// The grid has too many cells.
    #[error("the grid has {cells} cells, but the limit is {limit}: shorten a list")]
    TooMany {
        /// The number of cells.
        cells: usize,
        /// The maximum number of cells.
        limit: usize,
    },
}
