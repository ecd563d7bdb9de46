//! `parity` in a model.

use super::Parity;
use crate::model::defining::*;

struct Sum {
    is_odd: bool,
}

impl Model {
    /// Requires that the sum is odd: for Booleans, n-ary exclusive or.
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
        self.state("parity", exprs(arguments), Sum { is_odd: true })
    }

    /// Requires that the sum is even.
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
        self.state("parity", exprs(arguments), Sum { is_odd: false })
    }
}

impl Semantics for Sum {
    fn holds(&self, values: &[i32]) -> bool {
        values.iter().fold(0, |sum, v| sum ^ v & 1) == i32::from(self.is_odd)
    }

    fn written(&self, _: &str, x: &[Expr], say: Say<'_>) -> String {
        format!("{}({})", if self.is_odd { "odd" } else { "even" }, say(x))
    }
}

impl Decompose for Sum {
    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        let remainder = x.iter().sum::<Expr>() % 2;
        into.require(if self.is_odd { remainder.differs(0) } else { remainder.equals(0) })
    }
}

impl Certify for Sum {}

impl Post for Sum {
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, TooLarge> {
        let views = site.views();
        Ok(vec![Box::new(if self.is_odd { Parity::odd(views) } else { Parity::even(views) })])
    }
}
