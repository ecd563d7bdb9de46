//! The propagator of `mdd` and `regular`: the views' values are the labels of some path through a layered graph.
//!
//! One value of each class is watched. Removals of its other values need no run while the watched value is in the
//! domain.
//!
//! Counts are trailed integers. An arc is live when its class and both its nodes are.

use super::diagram::{Diagram, DiagramError};
use super::explain;
use super::graph::{Edge, Graph};
use crate::constraints::regular::{self, Automaton};
use crate::constraints::values;
use crate::prelude_propagator::*;
use std::sync::Arc;

/// The trailed integer that is 1 after the first run.
const STARTED: usize = 0;

/// The constraint that the views' values are the labels of a path of a diagram from its root to an end, or a word of an
/// automaton. Domain consistent.
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
    diagram: Diagram,
    graph: Arc<Graph>,
    views: Box<[View]>,
    rule: &'static Rule,
    /// The watched value of each class. It is in the domain while the class is live, even after backtracking.
    watched: Box<[i32]>,
    /// Nodes that have lost all arcs on one side. Empty between runs.
    dying: Vec<u32>,
    /// Layers that lost values in the current run. Empty between runs.
    touched: Vec<u32>,
    /// Two layers that were unfixed at the last test for entailment.
    open: [usize; 2],
    is_aliased: bool,
}

/// The hint of a conflict in which no path is left. Other hints are layers.
const NO_PATH: Lazy = Lazy(u32::MAX);

/// The amounts by which an entering arc and a leaving arc increase a node's count.
const ENTERS: i64 = 1;
const LEAVES: i64 = 1 << 32;

impl Mdd {
    /// Creates a propagator that ensures that the views, in this order, are the labels of a path of the diagram.
    ///
    /// # Errors
    /// [`DiagramError::Views`] if the number of views differs from the number of layers.
    pub fn new(views: impl IntoIterator<Item = View>, diagram: &Diagram) -> Result<Mdd, DiagramError> {
        Mdd::with_rule(views.into_iter().collect(), diagram, &super::RULE)
    }

    /// Creates a propagator that ensures that the views, in this order, are a word of the automaton, which it unrolls.
    ///
    /// ```
    /// use solver_core::{ValueSet, constraints::{Automaton, Mdd}, engine::EngineBuilder};
    /// // No two ones in a row, and a one at the end.
    /// let automaton = Automaton::new(2, 0, [1], [(0, 0, 0), (0, 1, 1), (1, 0, 0)])?;
    /// let mut b = EngineBuilder::new(vec![ValueSet::range(0, 1); 3]);
    /// let views = [b.view(0), b.view(1), b.view(2)];
    /// b.post(Box::new(Mdd::regular(views, &automaton)?));
    /// let mut e = b.build()?;
    /// e.propagate().unwrap();
    /// assert_eq!((e.fixed(views[0]), e.fixed(views[1]), e.fixed(views[2])), (None, Some(0), Some(1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`DiagramError::TooLarge`] when there are more than 2³¹ arcs.
    pub fn regular(views: impl IntoIterator<Item = View>, automaton: &Automaton) -> Result<Mdd, DiagramError> {
        let views: Box<[View]> = views.into_iter().collect();
        let diagram = automaton.unrolled(views.len());
        Mdd::with_rule(views, &diagram, &regular::RULE)
    }

    pub(super) fn with_rule(views: Box<[View]>, diagram: &Diagram, rule: &'static Rule) -> Result<Mdd, DiagramError> {
        if views.len() != diagram.layers() {
            return Err(DiagramError::Views { layers: diagram.layers(), views: views.len() });
        }
        let graph = diagram.graph()?;
        let mut vars: Vec<_> = views.iter().map(|view| view.var()).collect();
        vars.sort_unstable();
        Ok(Mdd {
            is_aliased: vars.windows(2).any(|pair| pair[0] == pair[1]),
            watched: (0..graph.layer_of.len() as u32).map(|class| graph.values_in(class).next().unwrap_or(0)).collect(),
            diagram: diagram.clone(),
            graph,
            views,
            rule,
            dying: Vec::new(),
            touched: Vec::new(),
            open: [0, 0],
        })
    }

    /// The number of arcs before merging.
    pub fn arcs(&self) -> usize {
        self.graph.unrolled().1
    }

    /// Counts all arcs in the first run, and removes the values that label no arc.
    fn start(&mut self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        let Mdd { graph, views, .. } = self;
        if graph.nodes() == 0 {
            return cx.fail(|| NO_PATH);
        }
        cx.set_trailed(STARTED, 1);
        for node in 0..graph.nodes() as u32 {
            cx.work(1)?;
            // The ends of a path need no arcs on their outer side.
            let entering = graph.entering(node).len().max(usize::from(node == 0));
            let leaving = graph.leaving(node).len().max(usize::from(graph.is_last(node)));
            cx.set_trailed(node_cell(node), entering as i64 * ENTERS + leaving as i64 * LEAVES);
        }
        for class in 0..graph.layer_of.len() as u32 {
            cx.work(1)?;
            cx.set_trailed(class_cell(graph, class), graph.arcs_of(class).len() as i64);
        }
        for (layer, &view) in views.iter().enumerate() {
            values::keep_only(cx, view, graph.values_of(layer), Lazy(layer as u32))?;
        }
        Ok(())
    }

    /// Finds the classes of a layer that have lost their last value, and removes their arcs. Returns whether there were
    /// any.
    fn update(&mut self, cx: &mut Context<'_>, layer: usize) -> Result<bool, Conflict> {
        let Mdd { graph, watched, dying, .. } = self;
        let view = self.views[layer];
        let (mut changed, mut moved) = (false, false);
        let classes = graph.classes_of(layer);
        cx.work(classes.len() / 2)?;
        for class in classes.clone() {
            let cell = class_cell(graph, class);
            if cx.contains(view, watched[class as usize]) || cx.trailed(cell) == 0 {
                continue;
            }
            if let Some(v) = graph.values_in(class).find(|&v| cx.contains(view, v)) {
                watched[class as usize] = v;
                moved = true;
                continue;
            }
            changed = true;
            cx.set_trailed(cell, 0);
            let arcs = graph.arcs_of(class);
            cx.work(arcs.len())?;
            for arc in arcs {
                if cx.trailed(node_cell(arc.from)) != 0 && cx.trailed(node_cell(arc.to)) != 0 {
                    lose(cx, dying, arc.from, LEAVES);
                    lose(cx, dying, arc.to, ENTERS);
                }
            }
        }
        if moved {
            self.watch(cx, layer);
        }
        Ok(changed)
    }

    /// Requests a run when any watched value of a layer is removed. A dead class may be live again after backtracking,
    /// so it keeps its watched value.
    fn watch(&self, cx: &mut Context<'_>, layer: usize) {
        let (view, classes) = (self.views[layer], self.graph.classes_of(layer));
        if let Some(base) = cx.word_base(view) {
            let watched = &self.watched[classes.start as usize..classes.end as usize];
            cx.watch_values(layer as u32, view, base, watched.iter().fold(0, |all, &v| all | bit(base, v)));
        }
    }

    /// Removes the nodes without arcs on one side, and everything that depends on them.
    fn drain(&mut self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        let Mdd { graph, views, dying, touched, .. } = self;
        while let Some(node) = dying.pop() {
            if cx.trailed(node_cell(node)) == 0 {
                continue;
            }
            cx.set_trailed(node_cell(node), 0);
            let (entering, leaving) = (graph.entering(node), graph.leaving(node));
            cx.work(1 + entering.len() + leaving.len())?;
            for &arc in entering {
                let Edge { from, class, .. } = graph.arcs[arc as usize];
                if is_live(cx, graph, class, from) {
                    lose(cx, dying, from, LEAVES);
                    lose_class(cx, graph, views, touched, class)?;
                }
            }
            for &arc in leaving {
                let Edge { to, class, .. } = graph.arcs[arc as usize];
                if is_live(cx, graph, class, to) {
                    lose(cx, dying, to, ENTERS);
                    lose_class(cx, graph, views, touched, class)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the number of a layer's values with live arcs, and the first and last of these values.
    fn live_values(&self, cx: &Context<'_>, layer: usize) -> Option<(u32, (i32, i32))> {
        let (graph, view) = (&self.graph, self.views[layer]);
        let live = |label: &u32| {
            cx.trailed(class_cell(graph, graph.class_of[*label as usize])) != 0
                && cx.contains(view, graph.values[*label as usize])
        };
        let (first, last) = (graph.labels_of(layer).find(live)?, graph.labels_of(layer).rfind(live)?);
        let count = (first..=last).filter(live).count() as u32;
        Some((count, (graph.values[first as usize], graph.values[last as usize])))
    }

    /// Checks whether at most one layer is unfixed, and all its values have live arcs.
    fn is_entailed(&mut self, cx: &Context<'_>) -> bool {
        let is_open = |layer: usize| cx.fixed(self.views[layer]).is_none();
        let [one, other] = self.open;
        if one != other && is_open(one) && is_open(other) {
            return false;
        }
        let mut open = (0..self.views.len()).filter(|&layer| is_open(layer));
        match (open.next(), open.next()) {
            (None, _) => true,
            (Some(layer), None) => self.live_values(cx, layer).is_some_and(|live| live.0 == cx.size(self.views[layer])),
            (Some(one), Some(other)) => {
                self.open = [one, other];
                false
            }
        }
    }
}

impl Propagator for Mdd {
    fn scope(&self, scope: &mut Scope) {
        let cells = 1 + self.graph.nodes() + self.graph.layer_of.len();
        scope.watch_all(&self.views, Wake::Domain).modified_positions().priority(3).trailed_integers(cells);
        if !self.is_aliased {
            scope.idempotent();
        }
    }

    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        self.dying.clear();
        self.touched.clear();
        let is_first = cx.trailed(STARTED) == 0;
        if is_first {
            self.start(cx)?;
        }
        let mut changed = is_first;
        for &layer in modified {
            if self.update(cx, layer as usize)? {
                changed = true;
                self.touched.push(layer);
            }
        }
        if is_first {
            (0..self.views.len()).for_each(|layer| self.watch(cx, layer));
        }
        self.drain(cx)?;
        if cx.trailed(node_cell(0)) == 0 {
            return cx.fail(|| NO_PATH);
        }
        while let Some(layer) = self.touched.pop() {
            let (layer, view) = (layer as usize, self.views[layer as usize]);
            // If the view still has more values than the layer has labels, there were too many unlabelled values to
            // remove one by one; the bounds, however, must be labels.
            if cx.size(view) as usize > self.graph.labels_of(layer).len()
                && let Some((_, bounds)) = self.live_values(cx, layer)
            {
                values::narrow(cx, view, bounds, Lazy(layer as u32))?;
            }
        }
        if self.is_aliased && changed {
            return Ok(Status::Stable);
        }
        Ok(if self.is_entailed(cx) { Status::Entailed } else { Status::Stable })
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        explain::no_path(&self.graph, &self.views, past, fact.map(|fact| (fact, hint as usize)), why);
        self.rule
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        rule == self.rule && !self.diagram.has_path(&self.views, case)
    }
}

#[inline]
fn node_cell(node: u32) -> usize {
    1 + node as usize
}

#[inline]
fn class_cell(graph: &Graph, class: u32) -> usize {
    1 + graph.nodes() + class as usize
}

/// Removes an arc from one side of a live node.
#[inline]
fn lose(cx: &mut Context<'_>, dying: &mut Vec<u32>, node: u32, side: i64) {
    let count = cx.trailed(node_cell(node)) - side;
    cx.set_trailed(node_cell(node), count);
    let left = if side == ENTERS { count & (LEAVES - 1) } else { count >> 32 };
    if left == 0 {
        dying.push(node);
    }
}

/// Checks whether an arc of this class at a dying node is live; `other` is its other end.
#[inline]
fn is_live(cx: &Context<'_>, graph: &Graph, class: u32, other: u32) -> bool {
    cx.trailed(class_cell(graph, class)) != 0 && cx.trailed(node_cell(other)) != 0
}

/// Removes an arc of a live class; the class loses its values with its last arc.
#[inline]
fn lose_class(
    cx: &mut Context<'_>,
    graph: &Graph,
    views: &[View],
    touched: &mut Vec<u32>,
    class: u32,
) -> Result<(), Conflict> {
    let cell = class_cell(graph, class);
    let count = cx.trailed(cell) - 1;
    cx.set_trailed(cell, count);
    if count > 0 {
        return Ok(());
    }
    let layer = graph.layer_of[class as usize] as usize;
    touched.push(layer as u32);
    remove_all(cx, views[layer], graph.values_in(class), Lazy(layer as u32))
}

/// Removes values, all at once if the domain fits into a word.
fn remove_all(
    cx: &mut Context<'_>,
    view: View,
    mut values: impl Iterator<Item = i32>,
    why: Lazy,
) -> Result<(), Conflict> {
    match cx.word_base(view) {
        Some(base) => cx.keep(view, base, !values.fold(0, |all, v| all | bit(base, v)), || why),
        None => values.try_for_each(|v| cx.remove(view, v, || why)),
    }
}

/// The bit of a value in the window that starts at `base`; 0 if it is outside.
#[inline]
fn bit(base: i32, v: i32) -> u64 {
    u64::from(v >= base && i64::from(v) - i64::from(base) < 64).wrapping_shl(v.wrapping_sub(base) as u32)
}
