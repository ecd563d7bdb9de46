//! A successor graph: its arcs, node sets, and cuts.

use crate::constraints::bits::ones;
use crate::prelude_propagator::*;
use fixedbitset::FixedBitSet;

/// Removes the values that are not node numbers.
pub(in crate::constraints) fn forbid_range(
    cx: &mut Context<'_>,
    succ: &[View],
    rule: &'static Rule,
) -> Result<(), Conflict> {
    let last = i32::try_from(succ.len()).unwrap_or(View::LIMIT) - 1;
    for &view in succ {
        cx.at_least(view, 0, || rule.because([]))?;
        cx.at_most(view, last, || rule.because([]))?;
    }
    Ok(())
}

/// The arcs of a successor graph, as of the last read.
#[derive(Clone, Debug)]
pub(super) struct Arcs {
    /// `begins` holds the start of each node's arcs in `targets`, followed by the end of the last node's arcs.
    begins: Vec<u32>,
    targets: Vec<u32>,
}

impl Arcs {
    pub(super) fn new(nodes: usize) -> Arcs {
        // `targets` grows at the first run, when the number of arcs is largest.
        Arcs { begins: Vec::with_capacity(nodes + 1), targets: Vec::new() }
    }

    /// Reads the domains; values that are not nodes must have been removed already.
    pub(super) fn read(&mut self, cx: &mut Context<'_>, succ: &[View]) -> Result<(), Conflict> {
        self.begins.clear();
        self.targets.clear();
        for &view in succ {
            self.begins.push(self.targets.len() as u32);
            let (low, high) = cx.bounds(view);
            for base in (low..=high).step_by(64) {
                self.targets.extend(ones(cx.window(view, base)).map(|bit| base as u32 + bit));
            }
        }
        self.begins.push(self.targets.len() as u32);
        cx.work(self.targets.len())
    }

    /// The number of arcs.
    pub(super) fn count(&self) -> usize {
        self.targets.len()
    }

    /// The successors of a node, in ascending order.
    #[inline]
    pub(super) fn successors(&self, node: usize) -> &[u32] {
        &self.targets[self.begins[node] as usize..self.begins[node + 1] as usize]
    }

    /// Builds the reverse of another graph.
    fn reverse(&mut self, arcs: &Arcs) {
        let nodes = arcs.begins.len() - 1;
        self.begins.clear();
        self.begins.resize(nodes + 1, 0);
        // Counts, then fills each list from its end.
        for &target in &arcs.targets {
            self.begins[target as usize] += 1;
        }
        let mut total = 0;
        for begin in &mut self.begins {
            total += *begin;
            *begin = total;
        }
        self.targets.resize(arcs.targets.len(), 0);
        for node in 0..nodes {
            for &target in arcs.successors(node) {
                let begin = &mut self.begins[target as usize];
                *begin -= 1;
                self.targets[*begin as usize] = node as u32;
            }
        }
    }
}

/// Scratch: the nodes that reach a root or are reached from it.
#[derive(Clone, Debug)]
pub(in crate::constraints) struct Sets {
    /// The nodes reachable from the root, and those that reach the root.
    pub(in crate::constraints) forward: FixedBitSet,
    pub(in crate::constraints) backward: FixedBitSet,
    queue: Vec<u32>,
    arcs: Arcs,
    reversed: Arcs,
}

impl Sets {
    pub(in crate::constraints) fn new(nodes: usize) -> Sets {
        Sets {
            forward: FixedBitSet::with_capacity(nodes),
            backward: FixedBitSet::with_capacity(nodes),
            queue: Vec::with_capacity(nodes),
            arcs: Arcs::new(nodes),
            reversed: Arcs::new(nodes),
        }
    }

    /// Fills both sets. Values that are not nodes must have been removed already.
    pub(in crate::constraints) fn reach(
        &mut self,
        cx: &mut Context<'_>,
        succ: &[View],
        root: usize,
    ) -> Result<(), Conflict> {
        self.arcs.read(cx, succ)?;
        self.reversed.reverse(&self.arcs);
        cx.work(2 * self.arcs.targets.len())?;
        follow(&self.arcs, root, &mut self.forward, &mut self.queue);
        follow(&self.reversed, root, &mut self.backward, &mut self.queue);
        Ok(())
    }
}

/// Fills a set with the nodes that can be reached from the root.
fn follow(arcs: &Arcs, root: usize, seen: &mut FixedBitSet, queue: &mut Vec<u32>) {
    seen.clear();
    seen.insert(root);
    queue.clear();
    queue.push(root as u32);
    while let Some(node) = queue.pop() {
        for &target in arcs.successors(node as usize) {
            if !seen.put(target as usize) {
                queue.push(target);
            }
        }
    }
}

/// Returns the nodes reachable from `from` in a graph of this many nodes, given each node's successors.
pub(in crate::constraints) fn reached<S: IntoIterator<Item = usize>>(
    nodes: usize,
    from: usize,
    successors: impl Fn(usize) -> S,
) -> FixedBitSet {
    let mut seen = FixedBitSet::with_capacity(nodes);
    seen.insert(from);
    let mut rest = vec![from];
    while let Some(u) = rest.pop() {
        rest.extend(successors(u).into_iter().filter(|&w| !seen.put(w)));
    }
    seen
}

/// The premises stating that no arc leads from the nodes `inside` to the others: every arc between them that `counts`
/// accepts was removed. A fixed node needs only one premise.
pub(in crate::constraints) fn cut_premises(
    past: &DomainsAt<'_>,
    succ: &[View],
    inside: &FixedBitSet,
    counts: impl Fn(usize, usize) -> bool,
) -> Vec<Atom> {
    let mut why = Vec::new();
    for u in inside.ones() {
        let outside = (0..succ.len()).filter(|&w| !inside.contains(w) && counts(u, w));
        let first = why.len();
        why.extend(outside.map(|w| Atom::differs(succ[u], w as i32)).filter(|&atom| !past.holds_at_root(atom)));
        if let (true, Some(v)) = (why.len() > first + 1, past.fixed(succ[u])) {
            why.truncate(first);
            why.push(Atom::equals(succ[u], v));
        }
    }
    why
}
