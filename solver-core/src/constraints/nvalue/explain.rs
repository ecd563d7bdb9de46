//! Reasons of `nvalue`: why the count is bounded, and why views take existing values or new ones.

use super::*;
use crate::constraints::premises::within;
use crate::constraints::within::{complement, satisfying};
use crate::value_set::ValueSet;
use std::collections::{BTreeMap, HashMap};

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
        APART => {
            explain_apart(views, values.min().unwrap_or(0), past, why);
            &APART_RULE
        }
        FEW => {
            explain_few(views, past, why);
            &FEW_RULE
        }
        FULL => {
            explain_full(constraint, (target, values), past, why);
            &FULL_RULE
        }
        _ => {
            let v = fact.map_or(0, |fact| target.value_of(fact.value()));
            why.push(Atom::at_least(count, views.len() as i32));
            let other = (0..views.len()).find(|&i| i != position && past.fixed(views[i]) == Some(v));
            other.into_iter().for_each(|i| why.push(Atom::equals(views[i], v)));
            &DISTINCT_RULE
        }
    }
}

/// More disjoint views than allowed values.
pub(super) fn explain_excess(views: &[View], count: View, past: &DomainsAt<'_>, why: &mut Premises) {
    let most = past.max(count);
    why.push(Atom::at_most(count, most));
    explain_apart(views, most.saturating_add(1), past, why);
}

/// This many views with disjoint hulls: each lies above the one before.
fn explain_apart(views: &[View], needed: i32, past: &DomainsAt<'_>, why: &mut Premises) {
    let mut by_high: Vec<View> = views.to_vec();
    by_high.sort_by_key(|&view| past.max(view));
    let (mut chosen, mut end) = (0, None);
    for view in by_high {
        if chosen >= needed {
            return;
        }
        if end.is_none_or(|end| past.min(view) > end) {
            end.into_iter().for_each(|end| why.push(Atom::at_least(view, end + 1)));
            chosen += 1;
            if chosen < needed {
                why.push(Atom::at_most(view, past.max(view)));
            }
            end = Some(past.max(view));
        }
    }
}

/// Views that lie within few values: all that are reached from those that a largest matching leaves out (D. König
/// 1931).
fn explain_few(views: &[View], past: &DomainsAt<'_>, why: &mut Premises) {
    let n = views.len();
    let values: Vec<Option<Vec<i32>>> = views
        .iter()
        .map(|&view| {
            let values = (past.min(view)..=past.max(view)).filter(|&v| past.contains(view, v));
            let few: Vec<i32> = values.take(n).collect();
            (few.len() < n).then_some(few)
        })
        .collect();
    let mut owner = HashMap::new();
    let mut lonely = Vec::new();
    for i in (0..n).filter(|&i| values[i].is_some()) {
        if !find(i, &values, &mut owner, &mut vec![false; n]) {
            lonely.push(i);
        }
    }
    let mut reached = vec![false; n];
    let mut covered = BTreeMap::new();
    while let Some(i) = lonely.pop() {
        if std::mem::replace(&mut reached[i], true) {
            continue;
        }
        for &v in values[i].iter().flatten() {
            covered.insert(v, ());
            lonely.extend(owner.get(&v));
        }
    }
    let cover = ValueSet::from_values(covered.keys().copied());
    why.row("count", 0);
    for i in 0..n {
        if reached[i] {
            within(views[i], &cover, past, why);
            why.row("view", i as i64);
        }
    }
    covered.keys().for_each(|&v| why.row("value", v.into()));
}

fn find(i: usize, values: &[Option<Vec<i32>>], owner: &mut HashMap<i32, usize>, asked: &mut [bool]) -> bool {
    asked[i] = true;
    for &v in values[i].iter().flatten() {
        let is_free = match owner.get(&v) {
            None => true,
            Some(&other) => !asked[other] && find(other, values, owner, asked),
        };
        if is_free {
            owner.insert(v, i);
            return true;
        }
    }
    false
}

/// As many fixed values as allowed; if the fact were false there would be one more.
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
