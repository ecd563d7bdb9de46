//! `all_equal` in a model.

use super::AllEqual;
use crate::model::defining::*;

struct Equality;

impl Model {
    /// Requires that all arguments are equal. The default level is [`BoundsOrDomain::Domain`].
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = [m.int("a", 0..=5)?, m.int("b", 3..=9)?, m.int("c", 2..=9)?];
    /// m.all_equal(x);
    /// assert_eq!(m.count()?, Outcome::Complete(3));
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn all_equal<T: Into<Expr>>(&mut self, arguments: impl IntoIterator<Item = T>) -> Posted<'_, BoundsOrDomain> {
        self.state("all_equal", exprs(arguments), Equality)
    }
}

impl Semantics for Equality {
    fn holds(&self, values: &[i32]) -> bool {
        values.windows(2).all(|pair| pair[0] == pair[1])
    }
}

impl Decompose for Equality {
    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        into.require_all(x.windows(2).map(|pair| pair[0].clone().equals(&pair[1])))
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        (x.len() > 1).then(|| format!("<allEqual> {} </allEqual>", listed(x)))
    }
}

impl Certify for Equality {}

impl Post for Equality {
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, TooLarge> {
        let views = site.views().iter().copied();
        let is_domain = site.level() == Consistency::Domain;
        Ok(vec![Box::new(if is_domain { AllEqual::domain(views) } else { AllEqual::bounds(views) })])
    }

    fn levels(&self) -> Option<Levels> {
        Some(Levels { of: BoundsOrDomain::LEVELS, default: Consistency::Domain })
    }
}
