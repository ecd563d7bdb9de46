//! `div` in a model.

use super::div;
use crate::constraints::hull::Binary;
use crate::model::defining::*;

/// The quotient, truncated toward 0; `None` if it is undefined.
pub(crate) fn value(x: i64, y: i64) -> Option<i64> {
    x.checked_div(y)
}

impl Model {
    /// Requires that `x div y = z`, truncated toward 0. The constraint is false if `y` is 0. Propagates bounds.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.int("x", -9..=9)?;
    /// m.div(x, 4, -1);
    /// assert_eq!(m.solutions()?.map(|s| s.value(x)).collect::<Result<Vec<i32>, _>>()?, [-7, -6, -5, -4]);
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("division", "quotient"))]
    pub fn div(&mut self, x: impl Into<Expr>, y: impl Into<Expr>, z: impl Into<Expr>) -> Posted<'_, Plain> {
        let arguments = [x.into(), y.into(), z.into()];
        self.state("div", arguments, Binary { function: Operation::Div, value, propagator: div })
    }
}
