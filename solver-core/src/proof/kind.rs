//! Kinds of proofs: about all solutions, a part of the tree, or bounds on the objective.

use crate::search::Cube;

/// The kind of a proof.
#[derive(Clone, Copy)]
pub(crate) struct Kind<'p> {
    /// Whether solutions are listed.
    pub(crate) lists: bool,
    /// The part of the tree that is searched; `None` for the entire tree.
    pub(crate) part: Option<&'p Cube>,
    /// Whether the objective values to improve on are rows of the model. If so, the model has no objective.
    pub(crate) bounds: bool,
}
