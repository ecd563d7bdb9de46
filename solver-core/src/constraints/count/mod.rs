//! `count` with a variable value: the number of views that equal a given view.
//!
//! | constraint | level | removes | wakes on | cost of a run |
//! |---|---|---|---|---|
//! | [`Count`] `#{i : xᵢ = y} = c` | Domain | every value without support | any removal | views × values of `y` |
//!
//! A value `v` of `y` is taken by at least as many views as are fixed to it, and by at most as many as contain it;
//! every number between these is possible, because the views are independent. `v` is *possible* if `c` contains one of
//! these numbers, and every value of `c` needs a possible `v`. A possible value is *full* if no more views may take it,
//! and *required* if all views that can take it must. A value is removed from a view only if no possible value permits
//! it. (N. Beldiceanu, M. Carlsson, S. Demassey, T. Petit, *Global constraint catalogue: past, present and future*,
//! Constraints 12, 2007, for the constraint.)
//!
//! If `y` is fixed, a model posts [`Among`](super::Among) instead. While `y` spans more than 65,536 values, only `0 <=
//! c <= n` is enforced.

mod check;
mod explain;
mod model;
#[cfg(test)]
mod tests;

use super::within::{clear, clear_range, complement};
use crate::prelude_propagator::*;
use crate::value_set::ValueSet;
use std::sync::Arc;

/// See the [module page](self).
#[derive(Clone, Debug)]
pub struct Count {
    meaning: Arc<Meaning>,
    /// Scratch: the possible values.
    possible: Vec<Possible>,
}

/// The constraint as posted.
#[derive(Debug)]
struct Meaning {
    views: Box<[View]>,
    value: View,
    number: View,
}

/// A possible value of `y`.
#[derive(Clone, Copy, Debug)]
struct Possible {
    value: i32,
    /// The minimum and maximum number of views that take it.
    times: (i32, i32),
    is_full: bool,
    is_required: bool,
}

/// Hints: the subject of an inference. For a counted view, the hint is twice the position plus `TAKES` or
/// `TAKES_NOT`: the view cannot take the counted value, or cannot take any other value.
const VALUE: u32 = 0;
const NUMBER: u32 = 1;
const TAKES: u32 = 2;
const TAKES_NOT: u32 = 3;

/// Ranges of `y` up to this length are examined.
const LONGEST: i64 = 65_536;

pub(super) static RULE: Rule = Rule::new(
    "count.number",
    "{premises}: {constraint} would count too many or too few otherwise, whichever value it is, so {fact}",
);

impl Count {
    /// Creates a propagator that ensures that exactly `number` of `views` equal `value`.
    ///
    /// ```
    /// use solver_core::{ValueSet, constraints::Count, engine::EngineBuilder};
    /// let domains = [(1, 1), (1, 1), (2, 3), (1, 9), (2, 3)].map(|(low, high)| ValueSet::range(low, high));
    /// let mut b = EngineBuilder::new(domains.to_vec());
    /// let (views, value, number) = ([b.view(0), b.view(1), b.view(2)], b.view(3), b.view(4));
    /// b.post(Box::new(Count::new(views, value, number)));
    /// let mut e = b.build()?;
    /// e.propagate().unwrap(); // only 1 can be taken twice
    /// assert_eq!((e.fixed(value), e.fixed(number)), (Some(1), Some(2)));
    /// # Ok::<(), solver_core::engine::BuildError>(())
    /// ```
    pub fn new(views: impl IntoIterator<Item = View>, value: View, number: View) -> Count {
        let views = views.into_iter().collect();
        Count { meaning: Arc::new(Meaning { views, value, number }), possible: Vec::new() }
    }

    /// The minimum and maximum number of views that take a value.
    fn times(&self, cx: &Context<'_>, v: i32) -> (i32, i32) {
        let views = self.meaning.views.iter().filter(|&&view| may_be(cx, view, v));
        views.fold((0, 0), |(fixed, all), &view| (fixed + i32::from(cx.fixed(view).is_some()), all + 1))
    }

    fn is_short(&self, cx: &Context<'_>) -> bool {
        let (low, high) = cx.bounds(self.meaning.value);
        i64::from(high) - i64::from(low) < LONGEST
    }

    /// Removes values that are not possible, and stores the possible ones.
    fn prune_value(&mut self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        let Meaning { value, number, ref views } = *self.meaning;
        self.possible.clear();
        let mut next = Some(cx.min(value));
        while let Some(v) = next {
            next = cx.next(value, v + 1);
            cx.work(1 + views.len())?;
            let times = self.times(cx, v);
            if has_within(cx, number, times) {
                self.possible.push(Possible { value: v, times, is_full: false, is_required: false });
            } else {
                cx.remove(value, v, || Lazy(VALUE))?;
            }
        }
        Ok(())
    }

    /// Removes the occurrence numbers that no possible value can have.
    fn prune_number(&mut self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        let number = self.meaning.number;
        self.possible.sort_unstable_by_key(|p| p.times);
        let mut reached = -1;
        let mut first = i32::MAX;
        for possible in &self.possible {
            let (few, many) = possible.times;
            first = first.min(few);
            if reached >= 0 && reached + 1 < few {
                let (min, max) = cx.bounds(number);
                clear_range(cx, number, ((reached + 1).max(min), (few - 1).min(max)), NUMBER)?;
            }
            reached = reached.max(many);
        }
        cx.at_least(number, first, || Lazy(NUMBER))?;
        cx.at_most(number, reached, || Lazy(NUMBER))
    }

    /// Removes from the views the values that no possible value permits.
    fn prune_views(&mut self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        let number = self.meaning.number;
        for p in &mut self.possible {
            p.is_full = !has_within(cx, number, (p.times.0 + 1, p.times.1));
            p.is_required = !has_within(cx, number, (p.times.0, p.times.1 - 1));
        }
        // If two values are not required, each of them permits the views to take the other.
        let mut relaxed = self.possible.iter().filter(|p| !p.is_required);
        let (one, other) = (relaxed.next().copied(), relaxed.next());
        if other.is_some() || one.is_some_and(|p| !p.is_full) {
            return Ok(());
        }
        let kept = one.is_none().then(|| ValueSet::from_values(self.possible.iter().map(|p| p.value)));
        for (position, &view) in (0..).zip(&self.meaning.views) {
            cx.work(self.possible.len())?;
            if cx.fixed(view).is_some() || !self.possible.iter().all(|p| may_be(cx, view, p.value)) {
                continue;
            }
            match (one, &kept) {
                (Some(full), _) => cx.remove(view, full.value, || Lazy(2 * position + TAKES))?,
                (None, Some(kept)) => clear(cx, view, &complement(kept), 2 * position + TAKES_NOT)?,
                (None, None) => {}
            }
        }
        Ok(())
    }
}

/// Checks whether the view may have a value. The value may lie beyond the range of views.
fn may_be(cx: &Context<'_>, view: View, v: i32) -> bool {
    let (low, high) = cx.bounds(view);
    low <= v && v <= high && cx.contains(view, v)
}

/// Checks whether the view has a value from `few` to `many`.
fn has_within(cx: &Context<'_>, view: View, (few, many): (i32, i32)) -> bool {
    let (low, high) = cx.bounds(view);
    let first = few.max(low);
    first <= many.min(high) && cx.next(view, first).is_some_and(|v| v <= many)
}

impl Propagator for Count {
    fn scope(&self, scope: &mut Scope) {
        let Meaning { views, value, number } = &*self.meaning;
        scope.watch_all(views, Wake::Domain).watch(*value, Wake::Domain).watch(*number, Wake::Domain);
        scope.priority(3);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        let Meaning { value, number, ref views } = *self.meaning;
        if !self.is_short(cx) {
            cx.at_least(number, 0, || Lazy(NUMBER))?;
            cx.at_most(number, i32::try_from(views.len()).unwrap_or(i32::MAX), || Lazy(NUMBER))?;
            return Ok(Status::Stable);
        }
        self.prune_value(cx)?;
        self.prune_number(cx)?;
        self.prune_views(cx)?;
        // Counts again, because a removal may have affected other views if a variable occurs twice.
        let is_entailed = match (cx.fixed(value), cx.fixed(number)) {
            (Some(v), Some(k)) => self.times(cx, v) == (k, k),
            _ => false,
        };
        Ok(if is_entailed { Status::Entailed } else { Status::Stable })
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        explain::explain(&self.meaning, past, fact, hint, why);
        &RULE
    }

    /// If the value is fixed, the number is the sum of the indicators that a view takes it.
    fn linear_rows(&self, rows: &mut LinearRows) {
        let Meaning { views, value, number } = &*self.meaning;
        let (value, last) = rows.bounds(*value);
        if value == last {
            let takers = views.iter().map(|&view| (1, Summand::Is(view, value)));
            rows.add(takers.chain([(-1, Summand::Value(*number))]), 0, 0);
        }
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        rule == &RULE && check::is_impossible(&self.meaning, case)
    }

    fn refuted(&self, cx: &Context<'_>, why: &mut Premises) -> Option<&'static Rule> {
        let Meaning { value, number, ref views } = *self.meaning;
        let few = (cx.size(value) as usize).saturating_mul(views.len()) <= MOST_LOOKS;
        let outside = !has_within(cx, number, (0, i32::try_from(views.len()).unwrap_or(i32::MAX)));
        let is_refuted =
            outside || few && self.is_short(cx) && cx.values(value).all(|v| !has_within(cx, number, self.times(cx, v)));
        is_refuted.then(|| {
            if let Some(now) = cx.now() {
                explain::explain(&self.meaning, &now, None, VALUE, why);
            }
            &RULE
        })
    }
}

/// The maximum number of domain tests while the condition is undecided.
const MOST_LOOKS: usize = 4_096;
