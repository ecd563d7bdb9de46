//! Handles of variables and constraints.

/// A variable of a model, integer or Boolean (0 and 1). `Copy`, and tied to its model: using it in another model is a
/// [`ModelError::ForeignVariable`](super::ModelError::ForeignVariable).
///
/// For sets of integers, see [`SetExpr`](super::SetExpr). There are no floating-point variables.
#[doc(alias("variable", "decision variable", "float variable"))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct IntVar {
    pub(super) model: u32,
    pub(crate) index: u32,
}

impl IntVar {
    /// An auxiliary variable added by compilation. Its index is greater than those of all declared variables, so it
    /// need not belong to a model.
    pub(crate) fn auxiliary(index: u32) -> IntVar {
        IntVar { model: u32::MAX, index }
    }
}

/// The handle of a constraint, returned by [`Posted::id`](super::Posted::id). `Copy`, and tied to its model: using it
/// in another model is a [`ModelError::ForeignConstraint`](super::ModelError::ForeignConstraint).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConstraintId {
    pub(super) model: u32,
    pub(super) index: u32,
}

impl ConstraintId {
    /// The constraint's index in posting order, counted from 0.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 2, 0..=1)?;
    /// m.all_different(&x);
    /// assert_eq!(m.increasing(&x).id().index(), 1);
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn index(self) -> usize {
        self.index as usize
    }
}
