//! `gcc` at level Value processes each value separately.
//!
//! For each value, two trailed integers count the views fixed to it and the views that have lost it. When the first
//! count reaches the maximum, all other views lose the value; when the number of views that can still take the value
//! falls to the minimum, all of them take it. The values that each view had lost at its last inspection are stored as
//! bits in trailed integers, so that only new removals are counted.

use super::{FULL, GccError, Meaning, Occurrence, Others, SCARCE, check, explain};
use crate::constraints::bits::ones;
use crate::constraints::queue::Queue;
use crate::prelude_propagator::*;
use std::sync::Arc;

/// See the [module page](super).
#[derive(Clone, Debug)]
pub struct GccValue {
    meaning: Arc<Meaning>,
    /// The positions to inspect and the values to test. Empty between runs.
    changed: Queue,
    touched: Queue,
    /// For each position of a count in the scope, the index of its value.
    counted: Box<[u32]>,
}

impl GccValue {
    /// Creates a propagator that ensures that each value is taken by as many `views` as its count specifies.
    ///
    /// # Errors
    /// [`GccError`] when a value has two counts.
    pub fn new(
        views: impl IntoIterator<Item = View>,
        counts: impl IntoIterator<Item = (i32, Occurrence)>,
        others: Others,
    ) -> Result<GccValue, GccError> {
        let meaning = Meaning::new(views, counts, others)?;
        let counted = meaning.count_views().map(|(k, _)| k as u32).collect();
        let (changed, touched) = (Queue::new(meaning.views.len()), Queue::new(meaning.values.len()));
        Ok(GccValue { meaning: Arc::new(meaning), changed, touched, counted })
    }

    // ---- trailed integers: fixed views per value, lost views per value, then per view: lost values, is fixed ----

    fn losers(&self, k: usize) -> usize {
        self.meaning.values.len() + k
    }

    fn words(&self) -> usize {
        self.meaning.values.len().div_ceil(64)
    }

    fn state(&self, position: usize) -> usize {
        2 * self.meaning.values.len() + position * (self.words() + 1)
    }

    fn cells(&self) -> usize {
        self.state(self.meaning.views.len())
    }

    /// Updates the counters for the values that a view has lost and, if it has been fixed, for its value.
    fn look_at(&mut self, cx: &mut Context<'_>, position: usize) {
        let meaning = &*self.meaning;
        let (view, state) = (meaning.views[position], self.state(position));
        let (low, high) = cx.bounds(view);
        for (word, values) in meaning.values.chunks(64).enumerate() {
            let known = cx.trailed(state + word) as u64;
            let all = !0 >> (64 - values.len());
            if known == all {
                continue;
            }
            // With many values, most words lie beyond the bounds.
            let is_beyond = values[values.len() - 1] < low || values[0] > high;
            let gone = if is_beyond { all } else { all & !meaning.present(cx, view, word) };
            let news = gone & !known;
            if news != 0 {
                cx.set_trailed(state + word, gone as i64);
            }
            for bit in ones(news) {
                let k = 64 * word + bit as usize;
                let cell = self.losers(k);
                cx.set_trailed(cell, cx.trailed(cell) + 1);
                self.touched.push(k);
            }
        }
        let flag = state + self.words();
        if cx.trailed(flag) == 0
            && let Some(v) = cx.fixed(view)
        {
            cx.set_trailed(flag, 1);
            if let Ok(k) = meaning.values.binary_search(&v) {
                cx.set_trailed(k, cx.trailed(k) + 1);
                self.touched.push(k);
            }
        }
    }

    /// Compares the counters of one value with its count.
    fn judge(&mut self, cx: &mut Context<'_>, k: usize) -> Result<(), Conflict> {
        let meaning = Arc::clone(&self.meaning);
        let (takers, left) = (cx.trailed(k), meaning.views.len() as i64 - cx.trailed(self.losers(k)));
        let place = 4 * meaning.place(k);
        if let Occurrence::Exactly(count) = meaning.counts[k] {
            cx.at_least(count, takers as i32, || Lazy(place + FULL))?;
            cx.at_most(count, left as i32, || Lazy(place + SCARCE))?;
        }
        let (low, high) = meaning.range(k, |view| cx.bounds(view));
        if takers > high {
            return cx.fail(|| Lazy(place + FULL));
        }
        if left < low {
            return cx.fail(|| Lazy(place + SCARCE));
        }
        let is_full = takers == high;
        if takers == left || !is_full && left != low {
            return Ok(());
        }
        let v = meaning.values[k];
        cx.work(meaning.views.len())?;
        for (position, &view) in (0..).zip(&meaning.views) {
            if cx.contains(view, v) && cx.fixed(view).is_none() {
                if is_full {
                    cx.remove(view, v, || Lazy(4 * position + FULL))?;
                } else {
                    cx.fix(view, v, || Lazy(4 * position + SCARCE))?;
                }
                self.changed.push(position as usize);
            }
        }
        Ok(())
    }
}

impl Propagator for GccValue {
    fn scope(&self, scope: &mut Scope) {
        self.meaning.watch(scope, Wake::Domain);
        scope.priority(3).modified_positions().trailed_integers(self.cells() + 1).idempotent();
    }

    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        self.changed.clear();
        self.touched.clear();
        if cx.trailed(self.cells()) == 0 {
            let is_closed = self.meaning.close(cx)?;
            cx.set_trailed(self.cells(), is_closed.into());
            (0..self.meaning.values.len()).for_each(|k| self.touched.push(k));
            // The engine does not notify the propagator of its own changes.
            (0..self.meaning.views.len()).for_each(|position| self.changed.push(position));
        }
        let n = self.meaning.views.len();
        for &position in modified {
            match (position as usize).checked_sub(n) {
                None => self.changed.push(position as usize),
                Some(count) => self.touched.push(self.counted[count] as usize),
            }
        }
        loop {
            while let Some(position) = self.changed.pop() {
                cx.work(1 + self.words())?;
                self.look_at(cx, position);
            }
            match self.touched.pop() {
                Some(k) => self.judge(cx, k)?,
                None => return Ok(Status::Stable),
            }
        }
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        explain::explain(&self.meaning, explain::Look::Domains, past, fact, hint, why)
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        check::refuted(&self.meaning, rule, case)
    }

    fn refuted(&self, cx: &Context<'_>, why: &mut Premises) -> Option<&'static Rule> {
        self.meaning.refuted(explain::Look::Domains, cx, why)
    }
}
