//! `array[index] = result` for an array of views.

use super::equal::{CHOSEN_FROM_RESULT, equate};
use super::{EQUAL, INDEX, Level, RANGE, RESULT, check, enforce_range, explain, scan};
use crate::constraints::fact::Fact;
use crate::constraints::premises::{lower, raise, unless_given};
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
    /// Of each index a value that its view and the result had in common when it was last looked for.
    residues: Vec<i32>,
    /// Of each value of the result, by its last six bits, an index whose view had it when that was last looked for.
    supports: Box<[u32; 64]>,
}

/// Positions in the scope: the index, the result, then the array.
const INDEX_POSITION: u32 = 0;
const ARRAY: u32 = 2;

/// Hints: an index was removed; the result changed. Others are those of [`equate`].
const ABOUT_INDEX: u32 = 0;
const ABOUT_RESULT: u32 = 1;

impl ElementOfViews {
    /// Bounds consistent: domains of the array and the result count as intervals.
    pub fn bounds(array: impl Into<Arc<[View]>>, index: View, result: View) -> ElementOfViews {
        ElementOfViews::new(array.into(), index, result, Level::Bounds)
    }

    /// Domain consistent.
    pub fn domain(array: impl Into<Arc<[View]>>, index: View, result: View) -> ElementOfViews {
        ElementOfViews::new(array.into(), index, result, Level::Domain)
    }

    fn new(array: Arc<[View]>, index: View, result: View, level: Level) -> ElementOfViews {
        let residues = vec![0; array.len()];
        ElementOfViews { array, index, result, level, residues, supports: Box::new([0; 64]) }
    }

    /// Domain consistency when the values of the result lie within 64: by words, in one pass, for
    /// what an index that is left has in common with the result stays in both.
    fn prune_by_words(&mut self, cx: &mut Context<'_>, base: i32) -> Result<(), Conflict> {
        let wanted = cx.window(self.result, base);
        let (mut union, mut looks) = (0, 0);
        let mut next = Some(cx.min(self.index));
        while let Some(i) = next {
            looks += 1;
            let common = cx.window(self.array[i as usize], base) & wanted;
            if common == 0 {
                cx.remove(self.index, i, || Lazy(ABOUT_INDEX))?;
            }
            for bit in bits(common & !union) {
                self.supports[place(base, bit)] = i as u32;
            }
            union |= common;
            next = cx.next(self.index, i + 1);
        }
        cx.work(looks)?;
        cx.keep(self.result, base, union, || Lazy(ABOUT_RESULT))
    }

    /// Whether the views that changed leave all as it is: each still meets the result if its index
    /// is left, and each value of the result has its support.
    fn is_quiet(&self, cx: &Context<'_>, base: i32, woken: &[u32]) -> bool {
        let wanted = cx.window(self.result, base);
        let meets = |i: u32| cx.window(self.array[i as usize], base) & wanted != 0;
        let has_support = |bit: u32| {
            let i = self.supports[place(base, bit)];
            cx.contains(self.index, i as i32) && cx.window(self.array[i as usize], base) >> bit & 1 != 0
        };
        let changed = |&position: &u32| match position.checked_sub(ARRAY) {
            Some(i) => !cx.contains(self.index, i as i32) || meets(i),
            None => position == INDEX_POSITION,
        };
        cx.fixed(self.index).is_none() && woken.iter().all(changed) && bits(wanted).all(has_support)
    }

    /// Whether the view of an index and the result can be equal.
    fn can_meet(&mut self, cx: &Context<'_>, i: usize) -> bool {
        let range = scan::overlap(cx, self.array[i], self.result);
        if range.0 > range.1 || self.level == Level::Bounds || !scan::is_short(range) {
            return range.0 <= range.1;
        }
        let common = scan::common_value(cx, self.array[i], self.result, self.residues[i]);
        self.residues[i] = common.unwrap_or(self.residues[i]);
        common.is_some()
    }

    /// Removes the indices whose view cannot meet the result. Returns the bounds of the views of those left.
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
            }
            next = cx.next(self.index, i + 1);
        }
        cx.work(looks)?;
        Ok((least, most))
    }

    /// Removes the values of the result that no view of an index left has.
    fn prune_result(&self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        let range = cx.bounds(self.result);
        if !scan::is_short(range) {
            return Ok(());
        }
        for base in scan::windows(range) {
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

/// The numbers of the bits of a word.
#[inline]
fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}

/// Where the support of the value `base + bit` is remembered: by the value, wherever the window begins.
#[inline]
fn place(base: i32, bit: u32) -> usize {
    (base.wrapping_add(bit as i32) & 63) as usize
}

impl Propagator for ElementOfViews {
    fn scope(&self, scope: &mut Scope) {
        let wake = self.level.wake();
        scope.watch(self.index, Wake::Domain).watch(self.result, wake).watch_all(&self.array, wake).priority(3).inbox();
    }

    fn propagate(&mut self, cx: &mut Context<'_>, woken: &[u32]) -> Result<Status, Conflict> {
        enforce_range(cx, self.index, self.array.len())?;
        let range = cx.bounds(self.result);
        if self.level == Level::Domain && i64::from(range.1) - i64::from(range.0) < 64 {
            cx.work(woken.len())?;
            if self.is_quiet(cx, range.0, woken) {
                return Ok(Status::Stable);
            }
            self.prune_by_words(cx, range.0)?;
            return match cx.fixed(self.index) {
                Some(i) => equate(cx, self.level, self.result, self.array[i as usize]),
                None => Ok(Status::Stable),
            };
        }
        loop {
            let (least, most) = self.prune_index(cx)?;
            if let Some(i) = cx.fixed(self.index) {
                return equate(cx, self.level, self.result, self.array[i as usize]);
            }
            let before = cx.bounds(self.result);
            raise(cx, self.result, least, || Lazy(ABOUT_RESULT))?;
            lower(cx, self.result, most, || Lazy(ABOUT_RESULT))?;
            if self.level == Level::Domain {
                self.prune_result(cx)?;
            }
            if cx.bounds(self.result) == before {
                return Ok(Status::Stable);
            }
        }
    }

    fn explain(&self, past: &Past<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        let Some(fact) = fact else { return &RANGE };
        match hint {
            ABOUT_INDEX => {
                let (Fact::Differs(i) | Fact::Equals(i)) = Fact::of(self.index, fact) else { return &INDEX };
                explain::disjoint(past, self.array[i as usize], self.result, why);
                &INDEX
            }
            ABOUT_RESULT => {
                explain::elsewhere(past, &self.array, self.index, Fact::of(self.result, fact), why);
                &RESULT
            }
            _ => {
                let Some(i) = past.fixed(self.index) else { return &EQUAL };
                let chosen = self.array[i as usize];
                let (to, from) = if hint == CHOSEN_FROM_RESULT { (chosen, self.result) } else { (self.result, chosen) };
                why.extend(unless_given(past, self.index, Fact::Equals(i)));
                why.extend(unless_given(past, from, Fact::of(to, fact)));
                &EQUAL
            }
        }
    }

    fn check(&self, rule: &'static Rule, case: &Assumed<'_>) -> bool {
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
            let range = scan::overlap(cx, self.array[i as usize], self.result);
            let looks_inside = self.level == Level::Domain && scan::is_short(range);
            let hint = self.residues[i as usize];
            range.0 <= range.1
                && (!looks_inside || scan::common_value(cx, self.array[i as usize], self.result, hint).is_some())
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

    fn boxed_clone(&self) -> Box<dyn Propagator> {
        Box::new(self.clone())
    }
}
