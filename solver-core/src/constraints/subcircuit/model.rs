//! `subcircuit` in a model.

use super::Subcircuit;
use crate::constraints::AllDifferentValue;
use crate::model::{Expr, Model, Plain, Posted, Refusal, Site, Statement};
use crate::propagator::Propagator;

struct ThroughSome {
    succ: Vec<Expr>,
}

impl Model {
    /// One circuit through some of the nodes, or none: `succ[i]` is the node after node `i`, numbered from 0, and
    /// `i` itself for a node that the circuit passes by.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let succ = m.ints("succ", 4, 0..=3)?;
    /// m.subcircuit(&succ);
    /// assert_eq!(m.count()?, Outcome::Complete(1 + 6 + 4 * 2 + 6)); // of no, 2, 3 and 4 nodes
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn subcircuit<T: Into<Expr>>(&mut self, succ: impl IntoIterator<Item = T>) -> Posted<'_, Plain> {
        self.state(ThroughSome { succ: succ.into_iter().map(Into::into).collect() })
    }
}

impl Statement for ThroughSome {
    fn kind(&self) -> &'static str {
        "subcircuit"
    }

    fn arguments(&self) -> &[Expr] {
        &self.succ
    }

    fn holds(&self, values: &[i32]) -> bool {
        let n = values.len();
        let next = |u: usize| usize::try_from(values[u]).ok().filter(|&v| v < n);
        let mut entered = vec![false; n];
        for u in 0..n {
            match next(u) {
                Some(v) if !entered[v] => entered[v] = true,
                _ => return false,
            }
        }
        // A permutation: all that moves lies on the cycle of the first that does.
        let moving = (0..n).filter(|&u| next(u) != Some(u));
        let Some(start) = moving.clone().next() else { return true };
        let (mut at, mut length) = (start, 0);
        loop {
            at = next(at).unwrap_or(start);
            length += 1;
            if at == start {
                return length == moving.count();
            }
        }
    }

    fn propagators(&self, site: &Site<'_>) -> Result<Vec<Box<dyn Propagator>>, Refusal> {
        let succ = site.views();
        Ok(vec![Box::new(AllDifferentValue::new(succ.to_vec())), Box::new(Subcircuit::new(succ.iter().copied()))])
    }
}
