//! `value_precede` and `value_precede_chain` in a model.

use super::ValuePrecede;
use crate::model::defining::*;

struct Precedence {
    chain: Vec<i32>,
}

impl Model {
    /// Requires that `after` is taken only by arguments that come after one that takes `before`, or by no argument if
    /// the two values are equal.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 2, 0..=2)?;
    /// m.value_precede(1, 2, &x);
    /// assert_eq!(m.count()?, Outcome::Complete(5)); // of nine, not 0 2, 2 0, 2 1, 2 2
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn value_precede<T: Into<Expr>>(
        &mut self,
        before: i32,
        after: i32,
        arguments: impl IntoIterator<Item = T>,
    ) -> Posted<'_, Plain> {
        self.state("value_precede", exprs(arguments), Precedence { chain: vec![before, after] })
    }

    /// Requires that each value of the chain except the first is taken only after the previous one. Other values are
    /// free. A value that occurs twice in the chain is never taken, nor are the values after its first occurrence.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = [m.int("a", 1..=3)?, m.int("b", 1..=3)?, m.int("c", 1..=3)?];
    /// m.value_precede_chain([1, 2, 3], x);
    /// assert_eq!(m.count()?, Outcome::Complete(5)); // partitions of three things
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("precede", "symmetry breaking"))]
    pub fn value_precede_chain<T: Into<Expr>>(
        &mut self,
        chain: impl IntoIterator<Item = i32>,
        arguments: impl IntoIterator<Item = T>,
    ) -> Posted<'_, Plain> {
        let chain = chain.into_iter().collect();
        self.state("value_precede_chain", exprs(arguments), Precedence { chain })
    }
}

impl Semantics for Precedence {
    fn holds(&self, values: &[i32]) -> bool {
        let first = |v: i32| values.iter().position(|&x| x == v);
        self.chain.windows(2).all(|pair| match (first(pair[0]), first(pair[1])) {
            (_, None) => true,
            (before, Some(after)) => before.is_some_and(|before| before < after),
        })
    }

    fn written(&self, kind: &str, x: &[Expr], say: Say<'_>) -> String {
        format!("{}({}; {})", kind, joined(&self.chain, ", "), say(x))
    }
}

impl Decompose for Precedence {
    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        let mut all = Vec::new();
        for pair in self.chain.windows(2) {
            let mut seen = Expr::from(0);
            for x in x {
                let next = into.variable(any_of([seen.clone(), is(x, pair[0])]).into())?;
                all.push(is(x, pair[1]).implies(std::mem::replace(&mut seen, next)));
            }
        }
        into.require_all(all)
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        let (list, values) = (listed(x), joined(&self.chain, " "));
        let mut values_once = self.chain.clone();
        values_once.sort_unstable();
        values_once.dedup();
        let written = || format!("<precedence> <list> {list} </list> <values> {values} </values> </precedence>");
        (x.len() > 1 && self.chain.len() > 1 && values_once.len() == self.chain.len()).then(written)
    }
}

impl Certify for Precedence {}

impl Post for Precedence {
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, TooLarge> {
        Ok(vec![Box::new(ValuePrecede::new(self.chain.iter().copied(), site.views().iter().copied()))])
    }
}
