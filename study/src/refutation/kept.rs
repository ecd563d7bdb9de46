//! A line of a proof that is needed.

use super::propagation::Chain;
use super::row::Literal;

/// A line that is needed.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    /// Its number among all rows.
    pub(super) row: usize,
    pub(super) clause: Vec<Literal>,
    pub(super) chain: Chain,
}
