//! Reasons for the inferences of `maximum`: explains a bound of the maximum or of one of the views.

use super::{LOWER, MEMBER, Maximum, UPPER};
use crate::prelude_propagator::*;

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
    let v = fact.map_or(0, |fact| fact.bound(view));
    match kind {
        UPPER => {
            why.extend(xs.iter().map(|&x| Atom::at_most(x, v)));
            &rules.bound
        }
        LOWER => {
            // A premise that holds at the root costs nothing.
            let raised = || xs.iter().map(|&x| Atom::at_least(x, v)).filter(|&atom| past.entails(atom));
            why.extend(raised().find(|&atom| past.holds_at_root(atom)).or_else(|| raised().next()));
            &rules.bound
        }
        MEMBER => {
            why.push(Atom::at_most(*m, v));
            &rules.member
        }
        _ => {
            // All other views stay below a value that `m` reaches. This value may exceed the fact's bound if that bound
            // was clamped.
            let others = || xs.iter().enumerate().filter(|other| other.0 != i).map(|other| *other.1);
            let beyond = others().fold(v, |beyond, x| beyond.max(i64::from(past.max(x)) + 1));
            why.push(Atom::at_least(*m, beyond));
            why.extend(others().map(|x| Atom::at_most(x, beyond - 1)));
            &rules.reach
        }
    }
}
