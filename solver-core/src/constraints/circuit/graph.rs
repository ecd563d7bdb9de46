//! Sets of nodes in a graph of successors, and the cuts between them.

use crate::prelude_propagator::*;
use fixedbitset::FixedBitSet;

/// Scratch: sets of nodes.
#[derive(Clone, Debug)]
pub(in crate::constraints) struct Sets {
    pub(in crate::constraints) forward: FixedBitSet,
    pub(in crate::constraints) backward: FixedBitSet,
    queue: Vec<u32>,
    /// The reversed arcs: for each node where its predecessors begin, and these.
    begins: Vec<u32>,
    sources: Vec<u32>,
}

impl Sets {
    pub(in crate::constraints) fn new(nodes: usize) -> Sets {
        Sets {
            forward: FixedBitSet::with_capacity(nodes),
            backward: FixedBitSet::with_capacity(nodes),
            queue: Vec::with_capacity(nodes),
            begins: Vec::with_capacity(nodes + 1),
            sources: Vec::new(),
        }
    }

    /// Fills `forward` with the nodes that can be reached from the root.
    pub(in crate::constraints) fn reach(
        &mut self,
        cx: &mut Context<'_>,
        succ: &[View],
        root: usize,
    ) -> Result<(), Conflict> {
        self.forward.clear();
        self.forward.insert(root);
        self.queue.clear();
        self.queue.push(root as u32);
        while let Some(node) = self.queue.pop() {
            let mut next = cx.next(succ[node as usize], 0);
            while let Some(v) = next {
                cx.work(1)?;
                if !self.forward.put(v as usize) {
                    self.queue.push(v as u32);
                }
                next = cx.next(succ[node as usize], v + 1);
            }
        }
        Ok(())
    }

    /// Whether the root is reachable from all nodes; `backward` are those from which it is.
    pub(in crate::constraints) fn reaches_back(
        &mut self,
        cx: &mut Context<'_>,
        succ: &[View],
        root: usize,
    ) -> Result<bool, Conflict> {
        self.turn_round(cx, succ)?;
        self.backward.clear();
        self.backward.insert(root);
        self.queue.clear();
        self.queue.push(root as u32);
        while let Some(node) = self.queue.pop() {
            let (from, to) = (self.begins[node as usize], self.begins[node as usize + 1]);
            for k in from..to {
                let source = self.sources[k as usize];
                if !self.backward.put(source as usize) {
                    self.queue.push(source);
                }
            }
        }
        Ok(self.backward.count_ones(..) == succ.len())
    }

    /// Lists the predecessors of each node: counted, then filled in. Values that are no nodes were removed already.
    fn turn_round(&mut self, cx: &mut Context<'_>, succ: &[View]) -> Result<(), Conflict> {
        let n = succ.len();
        self.begins.clear();
        self.begins.resize(n + 1, 0);
        for &view in succ {
            let mut next = cx.next(view, 0);
            while let Some(v) = next {
                cx.work(1)?;
                self.begins[v as usize] += 1;
                next = cx.next(view, v + 1);
            }
        }
        let mut total = 0;
        for begin in &mut self.begins {
            total += *begin;
            *begin = total;
        }
        // Grows to the number of arcs at the first run, when it is largest.
        self.sources.resize(self.sources.len().max(total as usize), 0);
        for (u, &view) in succ.iter().enumerate() {
            let mut next = cx.next(view, 0);
            while let Some(v) = next {
                self.begins[v as usize] -= 1;
                self.sources[self.begins[v as usize] as usize] = u as u32;
                next = cx.next(view, v + 1);
            }
        }
        cx.work(total as usize)
    }
}

/// The premises that no arc leads from the nodes `inside` to the others, except arcs of the nodes for which `free` is
/// true: every such arc was removed. A fixed node needs one premise only.
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
