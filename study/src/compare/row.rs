//! A row of a comparison.

use super::Counts;
use crate::table::Cell;

/// A row with its keys and its counts.
pub(super) struct Row {
    pub(super) keys: [Cell; 8],
    pub(super) counts: Counts,
    pub(super) seconds: Option<f64>,
    /// Whether the search had an objective.
    pub(super) best: bool,
}
