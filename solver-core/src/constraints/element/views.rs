//! `array[index] = result` for an array of views.

use super::{EQUAL, EQUATED, INDEX, Level, RANGE, RESULT, check, enforce_range, explain};
use crate::constraints::bits::ones;
use crate::constraints::meet;
use crate::prelude_propagator::*;
use std::sync::Arc;

/// `array[index] = result` for an array of views; indices count from 0. See the [module page](super).
///
/// ```
/// use solver_core::{ValueSet, constraints::ElementOfViews, engine::EngineBuilder};
/// let domains = [(0, 2), (1, 3), (5, 7), (6, 9), (4, 6)].map(|(low, high)| ValueSet::range(low, high));
/// let mut b = EngineBuilder::new(domains.to_vec());
/// let (index, array, result) = (b.view(0), [b.view(1), b.view(2), b.view(3)], b.view(4));
/// b.post(Box::new(ElementOfViews::domain(array, index, result)));
/// let mut e = b.build()?;
/// e.propagate().unwrap();
/// assert_eq!((e.values(index), e.values(result)), (vec![1, 2], vec![5, 6]));
/// # Ok::<(), solver_core::engine::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ElementOfViews {
    array: Arc<[View]>,
    index: View,
    result: View,
    level: Level,
    /// For each index, a value shared by its view and the result at the last test.
    residues: Vec<i32>,
    /// For each value of the result, by its last six bits, an index whose view contained it at the last test.
    supports: Box<[u32; 64]>,
    /// The inverse of `supports`: for each index, the values that it supports, by their last six bits.
    supported: Vec<u64>,
    /// An index whose view reached down to the result's minimum at the last test, and one whose view reached up to the
    /// result's maximum. An index found deeper in the search may not reach the bound here, so every run tests both.
    ends: [u32; 2],
}

/// Marks the absence of an index.
const NONE: u32 = u32::MAX;

/// Positions in the scope: the index, the result, then the array.
const INDEX_POSITION: u32 = 0;
const RESULT_POSITION: u32 = 1;
const ARRAY: u32 = 2;

/// Hints: an index was removed, or the result changed. Other hints are those of [`meet::equate`].
const ABOUT_INDEX: u32 = 0;
const ABOUT_RESULT: u32 = 1;

impl ElementOfViews {
    /// Creates the bounds consistent propagator: the domains of the array views and the result are treated as
    /// intervals.
    pub fn bounds(array: impl Into<Arc<[View]>>, index: View, result: View) -> ElementOfViews {
        ElementOfViews::new(array.into(), index, result, Level::Bounds)
    }

    /// Creates the domain consistent propagator.
    pub fn domain(array: impl Into<Arc<[View]>>, index: View, result: View) -> ElementOfViews {
        ElementOfViews::new(array.into(), index, result, Level::Domain)
    }

    pub(super) fn new(array: Arc<[View]>, index: View, result: View, level: Level) -> ElementOfViews {
        let residues = vec![0; array.len()];
        ElementOfViews {
            supported: vec![0; array.len()],
            array,
            index,
            result,
            level,
            residues,
            supports: Box::new([NONE; 64]),
            ends: [NONE; 2],
        }
    }

    /// Returns the start of a 64-value window that covers the result's values; `None` if no window does or the level is
    /// Bounds.
    fn base_of_words(&self, cx: &Context<'_>) -> Option<i32> {
        if self.level == Level::Bounds {
            return None;
        }
        let (low, high) = cx.bounds(self.result);
        cx.word_base(self.result).or((i64::from(high) - i64::from(low) < 64).then_some(low))
    }

    /// Enforces domain consistency by words if the result's values lie within one window of 64. One pass suffices,
    /// because values shared by a remaining index's view and the result stay in both.
    fn prune_by_words(&mut self, cx: &mut Context<'_>, base: i32) -> Result<(), Conflict> {
        let wanted = cx.window(self.result, base);
        let mut union = 0;
        for first in meet::windows(cx.bounds(self.index)) {
            let left = cx.window(self.index, first);
            let mut kept = left;
            for bit in ones(left) {
                let i = first as u32 + bit;
                let common = cx.window(self.array[i as usize], base) & wanted;
                if common == 0 {
                    kept ^= 1 << bit;
                    cx.close(ARRAY + i);
                    continue;
                }
                for value in ones(common & !union) {
                    self.support(base, value, i);
                }
                self.watch_values(cx, i, base, common);
                union |= common;
            }
            cx.work(1 + left.count_ones() as usize)?;
            cx.keep(self.index, first, kept, || Lazy(ABOUT_INDEX))?;
        }
        cx.keep(self.result, base, union, || Lazy(ABOUT_RESULT))
    }

    /// Like [`prune_by_words`](Self::prune_by_words), for an unchanged result and an unfixed index: examines only
    /// changes. Supports from the last run still hold unless a change contradicts them. Supports found deeper in the
    /// search remain supports after backtracking, because backtracking only restores values.
    fn prune_changes(&mut self, cx: &mut Context<'_>, base: i32, modified: &[u32]) -> Result<(), Conflict> {
        let wanted = cx.window(self.result, base);
        let mut alone = 0;
        for &position in modified {
            let Some(i) = position.checked_sub(ARRAY) else {
                let stays = |&value: &u32| cx.contains(self.index, self.supports[place(base, value)] as i32);
                alone |= ones(wanted).filter(|value| !stays(value)).fold(0, |all, value| all | 1 << value);
                continue;
            };
            if !cx.contains(self.index, i as i32) {
                cx.close(position);
                continue;
            }
            let common = cx.window(self.array[i as usize], base) & wanted;
            alone |= self.supported_by(i, base) & wanted & !common;
            if common == 0 {
                cx.remove(self.index, i as i32, || Lazy(ABOUT_INDEX))?;
                cx.close(position);
            } else {
                self.watch_values(cx, i, base, common);
            }
        }
        for value in ones(alone) {
            if !self.find_support(cx, base, value)? {
                cx.remove(self.result, base + value as i32, || Lazy(ABOUT_RESULT))?;
            }
        }
        Ok(())
    }

    /// Unsubscribes from the other views once the index is fixed; returns whether only those were modified.
    fn closes_all(&self, cx: &mut Context<'_>, chosen: u32, modified: &[u32]) -> bool {
        let is_other = |&position: &u32| position >= ARRAY && position != ARRAY + chosen;
        modified.iter().copied().filter(is_other).for_each(|position| cx.close(position));
        modified.iter().all(is_other)
    }

    /// Propagates once the index is fixed.
    fn settle(&mut self, cx: &mut Context<'_>, chosen: u32, base: i32, modified: &[u32]) -> Result<Status, Conflict> {
        if self.closes_all(cx, chosen, modified) {
            return Ok(Status::Stable);
        }
        self.prune_by_words(cx, base)?;
        cx.watch_all_values(ARRAY + chosen);
        meet::equate(cx, self.level, (self.result, self.array[chosen as usize]), EQUATED)
    }

    /// Enforces bounds consistency: examines changes, then whether some view still reaches each bound of the result.
    fn prune_by_bounds(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        if modified.contains(&INDEX_POSITION) {
            enforce_range(cx, self.index, self.array.len())?;
        }
        cx.work(modified.len())?;
        if let Some(chosen) = cx.fixed(self.index).and_then(|i| u32::try_from(i).ok())
            && self.closes_all(cx, chosen, modified)
        {
            return Ok(Status::Stable);
        }
        if modified.contains(&RESULT_POSITION) {
            self.prune_index(cx)?;
        } else {
            for i in modified.iter().filter_map(|position| position.checked_sub(ARRAY)) {
                if !cx.contains(self.index, i as i32) {
                    cx.close(ARRAY + i);
                } else if !self.can_meet(cx, i as usize) {
                    cx.remove(self.index, i as i32, || Lazy(ABOUT_INDEX))?;
                    cx.close(ARRAY + i);
                }
            }
        }
        loop {
            if let Some(i) = cx.fixed(self.index) {
                return meet::equate(cx, self.level, (self.result, self.array[i as usize]), EQUATED);
            }
            let before = cx.bounds(self.result);
            if let Some(least) = self.end(cx, 0, |cx, view| i64::from(cx.min(view)))? {
                cx.at_least(self.result, least, || Lazy(ABOUT_RESULT))?;
            }
            if let Some(most) = self.end(cx, 1, |cx, view| -i64::from(cx.max(view)))? {
                cx.at_most(self.result, -most, || Lazy(ABOUT_RESULT))?;
            }
            if cx.bounds(self.result) == before {
                return Ok(Status::Stable);
            }
            self.prune_index(cx)?;
        }
    }

    /// Returns the outermost bound on one side among the remaining indices' views, if none of them reaches the result's
    /// bound on that side. `reach` decreases with distance.
    fn end(
        &mut self,
        cx: &mut Context<'_>,
        side: usize,
        reach: impl Fn(&Context<'_>, View) -> i64,
    ) -> Result<Option<i64>, Conflict> {
        let wanted = reach(cx, self.result);
        let known = self.ends[side];
        if known != NONE && cx.contains(self.index, known as i32) && reach(cx, self.array[known as usize]) <= wanted {
            return Ok(None);
        }
        let (mut farthest, mut looks) = (i64::MAX, 0);
        let mut next = Some(cx.min(self.index));
        while let Some(i) = next {
            looks += 1;
            let reached = reach(cx, self.array[i as usize]);
            if reached <= wanted {
                self.ends[side] = i as u32;
                break;
            }
            farthest = farthest.min(reached);
            next = cx.next(self.index, i + 1);
        }
        cx.work(looks)?;
        Ok(next.is_none().then_some(farthest))
    }

    /// Looks for a remaining index whose view contains a value of the result.
    fn find_support(&mut self, cx: &mut Context<'_>, base: i32, value: u32) -> Result<bool, Conflict> {
        for first in meet::windows(cx.bounds(self.index)) {
            let left = cx.window(self.index, first);
            let has = |&k: &u32| cx.window(self.array[(first as u32 + k) as usize], base) >> value & 1 != 0;
            let found = ones(left).find(has);
            cx.work(1 + left.count_ones() as usize / 2)?;
            if let Some(k) = found {
                let i = first as u32 + k;
                self.support(base, value, i);
                self.watch_values(cx, i, base, 1 << value);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Stores an index as the support of a value.
    #[inline]
    fn support(&mut self, base: i32, value: u32, i: u32) {
        let at = place(base, value);
        let before = std::mem::replace(&mut self.supports[at], i);
        if let Some(supported) = self.supported.get_mut(before as usize) {
            *supported &= !(1 << at);
        }
        self.supported[i as usize] |= 1 << at;
    }

    /// The values of the window that an index supports.
    #[inline]
    fn supported_by(&self, i: u32, base: i32) -> u64 {
        self.supported[i as usize].rotate_right(place(base, 0) as u32)
    }

    /// Watches values in the view of an index. Only two kinds of removals matter: those of values that the index
    /// supports, here or higher up in the search, and that of one value in `common`, the values that the view shares
    /// with the result. If the result may have values beyond the window higher up, all changes matter.
    #[inline]
    fn watch_values(&self, cx: &mut Context<'_>, i: u32, base: i32, common: u64) {
        if cx.is_small(self.result) {
            let supported = self.supported_by(i, base);
            let one = if supported & common == 0 { common & common.wrapping_neg() } else { 0 };
            cx.watch_values(ARRAY + i, self.array[i as usize], base, supported | one);
        }
    }

    /// Returns whether the view of an index and the result can be equal.
    #[inline]
    fn can_meet(&mut self, cx: &Context<'_>, i: usize) -> bool {
        let common = meet::common(cx, self.level, self.array[i], self.result, self.residues[i]);
        self.residues[i] = common.unwrap_or(self.residues[i]);
        common.is_some()
    }

    /// Removes the indices whose view cannot meet the result. Returns the bounds of the remaining indices' views.
    fn prune_index(&mut self, cx: &mut Context<'_>) -> Result<(i32, i32), Conflict> {
        let (mut least, mut most) = (i32::MAX, i32::MIN);
        let mut next = Some(cx.min(self.index));
        let mut looks = 0;
        while let Some(i) = next {
            looks += 2;
            if self.can_meet(cx, i as usize) {
                let (low, high) = cx.bounds(self.array[i as usize]);
                (least, most) = (least.min(low), most.max(high));
            } else {
                cx.remove(self.index, i, || Lazy(ABOUT_INDEX))?;
                cx.close(ARRAY + i as u32);
            }
            next = cx.next(self.index, i + 1);
        }
        cx.work(looks)?;
        Ok((least, most))
    }

    /// Removes the result values that no remaining index's view contains.
    fn prune_result(&self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        let range = cx.bounds(self.result);
        if !meet::is_short(range) {
            return Ok(());
        }
        for base in meet::windows(range) {
            let wanted = cx.window(self.result, base);
            let (mut union, mut looks) = (0, 1);
            let mut next = Some(cx.min(self.index));
            while let Some(i) = next.filter(|_| wanted & !union != 0) {
                union |= cx.window(self.array[i as usize], base);
                looks += 1;
                next = cx.next(self.index, i + 1);
            }
            cx.work(looks)?;
            cx.keep(self.result, base, union, || Lazy(ABOUT_RESULT))?;
        }
        Ok(())
    }
}

/// The slot that stores the support of the value `base + bit`. It depends only on the value, not on the window.
#[inline]
fn place(base: i32, bit: u32) -> usize {
    (base.wrapping_add(bit as i32) & 63) as usize
}

impl Propagator for ElementOfViews {
    fn scope(&self, scope: &mut Scope) {
        let wake = self.level.wake();
        scope
            .watch(self.index, Wake::Domain)
            .watch(self.result, wake)
            .watch_all(&self.array, wake)
            .priority(3)
            .modified_positions();
    }

    fn propagate(&mut self, cx: &mut Context<'_>, modified: &[u32]) -> Result<Status, Conflict> {
        if let Some(base) = self.base_of_words(cx) {
            if modified.contains(&INDEX_POSITION) {
                enforce_range(cx, self.index, self.array.len())?;
            }
            cx.work(modified.len())?;
            if let Some(chosen) = cx.fixed(self.index).and_then(|i| u32::try_from(i).ok()) {
                return self.settle(cx, chosen, base, modified);
            }
            if modified.contains(&RESULT_POSITION) {
                self.prune_by_words(cx, base)?;
            } else {
                self.prune_changes(cx, base, modified)?;
            }
            return match cx.fixed(self.index) {
                Some(i) => self.settle(cx, i as u32, base, &[INDEX_POSITION]),
                None => Ok(Status::Stable),
            };
        }
        if self.level == Level::Bounds {
            return self.prune_by_bounds(cx, modified);
        }
        enforce_range(cx, self.index, self.array.len())?;
        loop {
            let (least, most) = self.prune_index(cx)?;
            if let Some(i) = cx.fixed(self.index) {
                return meet::equate(cx, self.level, (self.result, self.array[i as usize]), EQUATED);
            }
            let before = cx.bounds(self.result);
            cx.at_least(self.result, least, || Lazy(ABOUT_RESULT))?;
            cx.at_most(self.result, most, || Lazy(ABOUT_RESULT))?;
            self.prune_result(cx)?;
            if cx.bounds(self.result) == before {
                // Later runs examine only changes, so they need supports.
                return match self.base_of_words(cx) {
                    Some(base) => self.prune_by_words(cx, base).map(|()| Status::Stable),
                    None => Ok(Status::Stable),
                };
            }
        }
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        let Some(fact) = fact else { return &RANGE };
        match hint {
            ABOUT_INDEX => {
                if fact.is_about_value() {
                    meet::disjoint(past, self.array[fact.bound(self.index) as usize], self.result, why);
                }
                &INDEX
            }
            ABOUT_RESULT => {
                explain::elsewhere(past, &self.array, self.index, (self.result, fact), why);
                &RESULT
            }
            _ => {
                let Some(i) = past.fixed(self.index) else { return &EQUAL };
                let chosen = self.array[i as usize];
                explain::equal(fact, [(self.index, i)], (self.result, chosen), hint, why);
                &EQUAL
            }
        }
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        if rule == &RANGE {
            return check::is_outside(case, self.index, self.array.len());
        }
        let known = rule == &INDEX || rule == &RESULT || rule == &EQUAL;
        let can_meet = |i: i32| check::may_be_equal(case, self.array[i as usize], self.result);
        known && check::no_index(case, self.index, self.array.len(), can_meet)
    }

    fn refuted(&self, cx: &Context<'_>, why: &mut Premises) -> Option<&'static Rule> {
        let last = i32::try_from(self.array.len()).unwrap_or(i32::MAX) - 1;
        let meets = |i: i32| {
            let (view, residue) = (self.array[i as usize], self.residues[i as usize]);
            meet::common(cx, self.level, view, self.result, residue).is_some()
        };
        let within = cx.min(self.index).max(0)..=cx.max(self.index).min(last);
        if within.into_iter().any(|i| cx.contains(self.index, i) && meets(i)) {
            return None;
        }
        if let Some(now) = cx.now() {
            explain::no_element(&now, &self.array, self.index, self.result, why);
        }
        Some(&RESULT)
    }
}
