//! `all_different_except`: all views take different values, except that some values, such as 0, may repeat.
//!
//! | level | removes | algorithm | cost of a run |
//! |---|---|---|---|
//! | Value, [`AllDifferentExcept`] | the value of each fixed view from the others | a sparse set of unprocessed views | views × newly fixed |
//! | Bounds, Domain | also by Hall intervals and Hall sets | [`gcc`](super::gcc): excepted values any number of times, all others at most once | as for `gcc` |

mod check;
mod model;
#[cfg(test)]
mod tests;

use crate::prelude_propagator::*;
use crate::value_set::ValueSet;
use std::sync::Arc;

/// See the [module page](self).
#[derive(Clone, Debug)]
pub struct AllDifferentExcept {
    views: Arc<[View]>,
    except: Arc<ValueSet>,
    /// A permutation of the positions, the unprocessed ones first.
    order: Box<[u32]>,
    place: Box<[u32]>,
    /// Positions fixed in this run.
    fixed: Vec<u32>,
}

/// The trailed integer that counts processed positions.
const DONE: usize = 0;

static TAKEN: Rule =
    Rule::new("all_different_except.value", "{premises}, and all of {constraint} differ in such values, so {fact}");

impl AllDifferentExcept {
    /// Creates a propagator that ensures that no two `views` take the same value, unless it is in `except`.
    ///
    /// ```
    /// use solver_core::{ValueSet, constraints::AllDifferentExcept, engine::EngineBuilder};
    /// let mut b = EngineBuilder::new([0, 0, 3].map(|v| ValueSet::range(v, 3)).to_vec());
    /// let views = [b.view(0), b.view(1), b.view(2)];
    /// b.post(Box::new(AllDifferentExcept::new(views, &ValueSet::range(0, 0))));
    /// let mut e = b.build()?;
    /// e.propagate().unwrap();
    /// assert_eq!(e.values(views[0]), [0, 1, 2]);
    /// # Ok::<(), solver_core::engine::BuildError>(())
    /// ```
    pub fn new(views: impl IntoIterator<Item = View>, except: &ValueSet) -> AllDifferentExcept {
        let views: Arc<[View]> = views.into_iter().collect();
        let order: Box<[u32]> = (0..views.len() as u32).collect();
        let fixed = Vec::with_capacity(views.len());
        AllDifferentExcept { place: order.clone(), order, fixed, except: Arc::new(except.clone()), views }
    }

    /// Removes a fixed view's value from the unprocessed views.
    fn take(&mut self, cx: &mut Context<'_>, position: u32) -> Result<(), Conflict> {
        let open = self.order.len() - cx.trailed(DONE) as usize;
        let place = self.place[position as usize] as usize;
        let Some(v) = cx.fixed(self.views[position as usize]).filter(|_| place < open) else { return Ok(()) };
        let last = self.order[open - 1];
        self.order.swap(place, open - 1);
        self.place[last as usize] = place as u32;
        self.place[position as usize] = (open - 1) as u32;
        cx.set_trailed(DONE, cx.trailed(DONE) + 1);
        if self.except.contains(v) {
            return Ok(());
        }
        cx.work(open)?;
        for &other in &self.order[..open - 1] {
            if cx.remove_fixes(self.views[other as usize], v, || Lazy(position))? {
                self.fixed.push(other);
            }
        }
        Ok(())
    }
}

impl Propagator for AllDifferentExcept {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.views, Wake::Fixed).priority(2).modified_positions().trailed_integers(1);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        self.fixed.clear();
        for &position in modified {
            self.take(cx, position)?;
            while let Some(position) = self.fixed.pop() {
                self.take(cx, position)?;
            }
        }
        let open = self.order.len() - cx.trailed(DONE) as usize;
        Ok(if open == 0 { Status::Entailed } else { Status::Stable })
    }

    fn explain(&self, past: &DomainsAt<'_>, _: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        let view = self.views[hint as usize];
        past.fixed(view).into_iter().for_each(|v| why.push(Atom::equals(view, v)));
        &TAKEN
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        rule == &TAKEN && check::has_clash(&self.views, &self.except, case)
    }
}
