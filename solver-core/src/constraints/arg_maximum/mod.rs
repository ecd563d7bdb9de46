//! `arg_max(x) = i` and `arg_min(x) = i`: the first index of a maximum (or minimum).
//!
//! | level | removes | wakes on | cost of a run |
//! |---|---|---|---|
//! | [`ArgMaximum::domain`], [`ArgMaximum::of_minimum`] | every value without support | bounds; any removal from the index | linear |
//!
//! Indices count from 0; among equal values the first wins. So pairs of a view and its index are totally ordered,
//! without ties. An index is removed when its view's maximum is behind another view's minimum. A view whose index was
//! removed must be behind the highest maximum of the views that may still win. When one index is left, its view must be
//! ahead of all other minima. That makes all domains consistent, because a value between two supported bounds of a view
//! also has a support.
//!
//! The minimum is the maximum of the negated views, but its rules have their own names. The index of the maximum of an
//! empty array is undefined, which makes the constraint false.

mod check;
mod explain;
mod model;
#[cfg(test)]
mod tests;

use crate::prelude_propagator::*;
use crate::var::Var;
use std::collections::HashMap;
use std::sync::Arc;

/// The index of the first maximum (or minimum) of some views. See the [module page](self).
///
/// ```
/// use solver_core::{ValueSet, constraints::ArgMaximum, engine::EngineBuilder};
/// let domains = [(0, 4), (4, 5), (1, 5), (0, 9)].map(|(low, high)| ValueSet::range(low, high));
/// let mut b = EngineBuilder::new(domains.to_vec());
/// let (x, i) = ([b.view(0), b.view(1), b.view(2)], b.view(3));
/// b.post(Box::new(ArgMaximum::domain(x, i)));
/// let mut e = b.build()?;
/// e.propagate().unwrap();
/// // The first view may equal the second at 4, and is then the first maximum.
/// assert_eq!(e.values(i), [0, 1, 2]);
/// # Ok::<(), solver_core::engine::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ArgMaximum {
    xs: Arc<[View]>,
    index: View,
    rules: &'static Rules,
    /// The indices of views that are always behind another view of the same variable. Otherwise, the bounds of the two
    /// views would chase each other.
    behind: Arc<[i32]>,
}

/// The rules of the maximum, or of the minimum.
#[derive(PartialEq, Eq, Debug)]
struct Rules {
    /// The index lies within the array.
    range: Rule,
    /// An index cannot win.
    index: Rule,
    /// A view that does not win is behind the winner.
    member: Rule,
    /// The winning view is ahead of all others.
    winner: Rule,
    /// No remaining index can win.
    none: Rule,
    /// Another view of the same variable is always ahead.
    itself: Rule,
}

static MAXIMUM: Rules = Rules {
    range: Rule::new("arg_max.range", "{constraint} is the index of one of the values, so {fact}"),
    index: Rule::new("arg_max.index", "{premises}, so by {constraint} that one is not the first greatest: {fact}"),
    itself: Rule::new(
        "arg_max.itself",
        "{constraint} has a place of the same variable that is always ahead, so {fact}",
    ),
    none: Rule::new(
        "arg_max.none",
        "{premises}: {constraint} has no index left that can be the first greatest, so {fact}",
    ),
    member: Rule::new(
        "arg_max.member",
        "{premises}, and by {constraint} one of the others is the first greatest, so {fact}",
    ),
    winner: Rule::new("arg_max.winner", "{premises}, and by {constraint} it is the first greatest, so {fact}"),
};

static MINIMUM: Rules = Rules {
    range: Rule::new("arg_min.range", "{constraint} is the index of one of the values, so {fact}"),
    index: Rule::new("arg_min.index", "{premises}, so by {constraint} that one is not the first least: {fact}"),
    itself: Rule::new(
        "arg_min.itself",
        "{constraint} has a place of the same variable that is always ahead, so {fact}",
    ),
    none: Rule::new(
        "arg_min.none",
        "{premises}: {constraint} has no index left that can be the first least, so {fact}",
    ),
    member: Rule::new(
        "arg_min.member",
        "{premises}, and by {constraint} one of the others is the first least, so {fact}",
    ),
    winner: Rule::new("arg_min.winner", "{premises}, and by {constraint} it is the first least, so {fact}"),
};

/// Hints: the kind in the lower bits, the index of an array entry in the upper bits.
const INDEX: u32 = 0;
const MEMBER: u32 = 1;
const WINNER: u32 = 2;

/// How far the view at `own` must exceed the view at `other` to be ahead: 0 if `own` comes first, otherwise 1.
fn lead(own: usize, other: usize) -> i32 {
    i32::from(own > other)
}

impl ArgMaximum {
    /// Creates the domain consistent propagator that ensures that the first index of the maximum of `xs` is `index`.
    pub fn domain(xs: impl Into<Arc<[View]>>, index: View) -> ArgMaximum {
        ArgMaximum::new(xs.into(), index, &MAXIMUM)
    }

    /// Creates the domain consistent propagator that ensures that the first index of the minimum of `xs` is `index`.
    pub fn of_minimum(xs: impl Into<Arc<[View]>>, index: View) -> ArgMaximum {
        let xs: Arc<[View]> = xs.into();
        ArgMaximum::new(xs.iter().map(|&x| -x).collect(), index, &MINIMUM)
    }

    fn new(xs: Arc<[View]>, index: View, rules: &'static Rules) -> ArgMaximum {
        // The first maximum among the views of each variable, and among those of its negation.
        let mut ahead: HashMap<(Var, bool), (i64, usize)> = HashMap::new();
        for (i, x) in xs.iter().enumerate() {
            let best = ahead.entry((x.var(), x.is_negated())).or_insert((x.offset(), i));
            if x.offset() > best.0 {
                *best = (x.offset(), i);
            }
        }
        let is_behind = |&(i, x): &(usize, &View)| ahead[&(x.var(), x.is_negated())].1 != i;
        let behind = xs.iter().enumerate().filter(is_behind).map(|(i, _)| i as i32).collect();
        ArgMaximum { behind, xs, index, rules }
    }

    /// Returns the view for which `bound` is greatest, and its bound; ties go to the first view.
    fn ahead(&self, indices: impl Iterator<Item = usize>, bound: impl Fn(View) -> i32) -> Option<(usize, i32)> {
        indices.fold(None, |best, i| {
            let v = bound(self.xs[i]);
            if best.is_none_or(|(_, most)| v > most) { Some((i, v)) } else { best }
        })
    }

    /// Removes the indices whose views are always behind another view.
    fn prune_index(&self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        let Some((best, least)) = self.ahead(0..self.xs.len(), |x| cx.min(x)) else { return Ok(()) };
        let mut next = Some(cx.min(self.index));
        while let Some(i) = next {
            let at = i as usize;
            if at != best && cx.max(self.xs[at]) < least + lead(at, best) {
                cx.remove(self.index, i, || Lazy((i as u32) << 2 | INDEX))?;
            }
            next = cx.next(self.index, i + 1);
        }
        Ok(())
    }

    /// Prunes the views whose indices were removed.
    fn prune_others(&self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        let candidates = cx.values(self.index).map(|i| i as usize);
        let Some((best, most)) = self.ahead(candidates, |x| cx.max(x)) else { return Ok(()) };
        for (i, &x) in self.xs.iter().enumerate() {
            if !cx.contains(self.index, i as i32) {
                cx.at_most(x, most - lead(best, i), || Lazy((i as u32) << 2 | MEMBER))?;
            }
        }
        Ok(())
    }

    /// Prunes the view of the only remaining index.
    fn raise_winner(&self, cx: &mut Context<'_>, winner: usize) -> Result<Status, Conflict> {
        let x = self.xs[winner];
        let mut is_ahead = true;
        for (i, &other) in self.xs.iter().enumerate().filter(|other| other.0 != winner) {
            cx.at_least(x, cx.min(other) + lead(winner, i), || Lazy((winner as u32) << 2 | WINNER))?;
            is_ahead &= cx.min(x) >= cx.max(other) + lead(winner, i);
        }
        Ok(if is_ahead { Status::Entailed } else { Status::Stable })
    }
}

impl Propagator for ArgMaximum {
    fn scope(&self, scope: &mut Scope) {
        // Restores the views as posted, because negating a view near the limit may put its offset beyond the limit.
        let given = |&x: &View| if self.rules == &MINIMUM { -x } else { x };
        for x in self.xs.iter().map(given) {
            scope.watch(x, Wake::Bounds);
        }
        scope.watch(self.index, Wake::Domain).priority(3);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        cx.work(3 * self.xs.len())?;
        let range = &self.rules.range;
        cx.at_least(self.index, 0, || range.because([]))?;
        cx.at_most(self.index, self.xs.len() as i32 - 1, || range.because([]))?;
        for &i in self.behind.iter() {
            cx.remove(self.index, i, || self.rules.itself.because([]))?;
        }
        self.prune_index(cx)?;
        self.prune_others(cx)?;
        match cx.fixed(self.index) {
            Some(winner) => self.raise_winner(cx, winner as usize),
            None => Ok(Status::Stable),
        }
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        explain::explain(self, past, fact, hint, why)
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        check::refuted(self, rule, case)
    }

    fn refuted(&self, cx: &Context<'_>, why: &mut Premises) -> Option<&'static Rule> {
        let best = self.ahead(0..self.xs.len(), |x| cx.min(x));
        let can_win = |i: i32| {
            let at = usize::try_from(i).ok().filter(|&at| at < self.xs.len());
            at.zip(best).is_some_and(|(at, (best, least))| at == best || cx.max(self.xs[at]) >= least + lead(at, best))
        };
        let within = cx.min(self.index).max(0)..=cx.max(self.index).min(self.xs.len() as i32 - 1);
        let is_refuted = !within.into_iter().any(|i| cx.contains(self.index, i) && can_win(i));
        is_refuted.then(|| {
            if let Some(now) = cx.now() {
                explain::no_winner(&self.xs, self.index, &now, why);
            }
            &self.rules.none
        })
    }
}
