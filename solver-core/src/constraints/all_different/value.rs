//! `all_different`, value consistent: the value of each fixed view is removed from all other views.
//!
//! As strong as a `!=` for every pair, at a fraction of the cost: only unfixed views are visited. If all values lie in
//! a range of 128, the values of all views fixed at the same time are removed in one sweep, as one mask.

use super::check;
use crate::prelude_propagator::*;

/// The trailed integer with the number of fixed views.
const FIXED: usize = 0;

/// The trailed integer that is 1 once the window has been chosen. It is trailed because domains grow again when the
/// search backtracks past the first run.
const LAID_OUT: usize = 1;

/// The number of trailed integers.
pub(super) const CELLS: usize = 2;

/// See the [module page](super).
#[derive(Clone, Debug)]
pub struct AllDifferentValue {
    views: Box<[View]>,
    /// A permutation of the scope with the fixed views first; the trailed integer counts them. After backtracking the
    /// count is smaller and the permutation is still valid.
    order: Box<[Entry]>,
    /// The index of each position in `order`.
    place: Box<[u32]>,
    window: Window,
    /// Scratch: the indices in `order` of the entries that lose a value.
    hits: Box<[u32]>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    view: View,
    position: u32,
    /// The window bit at which the domain's word begins.
    shift: u32,
}

/// How the values of all views are represented while they are removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Window {
    /// All values lie in a range of 64, and all domains are Small: one word.
    One,
    /// All values lie in a range of 128, and all domains are Small: two words.
    Two,
    /// One value at a time.
    None,
}

/// A set of values as bits, wide enough for all views.
trait Mask: Copy + PartialEq + std::ops::BitOr<Output = Self> + std::ops::BitAnd<Output = Self> {
    const EMPTY: Self;
    /// Returns a domain's word, shifted so that its lowest bit becomes bit `shift`.
    fn raised(word: u64, shift: u32) -> Self;
    /// Returns the mask's word that begins at bit `shift`.
    fn lowered(self, shift: u32) -> u64;
}

impl Mask for u64 {
    const EMPTY: u64 = 0;
    #[inline]
    fn raised(word: u64, shift: u32) -> u64 {
        word << (shift & 63)
    }
    #[inline]
    fn lowered(self, shift: u32) -> u64 {
        self >> (shift & 63)
    }
}

impl Mask for u128 {
    const EMPTY: u128 = 0;
    #[inline]
    fn raised(word: u64, shift: u32) -> u128 {
        u128::from(word) << (shift & 127)
    }
    #[inline]
    fn lowered(self, shift: u32) -> u64 {
        (self >> (shift & 127)) as u64
    }
}

pub(super) static VALUE_TAKEN: Rule =
    Rule::new("all_different.value", "{premises}, and all of {constraint} must differ, so {fact}");

impl AllDifferentValue {
    /// Creates a propagator that ensures that all of `views` take different values.
    pub fn new(views: impl IntoIterator<Item = View>) -> AllDifferentValue {
        let views: Box<[View]> = views.into_iter().collect();
        let order = views.iter().zip(0..).map(|(&view, position)| Entry { view, position, shift: 0 }).collect();
        let place = (0..views.len() as u32).collect();
        let hits = vec![0; views.len()].into();
        AllDifferentValue { views, order, place, hits, window: Window::None }
    }

    /// Chooses the window at the first run. After that, domains only shrink, and the start of their words does not
    /// change.
    fn lay_out(&mut self, cx: &Context<'_>) {
        self.window = Window::None;
        let starts: Option<Vec<i64>> = self.views.iter().map(|&view| cx.word_start(view)).collect();
        let Some(starts) = starts else { return };
        let Some(&first) = starts.iter().min() else { return };
        let end = self.views.iter().map(|&view| i64::from(cx.max(view))).max().unwrap_or(first);
        self.window = match end - first {
            ..64 => Window::One,
            64..128 => Window::Two,
            _ => return,
        };
        for entry in &mut self.order {
            entry.shift = (starts[entry.position as usize] - first) as u32;
        }
    }

    /// Removes the values of `order[done..fixed]` from all later entries, then the values of the views thereby fixed,
    /// until no further view is fixed. Returns the number of fixed views.
    ///
    /// `RECORD` is explain mode. Testing it at every hit would cost a search without explanations two percent more
    /// instructions, mostly because of register pressure rather than the test itself.
    #[inline]
    fn sweep<M: Mask, const RECORD: bool>(
        &mut self,
        cx: &mut Context<'_>,
        done: usize,
        mut fixed: usize,
    ) -> Result<usize, Conflict> {
        let mut taken = M::EMPTY;
        for entry in &self.order[done..fixed] {
            let value = M::raised(cx.word(entry.view), entry.shift);
            if taken & value != M::EMPTY {
                return cx.fail(|| Lazy(entry.position));
            }
            taken = taken | value;
        }
        while taken != M::EMPTY {
            cx.work(self.order.len() - fixed)?;
            // Values found in this sweep are removed immediately from the views that follow; earlier views lose them
            // in the next sweep.
            let mut found = M::EMPTY;
            let first = fixed;
            // Which views lose a value is nearly random, so testing all of them first, without a branch, halves the
            // mispredictions.
            let mut hits = 0;
            for at in first..self.order.len() {
                let entry = self.order[at];
                self.hits[hits] = at as u32;
                hits += usize::from(cx.word(entry.view) & taken.lowered(entry.shift) != 0);
            }
            for hit in 0..hits {
                let at = self.hits[hit] as usize;
                let entry = self.order[at];
                let word = cx.word(entry.view);
                let left = word & !taken.lowered(entry.shift);
                if RECORD {
                    cx.record_words(entry.view, word, left, entry.position);
                }
                cx.set_word(entry.view, word, left)?;
                if left & (left - 1) == 0 {
                    let value = M::raised(left, entry.shift);
                    taken = taken | value;
                    found = found | value;
                    self.move_to_fixed(at, &mut fixed);
                }
            }
            taken = found;
        }
        Ok(fixed)
    }

    /// Like [`sweep`](Self::sweep), for values that do not fit into a window.
    fn one_by_one(&mut self, cx: &mut Context<'_>, done: usize, mut fixed: usize) -> Result<usize, Conflict> {
        let mut at = done;
        while at < fixed {
            let Some(v) = cx.fixed(self.order[at].view) else { break };
            at += 1;
            cx.work(self.order.len() - at)?;
            // Views fixed at the same time also lose each other's values, so that equal values fail.
            let mut hits = 0;
            for later in at..self.order.len() {
                self.hits[hits] = later as u32;
                hits += usize::from(cx.may_contain(self.order[later].view, v));
            }
            for hit in 0..hits {
                let later = self.hits[hit] as usize;
                let Entry { view, position, .. } = self.order[later];
                if cx.remove_fixes(view, v, || Lazy(position))? && later >= fixed {
                    self.move_to_fixed(later, &mut fixed);
                }
            }
        }
        Ok(fixed)
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

    /// The fixed views and their positions, as of the last call to [`eliminate`](Self::eliminate), which returned
    /// `fixed`.
    pub(super) fn fixed(&self, fixed: usize) -> impl Iterator<Item = (View, usize)> + Clone {
        self.order[..fixed].iter().map(|e| (e.view, e.position as usize))
    }

    /// The unfixed views and their positions, as of the last call to [`eliminate`](Self::eliminate), which returned
    /// `fixed`.
    pub(super) fn unfixed(&self, fixed: usize) -> impl Iterator<Item = (View, usize)> + Clone {
        self.order[fixed..].iter().map(|e| (e.view, e.position as usize))
    }

    /// Removes the values of the fixed views among `modified`, and of all views fixed as a consequence, from the other
    /// views. Returns the number of fixed views.
    pub(super) fn eliminate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<usize, Conflict> {
        let done = cx.trailed(FIXED) as usize;
        let mut fixed = done;
        if cx.trailed(LAID_OUT) == 0 {
            cx.set_trailed(LAID_OUT, 1);
            self.lay_out(cx);
        }
        for &position in modified {
            let at = self.place[position as usize] as usize;
            if at >= fixed && cx.fixed(self.order[at].view).is_some() {
                self.move_to_fixed(at, &mut fixed);
            }
        }
        if fixed > done {
            fixed = match self.window {
                Window::One if cx.explains() => self.sweep::<u64, true>(cx, done, fixed)?,
                Window::One => self.sweep::<u64, false>(cx, done, fixed)?,
                Window::Two if cx.explains() => self.sweep::<u128, true>(cx, done, fixed)?,
                Window::Two => self.sweep::<u128, false>(cx, done, fixed)?,
                _ => self.one_by_one(cx, done, fixed)?,
            };
            cx.set_trailed(FIXED, fixed as i64);
        }
        Ok(fixed)
    }
}

impl Propagator for AllDifferentValue {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.views, Wake::Fixed).priority(2).modified_positions().trailed_integers(CELLS).idempotent();
    }

    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        let fixed = self.eliminate(cx, modified)?;
        Ok(if fixed + 1 >= self.views.len() { Status::Entailed } else { Status::Stable })
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
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

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        rule == &VALUE_TAKEN && check::has_clash(&self.views, case)
    }
}
