//! Value selection by the effect of a value, either on the search space (impact) or on the objective bound.

use super::Selection;
use crate::atom::Atom;
use crate::engine::Engine;
use crate::var::Var;
use crate::view::View;
use smallvec::SmallVec;

/// The maximum size of a domain whose values are all probed; larger domains are probed only at their bounds.
const MOST: u32 = 100;

/// Values, each with the objective bound that follows from it.
pub(super) type Bounds = SmallVec<[(i32, i64); 8]>;

impl Selection {
    /// The observed impact of assigning a value.
    pub(super) fn impact(&self, engine: &Engine, var: Var, value: i32) -> f64 {
        match (self.scores.get(self.impacts), self.decision_vars.index(var)) {
            (Some((_, score)), Some(index)) => score.impact(engine, &self.decision_vars, index, value),
            _ => 0.0,
        }
    }

    /// Returns the value with the least impact; ties go to the smallest.
    #[cold]
    pub(super) fn least_impact(&self, engine: &Engine, var: Var) -> i32 {
        match (self.scores.get(self.impacts), self.decision_vars.index(var)) {
            (Some((_, score)), Some(index)) => score.least_impact(engine, &self.decision_vars, index),
            _ => engine.store.bounds(var).0,
        }
    }

    /// Returns the value that gives the best objective bound; ties go to the smallest.
    #[cold]
    pub(super) fn best_bound(&self, engine: &mut Engine, var: Var) -> i32 {
        let bounds = self.bounds_of_objective(engine, var);
        let best = bounds.iter().min_by_key(|&&(_, bound)| bound);
        best.map_or(engine.store.bounds(var).0, |&(value, _)| value)
    }

    /// Returns the objective bound that follows from each value, in ascending order of values, or the worst possible
    /// bound for a value whose propagation fails. Probes each value, or only the bounds of a large domain.
    pub(super) fn bounds_of_objective(&self, engine: &mut Engine, var: Var) -> Bounds {
        let mut bounds = Bounds::new();
        let Some(objective) = self.objective else { return bounds };
        let (low, high) = engine.store.bounds(var);
        let all = engine.store.size(var) <= MOST;
        let mut next = Some(low);
        while let Some(value) = next {
            engine.push_level();
            let tried = engine.assume(Atom::equals(View::from(var), value)).and_then(|()| engine.propagate());
            // The search's next propagation reports a limit reached here.
            bounds.push((value, if tried.is_ok() { engine.min(objective).into() } else { i64::MAX }));
            engine.pop_level();
            next = engine.next(var, if all { value + 1 } else { high.max(value + 1) });
        }
        bounds
    }
}
