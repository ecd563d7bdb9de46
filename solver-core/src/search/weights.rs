//! Weights of variables, for `dom/deg` and `dom/wdeg`.

use crate::engine::Engine;
use crate::var::Var;

/// The sum of weights of the constraints on each decision variable.
#[derive(Clone, Debug)]
pub(crate) struct Weights {
    /// By the variable's place among the decision variables.
    sums: Vec<u64>,
}

impl Weights {
    /// One for every propagator that watches the variable, at each position.
    pub(crate) fn degrees(engine: &Engine, vars: &[Var]) -> Weights {
        Weights { sums: vars.iter().map(|&v| engine.watchers(v).count() as u64).collect() }
    }

    /// Degree plus failures.
    pub(crate) fn failures(engine: &Engine, vars: &[Var]) -> Weights {
        let weight = |v: Var| engine.watchers(v).map(|p| 1 + engine.weight(p)).sum();
        Weights { sums: vars.iter().map(|&v| weight(v)).collect() }
    }

    /// A propagator has failed: its variables gain weight. `place` finds a
    /// variable among the decision variables.
    pub(crate) fn add_failure(&mut self, engine: &Engine, propagator: usize, place: impl Fn(Var) -> Option<usize>) {
        for view in engine.scope(propagator) {
            if let Some(i) = place(view.var()) {
                self.sums[i] += 1;
            }
        }
    }

    /// The sum of the `i`-th decision variable; never 0.
    #[inline]
    pub(crate) fn of(&self, i: usize) -> u64 {
        self.sums[i].max(1)
    }
}
