//! Linear equation `Σ a·x = c` of at most three variables, domain consistent.
//!
//! After bounds propagation, a support is sought for each value. With two variables, only one value of the other
//! variable can be the support (with coefficients of 1, 64 values are tested at a time). With three, the smaller of the
//! other two domains is enumerated until the last domain contains the missing value. This is repeated until nothing is
//! removed. For domains that span more than 65,536 values, and for pairs of domains with more than 2²⁴ combinations,
//! only bounds are propagated.

use super::{LinearEqual, LinearError, Term};
use crate::prelude_propagator::*;
use std::ops::RangeInclusive;

/// The constraint that the sum of at most three variables equals a constant. With more variables, it works like
/// [`LinearEqual`].
///
/// ```
/// use solver_core::{ValueSet, constraints::{LinearEqualDomain, Term}, engine::EngineBuilder};
/// let mut b = EngineBuilder::new(vec![ValueSet::range(0, 9), ValueSet::range(0, 4)]);
/// let (x, y) = (b.view(0), b.view(1));
/// let terms = [(Term { coefficient: 1, view: x }, 0..=9), (Term { coefficient: -2, view: y }, 0..=4)];
/// b.post(Box::new(LinearEqualDomain::new(terms, 1)?)); // x = 2y + 1
/// let mut e = b.build()?;
/// e.propagate().unwrap();
/// assert_eq!(e.values(x), [1, 3, 5, 7, 9]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LinearEqualDomain {
    bounds: LinearEqual,
    /// Whether the equation is `x + y = c`.
    is_plain_pair: bool,
}

/// Why [`LinearEqualDomain`] is limited to bounds, temporarily or permanently.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LinearDomainLimit {
    /// More than three variables are unfixed.
    #[error(
        "the equation has {0} variables, but domain consistency supports at most 3: use the default level, or a table"
    )]
    Terms(usize),
    /// The domains are too large.
    #[error(
        "the variables of the equation span up to {longest} values and {pairs} pairs of values, but the limits are \
         65536 and 16777216: use the default level, or tighter domains"
    )]
    Values {
        /// The widest span of a domain.
        longest: i64,
        /// The widest span, multiplied by the smallest if there are three variables.
        pairs: i64,
    },
}

pub(super) static VALUE: Rule =
    Rule::new("linear.value", "{premises}: nothing is left that would complete the sum of {constraint}, so {fact}");

/// The hint flag of an inference about a single value; the other bits are the position. Hints without this flag are
/// those of [`LinearEqual`].
const BY_VALUE: u32 = 1 << 31;

/// The maximum span of an enumerated domain, and the maximum number of pairs.
const LONGEST: i64 = 65_536;
const MOST_PAIRS: i64 = 1 << 24;

fn span((low, high): (i32, i32)) -> i64 {
    i64::from(high) - i64::from(low) + 1
}

impl LinearEqualDomain {
    /// Creates the propagator of `Σ coefficient · view = constant`. Each range must contain all root values of its
    /// view; it may be wider.
    ///
    /// # Errors
    /// [`LinearError::Overflow`] when sums over these ranges do not fit.
    pub fn new(
        terms: impl IntoIterator<Item = (Term, RangeInclusive<i32>)>,
        constant: i64,
    ) -> Result<LinearEqualDomain, LinearError> {
        let bounds = LinearEqual::new(terms, constant)?;
        let is_plain_pair = bounds.sum.plain && bounds.sum.remainder == 0 && bounds.sum.terms.len() == 2;
        Ok(LinearEqualDomain { bounds, is_plain_pair })
    }

    /// Checks whether the propagator removes all values without support, for all domains within the given ranges.
    ///
    /// # Errors
    /// [`LinearDomainLimit`] if there are more than three variables, or their domains are too wide.
    pub fn is_within_limits(&self) -> Result<(), LinearDomainLimit> {
        let ranges = &self.bounds.sum.ranges;
        if self.terms().len() > 3 {
            return Err(LinearDomainLimit::Terms(self.terms().len()));
        }
        if self.terms().len() < 2 {
            return Ok(());
        }
        let mut spans: Vec<i64> = ranges.iter().map(|&range| span(range)).collect();
        spans.sort_unstable();
        let longest = spans[spans.len() - 1];
        // For each value of one variable, the smaller of the other two domains is enumerated.
        let pairs = if spans.len() == 2 { longest } else { longest * spans[0] };
        if longest > LONGEST || pairs > MOST_PAIRS { Err(LinearDomainLimit::Values { longest, pairs }) } else { Ok(()) }
    }

    fn terms(&self) -> &[Term] {
        &self.bounds.sum.terms
    }

    /// The other terms: if there are two, first the one with the smaller domain, which is enumerated; then the last
    /// term.
    fn others(&self, position: usize, bounds: impl Fn(View) -> (i32, i32)) -> (Option<Term>, Term) {
        let mut others = self.terms().iter().enumerate().filter(|other| other.0 != position).map(|other| *other.1);
        match (others.next(), others.next()) {
            (Some(p), Some(q)) if span(bounds(p.view)) <= span(bounds(q.view)) => (Some(p), q),
            (Some(p), Some(q)) => (Some(q), p),
            (Some(p), None) => (None, p),
            (None, _) => unreachable!("there are two terms or three"),
        }
    }

    /// Checks whether the other terms have values that add up to `rest`.
    fn supports(cx: &Context<'_>, rest: i64, (through, last): (Option<Term>, Term), looks: &mut usize) -> bool {
        *looks += 1;
        let Some(through) = through else { return completes(cx, rest, last) };
        cx.values(through.view).any(|w| {
            *looks += 1;
            completes(cx, rest - through.coefficient * i64::from(w), last)
        })
    }

    /// Removes the unsupported values of a view; returns whether there were any.
    fn prune(&self, cx: &mut Context<'_>, position: usize) -> Result<bool, Conflict> {
        let Term { coefficient, view } = self.terms()[position];
        let others = self.others(position, |view| cx.bounds(view));
        let through = others.0.map_or(1, |term| span(cx.bounds(term.view)));
        let own = span(cx.bounds(view));
        if own.max(through) > LONGEST || own * through > MOST_PAIRS {
            return Ok(false);
        }
        let mut removed = false;
        let mut next = Some(cx.min(view));
        while let Some(v) = next {
            next = cx.next(view, v + 1);
            let mut looks = 0;
            let rest = self.bounds.sum.constant - coefficient * i64::from(v);
            let supported = LinearEqualDomain::supports(cx, rest, others, &mut looks);
            cx.work(looks)?;
            if !supported {
                removed = true;
                cx.remove(view, v, || Lazy(position as u32 | BY_VALUE))?;
            }
        }
        Ok(removed)
    }
}

/// For two variables with coefficients of 1: removes values of the first view without a match in the second, 64 at a
/// time. Returns whether it removed any. The bounds of the two views already match, so only a hole in the second view's
/// domain can leave a value without a match.
fn keep_matched(
    cx: &mut Context<'_>,
    (position, own): (u32, View),
    other: View,
    constant: i64,
) -> Result<bool, Conflict> {
    let (low, high) = cx.bounds(own);
    let before = cx.size(own);
    if i64::from(cx.size(other)) == span(cx.bounds(other)) || span((low, high)) > LONGEST {
        return Ok(false);
    }
    for base in (low..=high).step_by(64) {
        cx.work(1)?;
        // The value `base + k` of the first view matches `mirrored + 63 - k` of the second.
        let mirrored = (constant - i64::from(base) - 63) as i32;
        let matched = cx.window(other, mirrored).reverse_bits();
        cx.keep(own, base, matched, || Lazy(position | BY_VALUE))?;
    }
    Ok(cx.size(own) < before)
}

/// The value of the view with which a term equals `rest`, if there is one.
fn completing(rest: i64, Term { coefficient, .. }: Term) -> Option<i32> {
    if rest % coefficient == 0 { i32::try_from(rest / coefficient).ok() } else { None }
}

fn completes(cx: &Context<'_>, rest: i64, last: Term) -> bool {
    completing(rest, last).is_some_and(|u| {
        let (low, high) = cx.bounds(last.view);
        low <= u && u <= high && cx.contains(last.view, u)
    })
}

impl Propagator for LinearEqualDomain {
    fn scope(&self, scope: &mut Scope) {
        if !matches!(self.terms().len(), 2 | 3) {
            return self.bounds.scope(scope);
        }
        for term in self.terms() {
            scope.watch(term.view, Wake::Domain);
        }
        scope.priority(self.bounds.sum.priority() + 2);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        loop {
            let status = self.bounds.propagate(cx, modified)?;
            if !matches!(self.terms().len(), 2 | 3) || status == Status::Entailed {
                return Ok(status);
            }
            let mut removed = false;
            if let (true, &[x, y]) = (self.is_plain_pair, self.terms()) {
                let constant = self.bounds.sum.constant;
                removed |= keep_matched(cx, (0, x.view), y.view, constant)?;
                removed |= keep_matched(cx, (1, y.view), x.view, constant)?;
            } else {
                for position in 0..self.terms().len() {
                    removed |= self.prune(cx, position)?;
                }
            }
            if !removed {
                return Ok(status);
            }
        }
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        let position = (hint & !BY_VALUE) as usize;
        let v = match fact {
            Some(fact) if hint & BY_VALUE != 0 => fact.bound(self.terms()[position].view),
            _ => return self.bounds.explain(past, fact, hint, why),
        };
        let rest = self.bounds.sum.constant - self.terms()[position].coefficient * v;
        let (through, last) = self.others(position, |view| (past.min(view), past.max(view)));
        let Some(through) = through else {
            why.extend(completing(rest, last).map(|u| Atom::differs(last.view, u)));
            return &VALUE;
        };
        let (low, high) = (past.min(through.view), past.max(through.view));
        why.extend([Atom::at_least(through.view, low), Atom::at_most(through.view, high)]);
        let root = past.root();
        let mut lost = Vec::new();
        for w in low..=high {
            let missing = completing(rest - through.coefficient * i64::from(w), last);
            let Some(missing) = missing.filter(|&u| root.contains(last.view, u)) else { continue };
            if past.contains(last.view, missing) {
                why.push(Atom::differs(through.view, w));
            } else {
                lost.push(missing);
            }
        }
        past.none_of(last.view, lost, why);
        &VALUE
    }

    fn linear_rows(&self, rows: &mut LinearRows) {
        self.bounds.linear_rows(rows);
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        if rule == &VALUE { self.bounds.meaning.is_never_met(case) } else { self.bounds.check(rule, case) }
    }

    fn refuted(&self, cx: &Context<'_>, why: &mut Premises) -> Option<&'static Rule> {
        self.bounds.refuted(cx, why)
    }
}
