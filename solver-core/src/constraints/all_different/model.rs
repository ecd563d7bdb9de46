//! `all_different` in a model.

use super::{AT_LEAST_ONE, AllDifferentBounds, AllDifferentDomain, AllDifferentValue};
use crate::constraints::distinct::all_distinct;
use crate::model::defining::*;

struct AllDifferent;

impl Model {
    /// Requires that all arguments take different values. The default level is [`Consistency::Value`], the fastest on
    /// the queens benchmarks (`docs/05-performance.md`).
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
        self.state("all_different", exprs(arguments), AllDifferent)
    }
}

impl Semantics for AllDifferent {
    fn holds(&self, values: &[i32]) -> bool {
        all_distinct(values.iter().copied())
    }
}

impl Decompose for AllDifferent {
    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        into.require_all(different(x))
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        (x.len() > 1).then(|| format!("<allDifferent> {} </allDifferent>", listed(x)))
    }
}

impl Certify for AllDifferent {
    fn rows(&self, x: &[View], rows: &mut dyn Rows) -> Result<bool, Stopped> {
        let is_written = at_most_one_per_value(x, rows)?;
        if is_written {
            (0..).zip(x).try_for_each(|(i, &view)| rows.at_least_one(AT_LEAST_ONE, i, view))?;
        }
        Ok(is_written)
    }

    fn suffices_at(&self, level: Consistency) -> bool {
        level == Consistency::Value
    }
}

impl Post for AllDifferent {
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, TooLarge> {
        let views = site.views();
        Ok(vec![match site.level() {
            Consistency::Value => Box::new(AllDifferentValue::new(views.to_vec())),
            Consistency::Bounds => Box::new(AllDifferentBounds::new(views.to_vec())),
            Consistency::Domain => Box::new(AllDifferentDomain::new(site.bounded(0..views.len()))?),
        }])
    }

    fn levels(&self) -> Option<Levels> {
        Some(Levels { of: Consistency::ALL, default: Consistency::Value })
    }
}
