//! `all_equal` in a model.

use super::AllEqual;
use crate::budget::Stopped;
use crate::model::spelling::{Decomposition, Named, listed};
use crate::model::{
    BoundsOrDomain, Consistency, ConstraintDef, Expr, Model, Posted, PostingContext, Refusal, Relates, SupportedLevels,
};
use crate::propagator::Propagator;
use std::sync::Arc;

#[derive(Clone)]
struct Equality {
    arguments: Vec<Expr>,
    consistency: Consistency,
}

impl Model {
    /// All arguments are equal. The default level is [`BoundsOrDomain::Domain`].
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
        let arguments = arguments.into_iter().map(Into::into).collect();
        self.state(Equality { arguments, consistency: Consistency::Domain })
    }
}

impl ConstraintDef for Equality {
    fn kind(&self) -> &'static str {
        "all_equal"
    }

    fn arguments(&self) -> &[Expr] {
        &self.arguments
    }

    fn holds(&self, values: &[i32]) -> bool {
        values.windows(2).all(|pair| pair[0] == pair[1])
    }

    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        into.require_all(x.windows(2).map(|pair| pair[0].clone().equals(&pair[1])))
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        (x.len() > 1).then(|| format!("<allEqual> {} </allEqual>", listed(x)))
    }

    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, Refusal> {
        let views = site.views().iter().copied();
        let is_domain = self.consistency == Consistency::Domain;
        Ok(vec![Box::new(if is_domain { AllEqual::domain(views) } else { AllEqual::bounds(views) })])
    }

    fn levels(&self) -> Option<SupportedLevels> {
        Some(SupportedLevels { of: BoundsOrDomain::LEVELS, now: self.consistency })
    }

    fn at_level(&self, consistency: Consistency) -> Option<Arc<dyn ConstraintDef>> {
        Some(Arc::new(Self { consistency, ..self.clone() }))
    }
}
