//! `path` in a model.

use super::PathEnd;
use crate::constraints::circuit::{closed, derive_circuit, is_circuit, rows_of_circuit};
use crate::constraints::{AllDifferentValue, Circuit, CircuitLevel};
use crate::model::defining::*;

/// Arguments: the successors, then the start and the end.
struct FromTo;

impl Model {
    /// Requires that the nodes form a Hamiltonian path from the node `start` to the node `end`: `succ[i]` is the node
    /// after node `i`, numbered from 0, or the number of nodes if node `i` is the last one.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let succ = m.ints("succ", 4, 0..=4)?;
    /// let end = m.int("end", 0..=3)?;
    /// m.path(&succ, 0, end);
    /// assert_eq!(m.count()?, Outcome::Complete(6)); // 3! orders of the others
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias = "hamiltonian path")]
    pub fn path<T: Into<Expr>>(
        &mut self,
        succ: impl IntoIterator<Item = T>,
        start: impl Into<Expr>,
        end: impl Into<Expr>,
    ) -> Posted<'_, Plain> {
        let mut arguments = exprs(succ);
        arguments.extend([start.into(), end.into()]);
        self.state("path", arguments, FromTo)
    }
}

impl Semantics for FromTo {
    fn misuse(&self, x: &[Expr]) -> Option<String> {
        (x.len() == 2).then(|| "a path needs at least one node".to_owned())
    }

    fn holds(&self, values: &[i32]) -> bool {
        let n = values.len() - 2;
        let end = usize::try_from(values[n + 1]).ok().filter(|&end| end < n);
        is_circuit(&values[..=n]) && end.is_some_and(|end| values[end] == n as i32)
    }

    fn written(&self, _: &str, x: &[Expr], say: Say<'_>) -> String {
        let (succ, ends) = x.split_at(x.len() - 2);
        format!("path({}; {}; {})", say(succ), say(&ends[..1]), say(&ends[1..]))
    }
}

impl Decompose for FromTo {
    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        let n = x.len() - 2;
        closed(&x[..=n], into)?;
        into.require_all(indices(&x[n + 1..], n).chain([x[..n].at(&x[n + 1]).equals(n as i32)]))
    }
}

impl Certify for FromTo {
    /// Writes the rows of the circuit and the definition of the end.
    fn rows(&self, x: &[View], rows: &mut dyn Rows) -> Result<bool, Stopped> {
        let ([closed @ .., end], true) = (x, PROVES) else { return Ok(false) };
        let Some(listed) = rows.values(*end)? else { return Ok(false) };
        if !rows_of_circuit(closed, rows)? {
            return Ok(false);
        }
        let n = closed.len() as i32 - 1;
        for v in listed.into_iter().filter(|v| !(0..n).contains(v)) {
            let l = rows.literal(Atom::equals(*end, v))?;
            rows.row("range", v.into(), vec![(1, !l)], 1)?;
        }
        for (i, &view) in (0..n).zip(closed) {
            let (last, ends) = (rows.literal(Atom::equals(view, n))?, rows.literal(Atom::equals(*end, i))?);
            rows.row("last", i.into(), vec![(1, !last), (1, ends)], 1)?;
            rows.row("end", i.into(), vec![(1, last), (1, !ends)], 1)?;
        }
        Ok(true)
    }

    fn derive(&self, x: &[View], lines: &mut dyn Lines) -> Result<(), Ended> {
        derive_circuit(&x[..x.len() - 1], lines)
    }
}

impl Post for FromTo {
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, TooLarge> {
        let (closed, end) = site.views().split_at(site.views().len() - 1);
        let succ = &closed[..closed.len() - 1];
        Ok(vec![
            Box::new(AllDifferentValue::new(closed.to_vec())),
            Box::new(PathEnd::new(succ.iter().copied(), end[0])),
            Box::new(Circuit::new(closed.iter().copied(), CircuitLevel::Connected)),
        ])
    }
}
