//! `value_precede` and `value_precede_chain`: values are first used in a given order.
//!
//! | constraint | removes | wakes on | cost of a run |
//! |---|---|---|---|
//! | [`ValuePrecede`] | every value without support | any removal | views × values of the chain |
//!
//! A view may take the value `v_{j+1}` only if an earlier view takes `v_j`; values outside the chain are free. This
//! breaks the symmetry of interchangeable values (Y. C. Law, J. Lee, *Global constraints for integer and set value
//! precedence*, CP 2004, for two values). For longer chains, constraints on pairs would propagate less (T. Walsh,
//! *Symmetry breaking using value precedence*, ECAI 2006), so the entire chain is one automaton: its state is the
//! number of values in use. A larger state allows more, so two numbers for each view are sufficient: the largest state
//! reachable before it, and the smallest state from which the rest of the sequence can be completed.
//!
//! A value that occurs twice in the chain would have to come before itself. So no view takes it or any value after its
//! first occurrence.

mod check;
mod model;
#[cfg(test)]
mod tests;

use super::premises::within;
use crate::prelude_propagator::*;
use crate::value_set::ValueSet;
use std::collections::HashSet;
use std::sync::Arc;

/// See the [module page](self).
#[derive(Clone, Debug)]
pub struct ValuePrecede {
    /// The values of the chain. `None` is a link that no view can take, so the values after it are never taken.
    chain: Arc<[Option<i32>]>,
    views: Arc<[View]>,
    /// Scratch: the smallest state before each view from which the remaining sequence can be completed.
    needs: Box<[usize]>,
}

static ORDER: Rule =
    Rule::new("value_precede.order", "{premises}: by {constraint} values are first used in their order, so {fact}");

/// The kind of pruning. A hint is twice the position plus the kind.
const EARLY: u32 = 0;
const DUE: u32 = 1;

impl ValuePrecede {
    /// Creates a propagator that ensures that each value of the chain except the first is taken only after the previous
    /// one. A value that occurs twice in the chain is never taken, nor are the values after its first occurrence.
    ///
    /// ```
    /// use solver_core::{ValueSet, constraints::ValuePrecede, engine::EngineBuilder};
    /// let mut b = EngineBuilder::new(vec![ValueSet::range(1, 3), ValueSet::range(1, 3), ValueSet::range(3, 3)]);
    /// let views = [b.view(0), b.view(1), b.view(2)];
    /// b.post(Box::new(ValuePrecede::new([1, 2, 3], views)));
    /// let mut e = b.build()?;
    /// e.propagate().unwrap();
    /// assert_eq!(views.map(|x| e.fixed(x)), [Some(1), Some(2), Some(3)]);
    /// # Ok::<(), solver_core::engine::BuildError>(())
    /// ```
    pub fn new(chain: impl IntoIterator<Item = i32>, views: impl IntoIterator<Item = View>) -> ValuePrecede {
        let views: Arc<[View]> = views.into_iter().collect();
        ValuePrecede { chain: links(chain), needs: vec![0; views.len() + 1].into(), views }
    }

    /// Returns the smallest state needed before a view if at least state `after` is needed after it. `contains` and
    /// `size` describe the view's values.
    fn need(&self, after: usize, size: u64, contains: impl Fn(i32) -> bool) -> usize {
        let contains = |link: &Option<i32>| link.is_some_and(&contains);
        if after > 0 && contains(&self.chain[after - 1]) {
            return after - 1;
        }
        // If the view has only chain values beyond the state, the first of them must be the next one.
        let beyond = &self.chain[after..];
        if size > beyond.len() as u64 {
            return after;
        }
        let mut inside = (after..).zip(beyond).filter(|&(_, v)| contains(v)).map(|(j, _)| j);
        let Some(first) = inside.next() else { return after };
        if 1 + inside.count() as u64 == size { first } else { after }
    }
}

impl Propagator for ValuePrecede {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.views, Wake::Domain).priority(3);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        let n = self.views.len();
        for i in (0..n).rev() {
            cx.work(1 + self.chain.len() / 8)?;
            let view = self.views[i];
            self.needs[i] = self.need(self.needs[i + 1], cx.size(view).into(), |v| cx.contains(view, v));
        }
        if self.needs[0] > 0 {
            return cx.fail(|| Lazy(0));
        }
        // The largest state that can be reached, and the largest state that is certainly reached.
        let (mut reached, mut sure) = (0, 0);
        let mut is_certain = true;
        for (i, &view) in self.views.iter().enumerate() {
            if sure + 1 >= self.chain.len() {
                // From here on, everything is allowed.
                return Ok(if is_certain { Status::Entailed } else { Status::Stable });
            }
            is_certain &= reached == sure;
            cx.work(1 + self.chain.len() / 8)?;
            if reached < self.needs[i + 1]
                && let Some(v) = self.link(reached)
            {
                cx.fix(view, v, || Lazy(2 * i as u32 + DUE))?;
            }
            for v in self.chain.iter().skip(reached + 1).copied().flatten() {
                cx.remove(view, v, || Lazy(2 * i as u32 + EARLY))?;
            }
            if self.link(sure).is_some_and(|v| cx.fixed(view) == Some(v)) {
                sure += 1;
            }
            if self.link(reached).is_some_and(|v| cx.contains(view, v)) {
                reached += 1;
            }
        }
        Ok(Status::Stable)
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        if fact.is_none() {
            self.say_need(past, 0, why);
            return &ORDER;
        }
        let position = (hint / 2) as usize;
        self.say_reached(past, position, why);
        if hint % 2 == DUE {
            self.say_need(past, position + 1, why);
        }
        &ORDER
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        rule == &ORDER && !check::is_possible(&self.chain, &self.views, case)
    }
}

impl ValuePrecede {
    /// The value that leads from a state to the next one.
    fn link(&self, state: usize) -> Option<i32> {
        self.chain.get(state).copied().flatten()
    }

    /// Adds the premises stating that no larger state can be reached before a position.
    fn say_reached(&self, past: &DomainsAt<'_>, position: usize, why: &mut Premises) {
        let mut reached = 0;
        for &view in &self.views[..position] {
            let Some(next) = self.link(reached) else { return };
            if past.contains(view, next) {
                reached += 1;
            } else {
                why.push(Atom::differs(view, next));
            }
        }
    }

    /// Adds the premises stating that no smaller state suffices at a position.
    fn say_need(&self, past: &DomainsAt<'_>, position: usize, why: &mut Premises) {
        let mut premises = Premises::new();
        let mut need = 0;
        for &view in self.views[position..].iter().rev() {
            let size = past_size(past, view, self.chain.len());
            let before = self.need(need, size, |v| past.contains(view, v));
            if before > need || before == need && size > 0 && self.is_bound_beyond(past, view, need, size) {
                // The view must take a value beyond the state, so the later views do not matter.
                premises = Premises::new();
                let beyond = ValueSet::from_values(self.chain[before..].iter().copied().flatten());
                within(view, &beyond, past, &mut premises);
            } else if before == need
                && need > 0
                && let Some(v) = self.chain[need - 1]
            {
                premises.push(Atom::differs(view, v));
            }
            need = before;
        }
        why.extend(premises.iter().copied());
    }

    /// Checks whether the view can take only chain values from `need` on, so that it requires this state by itself.
    fn is_bound_beyond(&self, past: &DomainsAt<'_>, view: View, need: usize, size: u64) -> bool {
        need > 0
            && size <= self.chain.len() as u64
            && self.chain[need..].iter().flatten().filter(|&&v| past.contains(view, v)).count() as u64 == size
    }
}

/// The links of a chain, with a `None` before the values that are never taken.
fn links(chain: impl IntoIterator<Item = i32>) -> Arc<[Option<i32>]> {
    let mut used: Vec<i32> = chain.into_iter().collect();
    let mut later = HashSet::with_capacity(used.len());
    let mut gap = used.len();
    for (i, &v) in used.iter().enumerate().rev() {
        if !later.insert(v) {
            gap = i;
        }
    }
    let mut never = used.split_off(gap);
    never.sort_unstable();
    never.dedup();
    let gap = (!never.is_empty()).then_some(None);
    used.into_iter().map(Some).chain(gap).chain(never.into_iter().map(Some)).collect()
}

/// The number of values that a view had, or `most + 1` if there are more than `most`.
fn past_size(past: &DomainsAt<'_>, view: View, most: usize) -> u64 {
    let values = (past.min(view)..=past.max(view)).filter(|&v| past.contains(view, v));
    values.take(most + 1).count() as u64
}
