//! `nvalue` in a model.

use super::NValue;
use crate::model::{Expr, Model, Plain, Posted, Refusal, Site, Statement};
use crate::propagator::Propagator;

struct DifferentValues {
    /// What takes values, then their number.
    arguments: Vec<Expr>,
}

impl Model {
    /// The number of different values that the arguments take is `count`.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = [m.int("a", 1..=3)?, m.int("b", 1..=3)?, m.int("c", 1..=3)?];
    /// m.nvalue(x, 2);
    /// assert_eq!(m.count()?, Outcome::Complete(18));
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn nvalue<T: Into<Expr>>(
        &mut self,
        arguments: impl IntoIterator<Item = T>,
        count: impl Into<Expr>,
    ) -> Posted<'_, Plain> {
        let arguments = arguments.into_iter().map(Into::into).chain([count.into()]).collect();
        self.state(DifferentValues { arguments })
    }
}

impl Statement for DifferentValues {
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

    fn propagators(&self, site: &Site<'_>) -> Result<Vec<Box<dyn Propagator>>, Refusal> {
        let Some((&count, taken)) = site.views().split_last() else { return Ok(Vec::new()) };
        Ok(vec![Box::new(NValue::new(taken.iter().copied(), count))])
    }
}
