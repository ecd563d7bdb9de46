//! `all_different_except` in a model.

use super::AllDifferentExcept;
use crate::budget::Stopped;
use crate::constraints::distinct::all_distinct;
use crate::constraints::{GccBounds, GccDomain, GccError, Occurrence, Others};
use crate::model::spelling::{Decomposition, Named, Say, joined, listed, within};
use crate::model::{
    Consistency, ConstraintDef, Expr, Model, Posted, PostingContext, Refusal, Relates, SupportedLevels, any_of,
};
use crate::propagator::Propagator;
use crate::value_set::ValueSet;
use std::sync::Arc;

#[derive(Clone)]
struct DifferentExcept {
    arguments: Vec<Expr>,
    except: ValueSet,
    consistency: Consistency,
}

/// Bounds and Domain need a count for each value.
const MOST_VALUES: u64 = 8192;

impl Model {
    /// All arguments take different values, except that those in `except` may repeat. The default level is
    /// [`Consistency::Value`].
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = [m.int("a", 0..=1)?, m.int("b", 0..=1)?, m.int("c", 0..=1)?];
    /// m.all_different_except(x, [0]);
    /// assert_eq!(m.count()?, Outcome::Complete(4));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("alldifferent_except_0", "alldifferent_except"))]
    pub fn all_different_except<T: Into<Expr>>(
        &mut self,
        arguments: impl IntoIterator<Item = T>,
        except: impl IntoIterator<Item = i32>,
    ) -> Posted<'_, Consistency> {
        let arguments = arguments.into_iter().map(Into::into).collect();
        let except = ValueSet::from_values(except);
        self.state(DifferentExcept { arguments, except, consistency: Consistency::default() })
    }
}

impl DifferentExcept {
    /// Every other value at most once.
    fn counts(&self, site: &PostingContext<'_>) -> Result<Vec<(i32, Occurrence)>, Refusal> {
        let values = ValueSet::from_ranges((0..self.arguments.len()).map(|i| site.bounds(i))).minus(&self.except);
        if values.len() > MOST_VALUES {
            let what = format!("counts of {} values, at most {MOST_VALUES} fit; use the level Value", values.len());
            return Err(Refusal::TooLarge(what));
        }
        Ok(values.iter().map(|v| (v, Occurrence::Between(0, 1))).collect())
    }
}

impl ConstraintDef for DifferentExcept {
    fn kind(&self) -> &'static str {
        "all_different_except"
    }

    fn arguments(&self) -> &[Expr] {
        &self.arguments
    }

    fn holds(&self, values: &[i32]) -> bool {
        all_distinct(values.iter().copied().filter(|&v| !self.except.contains(v)))
    }

    fn written(&self, say: Say<'_>) -> String {
        format!("all_different_except({}; {})", say(&self.arguments), joined(self.except.iter(), ", "))
    }

    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        let excepted: Vec<Expr> = x.iter().map(|x| within(x, &self.except).into()).collect();
        let pairs = (0..x.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
        into.require_all(pairs.map(|(i, j)| any_of([x[i].clone().differs(&x[j]).into(), excepted[i].clone()])))
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        let (list, except) = (listed(x), joined(self.except.iter(), " "));
        let written = || format!("<allDifferent> <list> {list} </list> <except> {except} </except> </allDifferent>");
        (x.len() > 1 && !self.except.is_empty()).then(written)
    }

    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, Refusal> {
        let views = site.views().to_vec();
        let refused = |error: GccError| Refusal::TooLarge(error.to_string());
        Ok(vec![match self.consistency {
            Consistency::Value => Box::new(AllDifferentExcept::new(views, &self.except)),
            Consistency::Bounds => {
                Box::new(GccBounds::new(views, self.counts(site)?, Others::Allowed).map_err(refused)?)
            }
            Consistency::Domain => {
                Box::new(GccDomain::new(views, self.counts(site)?, Others::Allowed).map_err(refused)?)
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
