//! Reasons for the inferences of `among`: as many decided views as the count needs, preferring those decided at the
//! root.

use super::{FEW, MANY, Meaning, TOO_MANY};
use crate::constraints::premises::{some_within, within};
use crate::constraints::within::satisfying;
use crate::prelude_propagator::*;
use crate::value_set::ValueSet;

/// Explains a fact about the count or about the view at a position; without a fact, explains why more views are decided
/// than the count allows.
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
    // Either too many views are inside, or too many are outside, so that too few can be inside.
    let set = &sets[rule as usize];
    let fact_values = fact.map(|fact| satisfying(target.map_or(*count, |p| views[p]), fact)).unwrap_or_default();
    let is_too_many = rule == TOO_MANY;
    let needed = if fact.is_none() || target.is_some() {
        let (least, most) = (past.min(*count), past.max(*count));
        why.push(if is_too_many { Atom::at_most(*count, most) } else { Atom::at_least(*count, least) });
        let allowed = if is_too_many { i64::from(most) } else { n - i64::from(least) };
        allowed + i64::from(fact.is_none())
    } else if is_too_many {
        fact_values.min().map_or(0, i64::from)
    } else {
        n - fact_values.max().map_or(n, i64::from)
    };
    some_within(views, set, target, needed, past, why);
    if let Some(p) = target {
        let allowed = ValueSet::union([set.clone(), fact_values]);
        within(views[p], &allowed, past, why);
    }
    if is_too_many { &MANY } else { &FEW }
}
