//! Reasons for the inferences of `count`: if the fact were false, no possible value would have a permitted number of
//! occurrences.

use super::{Meaning, NUMBER, TAKES, VALUE};
use crate::constraints::premises::{some_within, within};
use crate::constraints::within::{complement, satisfying};
use crate::prelude_propagator::*;
use crate::value_set::ValueSet;

pub(super) fn explain(meaning: &Meaning, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) {
    let Meaning { views, value, number } = meaning;
    let n = i32::try_from(views.len()).unwrap_or(i32::MAX);
    let of = |view: View| fact.map(|fact| satisfying(view, fact)).unwrap_or_default();
    // The values that the fact itself excludes, if it is about the number or the value.
    let spared = if hint == NUMBER { of(*number) } else { ValueSet::default() };
    let has = |k: i32| past.contains(*number, k) && !spared.contains(k);
    let mut missing = Vec::new();
    if (0..=n).all(|k| !has(k)) {
        missing.extend(0..=n);
    } else {
        let sure = if hint == VALUE { of(*value) } else { ValueSet::default() };
        let (low, high) = (past.min(*value), past.max(*value));
        // Only the values for which the fact is false need to be counted.
        let open = ValueSet::range(low, high).minus(&sure);
        let counted: Vec<i32> = open.iter().filter(|&v| past.contains(*value, v)).collect();
        // All other values were removed, or the fact holds for them.
        let allowed = ValueSet::union([ValueSet::from_values(counted.iter().copied()), sure]);
        within(*value, &allowed, past, why);
        let target = Target::new(meaning, past, fact, hint, &counted, why);
        for v in counted {
            missing.extend(miscounted(views, past, v, &target, has, why));
        }
    }
    missing.sort_unstable();
    missing.dedup();
    past.none_of(*number, missing.into_iter().filter(|&k| !spared.contains(k)), why);
}

/// The counted view in the fact, if any: its position, and the counted value that it takes if the fact is false.
struct Target {
    position: Option<usize>,
    takes: Option<i32>,
}

impl Target {
    fn new(
        meaning: &Meaning,
        past: &DomainsAt<'_>,
        fact: Option<Atom>,
        hint: u32,
        counted: &[i32],
        why: &mut Premises,
    ) -> Target {
        let (Some(fact), Some(about)) = (fact, hint.checked_sub(TAKES)) else {
            return Target { position: None, takes: None };
        };
        let position = (about / 2) as usize;
        let view = meaning.views[position];
        let true_for = satisfying(view, fact);
        if about % 2 == 0 {
            let takes = complement(&true_for).min();
            return Target { position: Some(position), takes };
        }
        let others = complement(&ValueSet::from_values(counted.iter().copied()));
        within(view, &ValueSet::union([others, true_for]), past, why);
        Target { position: Some(position), takes: None }
    }
}

/// Explains why more or fewer views take a value than the number allows, using as few views as possible. Returns the
/// occurrence numbers that remain possible; `number` must have lost them.
fn miscounted(
    views: &[View],
    past: &DomainsAt<'_>,
    v: i32,
    target: &Target,
    has: impl Fn(i32) -> bool,
    why: &mut Premises,
) -> std::ops::RangeInclusive<i32> {
    let own = i32::from(target.takes == Some(v));
    let (mut few, mut many) = (own, own);
    for (_, &view) in views.iter().enumerate().filter(|&(i, _)| Some(i) != target.position) {
        few += i32::from(past.fixed(view) == Some(v));
        many += i32::from(past.contains(view, v));
    }
    let n = i32::try_from(views.len()).unwrap_or(i32::MAX);
    let first = (0..few).rev().take_while(|&k| !has(k)).last().unwrap_or(few);
    let last = (many + 1..=n).take_while(|&k| !has(k)).last().unwrap_or(many);
    let this = ValueSet::range(v, v);
    some_within(views, &this, target.position, i64::from(first - own), past, why);
    let outside = i64::from(n) - i64::from(last) - i64::from(target.position.is_some() && own == 0);
    some_within(views, &complement(&this), target.position, outside, past, why);
    first..=last
}
