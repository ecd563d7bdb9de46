//! A minimal depth-first search, for tests and measurements: two-way branching, smallest value first.

use solver_core::engine::{Engine, EngineBuilder};
use solver_core::{Atom, Layout, Propagator, ValueSet, View};

/// Selects the view to branch on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// Selects the first open view.
    Input,
    /// Selects the first open view among those with the smallest domain.
    Dom,
}

/// The statistics of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) nodes: u64,
    pub(crate) failures: u64,
    pub(crate) solutions: u64,
}

/// An engine for a board of `n` columns and `extra` additional variables, with the propagators that `post` creates.
pub(crate) fn board(
    n: usize,
    extra: usize,
    layout: Layout,
    post: impl FnOnce(&[View]) -> Vec<Box<dyn Propagator>>,
) -> (Engine, Vec<View>) {
    let mut b = EngineBuilder::with_layout(vec![ValueSet::range(0, n as i32 - 1); n + extra], layout);
    let views: Vec<View> = (0..n + extra).map(|i| b.view(i)).collect();
    for propagator in post(&views) {
        b.post(propagator);
    }
    (b.build().expect("domains are small and not empty"), views[..n].to_vec())
}

/// Searches exhaustively, or until `limit` solutions are found.
pub(crate) fn search(engine: &mut Engine, views: &[View], order: Order, limit: u64) -> Counts {
    let mut counts = Counts::default();
    visit(engine, views, order, limit, &mut counts);
    counts
}

fn visit(engine: &mut Engine, views: &[View], order: Order, limit: u64, counts: &mut Counts) {
    counts.nodes += 1;
    if engine.propagate().is_err() {
        counts.failures += 1;
        return;
    }
    let mut open = views.iter().copied().filter(|&view| engine.size(view) > 1);
    let next = match order {
        Order::Input => open.next(),
        Order::Dom => open.min_by_key(|&view| engine.size(view)),
    };
    let Some(view) = next else {
        counts.solutions += 1;
        return;
    };
    let left = Atom::equals(view, engine.min(view));
    for atom in [left, !left] {
        if counts.solutions >= limit {
            return;
        }
        engine.push_level();
        engine.assume(atom).expect("a decision of an open view");
        visit(engine, views, order, limit, counts);
        engine.pop_level();
    }
}
