//! `abs` in a model.

use super::{AbsDomain, abs_bounds};
use crate::budget::Stopped;
use crate::model::spelling::{Decomposition, Say};
use crate::model::{
    BoundsOrDomain, Compute, Consistency, ConstraintDef, Expr, Model, Posted, PostingContext, Refusal, Relates,
    SupportedLevels,
};
use crate::propagator::Propagator;
use std::sync::Arc;

#[derive(Clone)]
struct Absolute {
    arguments: [Expr; 2],
    consistency: Consistency,
}

impl Model {
    /// `|x| = y`. The default level is Bounds.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let (x, y) = (m.int("x", -2..=9)?, m.int("y", 0..=9)?);
    /// m.abs(x - y, 3).consistency(BoundsOrDomain::Domain);
    /// assert_eq!(m.count()?, Outcome::Complete(7 + 9));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias = "absolute")]
    pub fn abs(&mut self, x: impl Into<Expr>, y: impl Into<Expr>) -> Posted<'_, BoundsOrDomain> {
        self.state(Absolute { arguments: [x.into(), y.into()], consistency: Consistency::Bounds })
    }
}

impl ConstraintDef for Absolute {
    fn kind(&self) -> &'static str {
        "abs"
    }

    fn arguments(&self) -> &[Expr] {
        &self.arguments
    }

    fn holds(&self, values: &[i32]) -> bool {
        i64::from(values[0]).abs() == i64::from(values[1])
    }

    fn written(&self, say: Say<'_>) -> String {
        format!("|{}| = {}", say(&self.arguments[..1]), say(&self.arguments[1..]))
    }

    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        into.require(x[0].clone().abs().equals(&x[1]))
    }

    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, Refusal> {
        let (x, y) = (site.views()[0], site.views()[1]);
        Ok(vec![match self.consistency {
            Consistency::Domain => Box::new(AbsDomain::new(x, y)),
            _ => abs_bounds(x, y),
        }])
    }

    fn levels(&self) -> Option<SupportedLevels> {
        Some(SupportedLevels { of: BoundsOrDomain::LEVELS, now: self.consistency })
    }

    fn at_level(&self, consistency: Consistency) -> Option<Arc<dyn ConstraintDef>> {
        Some(Arc::new(Self { consistency, ..self.clone() }))
    }
}
