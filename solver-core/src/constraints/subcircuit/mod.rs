//! `subcircuit`: the successors form one circuit through some of the nodes; the others are their own successors.
//!
//! `succ[i]` is the node after `i`, or `i` if the circuit does not visit node `i`; nodes are numbered from 0. There may
//! be no circuit. All successors must be different, but this propagator does not prune by that condition: for full
//! strength, also post [`all_different`](super::all_different) on the same views.
//!
//! A node that is not its own successor is *required*. All required nodes must be reachable from each other; a node
//! that cannot reach one of them or cannot be reached from it is not visited. A chain of fixed arcs may be closed only
//! if no node outside it is required (Francis, Stuckey 2014, *Explaining circuit propagation*, §4). Wakes on any
//! removal; a run takes time linear in the arcs.
//!
//! The propagator has no named level of consistency, because keeping exactly the arcs of circuits is NP-hard. Tests
//! check that no solution is lost, that wrong assignments fail, and that every reason is correct, but they do not check
//! the strength of propagation.
//!
//! | rule | premises |
//! |---|---|
//! | `subcircuit.range` | none: the value is not a node |
//! | `subcircuit.entered` | an arc that leads to the node |
//! | `subcircuit.no_cycle` | the arcs of the chain, and an atom stating that another node is required |
//! | `subcircuit.reach` | an atom stating that a node is required, and a cut: no arc leaves some set of nodes |
//!
//! # Rows for proofs
//!
//! The rows number the visited nodes by their distance, in steps, from the smallest visited node.

mod check;
mod explain;
mod model;
#[cfg(test)]
mod tests;

use super::circuit::{LARGEST_RELAXED, Sets, forbid_range};
use crate::prelude_propagator::*;

/// See the [module page](self).
///
/// ```
/// use solver_core::constraints::Subcircuit;
/// use solver_core::{Atom, ValueSet, engine::EngineBuilder};
/// let mut b = EngineBuilder::new(vec![ValueSet::range(0, 2); 3]);
/// let succ = [0, 1, 2].map(|i| b.view(i));
/// b.post(Box::new(Subcircuit::new(succ)));
/// let mut e = b.build()?;
/// e.assume(Atom::equals(succ[0], 1)).unwrap();
/// e.assume(Atom::equals(succ[1], 0)).unwrap();
/// e.propagate().unwrap();
/// assert_eq!(e.fixed(succ[2]), Some(2));
/// # Ok::<(), solver_core::engine::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Subcircuit {
    succ: Box<[View]>,
    sets: Sets,
}

static RANGE: Rule = Rule::new("subcircuit.range", "{constraint} has no node of such a number, so {fact}");

static ENTERED: Rule = Rule::new("subcircuit.entered", "{premises}, so {constraint} passes that node, and {fact}");

static NO_CYCLE: Rule = Rule::new(
    "subcircuit.no_cycle",
    "{premises}: closed here, {constraint} would leave out a node that it must pass, so {fact}",
);

static REACH: Rule = Rule::new(
    "subcircuit.reach",
    "{premises}: {constraint} cannot pass this node and those that it must pass, so {fact}",
);

/// The lowest bit of a [`Lazy`] hint; the other bits are a node.
const CLOSES: u32 = 0;
const UNREACHED: u32 = 1;

impl Subcircuit {
    /// Creates a propagator that ensures that the successors form one circuit through some of the nodes, or no circuit.
    pub fn new(succ: impl IntoIterator<Item = View>) -> Subcircuit {
        let succ: Box<[View]> = succ.into_iter().collect();
        Subcircuit { sets: Sets::new(succ.len()), succ }
    }

    /// Enforces that the target of a fixed arc is visited.
    fn pass_entered(&self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        for (u, &view) in (0..).zip(&self.succ) {
            if let Some(v) = cx.fixed(view).filter(|&v| v != u) {
                cx.remove(self.succ[v as usize], v, || ENTERED.because([Atom::equals(view, v)]))?;
            }
        }
        Ok(())
    }

    fn must_pass(&self, cx: &Context<'_>, node: usize) -> bool {
        !cx.contains(self.succ[node], node as i32)
    }

    /// Follows each chain of fixed arcs from its start to its end, and removes the closing arc if a node outside the
    /// chain is required.
    fn forbid_cycles(&mut self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        let n = self.succ.len();
        let passed = (0..n).filter(|&u| self.must_pass(cx, u)).count();
        let entered = &mut self.sets.forward;
        entered.clear();
        for &view in &self.succ {
            if let Some(v) = cx.fixed(view) {
                entered.insert(v as usize);
            }
        }
        for start in 0..n {
            if self.sets.forward.contains(start) {
                continue;
            }
            let (mut end, mut within) = (start, 0);
            while let Some(next) = cx.fixed(self.succ[end]).filter(|_| within <= n) {
                end = next as usize;
                within += 1;
            }
            if within == 0 || within > n {
                continue;
            }
            if passed > within + usize::from(self.must_pass(cx, end)) {
                cx.remove(self.succ[end], start as i32, || Lazy(CLOSES | (end as u32) << 1))?;
            }
        }
        Ok(())
    }
}

impl Propagator for Subcircuit {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.succ, Wake::Domain).priority(5);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        let n = self.succ.len();
        cx.work(4 * n)?;
        forbid_range(cx, &self.succ, &RANGE)?;
        // This is tested before any pruning, because pruning may fix views that share a variable and are not read yet.
        let decided = self.succ.iter().all(|&view| cx.fixed(view).is_some());
        self.pass_entered(cx)?;
        self.forbid_cycles(cx)?;
        let Some(root) = (0..n).find(|&u| self.must_pass(cx, u)) else { return Ok(Status::Again) };
        self.sets.reach(cx, &self.succ, root)?;
        for u in 0..n {
            if !self.sets.forward.contains(u) || !self.sets.backward.contains(u) {
                let hint = Lazy(UNREACHED | (u as u32) << 1);
                if self.must_pass(cx, u) {
                    return cx.fail(|| hint);
                }
                cx.fix(self.succ[u], u as i32, || hint)?;
            }
        }
        Ok(if decided { Status::Entailed } else { Status::Again })
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        explain::explain(&self.succ, past, fact, hint, why)
    }

    /// Adds rows stating that each node has one predecessor.
    fn linear_rows(&self, rows: &mut LinearRows) {
        if self.succ.len() <= LARGEST_RELAXED {
            for to in 0..self.succ.len() as i32 {
                rows.add(self.succ.iter().map(|&succ| (1, Summand::Is(succ, to))), 1, 1);
            }
        }
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        check::refuted(&self.succ, rule, case)
    }
}
