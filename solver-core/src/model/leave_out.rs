//! Models without one of their constraints.
//!
//! Experiments use them to measure a constraint's contribution. Variables and constraints keep their handles, names and
//! indices, so the results of two searches can be compared line by line.

use super::constraint::Meaning;
use super::{ConstraintId, Model, ModelError};
use std::sync::Arc;

impl Model {
    /// Returns a copy of the model without one constraint: no propagator enforces the constraint, solutions are not
    /// checked against it, and it is not printed. All handles remain valid, and the other constraints keep their
    /// indices.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let q = m.ints("q", 4, 0..=3)?;
    /// let rows = m.all_different(&q).named("rows").id();
    /// m.post(constraint!(q[0] < q[3]));
    /// assert_eq!(m.count()?, Outcome::Complete(12));
    /// let free = m.without(rows)?;
    /// assert_eq!(free.count()?, Outcome::Complete(6 * 16));
    /// assert_eq!(free.constraint_name(rows)?, "rows");
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// [`ModelError::ForeignConstraint`] when the constraint belongs to another model.
    #[doc(alias("relax", "drop constraint", "remove"))]
    pub fn without(&self, c: ConstraintId) -> Result<Model, ModelError> {
        let mut varied = self.clone();
        varied.leave_out(c)?;
        Ok(varied)
    }

    /// Removes a constraint, as [`without`](Model::without) does in a copy.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.int("x", 0..=9)?;
    /// let c = m.post(constraint!(x < 3)).id();
    /// m.leave_out(c)?;
    /// assert_eq!(m.count()?, Outcome::Complete(10));
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// [`ModelError::ForeignConstraint`] when the constraint belongs to another model.
    pub fn leave_out(&mut self, c: ConstraintId) -> Result<(), ModelError> {
        let number = self.constraint_number(c, "the model without a constraint")?;
        let name = self.short_name(number);
        let constraint = &mut Arc::make_mut(&mut self.constraints)[number];
        constraint.name = Some(name);
        constraint.meaning = Meaning::Nothing;
        constraint.condition = None;
        self.recheck(number);
        Ok(())
    }
}
