//! `parity` in a model.

use super::Parity;
use crate::budget::Stopped;
use crate::model::spelling::{Decomposition, Say};
use crate::model::{ConstraintDef, Expr, Model, Plain, Posted, PostingContext, Refusal, Relates};
use crate::propagator::Propagator;

struct Sum {
    arguments: Vec<Expr>,
    is_odd: bool,
}

impl Model {
    /// The sum is odd: for Booleans, n-ary exclusive or.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let b = m.ints("b", 4, 0..=1)?;
    /// m.odd(&b);
    /// assert_eq!(m.count()?, Outcome::Complete(8));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("xor", "parity"))]
    pub fn odd<T: Into<Expr>>(&mut self, arguments: impl IntoIterator<Item = T>) -> Posted<'_, Plain> {
        self.state(Sum { arguments: arguments.into_iter().map(Into::into).collect(), is_odd: true })
    }

    /// The sum is even.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let b = m.bools("b", 4)?;
    /// m.even(&b);
    /// assert_eq!(m.count()?, Outcome::Complete(8));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("xor", "parity"))]
    pub fn even<T: Into<Expr>>(&mut self, arguments: impl IntoIterator<Item = T>) -> Posted<'_, Plain> {
        self.state(Sum { arguments: arguments.into_iter().map(Into::into).collect(), is_odd: false })
    }
}

impl ConstraintDef for Sum {
    fn kind(&self) -> &'static str {
        "parity"
    }

    fn arguments(&self) -> &[Expr] {
        &self.arguments
    }

    fn holds(&self, values: &[i32]) -> bool {
        values.iter().fold(0, |sum, v| sum ^ v & 1) == i32::from(self.is_odd)
    }

    fn written(&self, say: Say<'_>) -> String {
        format!("{}({})", if self.is_odd { "odd" } else { "even" }, say(&self.arguments))
    }

    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        let remainder = x.iter().sum::<Expr>() % 2;
        into.require(if self.is_odd { remainder.differs(0) } else { remainder.equals(0) })
    }

    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, Refusal> {
        let views = site.views();
        Ok(vec![Box::new(if self.is_odd { Parity::odd(views) } else { Parity::even(views) })])
    }
}
