//! Custom branchers.

mod decision;
mod node;
#[cfg(any(test, feature = "harness"))]
mod slips;

pub use decision::Decision;
pub use node::Node;
#[cfg(any(test, feature = "harness"))]
pub(in crate::solve) use slips::Reporting;
#[cfg(any(test, feature = "harness"))]
pub use slips::Slip;
#[cfg(any(test, feature = "harness"))]
pub(crate) use slips::Slips;

use crate::atom::Atom;
use crate::engine::Engine;
use crate::model::{IntVar, Owner};
use crate::search::Custom;
use crate::view::View;
use dyn_clone::DynClone;
use std::sync::Arc;

/// A custom brancher: chooses the decision at a node. It may keep state during the search; a plain function of the node
/// is also a brancher ([`Search::branch_with`](crate::Search::branch_with)).
///
/// A brancher must be deterministic. `harness::branching` tests this, and also tests that each decision has an effect.
/// Each search works on its own copy of the brancher.
///
/// ```
/// use solver_core::prelude::*;
/// use solver_core::{Brancher, Decision, Node};
///
/// /// Selects the variable with the most failures that occurred while it was the last one decided.
/// #[derive(Clone)]
/// struct Blame {
///     vars: Vec<IntVar>,
///     failures: Vec<u32>,
///     last: usize,
/// }
///
/// impl Brancher for Blame {
///     fn choose(&mut self, node: &Node<'_>) -> Option<Decision> {
///         let open = (0..self.vars.len()).rev().filter(|&i| node.fixed(self.vars[i]).is_none());
///         self.last = open.max_by_key(|&i| self.failures[i])?;
///         let var = self.vars[self.last];
///         Some(Decision::equals(var, node.min(var)?))
///     }
///
///     fn failed(&mut self, _: &Node<'_>) {
///         self.failures[self.last] += 1;
///     }
/// }
///
/// let mut m = Model::new();
/// let q = m.ints("q", 8, 0..=7)?;
/// m.all_different(&q);
/// m.all_different(q.iter().zip(0..).map(|(q, i)| *q + i));
/// m.all_different(q.iter().zip(0..).map(|(q, i)| *q - i));
/// let blame = Blame { vars: q.clone(), failures: vec![0; 8], last: 0 };
/// assert_eq!(m.search().brancher(blame).count()?, Outcome::Complete(92));
/// # Ok::<(), ModelError>(())
/// ```
#[doc(alias("custom brancher", "decision builder", "heuristic", "search procedure"))]
pub trait Brancher: DynClone + Send + Sync {
    /// Returns the decision to try first; `None` leaves the choice to the next brancher, and finally to variable and
    /// value selection. A decision that is already true or false counts as `None`.
    fn choose(&mut self, node: &Node<'_>) -> Option<Decision>;

    /// Called when propagation has failed after a decision.
    fn failed(&mut self, _: &Node<'_>) {}

    /// Called when all variables are fixed: a solution.
    fn solved(&mut self, _: &Node<'_>) {}

    /// Called when the search has returned to the root and continues from there.
    fn restarted(&mut self) {}
}

dyn_clone::clone_trait_object!(Brancher);

/// A brancher that is a function of the node.
pub(super) struct Rule<F>(pub(super) Arc<F>);

impl<F> Clone for Rule<F> {
    fn clone(&self) -> Rule<F> {
        Rule(Arc::clone(&self.0))
    }
}

impl<F: Fn(&Node<'_>) -> Option<Decision> + Send + Sync + 'static> Brancher for Rule<F> {
    fn choose(&mut self, node: &Node<'_>) -> Option<Decision> {
        self.0(node)
    }
}

/// The cloneable branchers of a search.
#[derive(Clone, Default)]
pub(super) struct Branchers(pub(super) Vec<Box<dyn Brancher>>);

/// The views of a model's variables.
struct Mapping {
    owner: Owner,
    views: Vec<View>,
}

impl Mapping {
    fn view(&self, x: IntVar) -> Option<View> {
        self.views.get(x.index as usize).copied().filter(|_| self.owner.owns(x))
    }
}

/// Adapts a brancher to the engine.
pub(super) struct Adapter {
    brancher: Box<dyn Brancher>,
    mapping: Mapping,
}

impl Adapter {
    pub(super) fn new(brancher: Box<dyn Brancher>, owner: Owner, views: Vec<View>) -> Adapter {
        Adapter { brancher, mapping: Mapping { owner, views } }
    }
}

impl Custom for Adapter {
    fn choose(&mut self, engine: &Engine) -> Option<Atom> {
        let decision = self.brancher.choose(&Node { engine, mapping: &self.mapping })?;
        decision.atom(self.mapping.view(decision.variable())?, engine)
    }

    fn failed(&mut self, engine: &Engine) {
        self.brancher.failed(&Node { engine, mapping: &self.mapping });
    }

    fn solved(&mut self, engine: &Engine) {
        self.brancher.solved(&Node { engine, mapping: &self.mapping });
    }

    fn restarted(&mut self) {
        self.brancher.restarted();
    }
}
