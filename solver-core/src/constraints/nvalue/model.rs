//! `nvalue` in a model.

mod derive;

use super::NValue;
use crate::model::defining::*;
pub(crate) use derive::{derive as derive_nvalue, rows as nvalue_rows};

/// Arguments: the views, then the count. Each excepted value is an additional view fixed to it, and the count is
/// increased by the number of excepted values.
struct DifferentValues {
    excepted: Vec<i32>,
}

/// The maximum number of excepted values, each of which becomes a view.
const MOST_EXCEPTED: usize = 8192;

impl Model {
    /// Requires that the number of distinct values of the arguments is `count`.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = [m.int("a", 1..=3)?, m.int("b", 1..=3)?, m.int("c", 1..=3)?];
    /// m.nvalue(x, 2);
    /// assert_eq!(m.count()?, Outcome::Complete(18));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("nvalues", "distinct values"))]
    pub fn nvalue<T: Into<Expr>>(
        &mut self,
        arguments: impl IntoIterator<Item = T>,
        count: impl Into<Expr>,
    ) -> Posted<'_, Plain> {
        let mut arguments = exprs(arguments);
        arguments.push(count.into());
        self.state("nvalue", arguments, DifferentValues { excepted: Vec::new() })
    }

    /// Requires that the number of distinct values of the arguments is `count`, not counting those in `except`.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 3, 0..=2)?;
    /// m.nvalue_except(&x, [0], 1);
    /// assert_eq!(m.count()?, Outcome::Complete(2 * (8 - 1))); // ones or twos, and zeros
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("nvalues", "distinct values", "nvalue_except_0"))]
    pub fn nvalue_except<T: Into<Expr>>(
        &mut self,
        arguments: impl IntoIterator<Item = T>,
        except: impl IntoIterator<Item = i32>,
        count: impl Into<Expr>,
    ) -> Posted<'_, Plain> {
        let mut arguments = exprs(arguments);
        let ranges: Vec<_> = arguments.iter().map(|e| e.range(&|x| self.declared_bounds(x))).collect();
        let is_possible = |v: &i32| ranges.iter().any(|(low, high)| (*low..=*high).contains(&i128::from(*v)));
        let excepted: Vec<i32> = ValueSet::from_values(except).iter().filter(is_possible).collect();
        arguments.extend(excepted.iter().map(|&v| Expr::from(v)));
        arguments.push(count.into() + excepted.len() as i32);
        self.state("nvalue_except", arguments, DifferentValues { excepted })
    }
}

impl Semantics for DifferentValues {
    fn holds(&self, values: &[i32]) -> bool {
        let Some((&count, taken)) = values.split_last() else { return false };
        let mut taken = taken.to_vec();
        taken.sort_unstable();
        taken.dedup();
        taken.len() as i64 == i64::from(count)
    }

    fn misuse(&self, _: &[Expr]) -> Option<String> {
        let number = self.excepted.len();
        (number > MOST_EXCEPTED).then(|| format!("it excludes {number} values, but the limit is {MOST_EXCEPTED}"))
    }

    fn written(&self, kind: &str, x: &[Expr], say: Say<'_>) -> String {
        let excepted = self.excepted.len();
        let (taken, count) = x.split_at(x.len() - 1);
        if kind == "nvalue" {
            return format!("nvalue({}) = {}", say(taken), say(count));
        }
        let (taken, count) = (say(&taken[..taken.len() - excepted]), say(&[count[0].clone() - excepted as i32]));
        format!("{kind}({taken}; {}) = {count}", joined(&self.excepted, ", "))
    }
}

impl Decompose for DifferentValues {
    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        let Some((count, taken)) = x.split_last() else { return Ok(()) };
        // Counts the arguments whose value no earlier argument has.
        let is_new = |i: usize| all_of(taken[..i].iter().map(|y| taken[i].clone().differs(y)));
        let new = (1..taken.len()).map(|i| into.variable(is_new(i).into())).sum::<Result<Expr, Stopped>>()?;
        into.require((-count.clone() + new).equals(-i32::from(!taken.is_empty())))
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        let (count, taken) = x.split_last()?;
        let (list, count) = (listed(taken), &count.name);
        let written = || format!("<nValues> <list> {list} </list> <condition> (eq,{count}) </condition> </nValues>");
        (taken.len() > 1).then(written)
    }
}

impl Certify for DifferentValues {
    fn rows(&self, x: &[View], rows: &mut dyn Rows) -> Result<bool, Stopped> {
        x.split_last().map_or(Ok(false), |(&count, views)| derive::rows(views, count, rows))
    }

    fn derive(&self, x: &[View], lines: &mut dyn Lines) -> Result<(), Ended> {
        x.split_last().map_or(Ok(()), |(&count, views)| derive::derive(views, count, lines))
    }
}

impl Post for DifferentValues {
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, TooLarge> {
        let Some((&count, taken)) = site.views().split_last() else { return Ok(Vec::new()) };
        Ok(vec![Box::new(NValue::new(taken.iter().copied(), count))])
    }
}
