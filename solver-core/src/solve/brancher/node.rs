//! A search node, as a brancher can inspect it.

use super::Mapping;
use crate::engine::Engine;
use crate::model::IntVar;
use crate::view::View;

/// A search node, as a custom brancher can inspect it: the current domains. A variable of another model has an empty
/// domain here.
///
/// ```
/// use solver_core::prelude::*;
/// use solver_core::{Decision, Node};
/// let mut m = Model::new();
/// let x = m.ints("x", 4, 0..=9)?;
/// m.all_different(&x);
/// // Assigns the largest possible value to the first variable that can take it.
/// let greedy = {
///     let x = x.clone();
///     move |node: &Node<'_>| {
///         let open = x.iter().filter(|x| node.fixed(**x).is_none());
///         let best = open.rev().max_by_key(|x| node.max(**x))?;
///         Some(Decision::equals(*best, node.max(*best)?))
///     }
/// };
/// let first = m.search().branch_with(greedy).first()?.complete().expect("there are solutions");
/// assert_eq!(first.values(&x)?, [9, 8, 7, 6]);
/// # Ok::<(), ModelError>(())
/// ```
#[doc(alias("space", "state", "search node"))]
pub struct Node<'a> {
    pub(super) engine: &'a Engine,
    pub(super) mapping: &'a Mapping,
}

impl Node<'_> {
    fn view(&self, x: IntVar) -> Option<View> {
        self.mapping.view(x)
    }

    /// The smallest remaining value.
    pub fn min(&self, x: IntVar) -> Option<i32> {
        self.view(x).map(|view| self.engine.min(view))
    }

    /// The largest remaining value.
    pub fn max(&self, x: IntVar) -> Option<i32> {
        self.view(x).map(|view| self.engine.max(view))
    }

    /// The number of remaining values.
    pub fn size(&self, x: IntVar) -> u32 {
        self.view(x).map_or(0, |view| self.engine.size(view))
    }

    /// The value, if the variable is fixed.
    pub fn fixed(&self, x: IntVar) -> Option<i32> {
        self.view(x).and_then(|view| self.engine.fixed(view))
    }

    /// Whether the value remains.
    pub fn contains(&self, x: IntVar, value: i32) -> bool {
        self.view(x).is_some_and(|view| self.engine.contains(view, value))
    }

    /// The remaining values in ascending order.
    pub fn values(&self, x: IntVar) -> Vec<i32> {
        let mut values = self.view(x).map_or(Vec::new(), |view| self.engine.values(view));
        values.sort_unstable();
        values
    }
}
