//! `mod` in a model.

use super::modulo;
use crate::constraints::hull::Binary;
use crate::model::defining::*;

/// The remainder, with the sign of x; `None` if it is undefined.
pub(crate) fn value(x: i64, y: i64) -> Option<i64> {
    x.checked_rem(y)
}

impl Model {
    /// Requires that `x mod y = z`, where `z` has the sign of `x`. The constraint is false if `y` is 0. Propagates
    /// bounds.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.int("x", -9..=9)?;
    /// m.modulo(x, 4, -1);
    /// assert_eq!(m.solutions()?.map(|s| s.value(x)).collect::<Result<Vec<i32>, _>>()?, [-9, -5, -1]);
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("mod", "remainder"))]
    pub fn modulo(&mut self, x: impl Into<Expr>, y: impl Into<Expr>, z: impl Into<Expr>) -> Posted<'_, Plain> {
        let arguments = [x.into(), y.into(), z.into()];
        self.state("mod", arguments, Binary { function: Operation::Modulo, value, propagator: modulo })
    }
}
