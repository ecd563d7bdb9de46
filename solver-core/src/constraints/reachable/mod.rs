//! `connected` and `reachable`: the chosen nodes of a graph are connected, or reachable from a root.
//!
//! The elements are nodes, edges and, for each node, its choice as the root. A path leads only through chosen elements.
//! Without a root, paths begin at any chosen element. An element that no path of remaining elements reaches cannot be
//! chosen. An element on all paths to a chosen one (a *dominator*; without directions, a cut vertex or a bridge) must
//! be chosen (L. Quesada, P. Van Roy, Y. Deville, R. Collet, *Using dominators for solving constrained path problems*,
//! PADL 2006). Both ends of a chosen edge are chosen. Wakes on any removal; a run takes time linear in the edges, up to
//! a logarithmic factor for dominators.
//!
//! Without a root, or with a fixed root, the constraint is domain consistent if no two positions share a variable.
//!
//! | rule | premises |
//! |---|---|
//! | `reachable.root` | none: the value is not a node |
//! | `reachable.ends` | an edge or a root is chosen, or one of its end nodes is not chosen |
//! | `reachable.cut` | an element where paths begin is chosen, another element is chosen, and a cut of elements between the two is not chosen |
//!
//! # Rows for proofs
//!
//! The rows express, for each k, which elements paths of at most k steps reach.

mod check;
mod dominators;
mod explain;
mod layout;
mod model;
#[cfg(test)]
mod tests;

use super::graph::Graph;
use crate::prelude_propagator::*;
use dominators::Tree;
use fixedbitset::FixedBitSet;
use layout::{Layout, Part, Root};
use std::sync::Arc;

/// See the [module page](self).
///
/// ```
/// use solver_core::constraints::{Graph, Reachable};
/// use solver_core::{Atom, ValueSet, engine::EngineBuilder};
/// let mut b = EngineBuilder::new(vec![ValueSet::range(0, 1); 3]);
/// let nodes = [0, 1, 2].map(|i| b.view(i));
/// b.post(Box::new(Reachable::connected(&Graph::grid(1, 3)?, nodes)));
/// let mut e = b.build()?;
/// e.assume(Atom::equals(nodes[0], 1)).unwrap();
/// e.assume(Atom::equals(nodes[2], 1)).unwrap();
/// e.propagate().unwrap();
/// assert_eq!(e.fixed(nodes[1]), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reachable {
    views: Box<[View]>,
    layout: Arc<Layout>,
    open: FixedBitSet,
    chosen: FixedBitSet,
    tree: Tree,
}

static ROOT: Rule = Rule::new("reachable.root", "{constraint} has no node of such a number, so {fact}");

static ENDS: Rule = Rule::new("reachable.ends", "{premises}, and {constraint} has the ends of each edge, so {fact}");

static CUT: Rule =
    Rule::new("reachable.cut", "{premises}: nothing else joins the parts of {constraint} on both sides, so {fact}");

/// The lowest bit of a [`Lazy`] hint: whether the element in the other bits is cut off or is itself the cut.
const CUT_OFF: u32 = 0;
const CUTS: u32 = 1;

impl Reachable {
    /// Creates a propagator that ensures that the nodes whose view is 1 are connected; there may be no such nodes.
    ///
    /// # Panics
    /// If the graph is directed, or the number of views differs from its number of nodes.
    pub fn connected(graph: &Graph, nodes: impl IntoIterator<Item = View>) -> Reachable {
        Reachable::new(Arc::new(Layout::new(graph, Part::Induced, Root::Any)), nodes.into_iter().collect())
    }

    fn new(layout: Arc<Layout>, views: Box<[View]>) -> Reachable {
        assert_eq!(views.len(), layout.views(), "a view for each node and each edge");
        let none = FixedBitSet::with_capacity(layout.count);
        Reachable { views, layout, open: none.clone(), chosen: none, tree: Tree::default() }
    }

    fn read(&mut self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        let Layout { root, chosen, count, .. } = *self.layout;
        if root == Root::Last {
            let last = (count - chosen) as i32 - 1;
            cx.at_least(self.views[chosen], 0, || ROOT.because([]))?;
            cx.at_most(self.views[chosen], last, || ROOT.because([]))?;
        }
        self.open.clear();
        self.chosen.clear();
        for element in 0..count {
            let (view, value) = self.layout.choice(element);
            if cx.contains(self.views[view], value) {
                self.open.insert(element);
                self.chosen.set(element, cx.fixed(self.views[view]).is_some());
            }
        }
        Ok(())
    }

    /// Chooses the ends of chosen edges, and removes edges if one of their ends was removed.
    fn keep_ends(&mut self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        for element in 0..self.layout.count {
            for &end in self.layout.needs.list(element) {
                let end = end as usize;
                let (atom, needed) = (self.layout.atom(&self.views, element), self.layout.atom(&self.views, end));
                if self.chosen.contains(element) && !self.chosen.contains(end) {
                    cx.assert(needed, || ENDS.because([atom]))?;
                    self.chosen.insert(end);
                } else if self.open.contains(element) && !self.open.contains(end) {
                    cx.assert(!atom, || ENDS.because([!needed]))?;
                    self.open.set(element, false);
                }
            }
        }
        Ok(())
    }
}

impl Propagator for Reachable {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.views, Wake::Domain).priority(5);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        let layout = Arc::clone(&self.layout);
        cx.work(layout.count + layout.after.len())?;
        self.read(cx)?;
        self.keep_ends(cx)?;
        let decided = self.open == self.chosen;
        let (open, chosen) = (&self.open, &self.chosen);
        let begins = match layout.root {
            Root::Any => chosen.minimum().map(|first| first..first + 1),
            Root::Last => Some(layout.chosen..layout.count),
        };
        let Some(begins) = begins else { return Ok(if decided { Status::Entailed } else { Status::Again }) };
        let first = begins.clone().filter(|&begin| open.contains(begin)).map(|begin| begin as u32);
        let after = |element: u32| layout.after.list(element as usize);
        self.tree.search(layout.count, first, after, |element| open.contains(element as usize));
        for element in open.ones().filter(|&element| !self.tree.reaches(element)) {
            cx.assert(!layout.atom(&self.views, element), || Lazy(CUT_OFF | (element as u32) << 1))?;
        }
        if decided {
            return Ok(Status::Entailed);
        }
        let before = |element: u32| layout.before.list(element as usize);
        self.tree.dominate(before, |element| begins.contains(&(element as usize)));
        let mut passed = self.chosen.clone();
        for element in self.chosen.ones() {
            for dominator in self.tree.dominators(element) {
                if passed.put(dominator) {
                    break;
                }
                cx.assert(layout.atom(&self.views, dominator), || Lazy(CUTS | (dominator as u32) << 1))?;
            }
        }
        Ok(if layout.needs.len() == 0 { Status::Stable } else { Status::Again })
    }

    fn explain(&self, past: &DomainsAt<'_>, _: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        explain::explain(&self.layout, &self.views, past, hint, why);
        &CUT
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        check::refuted(&self.layout, &self.views, rule, case)
    }
}
