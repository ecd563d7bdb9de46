//! The lines that remain in a trimmed proof.

use super::propagation::Chain;
use super::row::Literal;

/// A line of a proof that the refutation needs.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    /// The index of the line's row among all rows.
    pub(super) row: usize,
    pub(super) clause: Vec<Literal>,
    pub(super) chain: Chain,
}
