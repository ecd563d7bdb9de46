//! `increasing` and `decreasing` in a model.

use super::Increasing;
use crate::model::defining::*;

/// Arguments: the views in ascending order.
struct Ordered {
    is_strict: bool,
}

impl Model {
    /// Requires that each argument is at most the next one.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = [m.int("a", 0..=2)?, m.int("b", 0..=2)?];
    /// m.increasing(x);
    /// assert_eq!(m.count()?, Outcome::Complete(6));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("sorted", "ordered", "chain"))]
    pub fn increasing<T: Into<Expr>>(&mut self, arguments: impl IntoIterator<Item = T>) -> Posted<'_, Plain> {
        self.state("increasing", exprs(arguments), Ordered { is_strict: false })
    }

    /// Requires that each argument is less than the next one.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 2, 0..=2)?;
    /// m.strictly_increasing(&x);
    /// assert_eq!(m.count()?, Outcome::Complete(3));
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn strictly_increasing<T: Into<Expr>>(&mut self, arguments: impl IntoIterator<Item = T>) -> Posted<'_, Plain> {
        self.state("strictly_increasing", exprs(arguments), Ordered { is_strict: true })
    }

    /// Requires that each argument is at least the next one.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 2, 0..=2)?;
    /// m.decreasing(&x);
    /// assert_eq!(m.count()?, Outcome::Complete(6));
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn decreasing<T: Into<Expr>>(&mut self, arguments: impl IntoIterator<Item = T>) -> Posted<'_, Plain> {
        let mut arguments = exprs(arguments);
        arguments.reverse();
        self.state("decreasing", arguments, Ordered { is_strict: false })
    }

    /// Requires that each argument is greater than the next one.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 2, 0..=2)?;
    /// m.strictly_decreasing(&x);
    /// assert_eq!(m.count()?, Outcome::Complete(3));
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn strictly_decreasing<T: Into<Expr>>(&mut self, arguments: impl IntoIterator<Item = T>) -> Posted<'_, Plain> {
        let mut arguments = exprs(arguments);
        arguments.reverse();
        self.state("strictly_decreasing", arguments, Ordered { is_strict: true })
    }
}

impl Semantics for Ordered {
    fn holds(&self, values: &[i32]) -> bool {
        values.windows(2).all(|pair| if self.is_strict { pair[0] < pair[1] } else { pair[0] <= pair[1] })
    }

    fn written(&self, kind: &str, x: &[Expr], say: Say<'_>) -> String {
        let mut arguments = x.to_vec();
        if kind.ends_with("decreasing") {
            arguments.reverse();
        }
        format!("{}({})", kind, say(&arguments))
    }
}

impl Decompose for Ordered {
    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        let step = i32::from(self.is_strict);
        into.require_all(x.windows(2).map(|pair| (pair[0].clone() + step).at_most(&pair[1])))
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        let (list, by) = (listed(x), if self.is_strict { "lt" } else { "le" });
        let written = || format!("<ordered> <list> {list} </list> <operator> {by} </operator> </ordered>");
        (x.len() > 1).then(written)
    }
}

impl Certify for Ordered {}

impl Post for Ordered {
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, TooLarge> {
        let views = site.views().iter().copied();
        Ok(vec![Box::new(if self.is_strict { Increasing::strictly(views) } else { Increasing::weakly(views) })])
    }
}
