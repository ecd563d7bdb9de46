//! Reasons of `maximum`: why the maximum or one of its members got a bound.

use super::{LOWER, MEMBER, Maximum, UPPER};
use crate::constraints::fact::Fact;
use crate::prelude_propagator::*;

/// The premise that a view is at most `v`, unless it holds at the root.
fn at_most(past: &DomainsAt<'_>, view: View, v: i32) -> Option<Atom> {
    (past.root().max(view) > v).then(|| Atom::at_most(view, v))
}

/// The premise that a view is at least `v`, unless it holds at the root.
fn at_least(past: &DomainsAt<'_>, view: View, v: i32) -> Option<Atom> {
    (past.root().min(view) < v).then(|| Atom::at_least(view, v))
}

pub(super) fn explain(
    constraint: &Maximum,
    past: &DomainsAt<'_>,
    fact: Option<Atom>,
    hint: u32,
    why: &mut Premises,
) -> &'static Rule {
    let Maximum { xs, m, rules } = constraint;
    let (kind, i) = (hint & 3, (hint >> 2) as usize);
    let view = if kind == UPPER || kind == LOWER { *m } else { xs[i] };
    let (Fact::AtLeast(v) | Fact::AtMost(v)) = fact.map_or(Fact::AtMost(0), |fact| Fact::of(view, fact)) else {
        unreachable!("all facts are bounds")
    };
    match kind {
        UPPER => {
            why.extend(xs.iter().filter_map(|&x| at_most(past, x, v)));
            &rules.bound
        }
        LOWER => {
            // One that holds at the root needs no premise.
            let raised = |x: &&View| past.min(**x) >= v;
            let given = xs.iter().any(|&x| past.root().min(x) >= v);
            why.extend(xs.iter().find(raised).filter(|_| !given).map(|&x| Atom::at_least(x, v)));
            &rules.bound
        }
        MEMBER => {
            why.extend(at_most(past, *m, v));
            &rules.member
        }
        _ => {
            // All others stay below some value that m reaches; it may exceed the bound if that was clamped.
            let others = || xs.iter().enumerate().filter(|other| other.0 != i).map(|other| *other.1);
            let beyond = others().fold(v, |beyond, x| beyond.max(past.max(x) + 1));
            why.extend(at_least(past, *m, beyond));
            why.extend(others().filter_map(|x| at_most(past, x, beyond - 1)));
            &rules.reach
        }
    }
}
