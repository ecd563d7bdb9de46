//! The lines of a trimmed proof.

use super::propagation::Chain;
use super::row::Literal;

/// A line of a proof that the refutation needs.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    /// Its index among all rows.
    pub(super) row: usize,
    pub(super) clause: Vec<Literal>,
    pub(super) chain: Chain,
}
