//! `inverse` (channel): two arrays that are inverse to each other, `fᵢ = j` exactly when `gⱼ = i`.
//!
//! | level | removes | algorithm | cost of a run |
//! |---|---|---|---|
//! | Value, [`Inverse`] | `i` from `gⱼ` when `fᵢ` has lost `j`, and vice versa | known holes as bits in trailed integers | words per changed view, plus values lost |
//! | Bounds, Domain | also what `all_different` on `f` removes at that level | [`Inverse`] with an `all_different` of that level | as for `all_different` |
//!
//! Once both sides have the same holes, the values without support are those in no perfect matching, so a domain
//! consistent `all_different` on one array makes the constraint domain consistent (as in Gecode's `channel` and
//! B. Hnich, B. Smith, T. Walsh, *Dual modelling of permutation and injection problems*, JAIR 2004, section 4).
//!
//! The two arrays may share views: the `inverse` of an array and itself is an involution.

mod check;
mod model;
#[cfg(test)]
mod tests;

use super::bits::ones;
use super::queue::Queue;
use crate::prelude_propagator::*;
use std::sync::Arc;

/// See the [module page](self).
#[derive(Clone, Debug)]
pub struct Inverse {
    /// All views of `f`, then all of `g`, with values counted from 0.
    views: Arc<[View]>,
    /// The views as posted, with values counted from the bases.
    posted: Arc<[View]>,
    /// The positions that changed. Empty between runs.
    changed: Queue,
}

pub(super) static RANGE: Rule =
    Rule::new("inverse.range", "values in {constraint} are positions of the other side, so {fact}");

pub(super) static CHANNEL: Rule =
    Rule::new("inverse.channel", "{premises}, and by {constraint} so is its counterpart: {fact}");

/// The state of a fact's counterpart. A hint is four times the position of the fact's view plus this state.
const GONE: u32 = 0;
const FIXED: u32 = 1;
/// There is no counterpart, because the value is not a position.
const BEYOND: u32 = 2;

impl Inverse {
    /// Creates a propagator that ensures that `f[i] = j + bases.0` exactly when `g[j] = i + bases.1`, where
    /// indices count from 0. Both bases must lie within ±2²⁹. Views beyond the shorter array's length are ignored;
    /// arrays of different lengths cannot be inverse, so callers should reject them.
    ///
    /// ```
    /// use solver_core::{ValueSet, constraints::Inverse, engine::EngineBuilder};
    /// let sets = [vec![1], vec![1, 2, 3], vec![2, 3], vec![1, 2, 3], vec![1, 2], vec![3]];
    /// let mut b = EngineBuilder::new(sets.map(ValueSet::from_values).to_vec());
    /// let (f, g) = ([b.view(0), b.view(1), b.view(2)], [b.view(3), b.view(4), b.view(5)]);
    /// b.post(Box::new(Inverse::new(f, g, (1, 1))));
    /// let mut e = b.build()?;
    /// e.propagate().unwrap();
    /// assert_eq!((e.values(g[0]), e.values(f[2]), e.values(f[1])), (vec![1], vec![3], vec![2]));
    /// # Ok::<(), solver_core::engine::BuildError>(())
    /// ```
    pub fn new(f: impl IntoIterator<Item = View>, g: impl IntoIterator<Item = View>, bases: (i32, i32)) -> Inverse {
        // These views only query the engine, so their values may exceed the limits for posted views.
        let from_zero = |view: View, base: i32| view.plus(base.saturating_neg());
        let (f, g): (Vec<View>, Vec<View>) = (f.into_iter().collect(), g.into_iter().collect());
        let n = f.len().min(g.len());
        let posted: Arc<[View]> = f[..n].iter().chain(&g[..n]).copied().collect();
        let base = |i: usize| if i < n { bases.0 } else { bases.1 };
        let views = posted.iter().enumerate().map(|(i, &view)| from_zero(view, base(i))).collect();
        Inverse { changed: Queue::new(2 * n), views, posted }
    }

    /// The length of each array.
    fn len(&self) -> usize {
        self.views.len() / 2
    }

    /// The number of trailed integers per view. They hold one bit for each value, set once its removal is known.
    fn words(&self) -> usize {
        self.len().div_ceil(64)
    }

    /// The position to which a value refers on the other side.
    fn counterpart(&self, position: usize, value: usize) -> usize {
        if position < self.len() { self.len() + value } else { value }
    }

    fn index(&self, position: usize) -> usize {
        position % self.len()
    }

    /// Channels the removals from a view to the other side.
    fn propagate_removals(&mut self, cx: &mut Context<'_>, position: usize) -> Result<(), Conflict> {
        let (n, view, own) = (self.len(), self.views[position], self.index(position) as i32);
        cx.at_least(view, 0, || Lazy(4 * position as u32 + BEYOND))?;
        cx.at_most(view, n as i32 - 1, || Lazy(4 * position as u32 + BEYOND))?;
        for word in 0..self.words() {
            let mask = if n - 64 * word < 64 { (1 << (n - 64 * word)) - 1 } else { !0 };
            let cell = position * self.words() + word;
            let known = cx.trailed(cell) as u64;
            let gone = mask & !cx.window(view, 64 * word as i32);
            let news = gone & !known;
            if news == 0 {
                continue;
            }
            cx.set_trailed(cell, gone as i64);
            for bit in ones(news) {
                let value = 64 * word + bit as usize;
                let other = self.counterpart(position, value);
                if cx.contains(self.views[other], own) {
                    cx.work(1)?;
                    cx.remove(self.views[other], own, || Lazy(4 * other as u32 + GONE))?;
                    self.changed.push(other);
                }
            }
        }
        if let Some(value) = cx.fixed(view) {
            let other = self.counterpart(position, value as usize);
            if cx.fixed(self.views[other]).is_none() {
                cx.fix(self.views[other], own, || Lazy(4 * other as u32 + FIXED))?;
                self.changed.push(other);
            }
        }
        Ok(())
    }
}

impl Propagator for Inverse {
    fn scope(&self, scope: &mut Scope) {
        scope
            .watch_all(&self.posted, Wake::Domain)
            .priority(2)
            .modified_positions()
            .trailed_integers(self.views.len() * self.words());
    }

    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        self.changed.clear();
        modified.iter().for_each(|&position| self.changed.push(position as usize));
        while let Some(position) = self.changed.pop() {
            cx.work(self.words())?;
            self.propagate_removals(cx, position)?;
        }
        Ok(Status::Stable)
    }

    fn explain(&self, _: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        let (position, kind) = ((hint / 4) as usize, hint % 4);
        let Some(fact) = fact.filter(|_| kind != BEYOND) else { return &RANGE };
        let value = self.views[position].value_of(fact.value()) as usize;
        let (counterpart, own) = (self.views[self.counterpart(position, value)], self.index(position) as i32);
        if kind == FIXED {
            why.push(Atom::equals(counterpart, own));
        } else {
            why.push(Atom::differs(counterpart, own));
        }
        &CHANNEL
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        let (f, g) = self.views.split_at(self.len());
        if rule == &RANGE { check::is_out_of_range(f, g, case) } else { rule == &CHANNEL && check::is_torn(f, g, case) }
    }
}
