//! `subcircuit` in a model.

mod derive;

use super::Subcircuit;
use crate::constraints::AllDifferentValue;
use crate::model::defining::*;

struct ThroughSome;

impl Model {
    /// Requires that the successors form one circuit through some of the nodes, or no circuit: `succ[i]` is the node
    /// after node `i`, numbered from 0, or `i` itself if the circuit does not visit node `i`.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let succ = m.ints("succ", 4, 0..=3)?;
    /// m.subcircuit(&succ);
    /// assert_eq!(m.count()?, Outcome::Complete(1 + 6 + 4 * 2 + 6)); // of no, 2, 3 and 4 nodes
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("optional nodes"))]
    pub fn subcircuit<T: Into<Expr>>(&mut self, succ: impl IntoIterator<Item = T>) -> Posted<'_, Plain> {
        self.state("subcircuit", exprs(succ), ThroughSome)
    }
}

impl Semantics for ThroughSome {
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
        // The successors are valid if all moved nodes (those that are not their own successors) lie on one cycle.
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
}

impl Decompose for ThroughSome {
    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        let moves: Vec<Expr> = (0..).zip(x).map(|(i, x)| x.clone().differs(i).into()).collect();
        let length = into.variable(moves.iter().sum())?;
        // The first node on the circuit, or 0 if there is no circuit.
        let is_first = |i: usize| all_of(moves[..i].iter().map(|m| 1 - m.clone()).chain([moves[i].clone()]));
        let first = (1..x.len()).map(|i| Ok(i as i32 * into.variable(is_first(i).into())?));
        let first = first.sum::<Result<Expr, Stopped>>()?;
        let start = into.variable(first)?;
        // From that node, the path returns only after visiting all moved nodes.
        let mut path = vec![start.clone()];
        for steps in 1..x.len() {
            path.push(into.variable(x.at(&path[steps - 1]))?);
        }
        into.require_all(indices(x, x.len()).chain(different(x)))?;
        let returns_late = |(steps, at): (i32, Expr)| length.clone().greater_than(steps).implies(at.differs(&start));
        into.require_all((0..).zip(path).skip(1).map(returns_late))
    }
}

impl Certify for ThroughSome {
    fn rows(&self, x: &[View], rows: &mut dyn Rows) -> Result<bool, Stopped> {
        derive::rows(x, rows)
    }

    fn derive(&self, x: &[View], lines: &mut dyn Lines) -> Result<(), Ended> {
        derive::derive(x, lines)
    }
}

impl Post for ThroughSome {
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, TooLarge> {
        let succ = site.views();
        Ok(vec![Box::new(AllDifferentValue::new(succ.to_vec())), Box::new(Subcircuit::new(succ.iter().copied()))])
    }
}
