//! Reasons of `arg_max`: why an index cannot win, and why a view got a bound.

use super::{ArgMaximum, INDEX, MEMBER, lead};
use crate::constraints::fact::Fact;
use crate::constraints::premises::{gone, is_left, unless_given};
use crate::prelude_propagator::*;

pub(super) fn explain(
    constraint: &ArgMaximum,
    past: &DomainsAt<'_>,
    fact: Option<Atom>,
    hint: u32,
    why: &mut Premises,
) -> &'static Rule {
    let ArgMaximum { xs, index, rules, .. } = constraint;
    let (kind, at) = (hint & 3, (hint >> 2) as usize);
    let bound = match fact.map(|fact| Fact::of(xs[at], fact)) {
        Some(Fact::AtLeast(v) | Fact::AtMost(v)) => v,
        _ => 0,
    };
    match kind {
        INDEX => {
            cannot_win(xs, past, at, why);
            &rules.index
        }
        MEMBER => {
            // Above the bound it would be ahead of all others that may win.
            let mut left = vec![at as i32];
            for (i, &x) in xs.iter().enumerate().filter(|other| other.0 != at) {
                let behind = Fact::AtMost(bound + lead(i, at));
                let Some(premise) = unless_given(past, x, behind) else { continue };
                if is_left(past, *index, i as i32) { why.push(premise) } else { left.push(i as i32) }
            }
            gone(past, *index, left.into_iter(), why);
            &rules.member
        }
        _ => {
            let at_least = |i: usize| Fact::AtLeast(bound - lead(at, i));
            let others = || (0..xs.len()).filter(|&i| i != at);
            let raised = |&i: &usize| matches!(at_least(i), Fact::AtLeast(v) if past.min(xs[i]) >= v);
            let given = others().any(|i| unless_given(past, xs[i], at_least(i)).is_none());
            why.extend(unless_given(past, *index, Fact::Equals(at as i32)));
            why.extend(others().find(raised).filter(|_| !given).and_then(|i| unless_given(past, xs[i], at_least(i))));
            &rules.winner
        }
    }
}

/// Another view is always ahead of the one at `at`. The separating value is a free choice; one that holds at the root
/// saves a premise.
fn cannot_win(xs: &[View], past: &DomainsAt<'_>, at: usize, why: &mut Premises) {
    let x = xs[at];
    let rivals = || (0..xs.len()).filter(|&i| i != at && past.max(x) < past.min(xs[i]) + lead(at, i));
    let root = past.root();
    if let Some(i) = rivals().find(|&i| root.max(x) < past.min(xs[i]) + lead(at, i)) {
        why.extend(unless_given(past, xs[i], Fact::AtLeast(root.max(x) + 1 - lead(at, i))));
    } else if let Some(i) = rivals().find(|&i| past.max(x) < root.min(xs[i]) + lead(at, i)) {
        why.push(Atom::at_most(x, root.min(xs[i]) + lead(at, i) - 1));
    } else if let Some(i) = rivals().next() {
        let most = past.max(x);
        why.extend([Atom::at_most(x, most), Atom::at_least(xs[i], most + 1 - lead(at, i))]);
    }
}

/// Every index was removed, or cannot win.
pub(super) fn no_winner(xs: &[View], index: View, past: &DomainsAt<'_>, why: &mut Premises) {
    let mut others = Vec::new();
    for at in 0..xs.len() {
        if is_left(past, index, at as i32) {
            cannot_win(xs, past, at, why);
        } else {
            others.push(at as i32);
        }
    }
    gone(past, index, others.into_iter(), why);
}
