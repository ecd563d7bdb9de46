//! Reasons for the inferences of `nvalue`: explains a bound on the count, and why views must repeat values or take new
//! ones.

use super::*;
use crate::constraints::premises::within;
use crate::constraints::shortage::{Places, Shortage};
use crate::constraints::within::{complement, satisfying};
use crate::value_set::ValueSet;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn explain(
    constraint: &NValue,
    past: &DomainsAt<'_>,
    fact: Option<Atom>,
    hint: u32,
    why: &mut Premises,
) -> &'static Rule {
    let (views, count) = (&constraint.views[..], constraint.count);
    let position = (hint / 4) as usize;
    let target = views.get(position).copied().unwrap_or(count);
    let values = fact.map(|fact| satisfying(target, fact)).unwrap_or_default();
    match hint % 4 {
        APART if position < views.len() => {
            let most = past.max(count);
            why.push(Atom::at_most(count, most));
            explain_apart(views, most.saturating_add(1), Some((position, complement(&values))), past, why);
            &APART_RULE
        }
        APART => {
            explain_apart(views, values.min().unwrap_or(0), None, past, why);
            &APART_RULE
        }
        FEW => {
            // The value that the view would have if the inference were false.
            let other = fact.filter(|_| position < views.len()).map(|fact| (position, target.value_of(fact.value())));
            if other.is_some() {
                why.push(Atom::at_least(count, past.min(count)));
            }
            explain_few(views, other, past, why);
            &FEW_RULE
        }
        _ => {
            explain_full(constraint, (target, values), past, why);
            &FULL_RULE
        }
    }
}

/// Explains a failure in which the number of pairwise disjoint views exceeds the maximum of the count.
pub(super) fn explain_excess(views: &[View], count: View, past: &DomainsAt<'_>, why: &mut Premises) {
    let most = past.max(count);
    why.push(Atom::at_most(count, most));
    explain_apart(views, most.saturating_add(1), None, past, why);
}

/// Adds premises stating that `needed` views have disjoint hulls, each above the previous one. The view in `other`, if
/// any, is assumed to have a value in the given set.
fn explain_apart(
    views: &[View],
    needed: i32,
    other: Option<(usize, ValueSet)>,
    past: &DomainsAt<'_>,
    why: &mut Premises,
) {
    // For each view, the bounds that need no premise, and its past bounds within them.
    let given = |i: usize| match &other {
        Some((position, values)) if *position == i => {
            (values.min().unwrap_or(i32::MAX), values.max().unwrap_or(i32::MIN))
        }
        _ => (i32::MIN, i32::MAX),
    };
    let mut by_high: Vec<(View, [i32; 2], [i32; 2])> = Vec::with_capacity(views.len());
    for (i, &view) in views.iter().enumerate() {
        let (low, high) = given(i);
        by_high.push((view, [low, high], [past.min(view).max(low), past.max(view).min(high)]));
    }
    by_high.sort_by_key(|(.., bounds)| bounds[1]);
    let (mut chosen, mut end) = (0, None);
    for (view, given, [min, max]) in by_high {
        if chosen >= needed {
            return;
        }
        if end.is_none_or(|end| min > end) {
            let above = end.filter(|&end| given[0] <= end);
            above.into_iter().for_each(|end| why.push(Atom::at_least(view, end + 1)));
            chosen += 1;
            if chosen < needed && given[1] > max {
                why.push(Atom::at_most(view, max));
            }
            end = Some(max);
        }
    }
}

/// Adds premises stating that some views together have too few values: the views reached from those that a maximum
/// matching leaves unmatched (D. König 1931). The view in `other`, if any, is assumed to have the given value.
fn explain_few(views: &[View], other: Option<(usize, i32)>, past: &DomainsAt<'_>, why: &mut Premises) {
    let n = views.len();
    let values: Vec<Option<Vec<i32>>> = views
        .iter()
        .enumerate()
        .map(|(i, &view)| {
            if let Some((_, v)) = other.filter(|other| other.0 == i) {
                return Some(vec![v]);
            }
            let values = (past.min(view)..=past.max(view)).filter(|&v| past.contains(view, v));
            let few: Vec<i32> = values.take(n).collect();
            (few.len() < n).then_some(few)
        })
        .collect();
    let Cover { reached, covered } = cover(&values);
    let cover = ValueSet::from_values(covered.iter().copied());
    for i in (0..n).filter(|&i| reached[i] && other.is_none_or(|other| other.0 != i)) {
        within(views[i], &cover, past, why);
    }
}

/// A set of views by position, and the values that cover their domains.
pub(super) struct Cover {
    pub(super) reached: Vec<bool>,
    pub(super) covered: BTreeSet<i32>,
}

/// Returns the views reached from those that a maximum matching leaves unmatched, and the values that cover their
/// domains. A view without a list is treated as having its own distinct value.
pub(super) fn cover(values: &[Option<Vec<i32>>]) -> Cover {
    let mut places = Places::new(values.iter().map(|values| values.as_deref().unwrap_or_default()));
    let listed = (0..values.len()).filter(|&i| values[i].is_some());
    let lonely: Vec<usize> = listed.filter(|&i| places.give(i).is_err()).collect();
    // The set of views reached from the unmatched ones is final only after all of them have been tried.
    let (mut reached, mut covered) = (vec![false; values.len()], BTreeSet::new());
    for Shortage { items, places } in lonely.into_iter().filter_map(|i| places.give(i).err()) {
        items.into_iter().for_each(|i| reached[i] = true);
        covered.extend(places);
    }
    Cover { reached, covered }
}

/// Adds premises stating that the fixed views have as many distinct values as the count allows; if the fact were false,
/// there would be one more.
fn explain_full(constraint: &NValue, (target, fact): (View, ValueSet), past: &DomainsAt<'_>, why: &mut Premises) {
    let most = past.max(constraint.count);
    let mut fixed = BTreeMap::new();
    for &view in constraint.views.iter() {
        if let Some(v) = past.fixed(view) {
            let is_given = past.root().fixed(view).is_some();
            let known = fixed.entry(v).or_insert((view, is_given));
            if is_given {
                *known = (view, true);
            }
        }
    }
    why.push(Atom::at_most(constraint.count, most));
    for (&v, &(view, _)) in fixed.iter().take(usize::try_from(most + 1).unwrap_or(0)) {
        why.push(Atom::equals(view, v));
    }
    if fixed.len() as i64 <= i64::from(most) {
        let others = complement(&ValueSet::from_values(fixed.keys().copied()));
        within(target, &ValueSet::union([others, fact]), past, why);
    }
}
