//! `all_different_except` in a model.

use super::AllDifferentExcept;
use crate::constraints::distinct::all_distinct;
use crate::constraints::{GccBounds, GccDomain, Occurrence, Others};
use crate::model::defining::*;

struct DifferentExcept {
    except: ValueSet,
}

/// The maximum number of values at levels Bounds and Domain, which need a count for each value.
const MOST_VALUES: u64 = 8192;

impl Model {
    /// Requires that all arguments take different values, except that the values in `except` may repeat. The default
    /// level is [`Consistency::Value`].
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
        let except = ValueSet::from_values(except);
        self.state("all_different_except", exprs(arguments), DifferentExcept { except })
    }
}

impl DifferentExcept {
    /// Returns the occurrence limits: every value that is not excepted occurs at most once.
    fn counts(&self, site: &PostingContext<'_>) -> Result<Vec<(i32, Occurrence)>, TooLarge> {
        let values = ValueSet::from_ranges((0..site.views().len()).map(|i| site.bounds(i))).minus(&self.except);
        if values.len() > MOST_VALUES {
            let what =
                format!("counts of {} values, where the limit is {MOST_VALUES}; use value consistency", values.len());
            return Err(TooLarge(what));
        }
        Ok(values.iter().map(|v| (v, Occurrence::Between(0, 1))).collect())
    }
}

impl Semantics for DifferentExcept {
    fn holds(&self, values: &[i32]) -> bool {
        all_distinct(values.iter().copied().filter(|&v| !self.except.contains(v)))
    }

    fn written(&self, _: &str, x: &[Expr], say: Say<'_>) -> String {
        format!("all_different_except({}; {})", say(x), joined(self.except.iter(), ", "))
    }
}

impl Decompose for DifferentExcept {
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
}

impl Certify for DifferentExcept {}

impl Post for DifferentExcept {
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, TooLarge> {
        let views = site.views().to_vec();
        Ok(vec![match site.level() {
            Consistency::Value => Box::new(AllDifferentExcept::new(views, &self.except)),
            Consistency::Bounds => Box::new(GccBounds::new(views, self.counts(site)?, Others::Allowed)?),
            Consistency::Domain => Box::new(GccDomain::new(views, self.counts(site)?, Others::Allowed)?),
        }])
    }

    fn levels(&self) -> Option<Levels> {
        Some(Levels { of: Consistency::ALL, default: Consistency::Value })
    }
}
