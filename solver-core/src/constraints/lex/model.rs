//! `lex_less` and `lex_less_eq` in a model.

use super::{Lex, Order};
use crate::model::defining::*;

/// Arguments: the left array, then the right one.
struct Lexicographic {
    left: usize,
    order: Order,
}

impl Model {
    /// Requires that the left array is lexicographically less than the right: `lex_less`. A proper prefix of an array
    /// is less than the array.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = [m.int("a", 0..=1)?, m.int("b", 0..=1)?];
    /// m.lex_less(x, [x[1], x[0]]);
    /// assert_eq!(m.count()?, Outcome::Complete(1));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("lexicographic", "symmetry breaking"))]
    pub fn lex_less<L: Into<Expr>, R: Into<Expr>>(
        &mut self,
        left: impl IntoIterator<Item = L>,
        right: impl IntoIterator<Item = R>,
    ) -> Posted<'_, Plain> {
        self.lexicographic(left, right, Order::Strict)
    }

    /// Requires that the left array is lexicographically less than or equal to the right: `lex_less_eq`.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 2, 0..=1)?;
    /// let y = m.ints("y", 2, 0..=1)?;
    /// m.lex_less_eq(&x, &y);
    /// assert_eq!(m.count()?, Outcome::Complete(6 + 4));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("lexicographic", "lex_lesseq"))]
    pub fn lex_less_eq<L: Into<Expr>, R: Into<Expr>>(
        &mut self,
        left: impl IntoIterator<Item = L>,
        right: impl IntoIterator<Item = R>,
    ) -> Posted<'_, Plain> {
        self.lexicographic(left, right, Order::Weak)
    }

    fn lexicographic<L: Into<Expr>, R: Into<Expr>>(
        &mut self,
        left: impl IntoIterator<Item = L>,
        right: impl IntoIterator<Item = R>,
        order: Order,
    ) -> Posted<'_, Plain> {
        let mut arguments = exprs(left);
        let left = arguments.len();
        arguments.extend(exprs(right));
        let kind = if order == Order::Strict { "lex_less" } else { "lex_less_eq" };
        self.state(kind, arguments, Lexicographic { left, order })
    }
}

impl Semantics for Lexicographic {
    fn holds(&self, values: &[i32]) -> bool {
        let (left, right) = values.split_at(self.left);
        if self.order == Order::Strict { left < right } else { left <= right }
    }

    fn written(&self, kind: &str, x: &[Expr], say: Say<'_>) -> String {
        let (left, right) = x.split_at(self.left);
        format!("{}({}; {})", kind, say(left), say(right))
    }
}

impl Decompose for Lexicographic {
    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        let (left, right) = x.split_at(self.left);
        let is_strict = self.order == Order::Strict;
        let ends = if is_strict { left.len() < right.len() } else { left.len() <= right.len() };
        let mut rest = Expr::from(i32::from(ends));
        let pairs: Vec<_> = left.iter().zip(right).collect();
        for (i, (x, y)) in pairs.into_iter().enumerate().rev() {
            let tied = all_of([x.clone().at_most(y).into(), rest]);
            let less = any_of([x.clone().less_than(y), tied]);
            if i == 0 {
                return into.require(less);
            }
            rest = into.variable(less.into())?;
        }
        into.require(rest.into())
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        let (left, right) = x.split_at(self.left);
        let by = if self.order == Order::Strict { "lt" } else { "le" };
        let lists = format!("<list> {} </list> <list> {} </list>", listed(left), listed(right));
        let written = || format!("<lex> {lists} <operator> {by} </operator> </lex>");
        (!left.is_empty() && left.len() == right.len()).then(written)
    }
}

impl Certify for Lexicographic {}

impl Post for Lexicographic {
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, TooLarge> {
        let (left, right) = site.views().split_at(self.left);
        Ok(vec![Box::new(Lex::new(left.iter().copied(), right.iter().copied(), self.order))])
    }
}
