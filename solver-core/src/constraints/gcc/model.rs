//! `gcc` in a model.

use super::{AT_LEAST, AT_MOST};
use super::{GccBounds, GccDomain, GccError, GccValue, Occurrence, Others};
use crate::model::defining::*;
use std::collections::BTreeMap;
use std::ops::{Bound, Range, RangeBounds, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};

/// The occurrences of a value in a model: a number, a range of numbers, or an expression.
#[derive(Clone, Debug)]
pub enum Times {
    /// An inclusive range.
    Between(RangeInclusive<i64>),
    /// The value of the expression.
    Exactly(Expr),
}

impl From<i32> for Times {
    fn from(number: i32) -> Times {
        Times::Between(number.into()..=number.into())
    }
}

macro_rules! between {
    ($($range:ty),+) => {$(
        impl From<$range> for Times {
            fn from(range: $range) -> Times {
                let low = match range.start_bound() {
                    Bound::Included(&low) => low.into(),
                    Bound::Excluded(&low) => i64::from(low) + 1,
                    Bound::Unbounded => 0,
                };
                Times::Between(match range.end_bound() {
                    Bound::Included(&high) => low..=high.into(),
                    Bound::Excluded(&high) => low..=i64::from(high) - 1,
                    Bound::Unbounded => low..=i64::MAX,
                })
            }
        }
    )+};
}

between!(RangeInclusive<i32>, Range<i32>, RangeFrom<i32>, RangeTo<i32>, RangeToInclusive<i32>);

impl From<IntVar> for Times {
    fn from(count: IntVar) -> Times {
        Times::Exactly(count.into())
    }
}

impl From<Expr> for Times {
    fn from(count: Expr) -> Times {
        Times::Exactly(count)
    }
}

/// Arguments: the views, then the counts that are expressions.
struct Gcc {
    takers: usize,
    /// The values, with the range of each count that is not an expression.
    counts: Vec<(i32, Option<(i64, i64)>)>,
    others: Others,
}

impl Model {
    /// Requires that each value is taken by as many arguments as its count specifies (global cardinality); other values
    /// are unconstrained. The default level is [`Consistency::Value`].
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = [m.int("a", 1..=3)?, m.int("b", 1..=3)?, m.int("c", 1..=3)?];
    /// m.gcc(x, [(1, 2..=2), (2, 0..=1)]).consistency(Consistency::Domain);
    /// assert_eq!(m.count()?, Outcome::Complete(3 * 2));
    /// m.gcc(x, [(3, 1..)]);
    /// assert_eq!(m.count()?, Outcome::Complete(3));
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("global cardinality", "cardinality", "count", "distribute"))]
    pub fn gcc<T: Into<Expr>, C: Into<Times>>(
        &mut self,
        arguments: impl IntoIterator<Item = T>,
        counts: impl IntoIterator<Item = (i32, C)>,
    ) -> Posted<'_, Consistency> {
        self.cardinality(arguments, counts, Others::Allowed)
    }

    /// Like [`gcc`](Model::gcc), but values without a count may not be taken.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// let mut m = Model::new();
    /// let x = m.ints("x", 3, 0..=2)?;
    /// m.gcc_closed(&x, [(0, 1), (1, 2)]);
    /// assert_eq!(m.count()?, Outcome::Complete(3)); // no 2
    /// # Ok::<(), ModelError>(())
    /// ```
    #[doc(alias("global cardinality closed", "cardinality"))]
    pub fn gcc_closed<T: Into<Expr>, C: Into<Times>>(
        &mut self,
        arguments: impl IntoIterator<Item = T>,
        counts: impl IntoIterator<Item = (i32, C)>,
    ) -> Posted<'_, Consistency> {
        self.cardinality(arguments, counts, Others::Forbidden)
    }

    fn cardinality<T: Into<Expr>, C: Into<Times>>(
        &mut self,
        arguments: impl IntoIterator<Item = T>,
        counts: impl IntoIterator<Item = (i32, C)>,
        others: Others,
    ) -> Posted<'_, Consistency> {
        let mut arguments = exprs(arguments);
        let takers = arguments.len();
        let counts = counts.into_iter().map(|(v, times)| match times.into() {
            Times::Between(range) => {
                let (low, high) = range.into_inner();
                // Without an upper limit, all arguments may take the value.
                (v, Some((low, if high == i64::MAX { low.max(takers as i64) } else { high })))
            }
            Times::Exactly(count) => {
                arguments.push(count);
                (v, None)
            }
        });
        let counts = counts.collect();
        self.state("gcc", arguments, Gcc { takers, counts, others })
    }
}

impl Gcc {
    /// Returns the counted values, each with its range or the argument that is its count.
    fn each<'t, T: Clone>(&'t self, counts: &'t [T]) -> impl Iterator<Item = (i32, Occurrence<T>)> {
        let mut counts = counts.iter();
        self.counts.iter().filter_map(move |&(v, range)| match range {
            Some((low, high)) => Some((v, Occurrence::Between(low, high))),
            None => Some((v, Occurrence::Exactly(counts.next()?.clone()))),
        })
    }
}

impl Semantics for Gcc {
    fn misuse(&self, _: &[Expr]) -> Option<String> {
        let mut values: Vec<i32> = self.counts.iter().map(|c| c.0).collect();
        values.sort_unstable();
        let repeated = values.windows(2).find(|pair| pair[0] == pair[1]);
        repeated.map(|pair| GccError::RepeatedValue(pair[0]).to_string())
    }

    fn holds(&self, values: &[i32]) -> bool {
        let (taken, counts) = values.split_at(self.takers);
        let right = self.each(counts).all(|(v, count)| {
            let times = taken.iter().filter(|&&x| x == v).count() as i64;
            match count {
                Occurrence::Between(low, high) => (low..=high).contains(&times),
                Occurrence::Exactly(count) => times == i64::from(count),
            }
        });
        let counted = |x: &i32| self.counts.iter().any(|c| c.0 == *x);
        right && (self.others == Others::Allowed || taken.iter().all(counted))
    }

    fn written(&self, _: &str, x: &[Expr], say: Say<'_>) -> String {
        let (taken, counts) = x.split_at(self.takers);
        let count = |(v, count)| match count {
            Occurrence::Between(low, high) if low == high => format!("{v}: {low}"),
            Occurrence::Between(low, high) => format!("{v}: {low}..={high}"),
            Occurrence::Exactly(count) => format!("{v}: {}", say(&[count])),
        };
        let kind = if self.others == Others::Forbidden { "gcc_closed" } else { "gcc" };
        format!("{kind}({}; {})", say(taken), joined(self.each(counts).map(count), ", "))
    }
}

impl Decompose for Gcc {
    fn decompose(&self, x: &[Expr], into: &mut dyn Decomposition) -> Result<(), Stopped> {
        let (taken, counts) = x.split_at(self.takers);
        for (v, count) in self.each(counts) {
            let times: Expr = taken.iter().map(|x| is(x, v)).sum();
            match count {
                Occurrence::Between(low, high) => {
                    into.require_all([times.clone().at_least(low), times.at_most(high)])?;
                }
                Occurrence::Exactly(count) => into.require(times.equals(count))?,
            }
        }
        if self.others == Others::Forbidden {
            let counted = ValueSet::from_values(self.counts.iter().map(|c| c.0));
            into.require_all(taken.iter().map(|x| within(x, &counted)))?;
        }
        Ok(())
    }

    fn xcsp3(&self, x: &[Named]) -> Option<String> {
        let (taken, counts) = x.split_at(self.takers);
        // XCSP3 requires all counts to be ranges or all to be variables.
        let occurs = match counts.len() {
            0 => {
                joined(self.counts.iter().filter_map(|c| c.1).map(|(low, high)| format!("{}..{high}", low.max(0))), " ")
            }
            _ => listed(counts),
        };
        let sound = self.counts.iter().all(|c| c.1.is_none_or(|(low, high)| low.max(0) <= high));
        let plain = !taken.is_empty() && !self.counts.is_empty() && sound;
        let values = joined(self.counts.iter().map(|c| c.0), " ");
        let closed = self.others == Others::Forbidden;
        let text = format!("<values closed=\"{closed}\"> {values} </values> <occurs> {occurs} </occurs>");
        (plain && (counts.is_empty() || counts.len() == self.counts.len()))
            .then(|| format!("<cardinality> <list> {} </list> {text} </cardinality>", listed(taken)))
    }
}

impl Certify for Gcc {
    fn rows(&self, x: &[View], rows: &mut dyn Rows) -> Result<bool, Stopped> {
        let (taken, counts) = x.split_at(self.takers);
        if !PROVES || rows.is_conditional() {
            return Ok(false);
        }
        let Some(values) = one_value_each(taken, rows)? else { return Ok(false) };
        let mut takers: BTreeMap<i32, Vec<Literal>> = self.counts.iter().map(|&(v, _)| (v, Vec::new())).collect();
        for (v, l) in values.into_iter().flatten() {
            match takers.get_mut(&v) {
                Some(takers) => takers.push(l),
                None if self.others == Others::Forbidden => rows.row("closed", v.into(), vec![(1, !l)], 1)?,
                None => {}
            }
        }
        for (v, count) in self.each(counts) {
            let takers = takers.get(&v).into_iter().flatten().map(|&l| (1, l));
            let (least, most, terms) = match count {
                Occurrence::Between(low, high) => (low, high, Vec::new()),
                Occurrence::Exactly(count) => {
                    let (least, terms) = rows.terms(count);
                    (least, least, terms)
                }
            };
            let fewer = terms.iter().map(|&(c, l)| (-c, l));
            rows.row(AT_LEAST, v.into(), takers.clone().chain(fewer).collect(), least)?;
            rows.row(AT_MOST, v.into(), takers.map(|(c, l)| (-c, l)).chain(terms).collect(), -most)?;
        }
        Ok(true)
    }
}

impl Post for Gcc {
    fn propagators(&self, site: &PostingContext<'_>) -> Result<Vec<Box<dyn Propagator>>, TooLarge> {
        let (views, counts) = site.views().split_at(self.takers);
        let (views, counts) = (views.iter().copied(), self.each(counts));
        Ok(vec![match site.level() {
            Consistency::Value => Box::new(GccValue::new(views, counts, self.others)?),
            Consistency::Bounds => Box::new(GccBounds::new(views, counts, self.others)?),
            Consistency::Domain => Box::new(GccDomain::new(views, counts, self.others)?),
        }])
    }

    fn levels(&self) -> Option<Levels> {
        Some(Levels { of: Consistency::ALL, default: Consistency::Value })
    }
}
