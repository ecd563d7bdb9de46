//! `array[index] = result` for an array of constants.

use super::groups::Groups;
use super::{INDEX, Level, RANGE, RESULT, check, enforce_range};
use crate::constraints::bits::ones;
use crate::constraints::meet;
use crate::prelude_propagator::*;
use fixedbitset::FixedBitSet;
use std::sync::Arc;

/// `array[index] = result` for an array of constants; indices count from 0. See the [module page](super).
///
/// ```
/// use solver_core::{ValueSet, constraints::ElementOfConstants, engine::EngineBuilder};
/// let mut b = EngineBuilder::new(vec![ValueSet::range(1, 5), ValueSet::range(0, 99)]);
/// let (index, result) = (b.view(0), b.view(1));
/// // The array counts from 1: its fourth value is 50.
/// b.post(Box::new(ElementOfConstants::domain([10, 70, 30, 50], index.plus(-1), result)));
/// let mut e = b.build()?;
/// e.propagate().unwrap();
/// assert_eq!((e.values(index), e.values(result)), (vec![1, 2, 3, 4], vec![10, 30, 50, 70]));
/// # Ok::<(), solver_core::engine::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ElementOfConstants {
    array: Arc<[i32]>,
    index: View,
    result: View,
    level: Level,
    groups: Groups,
    /// The group of each index.
    group_of: Arc<[u32]>,
    /// The indices of each group as bits, if all indices are less than 64.
    masks: Option<Arc<[u64]>>,
    /// Scratch at level Domain: the groups of the tested indices, and those whose value the result may have.
    seen: FixedBitSet,
    possible: FixedBitSet,
}

/// Hints: the inference is about the index, or about the result.
const ABOUT_INDEX: u32 = 0;
const ABOUT_RESULT: u32 = 1;

/// The maximum number of indices for which the linear relaxation gets a row.
const MOST_INDICES: u64 = 1_000;

impl ElementOfConstants {
    /// Creates a propagator that is bounds consistent on the result and, given the result's bounds, domain consistent
    /// on the index.
    pub fn bounds(array: impl Into<Arc<[i32]>>, index: View, result: View) -> ElementOfConstants {
        ElementOfConstants::new(array.into(), index, result, Level::Bounds)
    }

    /// Creates the domain consistent propagator.
    pub fn domain(array: impl Into<Arc<[i32]>>, index: View, result: View) -> ElementOfConstants {
        ElementOfConstants::new(array.into(), index, result, Level::Domain)
    }

    pub(super) fn new(array: Arc<[i32]>, index: View, result: View, level: Level) -> ElementOfConstants {
        let groups = Groups::new(&array);
        let mut group_of = vec![0; array.len()];
        (0..groups.len()).for_each(|group| groups.members(group).for_each(|i| group_of[i] = group as u32));
        let none = FixedBitSet::with_capacity(groups.len());
        let (seen, possible) = (none.clone(), none);
        let masks = (array.len() <= u64::BITS as usize).then(|| {
            let mut masks = vec![0; seen.len()];
            (0..).zip(&group_of).for_each(|(i, &group)| masks[group as usize] |= 1_u64 << i);
            masks.into()
        });
        ElementOfConstants { array, index, result, level, groups, group_of: group_of.into(), masks, seen, possible }
    }

    /// Returns whether the result may have the value of a group, which must lie within the result's bounds.
    fn is_possible(&mut self, cx: &Context<'_>, group: usize) -> bool {
        if self.level == Level::Bounds {
            return true;
        }
        if !self.seen.put(group) && cx.contains(self.result, self.groups.value(group)) {
            self.possible.insert(group);
        }
        self.possible[group]
    }

    /// Like [`prune_index`](Self::prune_index), but by groups instead of indices; `None` if some index is 64 or more.
    fn prune_index_by_groups(&mut self, cx: &mut Context<'_>) -> Option<Result<(i32, i32), Conflict>> {
        let within = self.groups.within(cx.bounds(self.result));
        let ElementOfConstants { masks: Some(masks), groups, possible, index, result, level, .. } = self else {
            return None;
        };
        possible.clear();
        let left = cx.window(*index, 0);
        let (mut allowed, mut least, mut most) = (0, i32::MAX, i32::MIN);
        for group in within {
            let v = groups.value(group);
            if left & masks[group] != 0 && (*level == Level::Bounds || cx.contains(*result, v)) {
                allowed |= masks[group];
                (least, most) = (least.min(v), v);
                possible.insert(group);
            }
        }
        let kept = cx.work(1 + masks.len()).and_then(|()| cx.keep(*index, 0, allowed, || Lazy(ABOUT_INDEX)));
        Some(kept.map(|()| (least, most)))
    }

    /// Removes the indices whose value the result cannot have. Returns the bounds of the remaining values.
    fn prune_index(&mut self, cx: &mut Context<'_>) -> Result<(i32, i32), Conflict> {
        if let Some(pruned) = self.prune_index_by_groups(cx) {
            return pruned;
        }
        self.seen.clear();
        self.possible.clear();
        let (low, high) = cx.bounds(self.result);
        let (mut least, mut most) = (i32::MAX, i32::MIN);
        for base in meet::windows(cx.bounds(self.index)) {
            let left = cx.window(self.index, base);
            cx.work(1 + left.count_ones() as usize)?;
            for bit in ones(left) {
                let i = base + bit as i32;
                let v = self.array[i as usize];
                // The bounds are tested first, in part because a value beyond the range of views may alias one within
                // it.
                if low <= v && v <= high && self.is_possible(cx, self.group_of[i as usize] as usize) {
                    (least, most) = (least.min(v), most.max(v));
                } else {
                    cx.remove(self.index, i, || Lazy(ABOUT_INDEX))?;
                }
            }
        }
        Ok((least, most))
    }

    /// Removes the values within the result's bounds that no remaining index has.
    fn prune_result(&self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        let too_many = |cx: &Context<'_>| cx.size(self.result) as usize > self.possible.count_ones(..);
        if !too_many(cx) {
            return Ok(());
        }
        let within = self.groups.within(cx.bounds(self.result));
        cx.work(within.len())?;
        for group in within.clone().filter(|&group| !self.possible[group]) {
            cx.remove(self.result, self.groups.value(group), || Lazy(ABOUT_RESULT))?;
        }
        if too_many(cx) {
            self.groups.remove_between(cx, self.result, within, Lazy(ABOUT_RESULT))?;
        }
        Ok(())
    }
}

impl Propagator for ElementOfConstants {
    fn scope(&self, scope: &mut Scope) {
        scope.watch(self.index, Wake::Domain).watch(self.result, self.level.wake()).priority(2);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        enforce_range(cx, self.index, self.array.len())?;
        loop {
            let (least, most) = self.prune_index(cx)?;
            cx.at_least(self.result, least, || Lazy(ABOUT_RESULT))?;
            cx.at_most(self.result, most, || Lazy(ABOUT_RESULT))?;
            // A hole in the result's domain may have moved its bounds further.
            if cx.bounds(self.result) != (least, most) {
                continue;
            }
            if least == most {
                return Ok(Status::Entailed);
            }
            if self.level == Level::Domain {
                self.prune_result(cx)?;
            }
            return Ok(Status::Stable);
        }
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        let Some(fact) = fact else { return &RANGE };
        if hint == ABOUT_INDEX {
            if fact.is_about_value() {
                why.push(Atom::differs(self.result, self.array[fact.bound(self.index) as usize]));
            }
            return &INDEX;
        }
        let holds_for = |v: i32| fact.holds_for(self.result.var_value(v));
        let others = self.array.iter().zip(0..).filter(|&(&v, _)| !holds_for(v)).map(|(_, i)| i);
        match fact.relation() {
            Relation::NotEqual => {
                let v = fact.bound(self.result) as i32;
                let Some(group) = self.groups.group(v) else { return &RESULT };
                past.none_of(self.index, self.groups.members(group).map(|i| i as i32), why);
            }
            _ => past.none_of(self.index, others, why),
        }
        &RESULT
    }

    /// The result is the sum of the constants, each times the indicator of its index.
    fn linear_rows(&self, rows: &mut LinearRows) {
        let indices = rows.values(self.index);
        let is_inside = |&(low, high): &(i32, i32)| low >= 0 && (high as usize) < self.array.len();
        if indices.len() <= MOST_INDICES && indices.ranges().iter().all(is_inside) {
            // Subtracting a base from all constants makes the coefficients smaller.
            let base = i64::from(rows.bounds(self.result).0);
            let chosen = |i: i32| (i64::from(self.array[i as usize]) - base, Summand::Is(self.index, i));
            rows.add(indices.iter().map(chosen).chain([(-1, Summand::Value(self.result))]), -base, -base);
        }
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        if rule == &RANGE {
            return check::is_outside(case, self.index, self.array.len());
        }
        let is_possible = |i: i32| check::may_be(case, self.result, self.array[i as usize]);
        (rule == &INDEX || rule == &RESULT) && check::no_index(case, self.index, self.array.len(), is_possible)
    }

    fn refuted(&self, cx: &Context<'_>, why: &mut Premises) -> Option<&'static Rule> {
        let within = |v: i32| {
            let (low, high) = cx.bounds(self.result);
            low <= v && v <= high && cx.contains(self.result, v)
        };
        let last = self.array.len() as i64 - 1;
        let (low, high) = cx.bounds(self.index);
        let left = || (low.max(0)..=high.min(last as i32)).filter(|&i| cx.contains(self.index, i));
        if left().any(|i| within(self.array[i as usize])) {
            return None;
        }
        why.extend([Atom::at_least(self.index, low), Atom::at_most(self.index, high)]);
        let holes = (low.max(0)..=high.min(last as i32)).filter(|&i| !cx.contains(self.index, i));
        why.extend(holes.map(|i| Atom::differs(self.index, i)));
        let mut values: Vec<i32> =
            left().map(|i| self.array[i as usize]).filter(|v| v.abs_diff(0) <= 1 << 30).collect();
        values.sort_unstable();
        values.dedup();
        why.extend(values.into_iter().map(|v| Atom::differs(self.result, v)));
        Some(&INDEX)
    }
}
