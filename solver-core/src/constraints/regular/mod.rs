//! `regular`: the values of a sequence of views are a word of a language.
//!
//! | propagator | removes | wakes on | cost |
//! |---|---|---|---|
//! | [`Regular`] | every value without a word | any removal | each arc of the unrolled automaton once on a branch |
//!
//! The automaton is unrolled into a layered graph, a layer for each view, in which every path is a word (G. Pesant, CP
//! 2004). It may be nondeterministic. The graph is built with the constraint: time and memory are proportional to
//! transitions times views, for states that can be reached and can reach acceptance.
//!
//! An inference states that no accepted word is left in which its fact is false. Its premises are a cut of the graph.
//! Unit propagation over the graph's arcs derives it.

mod automaton;
#[cfg(test)]
mod harness_tests;
mod model;
#[cfg(test)]
mod tests;

pub use automaton::{Automaton, AutomatonError};

use super::layered::{Graph, Layered};
use crate::prelude_propagator::*;
use std::sync::Arc;

/// The views' values are a word that an automaton accepts. Domain consistent.
///
/// Copies share the unrolled graph.
///
/// ```
/// use solver_core::{ValueSet, constraints::{Automaton, Regular}, engine::EngineBuilder};
/// // No two ones in a row, and a one at the end.
/// let automaton = Automaton::new(2, 0, [1], [(0, 0, 0), (0, 1, 1), (1, 0, 0)])?;
/// let mut b = EngineBuilder::new(vec![ValueSet::range(0, 1); 3]);
/// let views = [b.view(0), b.view(1), b.view(2)];
/// b.post(Box::new(Regular::new(views, &automaton)?));
/// let mut e = b.build()?;
/// e.propagate().unwrap();
/// assert_eq!((e.fixed(views[0]), e.fixed(views[1]), e.fixed(views[2])), (None, Some(0), Some(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Regular {
    layered: Layered,
    arcs: usize,
    views: Box<[View]>,
    automaton: Automaton,
}

pub(super) static RULE: Rule =
    Rule::new("regular.path", "{premises}: {constraint} accepts nothing otherwise, so {fact}");

impl Regular {
    /// The views in this order are a word of the automaton.
    ///
    /// # Errors
    /// [`AutomatonError::TooLarge`] when the unrolled graph has more than 2³¹ arcs.
    pub fn new(views: impl IntoIterator<Item = View>, automaton: &Automaton) -> Result<Regular, AutomatonError> {
        let views: Box<[View]> = views.into_iter().collect();
        let graph = automaton.unroll(views.len()).ok_or(AutomatonError::TooLarge { views: views.len() })?;
        Ok(Regular::with(views, Arc::new(graph), automaton.clone()))
    }

    /// With the graph of the automaton over this many views.
    fn with(views: Box<[View]>, graph: Arc<Graph>, automaton: Automaton) -> Regular {
        Regular { arcs: graph.unrolled().1, layered: Layered::new(graph, views.clone()), views, automaton }
    }

    /// The number of arcs of the unrolled graph.
    pub fn arcs(&self) -> usize {
        self.arcs
    }
}

impl Propagator for Regular {
    fn scope(&self, scope: &mut Scope) {
        self.layered.scope(scope);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        self.layered.propagate(cx, modified)
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        self.layered.explain(past, fact, hint, why);
        &RULE
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        rule == &RULE && !self.automaton.accepts_some(&self.views, case)
    }
}
