//! `mdd`: the values of a sequence of views are the labels of a path through a multi-valued decision diagram.
//!
//! | propagator | removes | wakes on | cost |
//! |---|---|---|---|
//! | [`Mdd`] | every value without a path | any removal | each arc at most once per branch of the search tree |
//!
//! The values are the labels of a path through a layered graph (G. Pesant, *A Regular Language Membership Constraint
//! for Finite Sequences of Variables*, CP 2004, section 3). Each node counts its live arcs on both sides, and each
//! class of values counts its live arcs. When a class loses its last value, its arcs die; when a node has no live arcs
//! on one side, it dies with its arcs on the other side; when a class has no live arcs, its values are removed. K.
//! Cheng and R. Yap, *An MDD-based generalized arc consistency algorithm for positive and negative table constraints
//! and some global constraints*, Constraints 15 (2010), achieve the same with a search from the root.
//!
//! A fact is inferred once it is true on every remaining path. The premises are a cut of the diagram, and unit
//! propagation over the arcs derives the fact.

mod diagram;
mod explain;
mod graph;
#[cfg(test)]
mod harness_tests;
mod model;
mod paths;

pub use diagram::{Diagram, DiagramError};
pub(super) use graph::Layer;
pub(super) use model::Paths;
pub use paths::Mdd;

use crate::reason::Rule;

static RULE: Rule = Rule::new("mdd.path", "{premises}: {constraint} has no path otherwise, so {fact}");
