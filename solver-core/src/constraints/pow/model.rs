//! `pow` in a model.

use super::pow;
use crate::constraints::hull::Binary;
use crate::model::defining::*;

/// The power; `None` if it is undefined or beyond ±2⁶².
pub(crate) fn value(x: i64, y: i64) -> Option<i64> {
    match (x, y) {
        (0, _) => (y >= 0).then_some(i64::from(y == 0)),
        (1, _) => Some(1),
        (-1, _) => Some(if y % 2 == 0 { 1 } else { -1 }),
        (_, ..0) => Some(0),
        _ => {
            let power = x.checked_pow(u32::try_from(y).ok()?)?;
            (power.unsigned_abs() <= 1 << 62).then_some(power)
        }
    }
}

impl Model {
    /// Requires that `x ^ y = z`, with `0 ^ 0 = 1`, and `1 div x ^ -y` if `y` is negative. `0 ^ y` with negative `y` is
    /// undefined, which makes the constraint false. Propagates bounds.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let (x, y) = (m.int("x", -9..=9)?, m.int("y", 2..=9)?);
    /// m.pow(x, y, 64);
    /// assert_eq!(m.count()?, Outcome::Complete(5)); // 2^6, 4^3, 8^2, (-2)^6, (-8)^2
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("power", "exponent"))]
    pub fn pow(&mut self, x: impl Into<Expr>, y: impl Into<Expr>, z: impl Into<Expr>) -> Posted<'_, Plain> {
        let arguments = [x.into(), y.into(), z.into()];
        self.state("pow", arguments, Binary { function: Operation::Pow, value, propagator: pow })
    }
}
