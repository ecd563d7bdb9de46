//! `table`: the rows of a table are the allowed or the forbidden tuples of some views.
//!
//! | propagator | removes | wakes on | cost of a run |
//! |---|---|---|---|
//! | [`CompactTable`], allowed rows | every value without a row | any removal | non-empty words of rows, for each lost and each remaining value |
//! | [`NegativeTable`], forbidden rows | every value whose combinations are all forbidden | any removal | as for allowed rows, with counting |
//!
//! Rows may have wildcards (*short* rows).
//!
//! A fact is inferred once it is true in every remaining row. The premises exclude every row in which the fact is
//! false, and unit propagation over a selector for each row derives the fact.

mod box_of;
mod check;
mod column;
mod compact;
mod explain;
#[cfg(test)]
mod harness_tests;
mod live;
mod model;
mod negative;
mod relation;
#[cfg(test)]
mod tests;

pub use compact::CompactTable;
pub use negative::NegativeTable;
pub use relation::{IntoTable, Table, TableError};

use crate::reason::Rule;

static RULE: Rule = Rule::new("table.row", "{premises}: no row of {constraint} is left otherwise, so {fact}");
