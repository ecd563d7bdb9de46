//! `regular`: the values of a sequence of views are a word that an automaton accepts.
//!
//! | propagator | removes | wakes on | cost |
//! |---|---|---|---|
//! | [`Mdd`](super::Mdd) | every value that is in no accepted word | any removal | each arc of the unrolled automaton at most once per branch of the search tree |
//!
//! The automaton is unrolled into a diagram with a layer for each view, in which every path is an accepted word (G.
//! Pesant, CP 2004). The propagator is that of [`mdd`](super::mdd). The automaton may be nondeterministic. It is
//! unrolled when the model is compiled: time and memory are proportional to transitions times views, counting only
//! states that can be reached and that lead to an accepting state.
//!
//! A fact is inferred once it is true in every remaining accepted word. The premises are a cut of the diagram, and unit
//! propagation over the arcs derives the fact.

mod automaton;
#[cfg(test)]
mod harness_tests;
mod model;
#[cfg(test)]
mod tests;

pub use automaton::{Automaton, AutomatonError};

use crate::reason::Rule;

pub(super) static RULE: Rule =
    Rule::new("regular.path", "{premises}: {constraint} accepts nothing otherwise, so {fact}");
