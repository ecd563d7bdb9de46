//! `maximum` and `minimum` in a model.

mod derive;

use super::Maximum;
use crate::model::defining::*;
pub(crate) use derive::{derive_extreme, extreme_rows};

/// Arguments: the result, then the views.
struct Extreme {
    is_minimum: bool,
}

impl Model {
    /// Requires that the maximum of `xs`, which must not be empty, is `m`. Propagates bounds.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 3, 0..=4)?;
    /// m.maximum(&x, 3);
    /// assert_eq!(m.count()?, Outcome::Complete(64 - 27));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias = "array_max")]
    pub fn maximum<T: Into<Expr>>(&mut self, xs: impl IntoIterator<Item = T>, m: impl Into<Expr>) -> Posted<'_, Plain> {
        self.state("maximum", exprs_after([m.into()], xs), Extreme { is_minimum: false })
    }

    /// Requires that the minimum of `xs`, which must not be empty, is `m`. Propagates bounds.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 3, 0..=3)?;
    /// m.minimum(&x, 1);
    /// assert_eq!(m.count()?, Outcome::Complete(27 - 8));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias = "array_min")]
    pub fn minimum<T: Into<Expr>>(&mut self, xs: impl IntoIterator<Item = T>, m: impl Into<Expr>) -> Posted<'_, Plain> {
        self.state("minimum", exprs_after([m.into()], xs), Extreme { is_minimum: true })
    }
}

impl Extreme {
    fn kind(&self) -> &'static str {
        if self.is_minimum { "minimum" } else { "maximum" }
    }
}

impl Semantics for Extreme {
    fn misuse(&self, x: &[Expr]) -> Option<String> {
        (x.len() == 1).then(|| format!("it is the {} of no values: give it at least one", self.kind()))
    }

    fn holds(&self, values: &[i32]) -> bool {
        let xs = values[1..].iter();
        let extreme = if self.is_minimum { xs.min() } else { xs.max() };
        extreme == Some(&values[0])
    }

    fn written(&self, kind: &str, x: &[Expr], say: Say<'_>) -> String {
        format!("{} = {}({})", say(&x[..1]), kind, say(&x[1..]))
    }
}

impl Decompose for Extreme {
    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        let extreme = if self.is_minimum { minimum_of(&x[1..]) } else { maximum_of(&x[1..]) };
        into.require(extreme.equals(&x[0]))
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        let (kind, list, result) = (self.kind(), listed(&x[1..]), &x[0].name);
        Some(format!("<{kind}> <list> {list} </list> <condition> (eq,{result}) </condition> </{kind}>"))
    }
}

impl Certify for Extreme {
    fn rows(&self, x: &[View], rows: &mut dyn Rows) -> Result<bool, Stopped> {
        extreme_rows(x[0], &x[1..], self.is_minimum, rows)
    }

    fn is_about_bounds(&self, _: &[Expr]) -> bool {
        true
    }

    fn derive(&self, x: &[View], lines: &mut dyn Lines) -> Result<(), Ended> {
        derive_extreme(x[0], &x[1..], self.is_minimum, lines)
    }
}

impl Post for Extreme {
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, TooLarge> {
        let (m, xs) = (site.views()[0], &site.views()[1..]);
        Ok(vec![Box::new(if self.is_minimum { Maximum::of_minimum(xs, m) } else { Maximum::bounds(xs, m) })])
    }
}
