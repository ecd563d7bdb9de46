//! Reasons for the inferences of `arg_max`: explains why an index cannot win, and why a view has a bound.

use super::{ArgMaximum, INDEX, MEMBER, lead};
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
    let bound = fact.map_or(0, |fact| fact.bound(xs[at]));
    match kind {
        INDEX => {
            cannot_win(xs, past, at, why);
            &rules.index
        }
        MEMBER => {
            // With a value above the bound, the view would be ahead of all others that can win.
            let mut left = vec![at as i32];
            for (i, &x) in xs.iter().enumerate().filter(|other| other.0 != at) {
                let behind = Atom::at_most(x, bound + i64::from(lead(i, at)));
                match past.contains(*index, i as i32) {
                    _ if past.holds_at_root(behind) => {}
                    true => why.push(behind),
                    false => left.push(i as i32),
                }
            }
            past.none_of(*index, left, why);
            &rules.member
        }
        _ => {
            why.push(Atom::equals(*index, at as i32));
            let ahead = |i: usize| Atom::at_least(xs[i], bound - i64::from(lead(at, i)));
            let others = || (0..xs.len()).filter(|&i| i != at).map(ahead);
            let given = others().find(|&atom| past.holds_at_root(atom));
            why.extend(given.or_else(|| others().find(|&atom| past.entails(atom))));
            &rules.winner
        }
    }
}

/// Explains that another view is always ahead of the one at `at`. Any separating value will do; one whose atom holds at
/// the root saves a premise.
fn cannot_win(xs: &[View], past: &DomainsAt<'_>, at: usize, why: &mut Premises) {
    let x = xs[at];
    let rivals = || (0..xs.len()).filter(|&i| i != at && past.max(x) < past.min(xs[i]) + lead(at, i));
    let root = past.root();
    if let Some(i) = rivals().find(|&i| root.max(x) < past.min(xs[i]) + lead(at, i)) {
        why.push(Atom::at_least(xs[i], root.max(x) + 1 - lead(at, i)));
    } else if let Some(i) = rivals().find(|&i| past.max(x) < root.min(xs[i]) + lead(at, i)) {
        why.push(Atom::at_most(x, root.min(xs[i]) + lead(at, i) - 1));
    } else if let Some(i) = rivals().next() {
        let most = past.max(x);
        why.extend([Atom::at_most(x, most), Atom::at_least(xs[i], most + 1 - lead(at, i))]);
    }
}

/// Explains that every index was removed or cannot win.
pub(super) fn no_winner(xs: &[View], index: View, past: &DomainsAt<'_>, why: &mut Premises) {
    let mut others = Vec::new();
    for at in 0..xs.len() {
        if past.contains(index, at as i32) {
            cannot_win(xs, past, at, why);
        } else {
            others.push(at as i32);
        }
    }
    past.none_of(index, others, why);
}
