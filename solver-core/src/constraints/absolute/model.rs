//! `absolute` in a model.

use super::{AbsoluteDomain, absolute_bounds};
use crate::model::spelling::{Say, Spell};
use crate::model::{
    BoundsOrDomain, Choice, Comparison, Compute, Consistency, Expr, Model, Posted, Refusal, Relates, Site, Statement,
    Strength,
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
    /// m.absolute(x - y, 3).consistency(Strength::Domain);
    /// assert_eq!(m.count()?, Outcome::Complete(7 + 9));
    /// # Ok::<(), ModelError>(())
    /// ```
    pub fn absolute(&mut self, x: impl Into<Expr>, y: impl Into<Expr>) -> Posted<'_, BoundsOrDomain> {
        self.state(Absolute { arguments: [x.into(), y.into()], consistency: Consistency::Bounds })
    }
}

impl Statement for Absolute {
    fn kind(&self) -> &'static str {
        "absolute"
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

    fn in_comparisons(&self, x: &[Expr], _: &mut dyn Spell) -> Vec<Comparison> {
        vec![x[0].clone().absolute().equals(&x[1])]
    }

    fn propagators(&self, site: &Site<'_>) -> Result<Vec<Box<dyn Propagator>>, Refusal> {
        let (x, y) = (site.views()[0], site.views()[1]);
        Ok(vec![match self.consistency {
            Consistency::Domain => Box::new(AbsoluteDomain::new(x, y)),
            _ => absolute_bounds(x, y),
        }])
    }

    fn levels(&self) -> Option<Choice> {
        Some(Choice { of: Strength::LEVELS, now: self.consistency })
    }

    fn at_level(&self, consistency: Consistency) -> Option<Arc<dyn Statement>> {
        Some(Arc::new(Self { consistency, ..self.clone() }))
    }
}
