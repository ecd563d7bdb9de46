//! `circuit`: the successors of the nodes form a Hamiltonian circuit.
//!
//! `succ[i]` is the node after `i`; nodes are numbered from 0. All successors must be different, but this propagator
//! does not prune by that condition: for full strength, also post [`all_different`](super::all_different) on the same
//! views.
//!
//! | level | removes | algorithm | cost of a run |
//! |---|---|---|---|
//! | [`NoCycle`](CircuitLevel::NoCycle) | arcs that would close a chain of fixed arcs too early | follow chains from their starts (Caseau, Laburthe 1997) | nodes |
//! | [`Connected`](CircuitLevel::Connected) | also every remaining arc, if the graph is not strongly connected; arcs that skip a subtree of a depth-first search or enter the wrong one; forces the only arc between two subtrees | strong connectivity with pruning (Francis, Stuckey 2014, *Explaining circuit propagation*, §3) | arcs |
//! | [`Different`](CircuitLevel::Different) | in a model, also what domain consistent [`all_different`](super::all_different) removes | matching and components | as for `all_different` |
//!
//! No level is a standard consistency level, because keeping exactly the arcs of Hamiltonian circuits would require
//! finding such circuits. Tests check that no solution is lost, that wrong assignments fail, that every reason is
//! correct, and that the pruning is exactly that of the rules below.
//!
//! Wakes on fixed views; at level `Connected`, on any removal.
//!
//! # Reasons
//!
//! All reasons are *cuts*: all arcs that leave a set of nodes were removed.
//!
//! | rule | premises |
//! |---|---|
//! | `circuit.range` | none: the value is not a node |
//! | `circuit.no_cycle` | the arcs of the chain |
//! | `circuit.reach` | no arc leaves some set of nodes |
//! | `circuit.order` | without the root of the search, no arc leaves either of two disjoint sets of nodes, so neither set can come before the other |

pub(super) mod check;
mod explain;
mod graph;
mod model;
#[cfg(test)]
mod tests;

use crate::prelude_propagator::*;
use fixedbitset::FixedBitSet;
use graph::Arcs;
pub(super) use graph::{Sets, cut_premises, forbid_range, reached};
pub(super) use model::{LARGEST_WRITTEN, arcs_left, closed, derive_circuit, is_circuit, rows_of_circuit};

/// Up to this many nodes, the linear relaxation gets a row per node.
pub(super) const LARGEST_RELAXED: usize = 60;

/// The level of [`Circuit`]; see the [module page](self).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum CircuitLevel {
    /// No chain is closed too early.
    NoCycle,
    /// Also strong connectivity, with pruning.
    #[default]
    Connected,
    /// Also domain consistent `all_different` on the successors, if posted by a model.
    Different,
}

/// See the [module page](self).
///
/// ```
/// use solver_core::constraints::{AllDifferentValue, Circuit, CircuitLevel};
/// use solver_core::{Atom, ValueSet, engine::EngineBuilder};
/// let mut b = EngineBuilder::new(vec![ValueSet::range(0, 3); 4]);
/// let succ = [0, 1, 2, 3].map(|i| b.view(i));
/// b.post(Box::new(AllDifferentValue::new(succ)));
/// b.post(Box::new(Circuit::new(succ, CircuitLevel::Connected)));
/// let mut e = b.build()?;
/// e.assume(Atom::equals(succ[0], 1)).unwrap();
/// e.assume(Atom::equals(succ[1], 2)).unwrap();
/// e.propagate().unwrap();
/// assert_eq!(e.fixed(succ[2]), Some(3)); // neither itself nor back to 0
/// # Ok::<(), solver_core::engine::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Circuit {
    succ: Box<[View]>,
    level: CircuitLevel,
    /// Scratch: the nodes to which fixed arcs lead.
    entered: FixedBitSet,
    arcs: Arcs,
    visits: Box<[Visit]>,
    /// The depth-first search path, with the number of arcs followed from each node.
    stack: Vec<(u32, u32)>,
}

/// The data that a depth-first search records about a node.
#[derive(Clone, Copy, Debug, Default)]
struct Visit {
    /// The node's preorder number, counted from 1; 0 before its visit.
    order: u32,
    /// The lowest preorder number that an arc from the node or its subtree reaches.
    lowest: u32,
    /// The subtree of the root that contains the node: 0 for the root itself, then 1, 2, ….
    subtree: u32,
}

static RANGE: Rule = Rule::new("circuit.range", "{constraint} has no node of such a number, so {fact}");

static NO_CYCLE: Rule =
    Rule::new("circuit.no_cycle", "{premises}: closed here, {constraint} would leave nodes out, so {fact}");

static REACH: Rule =
    Rule::new("circuit.reach", "{premises}: some nodes of {constraint} could not be reached from others, so {fact}");

static ORDER: Rule = Rule::new(
    "circuit.order",
    "{premises}: of two parts of {constraint} neither could come before the other otherwise, so {fact}",
);

/// A [`Lazy`] hint consists of the kind and a node; for `ORDERED`, also the root of the search. If a graph is too large
/// for both to fit, it is not pruned by order.
const NODE_BITS: u32 = 15;
const CLOSES: u32 = 0;
const UNREACHED: u32 = 1;
const ORDERED: u32 = 2;

fn ordered(node: usize, root: usize) -> Lazy {
    Lazy(ORDERED | (node as u32) << 2 | (root as u32) << (2 + NODE_BITS))
}

/// The trailed integer that is 1 once all values of the views are nodes.
const WITHIN_RANGE: usize = 0;

impl Circuit {
    /// Creates a propagator that ensures that the nodes form a Hamiltonian circuit.
    pub fn new(succ: impl IntoIterator<Item = View>, level: CircuitLevel) -> Circuit {
        let succ: Box<[View]> = succ.into_iter().collect();
        let n = succ.len();
        Circuit {
            level,
            entered: FixedBitSet::with_capacity(n),
            arcs: Arcs::new(n),
            visits: vec![Visit::default(); n].into(),
            stack: Vec::with_capacity(n),
            succ,
        }
    }

    /// Follows each chain of fixed arcs from its start to its end, and removes the arc from the end back to the start.
    fn forbid_cycles(&mut self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        let n = self.succ.len();
        let entered = &mut self.entered;
        entered.clear();
        for &view in &self.succ {
            if let Some(v) = cx.fixed(view) {
                entered.insert(v as usize);
            }
        }
        for start in 0..n {
            if entered.contains(start) {
                continue;
            }
            let (mut end, mut length) = (start, 1);
            while let Some(next) = cx.fixed(self.succ[end]).filter(|_| length <= n) {
                end = next as usize;
                length += 1;
            }
            if length < n {
                cx.remove(self.succ[end], start as i32, || Lazy(CLOSES | (end as u32) << 2))?;
            }
        }
        Ok(())
    }

    /// Searches depth-first from a root; returns the number of the root's subtrees. Returns `None` if the graph is not
    /// strongly connected because some node is not visited or some subtree has no arc to a node visited before it.
    fn search(&mut self, root: usize) -> Option<u32> {
        self.visits.fill(Visit::default());
        self.visits[root] = Visit { order: 1, lowest: 1, subtree: 0 };
        self.stack.clear();
        self.stack.push((root as u32, 0));
        let (mut visited, mut subtrees) = (1, 0);
        while let Some((node, followed)) = self.stack.last_mut() {
            let node = *node as usize;
            let arcs = &self.arcs.successors(node)[*followed as usize..];
            let mut lowest = self.visits[node].lowest;
            // Follows the first arc to an unvisited node, and records the arcs before it, which lead to visited nodes.
            let new = arcs.iter().position(|&target| {
                let order = self.visits[target as usize].order;
                lowest = if order != 0 { lowest.min(order) } else { lowest };
                order == 0
            });
            self.visits[node].lowest = lowest;
            if let Some(skipped) = new {
                let next = arcs[skipped];
                *followed += skipped as u32 + 1;
                visited += 1;
                subtrees += u32::from(node == root);
                self.visits[next as usize] = Visit { order: visited, lowest: visited, subtree: subtrees };
                self.stack.push((next, 0));
                continue;
            }
            self.stack.pop();
            if let Some(&(parent, _)) = self.stack.last() {
                if lowest == self.visits[node].order {
                    return None;
                }
                let parent = &mut self.visits[parent as usize];
                parent.lowest = parent.lowest.min(lowest);
            }
        }
        (visited as usize == self.succ.len()).then_some(subtrees)
    }

    /// Prunes by the order in which a circuit must visit the subtrees: from the last down to the first.
    fn prune(&self, cx: &mut Context<'_>, root: usize, subtrees: u32) -> Result<(), Conflict> {
        let subtree = |node: usize| self.visits[node].subtree;
        for &v in self.arcs.successors(root) {
            if subtree(v as usize) != subtrees && v as usize != root {
                cx.remove(self.succ[root], v as i32, || ordered(root, root))?;
            }
        }
        // Finds the arcs from each subtree to the previous one, or from the first subtree to the root.
        for tree in 1..=subtrees {
            let (mut arcs, mut arc, mut member) = (0u32, (0, 0), root);
            for u in (0..self.succ.len()).filter(|&u| u != root && subtree(u) == tree) {
                member = u;
                for &v in self.arcs.successors(u) {
                    let to = subtree(v as usize);
                    if to + 1 == tree {
                        arcs += 1;
                        arc = (u, v as i32);
                    } else if to + 1 < tree {
                        cx.remove(self.succ[u], v as i32, || ordered(u, root))?;
                    }
                }
            }
            cx.work(self.succ.len())?;
            match arcs {
                0 => return cx.fail(|| ordered(member, root)),
                1 => cx.fix(self.succ[arc.0], arc.1, || ordered(arc.0, root))?,
                _ => {}
            }
        }
        Ok(())
    }
}

impl Propagator for Circuit {
    fn scope(&self, scope: &mut Scope) {
        let connected = self.level != CircuitLevel::NoCycle;
        scope.watch_all(&self.succ, if connected { Wake::Domain } else { Wake::Fixed });
        scope.priority(if connected { 5 } else { 2 }).trailed_integers(1);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        let n = self.succ.len();
        cx.work(2 * n)?;
        if cx.trailed(WITHIN_RANGE) == 0 {
            forbid_range(cx, &self.succ, &RANGE)?;
            cx.set_trailed(WITHIN_RANGE, 1);
        }
        if n < 2 {
            return Ok(Status::Entailed);
        }
        self.forbid_cycles(cx)?;
        let root = (0..n).find(|&u| cx.fixed(self.succ[u]).is_none());
        if self.level != CircuitLevel::NoCycle || root.is_none() {
            self.arcs.read(cx, &self.succ)?;
            cx.work(self.arcs.count())?;
            let Some(subtrees) = self.search(root.unwrap_or(0)) else { return cx.fail(|| Lazy(UNREACHED)) };
            let Some(root) = root else { return Ok(Status::Entailed) };
            if n < 1 << NODE_BITS {
                self.prune(cx, root, subtrees)?;
            }
        }
        Ok(Status::Again)
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        explain::explain(self, past, fact, hint, why)
    }

    /// Each node has one predecessor.
    fn linear_rows(&self, rows: &mut LinearRows) {
        if self.succ.len() <= LARGEST_RELAXED {
            for to in 0..self.succ.len() as i32 {
                rows.add(self.succ.iter().map(|&succ| (1, Summand::Is(succ, to))), 1, 1);
            }
        }
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        check::refuted(self, rule, case)
    }
}
