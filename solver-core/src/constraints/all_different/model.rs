//! `all_different` in a model.

use super::{AT_LEAST_ONE, AllDifferentBounds, AllDifferentDomain, AllDifferentValue};
use crate::budget::Stopped;
use crate::constraints::distinct::all_distinct;
use crate::model::rows::{Rows, at_most_one_per_value};
use crate::model::spelling::{Decomposition, Named, different, listed};
use crate::model::{Consistency, ConstraintDef, Expr, Model, Posted, PostingContext, Refusal, SupportedLevels};
use crate::propagator::Propagator;
use crate::view::View;
use std::sync::Arc;

#[derive(Clone)]
struct AllDifferent {
    arguments: Vec<Expr>,
    consistency: Consistency,
}

impl Model {
    /// All arguments take different values. The default level is [`Consistency::Value`], the fastest on the queens
    /// benchmarks (`docs/05-performance.md`).
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 3, 1..=3)?;
    /// m.all_different(&x);
    /// assert_eq!(m.count()?, Outcome::Complete(6));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("alldiff", "alldifferent", "distinct"))]
    pub fn all_different<T: Into<Expr>>(&mut self, arguments: impl IntoIterator<Item = T>) -> Posted<'_, Consistency> {
        let arguments = arguments.into_iter().map(Into::into).collect();
        self.state(AllDifferent { arguments, consistency: Consistency::default() })
    }
}

impl ConstraintDef for AllDifferent {
    fn kind(&self) -> &'static str {
        "all_different"
    }

    fn arguments(&self) -> &[Expr] {
        &self.arguments
    }

    fn holds(&self, values: &[i32]) -> bool {
        all_distinct(values.iter().copied())
    }

    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        into.require_all(different(x))
    }

    fn rows(&self, x: &[View], rows: &mut dyn Rows) -> Result<bool, Stopped> {
        let is_written = at_most_one_per_value(x, rows)?;
        if is_written {
            (0..).zip(x).try_for_each(|(i, &view)| rows.at_least_one(AT_LEAST_ONE, i, view))?;
            if self.consistency == Consistency::Value {
                rows.suffice();
            }
        }
        Ok(is_written)
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        (x.len() > 1).then(|| format!("<allDifferent> {} </allDifferent>", listed(x)))
    }

    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, Refusal> {
        let views = site.views();
        Ok(vec![match self.consistency {
            Consistency::Value => Box::new(AllDifferentValue::new(views.to_vec())),
            Consistency::Bounds => Box::new(AllDifferentBounds::new(views.to_vec())),
            Consistency::Domain => {
                let bounded = views.iter().enumerate().map(|(i, &view)| {
                    let (low, high) = site.bounds(i);
                    (view, low, high)
                });
                Box::new(AllDifferentDomain::new(bounded).map_err(|e| Refusal::TooLarge(e.to_string()))?)
            }
        }])
    }

    fn levels(&self) -> Option<SupportedLevels> {
        Some(SupportedLevels { of: Consistency::ALL, now: self.consistency })
    }

    fn at_level(&self, consistency: Consistency) -> Option<Arc<dyn ConstraintDef>> {
        Some(Arc::new(Self { consistency, ..self.clone() }))
    }
}
