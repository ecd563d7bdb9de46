//! `times` in a model.

use super::times;
use crate::constraints::hull::Binary;
use crate::model::defining::*;

/// The product; `None` if it overflows.
pub(crate) fn value(x: i64, y: i64) -> Option<i64> {
    x.checked_mul(y)
}

impl Model {
    /// Requires that `x * y = z`. Propagates bounds.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let (x, y) = (m.int("x", 2..=9)?, m.int("y", 2..=9)?);
    /// m.times(x, y, 24);
    /// assert_eq!(m.count()?, Outcome::Complete(4));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("mult", "multiplication", "product"))]
    pub fn times(&mut self, x: impl Into<Expr>, y: impl Into<Expr>, z: impl Into<Expr>) -> Posted<'_, Plain> {
        let arguments = [x.into(), y.into(), z.into()];
        self.state("times", arguments, Binary { function: Operation::Times, value, propagator: times })
    }
}
