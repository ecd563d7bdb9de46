//! `mdd`: the values of a sequence of views are a path of a multi-valued decision diagram.
//!
//! | propagator | removes | wakes on | cost |
//! |---|---|---|---|
//! | [`Mdd`] | every value without a path | any removal | each arc once on a branch |
//!
//! K. Cheng and R. Yap, *An MDD-based generalized arc consistency algorithm for positive and negative table constraints
//! and some global constraints*, Constraints 15 (2010). The propagator is that of [`regular`](super::regular), which
//! counts live arcs instead of searching the diagram again.
//!
//! An inference states that no path is left in which its fact is false. Its premises are a cut of the diagram. Unit
//! propagation over its arcs derives it.

mod diagram;
#[cfg(test)]
mod harness_tests;
mod model;

pub use diagram::{Diagram, DiagramError};

use super::layered::Layered;
use crate::prelude_propagator::*;

/// The views' values are a path of a diagram from its root to its last layer. Domain consistent.
///
/// ```
/// use solver_core::{ValueSet, constraints::{Diagram, Mdd}, engine::EngineBuilder};
/// // From the root 0 by 1 to node 0 or by 2 to node 1; from there by 5 or 6 to the end.
/// let diagram = Diagram::new([vec![(0, 1, 0), (0, 2, 1)], vec![(0, 5, 0), (1, 6, 0)]])?;
/// let mut b = EngineBuilder::new(vec![ValueSet::range(0, 9), ValueSet::range(6, 9)]);
/// let views = [b.view(0), b.view(1)];
/// b.post(Box::new(Mdd::new(views, &diagram)?));
/// let mut e = b.build()?;
/// e.propagate().unwrap();
/// assert_eq!((e.fixed(views[0]), e.fixed(views[1])), (Some(2), Some(6)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mdd {
    layered: Layered,
    views: Box<[View]>,
    diagram: Diagram,
}

pub(super) static RULE: Rule = Rule::new("mdd.path", "{premises}: {constraint} has no path otherwise, so {fact}");

impl Mdd {
    /// The views in this order are a path of the diagram.
    ///
    /// # Errors
    /// [`DiagramError::Views`] if the number of views is not that of layers.
    pub fn new(views: impl IntoIterator<Item = View>, diagram: &Diagram) -> Result<Mdd, DiagramError> {
        let views: Box<[View]> = views.into_iter().collect();
        if views.len() != diagram.layers() {
            return Err(DiagramError::Views { layers: diagram.layers(), views: views.len() });
        }
        Ok(Mdd { layered: Layered::new(diagram.graph(), views.clone()), views, diagram: diagram.clone() })
    }
}

impl Propagator for Mdd {
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
        rule == &RULE && !self.diagram.has_path(&self.views, case)
    }
}
