//! A solution: a value for every variable of its model.

use crate::model::{IntVar, ModelError, Owner};

/// Values of all variables of a model. Exists only if a solution was found.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Solution {
    pub(super) owner: Owner,
    pub(super) values: Box<[i32]>,
}

impl Solution {
    /// The value of a variable.
    ///
    /// # Errors
    /// [`ModelError::ForeignVariable`] when the variable belongs to another model.
    pub fn value(&self, x: IntVar) -> Result<i32, ModelError> {
        let foreign = || ModelError::ForeignVariable { place: "the question for a solution's value".to_owned() };
        if !self.owner.owns(x) {
            return Err(foreign());
        }
        // A variable declared after this search began has no value here either.
        self.values.get(x.index as usize).copied().ok_or_else(foreign)
    }

    /// The values of some variables, in their order.
    ///
    /// # Errors
    /// As [`value`](Solution::value).
    pub fn values(&self, xs: &[IntVar]) -> Result<Vec<i32>, ModelError> {
        xs.iter().map(|&x| self.value(x)).collect()
    }

    /// The values of all variables, in the order of declaration.
    pub fn all_values(&self) -> &[i32] {
        &self.values
    }
}
