//! Reasons of `among`: as many decided views as the count needs, first those decided at the root.

use super::{FEW, MANY, Meaning, TOO_MANY};
use crate::constraints::premises::{some_within, within};
use crate::constraints::within::satisfying;
use crate::prelude_propagator::*;
use crate::value_set::ValueSet;

pub(super) fn explain(
    meaning: &Meaning,
    past: &DomainsAt<'_>,
    fact: Option<Atom>,
    position: usize,
    rule: u32,
    why: &mut Premises,
) -> &'static Rule {
    let Meaning { views, sets, count, .. } = meaning;
    let n = views.len() as i64;
    let target = (position < views.len()).then_some(position);
    // Too many views are inside, or too few are left when the others are outside.
    let set = &sets[rule as usize];
    let fact_values = fact.map(|fact| satisfying(target.map_or(*count, |p| views[p]), fact)).unwrap_or_default();
    let needed = match (target, rule) {
        (Some(_), TOO_MANY) => {
            why.push(Atom::at_most(*count, past.max(*count)));
            i64::from(past.max(*count))
        }
        (Some(_), _) => {
            why.push(Atom::at_least(*count, past.min(*count)));
            n - i64::from(past.min(*count))
        }
        (None, TOO_MANY) => fact_values.min().map_or(0, i64::from),
        (None, _) => n - fact_values.max().map_or(n, i64::from),
    };
    some_within(views, set, target, needed, past, why);
    if let Some(p) = target {
        let allowed = ValueSet::union([set.clone(), fact_values]);
        within(views[p], &allowed, past, why);
    }
    if rule == TOO_MANY { &MANY } else { &FEW }
}

/// The reason of a conflict: one more view is decided than the count allows.
pub(super) fn explain_conflict(meaning: &Meaning, past: &DomainsAt<'_>, rule: u32, why: &mut Premises) {
    let Meaning { views, sets, count, .. } = meaning;
    let needed = if rule == TOO_MANY {
        let most = past.max(*count);
        why.push(Atom::at_most(*count, most));
        i64::from(most) + 1
    } else {
        let least = past.min(*count);
        why.push(Atom::at_least(*count, least));
        views.len() as i64 - i64::from(least) + 1
    };
    some_within(views, &sets[rule as usize], None, needed, past, why);
}
