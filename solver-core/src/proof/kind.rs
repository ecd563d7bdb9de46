//! What a proof is about: all solutions, a part of the tree, or bounds on the objective.

use crate::search::Cube;

/// The kind of a proof.
#[derive(Clone, Copy)]
pub(crate) struct Kind<'p> {
    /// Whether solutions are listed.
    pub(crate) lists: bool,
    /// The part of the tree that is searched; `None` for the whole.
    pub(crate) part: Option<&'p Cube>,
    /// Whether rows of the model state the objective values to improve on, instead of an objective of the model.
    pub(crate) bounds: bool,
}
