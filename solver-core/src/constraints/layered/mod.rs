//! Paths through a layered graph: what `regular` and `mdd` have in common.
//!
//! G. Pesant, *A Regular Language Membership Constraint for Finite Sequences of Variables*,
//! CP 2004, section 3, without searching anew: each node counts its live arcs on both sides, each label
//! those of its value. A value that goes takes its arcs along; a node without arcs on
//! one side dies and takes the others along; a label without arcs removes its value.
//! Every arc goes at most once on a branch. K. Cheng and R. Yap's `mddc` (*Constraints* 15, 2010) does
//! the same for decision diagrams by a search from the root.
//!
//! Counts are trailed cells. An arc is live when its label and both its nodes are.

mod explain;
mod graph;

pub(crate) use graph::Graph;

use super::values;
use crate::prelude_propagator::*;
use std::sync::Arc;

/// The cell that is 1 after the first run.
const STARTED: usize = 0;

/// Some path through a graph has the views' values as its labels. Domain consistent.
#[derive(Clone, Debug)]
pub(super) struct Layered {
    graph: Arc<Graph>,
    views: Box<[View]>,
    /// Nodes that have lost all arcs on one side. Empty between runs.
    dying: Vec<u32>,
    /// Layers that lost values in this run. Empty between runs.
    touched: Vec<u32>,
    is_aliased: bool,
}

/// The hint of the conflict that no path is left. Others are layers.
const NO_PATH: Lazy = Lazy(u32::MAX);

/// One arc entering a node; one arc leaving it.
const ENTERS: i64 = 1;
const LEAVES: i64 = 1 << 32;

impl Layered {
    pub(super) fn new(graph: Arc<Graph>, views: Box<[View]>) -> Layered {
        let mut vars: Vec<_> = views.iter().map(|view| view.var()).collect();
        vars.sort_unstable();
        let is_aliased = vars.windows(2).any(|pair| pair[0] == pair[1]);
        Layered { graph, views, dying: Vec::new(), touched: Vec::new(), is_aliased }
    }

    pub(super) fn scope(&self, scope: &mut Scope) {
        let cells = 1 + self.graph.nodes() + self.graph.labels();
        scope.watch_all(&self.views, Wake::Domain).inbox().priority(3).cells(cells);
    }

    #[inline]
    fn node(node: u32) -> usize {
        1 + node as usize
    }

    #[inline]
    fn label(&self, label: u32) -> usize {
        1 + self.graph.nodes() + label as usize
    }

    /// Counts all arcs.
    fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        let Layered { graph, views, .. } = self;
        if graph.nodes() == 0 {
            return cx.fail(|| NO_PATH);
        }
        cx.set_cell(STARTED, 1);
        for node in 0..graph.nodes() as u32 {
            cx.work(1)?;
            // The ends of a path need no arcs on the outer side.
            let entering = graph.entering(node).len().max(usize::from(node == 0));
            let leaving = graph.leaving(node).len().max(usize::from(graph.is_last(node)));
            cx.set_cell(Layered::node(node), entering as i64 * ENTERS + leaving as i64 * LEAVES);
        }
        for label in 0..graph.labels() as u32 {
            cx.work(1)?;
            cx.set_cell(1 + graph.nodes() + label as usize, graph.arcs_of(label).len() as i64);
        }
        for (layer, &view) in views.iter().enumerate() {
            values::keep_only(cx, view, graph.values_of(layer), Lazy(layer as u32))?;
        }
        Ok(())
    }

    /// Takes away the arcs of values that left a layer. Tells whether there were any.
    fn update(&mut self, cx: &mut Context<'_>, layer: usize) -> Result<bool, Conflict> {
        let graph = Arc::clone(&self.graph);
        let view = self.views[layer];
        let mut changed = false;
        cx.work(graph.labels_of(layer).len() / 2)?;
        for label in graph.labels_of(layer) {
            let cell = self.label(label);
            if cx.cell(cell) == 0 || cx.contains(view, graph.value(label)) {
                continue;
            }
            changed = true;
            cx.set_cell(cell, 0);
            let arcs = graph.arcs_of(label);
            cx.work(arcs.len())?;
            for arc in arcs {
                let (from, to) = (cx.cell(Layered::node(arc.from)), cx.cell(Layered::node(arc.to)));
                if from != 0 && to != 0 {
                    self.lose(cx, arc.from, LEAVES);
                    self.lose(cx, arc.to, ENTERS);
                }
            }
        }
        Ok(changed)
    }

    /// A node that is not dead loses an arc on one side.
    #[inline]
    fn lose(&mut self, cx: &mut Context<'_>, node: u32, side: i64) {
        let count = cx.cell(Layered::node(node)) - side;
        cx.set_cell(Layered::node(node), count);
        let left = if side == ENTERS { count & (LEAVES - 1) } else { count >> 32 };
        if left == 0 {
            self.dying.push(node);
        }
    }

    /// Lets the nodes die that have no arcs on one side, and all that follows.
    fn drain(&mut self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        let graph = Arc::clone(&self.graph);
        while let Some(node) = self.dying.pop() {
            if cx.cell(Layered::node(node)) == 0 {
                continue;
            }
            cx.set_cell(Layered::node(node), 0);
            let (entering, leaving) = (graph.entering(node), graph.leaving(node));
            cx.work(1 + entering.len() + leaving.len())?;
            for &arc in entering {
                let arc = graph.arc(arc);
                if cx.cell(self.label(arc.label)) != 0 && cx.cell(Layered::node(arc.from)) != 0 {
                    self.lose(cx, arc.from, LEAVES);
                    self.lose_label(cx, arc.label)?;
                }
            }
            for &arc in leaving {
                let arc = graph.arc(arc);
                if cx.cell(self.label(arc.label)) != 0 && cx.cell(Layered::node(arc.to)) != 0 {
                    self.lose(cx, arc.to, ENTERS);
                    self.lose_label(cx, arc.label)?;
                }
            }
        }
        Ok(())
    }

    /// A label loses an arc; with the last one its value goes.
    #[inline]
    fn lose_label(&mut self, cx: &mut Context<'_>, label: u32) -> Result<(), Conflict> {
        let cell = self.label(label);
        let count = cx.cell(cell) - 1;
        cx.set_cell(cell, count);
        if count > 0 {
            return Ok(());
        }
        let layer = self.graph.layer_of(label);
        self.touched.push(layer as u32);
        cx.remove(self.views[layer], self.graph.value(label), || Lazy(layer as u32))
    }

    /// The number of values of a layer with arcs, and the first and the last of them.
    fn live_values(&self, cx: &Context<'_>, layer: usize) -> Option<(u32, (i32, i32))> {
        let live = |label: &u32| cx.cell(self.label(*label)) != 0;
        let (first, last) = (self.graph.labels_of(layer).find(live)?, self.graph.labels_of(layer).rfind(live)?);
        let count = (first..=last).filter(live).count() as u32;
        Some((count, (self.graph.value(first), self.graph.value(last))))
    }

    pub(super) fn propagate(&mut self, cx: &mut Context<'_>, woken: &[u32]) -> Result<Status, Conflict> {
        self.dying.clear();
        self.touched.clear();
        let is_first = cx.cell(STARTED) == 0;
        if is_first {
            self.start(cx)?;
        }
        let mut changed = is_first;
        for &layer in woken {
            if self.update(cx, layer as usize)? {
                changed = true;
                self.touched.push(layer);
            }
        }
        self.drain(cx)?;
        if cx.cell(Layered::node(0)) == 0 {
            return cx.fail(|| NO_PATH);
        }
        while let Some(layer) = self.touched.pop() {
            let (layer, view) = (layer as usize, self.views[layer as usize]);
            // More values than labels: some were too many to be removed, and bounds must not be among them.
            if cx.size(view) as usize > self.graph.labels_of(layer).len()
                && let Some((_, bounds)) = self.live_values(cx, layer)
            {
                values::narrow(cx, view, bounds, Lazy(layer as u32))?;
            }
        }
        if self.is_aliased && changed {
            return Ok(Status::Stable);
        }
        let mut open = (0..self.views.len()).filter(|&layer| cx.fixed(self.views[layer]).is_none());
        let entailed = match (open.next(), open.next()) {
            (None, _) => true,
            (Some(layer), None) => self.live_values(cx, layer).is_some_and(|live| live.0 == cx.size(self.views[layer])),
            _ => false,
        };
        Ok(if entailed { Status::Entailed } else { Status::Stable })
    }

    pub(super) fn explain(&self, past: &Past<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) {
        explain::no_path(&self.graph, &self.views, past, fact.map(|fact| (fact, hint as usize)), why);
    }
}
