//! `clause` in a model.

use super::Clause;
use crate::model::defining::*;

/// Arguments: the positive literals, then the negative ones.
struct OneOf {
    positive: usize,
}

impl Model {
    /// Requires that at least one of `positive` is true or at least one of `negative` is false. An expression is true
    /// if it is at least 1.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let (a, b, c) = (m.bool("a")?, m.bool("b")?, m.bool("c")?);
    /// m.clause([a, b], [c]);
    /// assert_eq!(m.count()?, Outcome::Complete(7));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("bool_or", "bool_clause", "sat", "cnf", "watched literals"))]
    pub fn clause<T: Into<Expr>, U: Into<Expr>>(
        &mut self,
        positive: impl IntoIterator<Item = T>,
        negative: impl IntoIterator<Item = U>,
    ) -> Posted<'_, Plain> {
        let mut arguments = exprs(positive);
        let positive = arguments.len();
        arguments.extend(exprs(negative));
        self.state("clause", arguments, OneOf { positive })
    }
}

impl Semantics for OneOf {
    fn holds(&self, values: &[i32]) -> bool {
        let (positive, negative) = values.split_at(self.positive);
        positive.iter().any(|&v| v >= 1) || negative.iter().any(|&v| v < 1)
    }

    fn written(&self, _: &str, x: &[Expr], say: Say<'_>) -> String {
        let (positive, negative) = x.split_at(self.positive);
        format!("clause({}; {})", say(positive), say(negative))
    }
}

impl Decompose for OneOf {
    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        let (positive, negative) = x.split_at(self.positive);
        let is_true = positive.iter().map(|x| x.clone().at_least(1));
        into.require(any_of(is_true.chain(negative.iter().map(|x| x.clone().at_most(0)))))
    }
}

impl Certify for OneOf {}

impl Post for OneOf {
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, TooLarge> {
        let mut literals = Vec::new();
        for (i, &view) in site.views().iter().enumerate() {
            let (low, high) = site.bounds(i);
            let (is_true, is_false) = (low >= 1, high < 1);
            let is_positive = i < self.positive;
            if if is_positive { is_true } else { is_false } {
                return Ok(Vec::new());
            }
            if !is_true && !is_false {
                literals.push(if is_positive { Atom::at_least(view, 1) } else { Atom::at_most(view, 0) });
            }
        }
        Ok(vec![Box::new(Clause::new(literals))])
    }
}
