//! `abs` in a model.

use super::{AbsDomain, abs_bounds};
use crate::model::defining::*;

struct Absolute;

impl Model {
    /// Requires that `|x| = y`. The default level is Bounds.
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
        self.state("abs", [x.into(), y.into()], Absolute)
    }
}

impl Semantics for Absolute {
    fn holds(&self, values: &[i32]) -> bool {
        i64::from(values[0]).abs() == i64::from(values[1])
    }

    fn written(&self, _: &str, x: &[Expr], say: Say<'_>) -> String {
        format!("|{}| = {}", say(&x[..1]), say(&x[1..]))
    }
}

impl Decompose for Absolute {
    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        into.require(x[0].clone().abs().equals(&x[1]))
    }
}

impl Certify for Absolute {}

impl Post for Absolute {
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, TooLarge> {
        let (x, y) = (site.views()[0], site.views()[1]);
        Ok(vec![match site.level() {
            Consistency::Domain => Box::new(AbsDomain::new(x, y)),
            _ => abs_bounds(x, y),
        }])
    }

    fn levels(&self) -> Option<Levels> {
        Some(Levels { of: BoundsOrDomain::LEVELS, default: Consistency::Bounds })
    }
}
