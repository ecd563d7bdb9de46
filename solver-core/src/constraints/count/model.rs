//! `count_equal` in a model.

use super::Count;
use crate::constraints::{Among, Counted};
use crate::model::defining::*;

/// Arguments: the views, then the value, then the number.
struct Counting;

impl Model {
    /// Requires that exactly `count` arguments equal `value`: the constraint `count` of the Global Constraint
    /// Catalogue. The value may be an expression. Domain consistent.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 3, 1..=3)?;
    /// let most = m.int("most", 1..=3)?;
    /// m.count_equal(&x, most, 3);
    /// assert_eq!(m.count()?, Outcome::Complete(3));
    /// m.count_equal(&x, 2, 0);
    /// assert_eq!(m.count()?, Outcome::Complete(2));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("count_eq", "cardinality", "occurrences"))]
    pub fn count_equal<T: Into<Expr>>(
        &mut self,
        arguments: impl IntoIterator<Item = T>,
        value: impl Into<Expr>,
        count: impl Into<Expr>,
    ) -> Posted<'_, Plain> {
        let mut arguments = exprs(arguments);
        arguments.extend([value.into(), count.into()]);
        self.state("count", arguments, Counting)
    }
}

impl Semantics for Counting {
    fn holds(&self, values: &[i32]) -> bool {
        let [counted @ .., value, number] = values else { return false };
        counted.iter().filter(|v| *v == value).count() as i64 == i64::from(*number)
    }
}

impl Decompose for Counting {
    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        let [counted @ .., value, number] = x else { return Ok(()) };
        let equal: Expr = counted.iter().map(|x| Expr::from(x.clone().equals(value))).sum();
        into.require(equal.equals(number))
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        let [counted @ .., value, number] = x else { return None };
        let (list, value, number) = (listed(counted), &value.name, &number.name);
        let condition = format!("<condition> (eq,{number}) </condition>");
        let written = || format!("<count> <list> {list} </list> <values> {value} </values> {condition} </count>");
        (!counted.is_empty()).then(written)
    }
}

impl Certify for Counting {}

impl Post for Counting {
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, TooLarge> {
        let [counted @ .., value, number] = site.views() else { return Ok(Vec::new()) };
        let (low, high) = site.bounds(counted.len());
        Ok(vec![if low == high {
            let one = ValueSet::range(low, low);
            Box::new(Among::new(counted.iter().copied(), &one, Counted::Exactly, *number))
        } else {
            Box::new(Count::new(counted.iter().copied(), *value, *number))
        }])
    }
}
