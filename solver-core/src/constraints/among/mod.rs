//! `among`, `count`, `at_least`, `at_most`: the number of views that take a value in a set.
//!
//! | constraint | removes | wakes on | cost of a run |
//! |---|---|---|---|
//! | [`Among`] `#{i : xᵢ ∈ S} = c`, `<= c` or `>= c` | every value without support | any removal, the bounds of `c` | constant per changed view |
//!
//! `count` with a fixed value is `among` with one value. A view is *inside* when all its values are in `S`, *outside*
//! when none is, otherwise *open*. The possible counts range from the number of views inside to that number plus the
//! number of open views; if `c` allows only one end of this range, all open views are decided. That is domain
//! consistency (N. Beldiceanu, E. Contejean, *Introducing global constraints in CHIP*, 1994, for the constraint; C.
//! Bessière, E. Hebrard, B. Hnich, Z. Kiziltan, T. Walsh, *Among, common and disjoint constraints*, CSCLP 2005, section
//! 3, for the algorithm).
//!
//! If a range of more than 65,536 values would have to be removed, it stays in the view's domain until one of the
//! view's bounds reaches it.
//!
//! Open views form a sparse set, whose size is a trailed integer. Each open view has one watched value inside `S` and
//! one outside, so a removal costs only a test of these two.

mod check;
mod explain;
mod model;
#[cfg(test)]
mod tests;

use super::within::{are_clear, clear, complement, meets};
use crate::prelude_propagator::*;
use crate::value_set::ValueSet;
use std::sync::Arc;

/// How the number of views inside the set compares with the count `c`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Counted {
    /// Equal.
    Exactly,
    /// At most.
    AtMost,
    /// At least.
    AtLeast,
}

/// See the [module page](self).
#[derive(Clone, Debug)]
pub struct Among {
    meaning: Arc<Meaning>,
    /// A permutation of the positions, the open ones first. A decided view moves to just behind the open ones, so
    /// backtracking needs to restore only the trailed integer.
    order: Box<[u32]>,
    place: Box<[u32]>,
    /// For each view, one value in the set and one outside it, as of the last test.
    seen: Box<[[i32; 2]]>,
}

/// The constraint as posted.
#[derive(Debug)]
struct Meaning {
    views: Box<[View]>,
    /// The values that count, then all other values.
    sets: [ValueSet; 2],
    comparison: Counted,
    count: View,
}

/// Trailed integers: the number of decided views, and how many of them are inside.
const DECIDED: usize = 0;
const INSIDE: usize = 1;

/// The rule of an inference. A hint is twice the position plus the rule; the position of the view `count` is the number
/// of views.
const TOO_MANY: u32 = 0;
const TOO_FEW: u32 = 1;

pub(super) static MANY: Rule =
    Rule::new("among.too_many", "{premises}: those are as many as {constraint} allows, so {fact}");

pub(super) static FEW: Rule =
    Rule::new("among.too_few", "{premises}: no more are left than {constraint} needs, so {fact}");

impl Among {
    /// Creates a propagator that ensures that the number of `views` that take a value of the set is exactly, at most or
    /// at least `count`.
    ///
    /// ```
    /// use solver_core::{ValueSet, constraints::{Among, Counted}, engine::EngineBuilder};
    /// let mut b = EngineBuilder::new(vec![ValueSet::range(1, 9), ValueSet::range(4, 6), ValueSet::range(0, 1)]);
    /// let (x, y, count) = (b.view(0), b.view(1), b.view(2));
    /// b.post(Box::new(Among::new([x, y], &ValueSet::range(3, 7), Counted::Exactly, count)));
    /// let mut e = b.build()?;
    /// e.propagate().unwrap(); // y counts, so x must not
    /// assert_eq!((e.values(x), e.fixed(count)), (vec![1, 2, 8, 9], Some(1)));
    /// # Ok::<(), solver_core::engine::BuildError>(())
    /// ```
    pub fn new(views: impl IntoIterator<Item = View>, values: &ValueSet, comparison: Counted, count: View) -> Among {
        let views: Box<[View]> = views.into_iter().collect();
        let order: Box<[u32]> = (0..views.len() as u32).collect();
        let outside = complement(values);
        let sets = [complement(&outside), outside];
        let seen = vec![[i32::MIN; 2]; views.len()].into();
        Among { meaning: Arc::new(Meaning { views, sets, comparison, count }), place: order.clone(), order, seen }
    }

    /// Moves a view to the decided views if it is no longer open.
    fn look_at(&mut self, cx: &mut Context<'_>, position: usize) {
        let open = self.order.len() - cx.trailed(DECIDED) as usize;
        let place = self.place[position] as usize;
        if place >= open {
            return;
        }
        let view = self.meaning.views[position];
        let seen = &mut self.seen[position];
        let mut may_be = [true; 2];
        for ((seen, set), may_be) in seen.iter_mut().zip(&self.meaning.sets).zip(&mut may_be) {
            match meets(cx, view, set, *seen) {
                Some(v) => *seen = v,
                None => *may_be = false,
            }
        }
        if may_be == [true; 2] {
            return;
        }
        let last = self.order[open - 1];
        self.order.swap(place, open - 1);
        self.place[last as usize] = place as u32;
        self.place[position] = (open - 1) as u32;
        cx.set_trailed(DECIDED, cx.trailed(DECIDED) + 1);
        cx.set_trailed(INSIDE, cx.trailed(INSIDE) + i64::from(may_be[0]));
    }

    /// Removes the values of one of the two sets from all open views.
    fn leave(&self, cx: &mut Context<'_>, open: usize, set: usize, rule: u32) -> Result<Status, Conflict> {
        let (views, set) = (&self.meaning.views, &self.meaning.sets[set]);
        for &position in &self.order[..open] {
            cx.work(1)?;
            clear(cx, views[position as usize], set, 2 * position + rule)?;
        }
        let all_left = are_clear(cx, self.order[..open].iter().map(|&position| views[position as usize]), set);
        Ok(if all_left { Status::Entailed } else { Status::Stable })
    }
}

impl Propagator for Among {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.meaning.views, Wake::Domain).watch(self.meaning.count, Wake::Bounds);
        scope.priority(2).modified_positions().trailed_integers(2);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        let n = self.order.len();
        for &position in modified {
            if (position as usize) < n {
                cx.work(1)?;
                self.look_at(cx, position as usize);
            }
        }
        let Meaning { comparison, count, .. } = *self.meaning;
        let open = n - cx.trailed(DECIDED) as usize;
        let inside = cx.trailed(INSIDE) as i32;
        let possible = inside + open as i32;
        if comparison != Counted::AtLeast {
            cx.at_least(count, inside, || Lazy(2 * n as u32 + TOO_MANY))?;
        }
        if comparison != Counted::AtMost {
            cx.at_most(count, possible, || Lazy(2 * n as u32 + TOO_FEW))?;
        }
        let (least, most) = cx.bounds(count);
        if comparison != Counted::AtLeast && most == inside {
            return self.leave(cx, open, 0, TOO_MANY);
        }
        if comparison != Counted::AtMost && least == possible {
            return self.leave(cx, open, 1, TOO_FEW);
        }
        let entailed = match comparison {
            Counted::Exactly => false,
            Counted::AtMost => possible <= least,
            Counted::AtLeast => inside >= most,
        };
        Ok(if entailed { Status::Entailed } else { Status::Stable })
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        explain::explain(&self.meaning, past, fact, (hint / 2) as usize, hint % 2, why)
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        check::refuted(&self.meaning, rule, case)
    }

    fn refuted(&self, cx: &Context<'_>, why: &mut Premises) -> Option<&'static Rule> {
        let Meaning { views, sets, comparison, count } = &*self.meaning;
        let surely = |set: &ValueSet| views.iter().filter(|&&view| meets(cx, view, set, i32::MIN).is_none()).count();
        let (least, most) = cx.bounds(*count);
        let broken = if *comparison != Counted::AtLeast && surely(&sets[1]) as i64 > i64::from(most) {
            TOO_MANY
        } else if *comparison != Counted::AtMost && i64::from(least) > (views.len() - surely(&sets[0])) as i64 {
            TOO_FEW
        } else {
            return None;
        };
        if let Some(now) = cx.now() {
            explain::explain(&self.meaning, &now, None, views.len(), broken, why);
        }
        Some(if broken == TOO_MANY { &MANY } else { &FEW })
    }
}
