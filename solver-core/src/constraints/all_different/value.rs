//! `all_different`, value consistent: a fixed view's value leaves all others.
//!
//! As strong as a `!=` for every pair, at a fraction of the cost: only unfixed
//! views are visited, and the values of all views that were fixed together are
//! removed in one pass, as one mask, when they lie within 64 of each other.

use crate::prelude_propagator::*;

/// The cell that holds the number of fixed views.
const FIXED: usize = 0;

/// See the [module page](super).
#[derive(Clone, Debug)]
pub struct AllDifferentValue {
    views: Box<[View]>,
    /// A permutation of the scope: the fixed views first, as many as the cell says.
    /// After backtracking the cell is smaller and the permutation still valid.
    order: Box<[Entry]>,
    /// Where each position stands in `order`.
    place: Box<[u32]>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    view: View,
    position: u32,
}

/// Values of newly fixed views, as bits from the first one's value less 32.
struct Batch {
    base: i32,
    mask: u64,
}

pub(super) static VALUE_TAKEN: Rule = Rule {
    name: "all_different.value",
    text: "{premises}, and all must differ, so {fact}",
    justification: Justification::UnitPropagation,
};

impl AllDifferentValue {
    /// All of `views` take different values.
    pub fn new(views: impl IntoIterator<Item = View>) -> AllDifferentValue {
        let views: Box<[View]> = views.into_iter().collect();
        let order = views.iter().zip(0..).map(|(&view, position)| Entry { view, position }).collect();
        let place = (0..views.len() as u32).collect();
        AllDifferentValue { views, order, place }
    }

    #[inline]
    fn move_to_fixed(&mut self, at: usize, fixed: &mut usize) {
        let (a, b) = (self.order[at], self.order[*fixed]);
        self.order[*fixed] = a;
        self.order[at] = b;
        self.place[a.position as usize] = *fixed as u32;
        self.place[b.position as usize] = at as u32;
        *fixed += 1;
    }

    /// The scope.
    pub(super) fn views(&self) -> &[View] {
        &self.views
    }

    /// The positions of views that were not fixed when [`eliminate`](Self::eliminate) last ended.
    pub(super) fn unfixed(&self, fixed: usize) -> impl Iterator<Item = (View, usize)> + '_ {
        self.order[fixed..].iter().map(|e| (e.view, e.position as usize))
    }

    /// The positions of views that were fixed then.
    pub(super) fn fixed(&self, fixed: usize) -> impl Iterator<Item = (View, usize)> + '_ {
        self.order[..fixed].iter().map(|e| (e.view, e.position as usize))
    }

    /// Removes the values of those `woken` that are fixed, and of all that get
    /// fixed by that, from the other views; returns the number of fixed views.
    pub(super) fn eliminate(&mut self, cx: &mut Context<'_>, woken: &[u32]) -> Result<usize, Conflict> {
        let n = self.order.len();
        let mut fixed = cx.cell(FIXED) as usize;
        // `order[done..fixed]` are fixed, and their values are still to be removed.
        let mut done = fixed;
        for &position in woken {
            let at = self.place[position as usize] as usize;
            if at >= fixed && cx.fixed(self.order[at].view).is_some() {
                self.move_to_fixed(at, &mut fixed);
            }
        }
        while done < fixed {
            let mut batch: Option<Batch> = None;
            while done < fixed {
                let Entry { view, position } = self.order[done];
                let Some(v) = cx.fixed(view) else { break };
                match &mut batch {
                    None => batch = Some(Batch { base: v - 32, mask: 1 << 32 }),
                    Some(batch) => {
                        let d = v.wrapping_sub(batch.base) as u32;
                        if d >= 64 {
                            break;
                        }
                        if batch.mask >> d & 1 != 0 {
                            return cx.fail(|| Lazy(position));
                        }
                        batch.mask |= 1 << d;
                    }
                }
                done += 1;
            }
            let Some(Batch { base, mask }) = batch else { break };
            cx.work(n - done)?;
            // Those fixed but not in this batch lose its values too: a clash must show.
            for at in done..n {
                let Entry { view, position } = self.order[at];
                cx.keep(view, base, !mask, || Lazy(position))?;
                if at >= fixed && cx.fixed(view).is_some() {
                    self.move_to_fixed(at, &mut fixed);
                }
            }
        }
        cx.set_cell(FIXED, fixed as i64);
        Ok(fixed)
    }
}

impl Propagator for AllDifferentValue {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.views, Wake::Fixed).priority(2).inbox().cells(1);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, woken: &[u32]) -> Result<Outcome, Conflict> {
        let fixed = self.eliminate(cx, woken)?;
        Ok(if fixed + 1 >= self.views.len() { Outcome::Entailed } else { Outcome::Stable })
    }

    fn explain(&self, past: &Past<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        let target = self.views[hint as usize];
        let value = match fact {
            Some(atom) => Some(target.value_of(atom.value())),
            None => past.fixed(target),
        };
        let taken = (0..).zip(&self.views).find(|&(i, &view)| i != hint && past.fixed(view) == value);
        if let (Some((_, &view)), Some(v)) = (taken, value) {
            why.push(Atom::equals(view, v));
            if fact.is_none() {
                why.push(Atom::equals(target, v));
            }
        }
        &VALUE_TAKEN
    }

    fn boxed_clone(&self) -> Box<dyn Propagator> {
        Box::new(self.clone())
    }
}
