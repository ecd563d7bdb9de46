//! `lex_less` and `lex_less_eq`: lexicographic order of two arrays.
//!
//! | constraint | removes | wakes on | cost of a run |
//! |---|---|---|---|
//! | [`Lex`] | every value without support | bounds | the number of views examined, see below |
//!
//! After A. Frisch, B. Hnich, Z. Kiziltan, I. Miguel, T. Walsh, *Global Constraints for Lexicographic Orderings* (CP
//! 2002): α is the first index whose pair is not yet both fixed and equal. It is a trailed integer, and indices before
//! it are never examined again. At α the left view must be at most the right one, and strictly less if the suffix
//! cannot be in order. This depends on the first later index at which the left minimum differs from the right maximum,
//! so a run examines the views from α to that index. If the arrays have different lengths, a proper prefix of an array
//! is less than the array.

mod check;
mod model;
#[cfg(test)]
mod tests;

use crate::prelude_propagator::*;
use std::sync::Arc;

/// Whether equal arrays count as in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Order {
    /// They are not: `<`.
    Strict,
    /// They are: `<=`.
    Weak,
}

/// See the [module page](self).
#[derive(Clone, Debug)]
pub struct Lex {
    /// The pairs of a left and a right view up to the shorter length, simplified.
    pairs: Arc<[(View, View)]>,
    /// Whether the order holds if all pairs are equal.
    equal_is_right: bool,
    /// The pairs as posted.
    posted: Arc<[(View, View)]>,
    posted_equal: bool,
}

/// The trailed integer: the first index whose pair is not yet both fixed and equal.
const ALPHA: usize = 0;

pub(super) static ORDER: Rule =
    Rule::new("lex.order", "{premises}, and the left of {constraint} would come after the right otherwise, so {fact}");

/// The requirement on the left view at an index if all earlier pairs are equal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Must {
    NotBeAbove,
    BeBelow,
}

/// The side that lost values. A hint is four times the index, plus twice the side, plus the requirement.
const LEFT: u32 = 0;
const RIGHT: u32 = 2;

impl Lex {
    /// Creates a propagator that ensures that `left` comes before `right`, or equals `right` if the order is weak.
    ///
    /// ```
    /// use solver_core::{ValueSet, constraints::{Lex, Order}, engine::EngineBuilder};
    /// let mut b = EngineBuilder::new([1..=3, 5..=9, 0..=2, 4..=5].map(|r| ValueSet::range(*r.start(), *r.end())).to_vec());
    /// let v = [b.view(0), b.view(1), b.view(2), b.view(3)];
    /// b.post(Box::new(Lex::new([v[0], v[1]], [v[2], v[3]], Order::Strict)));
    /// let mut e = b.build()?;
    /// e.propagate().unwrap(); // the second are out of order, so the first must be strictly in order
    /// assert_eq!((e.fixed(v[0]), e.fixed(v[2])), (Some(1), Some(2)));
    /// # Ok::<(), solver_core::engine::BuildError>(())
    /// ```
    pub fn new(left: impl IntoIterator<Item = View>, right: impl IntoIterator<Item = View>, order: Order) -> Lex {
        let (left, right): (Vec<View>, Vec<View>) = (left.into_iter().collect(), right.into_iter().collect());
        let posted_equal = match order {
            Order::Strict => left.len() < right.len(),
            Order::Weak => left.len() <= right.len(),
        };
        let posted: Arc<[(View, View)]> = left.into_iter().zip(right).collect();
        let (pairs, equal_is_right) = simplified(&posted, posted_equal);
        Lex { pairs, equal_is_right, posted, posted_equal }
    }

    /// Returns the requirement at an index due to the later pairs.
    fn duty(&self, cx: &mut Context<'_>, index: usize) -> Result<Must, Conflict> {
        for &(x, y) in &self.pairs[index + 1..] {
            cx.work(1)?;
            match cx.min(x).cmp(&cx.max(y)) {
                std::cmp::Ordering::Less => return Ok(Must::NotBeAbove),
                std::cmp::Ordering::Greater => return Ok(Must::BeBelow),
                std::cmp::Ordering::Equal => {}
            }
        }
        Ok(if self.equal_is_right { Must::NotBeAbove } else { Must::BeBelow })
    }

    /// Adds the premises stating that no pair before the index is in strict order.
    fn say_prefix(&self, past: &DomainsAt<'_>, index: usize, why: &mut Premises) {
        for &(x, y) in &self.pairs[..index] {
            let v = past.max(y);
            why.extend([Atom::at_least(x, v), Atom::at_most(y, v)]);
        }
    }

    /// Adds the premises stating that the pairs after the index cannot be in order.
    fn say_suffix(&self, past: &DomainsAt<'_>, index: usize, why: &mut Premises) {
        let root = past.root();
        for &(x, y) in &self.pairs[index + 1..] {
            let (lowest, highest) = (past.max(y), past.min(x) - 1);
            if lowest <= highest {
                // Any value in `lowest..=highest` will do; one that saves a premise is preferred.
                let given = root.min(x) - 1;
                let v = if given >= lowest { given } else { root.max(y).min(highest) };
                why.extend([Atom::at_least(x, v + 1), Atom::at_most(y, v)]);
                return;
            }
            why.extend([Atom::at_least(x, lowest), Atom::at_most(y, lowest)]);
        }
    }
}

/// Drops pairs of equal views. Also drops the first pair that is never equal, such as `x` and `x + 1`, and all pairs
/// after it.
fn simplified(posted: &[(View, View)], equal_is_right: bool) -> (Arc<[(View, View)]>, bool) {
    let mut pairs = Vec::new();
    for &(x, y) in posted {
        if x.var() != y.var() || x.is_negated() != y.is_negated() {
            pairs.push((x, y));
        } else if x.offset() != y.offset() {
            return (pairs.into(), x.offset() < y.offset());
        }
    }
    (pairs.into(), equal_is_right)
}

impl Propagator for Lex {
    fn scope(&self, scope: &mut Scope) {
        for &(x, y) in self.pairs.iter() {
            // Both bounds of both views matter, because α advances once a pair is both fixed and equal.
            scope.watch(x, Wake::Bounds).watch(y, Wake::Bounds);
        }
        scope.priority(1).trailed_integers(1);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        let mut alpha = cx.trailed(ALPHA) as usize;
        while let Some(&(x, y)) = self.pairs.get(alpha) {
            cx.work(1)?;
            let fixed = cx.fixed(x);
            if fixed.is_none() || fixed != cx.fixed(y) {
                if cx.max(x) < cx.min(y) {
                    return Ok(Status::Entailed);
                }
                let duty = self.duty(cx, alpha)? as u32;
                let hint = 4 * alpha as u32 + duty;
                cx.at_most(x, cx.max(y) - duty as i32, || Lazy(hint | LEFT))?;
                cx.at_least(y, cx.min(x) + duty as i32, || Lazy(hint | RIGHT))?;
                if cx.max(x) < cx.min(y) {
                    return Ok(Status::Entailed);
                }
                let fixed = cx.fixed(x);
                if fixed.is_none() || fixed != cx.fixed(y) {
                    return Ok(Status::Stable);
                }
            }
            alpha += 1;
            cx.set_trailed(ALPHA, alpha as i64);
        }
        if self.equal_is_right { Ok(Status::Entailed) } else { cx.fail(|| Lazy(0)) }
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        let Some(fact) = fact else {
            self.say_prefix(past, self.pairs.len(), why);
            return &ORDER;
        };
        let (index, duty) = ((hint / 4) as usize, i64::from(hint % 2));
        self.say_prefix(past, index, why);
        let (x, y) = self.pairs[index];
        let (target, other) = if hint & RIGHT == 0 { (x, y) } else { (y, x) };
        let bound = fact.bound(target);
        why.push(if hint & RIGHT == 0 {
            Atom::at_most(other, bound + duty)
        } else {
            Atom::at_least(other, bound - duty)
        });
        if duty == Must::BeBelow as i64 {
            self.say_suffix(past, index, why);
        }
        &ORDER
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        rule == &ORDER && !check::possible(&self.posted, self.posted_equal, case)
    }

    fn refuted(&self, cx: &Context<'_>, why: &mut Premises) -> Option<&'static Rule> {
        for &(x, y) in self.pairs.iter() {
            let (least, most) = (cx.min(x), cx.max(y));
            if least < most {
                return None;
            }
            why.extend([Atom::at_least(x, most + i32::from(least > most)), Atom::at_most(y, most)]);
            if least > most {
                return Some(&ORDER);
            }
        }
        (!self.equal_is_right).then_some(&ORDER)
    }
}
