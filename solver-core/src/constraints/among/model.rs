//! `among`, `at_least` and `at_most` in a model.

use super::{Among, Counted};
use crate::model::defining::*;

/// Arguments: the views, then the count.
struct Counting {
    values: ValueSet,
    comparison: Counted,
}

impl Model {
    /// Requires that exactly `count` arguments take one of the values.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = [m.int("a", 1..=3)?, m.int("b", 1..=3)?, m.int("c", 1..=3)?];
    /// m.among(x, [1, 2], 2);
    /// assert_eq!(m.count()?, Outcome::Complete(3 * 2 * 2));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("cardinality", "count"))]
    pub fn among<T: Into<Expr>>(
        &mut self,
        arguments: impl IntoIterator<Item = T>,
        values: impl IntoIterator<Item = i32>,
        count: impl Into<Expr>,
    ) -> Posted<'_, Plain> {
        self.counting("among", arguments, ValueSet::from_values(values), Counted::Exactly, count.into())
    }

    /// Requires that at least `count` arguments equal `value`.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 3, 0..=1)?;
    /// m.at_least(&x, 1, 2);
    /// assert_eq!(m.count()?, Outcome::Complete(3 + 1)); // two ones, or three
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("count", "cardinality"))]
    pub fn at_least<T: Into<Expr>>(
        &mut self,
        arguments: impl IntoIterator<Item = T>,
        value: i32,
        count: impl Into<Expr>,
    ) -> Posted<'_, Plain> {
        self.counting("at_least", arguments, ValueSet::range(value, value), Counted::AtLeast, count.into())
    }

    /// Requires that at most `count` arguments equal `value`.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 3, 0..=1)?;
    /// m.at_most(&x, 1, 1);
    /// assert_eq!(m.count()?, Outcome::Complete(1 + 3)); // no one, or one
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("count", "cardinality"))]
    pub fn at_most<T: Into<Expr>>(
        &mut self,
        arguments: impl IntoIterator<Item = T>,
        value: i32,
        count: impl Into<Expr>,
    ) -> Posted<'_, Plain> {
        self.counting("at_most", arguments, ValueSet::range(value, value), Counted::AtMost, count.into())
    }

    fn counting<T: Into<Expr>>(
        &mut self,
        kind: &'static str,
        arguments: impl IntoIterator<Item = T>,
        values: ValueSet,
        comparison: Counted,
        count: Expr,
    ) -> Posted<'_, Plain> {
        let mut arguments = exprs(arguments);
        arguments.push(count);
        self.state(kind, arguments, Counting { values, comparison })
    }
}

impl Semantics for Counting {
    fn holds(&self, values: &[i32]) -> bool {
        let Some((&count, counted)) = values.split_last() else { return false };
        let number = counted.iter().filter(|&&v| self.values.contains(v)).count() as i64;
        match self.comparison {
            Counted::Exactly => number == count.into(),
            Counted::AtMost => number <= count.into(),
            Counted::AtLeast => number >= count.into(),
        }
    }

    fn written(&self, kind: &str, x: &[Expr], say: Say<'_>) -> String {
        let (counted, count) = x.split_at(x.len() - 1);
        format!("{}({}; {}; {})", kind, say(counted), joined(self.values.iter(), ", "), say(count))
    }
}

impl Decompose for Counting {
    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        let Some((count, counted)) = x.split_last() else { return Ok(()) };
        let inside = counted.iter().map(|x| into.variable(within(x, &self.values).into()));
        let excess = -count.clone() + inside.sum::<Result<Expr, Stopped>>()?;
        into.require(match self.comparison {
            Counted::Exactly => excess.equals(0),
            Counted::AtMost => excess.at_most(0),
            Counted::AtLeast => excess.at_least(0),
        })
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        let (count, counted) = x.split_last()?;
        let (list, values, count) = (listed(counted), joined(self.values.iter(), " "), &count.name);
        let by = match self.comparison {
            Counted::Exactly => "eq",
            Counted::AtMost => "le",
            Counted::AtLeast => "ge",
        };
        let condition = format!("<condition> ({by},{count}) </condition>");
        let written = || format!("<count> <list> {list} </list> <values> {values} </values> {condition} </count>");
        (!counted.is_empty() && !self.values.is_empty()).then(written)
    }
}

impl Certify for Counting {}

impl Post for Counting {
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, TooLarge> {
        let Some((&count, counted)) = site.views().split_last() else { return Ok(Vec::new()) };
        Ok(vec![Box::new(Among::new(counted.iter().copied(), &self.values, self.comparison, count))])
    }
}
