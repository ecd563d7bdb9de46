//! `increasing` and `decreasing` in a model.

use super::Increasing;
use crate::budget::Stopped;
use crate::model::spelling::{Decomposition, Named, Say, listed};
use crate::model::{ConstraintDef, Expr, Model, Plain, Posted, PostingContext, Refusal, Relates};
use crate::propagator::Propagator;

struct Ordered {
    kind: &'static str,
    /// In ascending order.
    arguments: Vec<Expr>,
    is_strict: bool,
}

impl Model {
    /// Each argument is at most the next one.
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
        let arguments = arguments.into_iter().map(Into::into).collect();
        self.state(Ordered { kind: "increasing", arguments, is_strict: false })
    }

    /// Each argument is less than the next one.
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
        let arguments = arguments.into_iter().map(Into::into).collect();
        self.state(Ordered { kind: "strictly_increasing", arguments, is_strict: true })
    }

    /// Each argument is at least the next one.
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
        let mut arguments: Vec<Expr> = arguments.into_iter().map(Into::into).collect();
        arguments.reverse();
        self.state(Ordered { kind: "decreasing", arguments, is_strict: false })
    }

    /// Each argument is greater than the next one.
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
        let mut arguments: Vec<Expr> = arguments.into_iter().map(Into::into).collect();
        arguments.reverse();
        self.state(Ordered { kind: "strictly_decreasing", arguments, is_strict: true })
    }
}

impl ConstraintDef for Ordered {
    fn kind(&self) -> &'static str {
        self.kind
    }

    fn arguments(&self) -> &[Expr] {
        &self.arguments
    }

    fn holds(&self, values: &[i32]) -> bool {
        values.windows(2).all(|pair| if self.is_strict { pair[0] < pair[1] } else { pair[0] <= pair[1] })
    }

    fn written(&self, say: Say<'_>) -> String {
        let mut arguments = self.arguments.clone();
        if self.kind.ends_with("decreasing") {
            arguments.reverse();
        }
        format!("{}({})", self.kind, say(&arguments))
    }

    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        let step = i32::from(self.is_strict);
        into.require_all(x.windows(2).map(|pair| (pair[0].clone() + step).at_most(&pair[1])))
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        let (list, by) = (listed(x), if self.is_strict { "lt" } else { "le" });
        let written = || format!("<ordered> <list> {list} </list> <operator> {by} </operator> </ordered>");
        (x.len() > 1).then(written)
    }

    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, Refusal> {
        let views = site.views().iter().copied();
        Ok(vec![Box::new(if self.is_strict { Increasing::strictly(views) } else { Increasing::weakly(views) })])
    }
}
