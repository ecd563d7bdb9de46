//! `maximum` and `minimum` in a model.

mod derive;

use super::Maximum;
use crate::budget::Stopped;
use crate::model::lines::Lines;
use crate::model::rows::Rows;
use crate::model::spelling::{Decomposition, Named, Say, listed};
use crate::model::{
    ConstraintDef, Expr, Model, Plain, Posted, PostingContext, Refusal, Relates, maximum_of, minimum_of,
};
use crate::propagator::Propagator;
use crate::view::View;
pub(crate) use derive::{derive_extreme, extreme_rows};
use std::ops::ControlFlow;

struct Extreme {
    /// The result, then the views.
    arguments: Vec<Expr>,
    is_minimum: bool,
}

impl Model {
    /// The maximum of `xs`, which must not be empty, is `m`. Propagates bounds.
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
        let arguments = [m.into()].into_iter().chain(xs.into_iter().map(Into::into)).collect();
        self.state(Extreme { arguments, is_minimum: false })
    }

    /// The minimum of `xs`, which must not be empty, is `m`. Propagates bounds.
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
        let arguments = [m.into()].into_iter().chain(xs.into_iter().map(Into::into)).collect();
        self.state(Extreme { arguments, is_minimum: true })
    }
}

impl ConstraintDef for Extreme {
    fn kind(&self) -> &'static str {
        if self.is_minimum { "minimum" } else { "maximum" }
    }

    fn arguments(&self) -> &[Expr] {
        &self.arguments
    }

    fn misuse(&self) -> Option<String> {
        (self.arguments.len() == 1).then(|| format!("it is the {} of nothing: give it at least one", self.kind()))
    }

    fn holds(&self, values: &[i32]) -> bool {
        let xs = values[1..].iter();
        let extreme = if self.is_minimum { xs.min() } else { xs.max() };
        extreme == Some(&values[0])
    }

    fn written(&self, say: Say<'_>) -> String {
        format!("{} = {}({})", say(&self.arguments[..1]), self.kind(), say(&self.arguments[1..]))
    }

    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        let extreme = if self.is_minimum { minimum_of(&x[1..]) } else { maximum_of(&x[1..]) };
        into.require(extreme.equals(&x[0]))
    }

    fn rows(&self, x: &[View], rows: &mut dyn Rows) -> Result<bool, Stopped> {
        extreme_rows(x[0], &x[1..], self.is_minimum, rows)
    }

    fn is_about_bounds(&self) -> bool {
        true
    }

    fn derive(&self, x: &[View], lines: &mut dyn Lines) -> ControlFlow<()> {
        derive_extreme(x[0], &x[1..], self.is_minimum, lines)
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        let (kind, list, result) = (self.kind(), listed(&x[1..]), &x[0].name);
        Some(format!("<{kind}> <list> {list} </list> <condition> (eq,{result}) </condition> </{kind}>"))
    }

    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, Refusal> {
        let (m, xs) = (site.views()[0], &site.views()[1..]);
        Ok(vec![Box::new(if self.is_minimum { Maximum::of_minimum(xs, m) } else { Maximum::bounds(xs, m) })])
    }
}
