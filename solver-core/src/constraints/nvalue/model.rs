//! `nvalue` in a model.

mod derive;

use super::NValue;
use crate::budget::Stopped;
use crate::model::lines::Lines;
use crate::model::rows::Rows;
use crate::model::spelling::{Decomposition, Named, Say, listed};
use crate::model::{ConstraintDef, Expr, Model, Plain, Posted, PostingContext, Refusal, Relates, all_of};
use crate::propagator::Propagator;
use crate::view::View;
use std::ops::ControlFlow;

struct DifferentValues {
    /// The views, then the count.
    arguments: Vec<Expr>,
}

impl Model {
    /// The number of distinct values of the arguments is `count`.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = [m.int("a", 1..=3)?, m.int("b", 1..=3)?, m.int("c", 1..=3)?];
    /// m.nvalue(x, 2);
    /// assert_eq!(m.count()?, Outcome::Complete(18));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("nvalues", "distinct values"))]
    pub fn nvalue<T: Into<Expr>>(
        &mut self,
        arguments: impl IntoIterator<Item = T>,
        count: impl Into<Expr>,
    ) -> Posted<'_, Plain> {
        let arguments = arguments.into_iter().map(Into::into).chain([count.into()]).collect();
        self.state(DifferentValues { arguments })
    }
}

impl ConstraintDef for DifferentValues {
    fn kind(&self) -> &'static str {
        "nvalue"
    }

    fn arguments(&self) -> &[Expr] {
        &self.arguments
    }

    fn holds(&self, values: &[i32]) -> bool {
        let Some((&count, taken)) = values.split_last() else { return false };
        let mut taken = taken.to_vec();
        taken.sort_unstable();
        taken.dedup();
        taken.len() as i64 == i64::from(count)
    }

    fn written(&self, say: Say<'_>) -> String {
        let (taken, count) = self.arguments.split_at(self.arguments.len() - 1);
        format!("nvalue({}) = {}", say(taken), say(count))
    }

    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        let Some((count, taken)) = x.split_last() else { return Ok(()) };
        // Counts the arguments whose value no earlier one has.
        let is_new = |i: usize| all_of(taken[..i].iter().map(|y| taken[i].clone().differs(y)));
        let new = (1..taken.len()).map(|i| into.variable(is_new(i).into())).sum::<Result<Expr, Stopped>>()?;
        into.require((-count.clone() + new).equals(-i32::from(!taken.is_empty())))
    }

    fn rows(&self, x: &[View], rows: &mut dyn Rows) -> Result<bool, Stopped> {
        x.split_last().map_or(Ok(false), |(&count, views)| derive::rows(views, count, rows))
    }

    fn derive(&self, x: &[View], lines: &mut dyn Lines) -> ControlFlow<()> {
        x.split_last().map_or(ControlFlow::Continue(()), |(&count, views)| derive::derive(views, count, lines))
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        let (count, taken) = x.split_last()?;
        let (list, count) = (listed(taken), &count.name);
        let written = || format!("<nValues> <list> {list} </list> <condition> (eq,{count}) </condition> </nValues>");
        (taken.len() > 1).then(written)
    }

    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, Refusal> {
        let Some((&count, taken)) = site.views().split_last() else { return Ok(Vec::new()) };
        Ok(vec![Box::new(NValue::new(taken.iter().copied(), count))])
    }
}
