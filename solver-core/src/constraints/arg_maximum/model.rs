//! `arg_max` and `arg_min` in a model.

use super::ArgMaximum;
use crate::model::defining::*;

/// Arguments: the index, then the values.
struct ArgExtreme {
    is_minimum: bool,
}

impl Model {
    /// Requires that `index` is the first index, from 0, of the maximum of `xs`, which must not be empty. Domain
    /// consistent.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 2, 0..=1)?;
    /// m.arg_max(&x, 0);
    /// assert_eq!(m.count()?, Outcome::Complete(3)); // not 0, 1
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias = "argmax")]
    pub fn arg_max<T: Into<Expr>>(
        &mut self,
        xs: impl IntoIterator<Item = T>,
        index: impl Into<Expr>,
    ) -> Posted<'_, Plain> {
        self.state("arg_max", exprs_after([index.into()], xs), ArgExtreme { is_minimum: false })
    }

    /// Requires that `index` is the first index, from 0, of the minimum of `xs`, which must not be empty. Domain
    /// consistent.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 2, 0..=1)?;
    /// m.arg_min(&x, 0);
    /// assert_eq!(m.count()?, Outcome::Complete(3)); // all but 1, 0
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias = "argmin")]
    pub fn arg_min<T: Into<Expr>>(
        &mut self,
        xs: impl IntoIterator<Item = T>,
        index: impl Into<Expr>,
    ) -> Posted<'_, Plain> {
        self.state("arg_min", exprs_after([index.into()], xs), ArgExtreme { is_minimum: true })
    }
}

impl Semantics for ArgExtreme {
    fn misuse(&self, x: &[Expr]) -> Option<String> {
        (x.len() == 1).then(|| "its array is empty: give it at least one value".to_owned())
    }

    fn holds(&self, values: &[i32]) -> bool {
        let (index, xs) = (values[0], &values[1..]);
        let extreme = if self.is_minimum { xs.iter().min() } else { xs.iter().max() };
        let first = extreme.and_then(|extreme| xs.iter().position(|x| x == extreme));
        first.is_some_and(|first| usize::try_from(index) == Ok(first))
    }

    fn written(&self, kind: &str, x: &[Expr], say: Say<'_>) -> String {
        format!("{} = {}({})", say(&x[..1]), kind, say(&x[1..]))
    }
}

impl Decompose for ArgExtreme {
    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        let (index, xs) = (&x[..1], &x[1..]);
        into.require_all(indices(index, xs.len()))?;
        for j in 0..xs.len() {
            // The first of several maxima must be greater than the values before it.
            let beats = |k: usize| -> Expr {
                let (greater, less) = if self.is_minimum { (&xs[k], &xs[j]) } else { (&xs[j], &xs[k]) };
                greater.clone().at_least(less.clone() + i32::from(k < j)).into()
            };
            into.require(is(&index[0], j as i32).implies(all_of((0..xs.len()).filter(|&k| k != j).map(beats))))?;
        }
        Ok(())
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        let kind = if self.is_minimum { "minimumArg" } else { "maximumArg" };
        let (list, index) = (listed(&x[1..]), &x[0].name);
        always_within(&x[0], x.len() - 1).then(|| {
            format!("<{kind} rank=\"first\"> <list> {list} </list> <condition> (eq,{index}) </condition> </{kind}>")
        })
    }
}

impl Certify for ArgExtreme {}

impl Post for ArgExtreme {
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, TooLarge> {
        let (index, xs) = (site.views()[0], &site.views()[1..]);
        let made = if self.is_minimum { ArgMaximum::of_minimum(xs, index) } else { ArgMaximum::domain(xs, index) };
        Ok(vec![Box::new(made)])
    }
}
