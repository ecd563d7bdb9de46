//! A solution: a value for every variable of its model.

use crate::model::{Expr, IntVar, Interval, ModelError, Owner, SetExpr};
use crate::value_set::ValueSet;
use std::ops::Range;

/// The values of all variables of a model. Exists only if the search found a solution.
///
/// `solution[x]` is the value of `x`; it panics if [`value`](Solution::value) returns an error.
///
/// ```
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let x = m.int("x", 3..=5)?;
/// let first = m.first()?.complete().expect("there are solutions");
/// assert_eq!((first[x], first.value(x)?), (3, 3));
/// # Ok::<(), ModelError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Solution {
    pub(super) owner: Owner,
    pub(super) values: Box<[i32]>,
}

impl Solution {
    /// Returns the value of a variable.
    ///
    /// # Errors
    /// [`ModelError::ForeignVariable`] when the variable belongs to another model.
    pub fn value(&self, x: IntVar) -> Result<i32, ModelError> {
        let foreign = || ModelError::ForeignVariable { place: "the query for a solution's value".to_owned() };
        if !self.owner.owns(x) {
            return Err(foreign());
        }
        // A variable declared after this search began has no value either.
        self.values.get(x.index as usize).copied().ok_or_else(foreign)
    }

    /// Returns the values of some variables, in the order given.
    ///
    /// # Errors
    /// Same as [`value`](Solution::value).
    pub fn values(&self, xs: &[IntVar]) -> Result<Vec<i32>, ModelError> {
        xs.iter().map(|&x| self.value(x)).collect()
    }

    /// Returns the value of an expression; `None` if it is undefined, such as `x / 0`, or does not fit in 64 bits.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.int("x", 3..=5)?;
    /// let first = m.first()?.complete().expect("there are solutions");
    /// assert_eq!(first.evaluate(x * x + 1)?, Some(10));
    /// assert_eq!(first.evaluate(constraint!(x >= 4))?, Some(0));
    /// assert_eq!(first.evaluate(7 / (x - 3))?, None);
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// Same as [`value`](Solution::value).
    pub fn evaluate(&self, expression: impl Into<Expr>) -> Result<Option<i64>, ModelError> {
        let expression = expression.into();
        for x in expression.variables() {
            self.value(x)?;
        }
        let value = expression.value(&|x| self.values[x.index as usize]);
        Ok(value.and_then(|value| i64::try_from(value).ok()))
    }

    /// Returns the time during which a task runs, from its start up to its end; `None` if the task is absent or if its
    /// start or end is undefined.
    ///
    /// # Errors
    /// Same as [`value`](Solution::value).
    pub fn interval(&self, task: &Interval) -> Result<Option<Range<i64>>, ModelError> {
        let [start, end, presence] =
            [task.start(), task.end(), task.presence()].map(|expression| self.evaluate(expression));
        let times = start?.zip(end?).map(|(start, end)| start..end);
        Ok(if presence? == Some(1) { times } else { None })
    }

    /// Returns the members of a set; `None` if the set is undefined, such as an array element with an index out of
    /// range.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let s = m.set("s", 1..=4)?;
    /// m.post(constraint!(s.sum() == 5 && s.len() == 2));
    /// m.post(s.contains(4));
    /// assert_eq!(m.first()?.expect("one").set(&s)?, Some([1, 4].into()));
    /// # Ok::<(), ModelError>(())
    /// ```
    ///
    /// # Errors
    /// Same as [`value`](Solution::value).
    pub fn set(&self, set: &SetExpr) -> Result<Option<ValueSet>, ModelError> {
        let mut members = Vec::new();
        for value in set.possible().iter() {
            if self.evaluate(set.has(value))? == Some(1) {
                members.push(value);
            }
        }
        Ok(self.evaluate(set.defined())?.map(|_| members.into()))
    }

    /// The values of all variables, in declaration order.
    pub fn all_values(&self) -> &[i32] {
        &self.values
    }
}

impl std::ops::Index<IntVar> for Solution {
    type Output = i32;

    /// The value of a variable.
    ///
    /// # Panics
    /// When the variable belongs to another model, or was declared after the search began.
    fn index(&self, x: IntVar) -> &i32 {
        assert!(self.owner.owns(x), "a variable of another model");
        &self.values[x.index as usize]
    }
}
