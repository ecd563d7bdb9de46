//! Domains: the remaining values of a variable.
//!
//! There are three layouts, and one is chosen per variable when a model is compiled:
//!
//! | layout | chosen for | representation | cost of a removal |
//! |---|---|---|---|
//! | [`small`] | spans up to 64 | one word; bounds and size by bit instructions | a word operation |
//! | [`wide`] | spans up to 16,384 | bounds, size, and a row of words | a word operation, more when a bound moves |
//! | [`span`] | larger spans | bounds, sorted ranges at the root, and later holes: bits for few values, otherwise a sorted list | `O(log ranges)`; for a list also `O(log holes)` and a memory move |
//!
//! No layout may ignore a removal: other solvers have lost solutions to the queens problem that way.

mod cut;
mod holes;
pub(crate) mod small;
pub(crate) mod span;
pub(crate) mod wide;

use crate::trail::Slots;
use crate::value_set::ValueSet;
use crate::var::Var;
pub(crate) use cut::{Cut, Effect};
use span::Span;
use wide::Wide;

/// The layout of a variable's domain.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Layout {
    /// Chooses by the span of the values: Small up to 64, Wide up to 16,384, otherwise Span.
    #[default]
    Auto,
    /// Wide wherever it fits (spans up to 65,536), otherwise Span; for tests.
    Wide,
    /// Span for every variable; for tests.
    Span,
}

impl Layout {
    const WIDE_AUTO: i64 = 16_384;
    const WIDE_FORCED: i64 = 65_536;

    /// The rank of Span, which fits any set.
    pub(crate) const LAST_RANK: u8 = 2;

    /// The rank of the layout for a set of values: 0 Small, 1 Wide, 2 Span.
    pub(crate) fn rank(self, set: &ValueSet) -> u8 {
        let span = match (set.min(), set.max()) {
            (Some(low), Some(high)) => i64::from(high) - i64::from(low) + 1,
            _ => 0,
        };
        match self {
            Layout::Auto if span <= 64 => 0,
            Layout::Auto if span <= Layout::WIDE_AUTO => 1,
            Layout::Wide if span <= Layout::WIDE_FORCED => 1,
            _ => Layout::LAST_RANK,
        }
    }
}

/// The static data of all domains. Their changing words are trailed slots.
#[derive(Clone)]
pub(crate) struct Domains {
    /// The base values of the Small variables, which have the indices `0..base.len()`.
    base: Vec<i32>,
    wide: Vec<Wide>,
    span: Vec<Span>,
    /// Holes added to Span domains, in chronological order, for undo: the index of the domain, and the value's rank.
    holes: Vec<(u32, u32)>,
    marks: Vec<u32>,
}

impl Domains {
    /// Creates domains for the sets, which must be sorted by rank. Also returns the initial slots.
    pub(crate) fn new(sets: &[(u8, ValueSet)]) -> (Domains, Vec<u64>) {
        let mut domains =
            Domains { base: Vec::new(), wide: Vec::new(), span: Vec::new(), holes: Vec::new(), marks: Vec::new() };
        let mut slots: Vec<u64> = Vec::new();
        for (rank, set) in sets {
            match rank {
                0 => {
                    let base = set.min().unwrap_or(0);
                    domains.base.push(base);
                    slots.push(small::word_of(base, set));
                }
                1 => domains.wide.push(Wide::new(set, &mut slots)),
                _ => domains.span.push(Span::new(set, &mut slots)),
            }
        }
        (domains, slots)
    }

    /// The number of Small variables, which come first.
    pub(crate) fn small_count(&self) -> usize {
        self.base.len()
    }

    /// The number of Wide variables, which come next.
    pub(crate) fn wide_count(&self) -> usize {
        self.wide.len()
    }

    /// The number of variables.
    pub(crate) fn count(&self) -> usize {
        self.base.len() + self.wide.len() + self.span.len()
    }

    #[inline]
    pub(crate) fn is_small(&self, var: Var) -> bool {
        var.index() < self.base.len()
    }

    #[inline]
    pub(crate) fn base(&self, var: Var) -> i32 {
        self.base[var.index()]
    }

    /// The domain of a variable that is not Small: `Ok` if it is Wide, `Err` if it is Span.
    #[inline]
    fn large(&self, var: Var) -> Result<&Wide, &Span> {
        let i = var.index() - self.base.len();
        self.wide.get(i).ok_or_else(|| &self.span[i - self.wide.len()])
    }

    #[inline(always)]
    pub(crate) fn bounds(&self, slots: &Slots, var: Var) -> (i32, i32) {
        match self.base.get(var.index()) {
            Some(&base) => small::bounds(slots.get(var.index()), base),
            None => self.bounds_large(slots, var),
        }
    }

    #[inline(always)]
    fn bounds_large(&self, slots: &Slots, var: Var) -> (i32, i32) {
        match self.large(var) {
            Ok(wide) => wide.bounds(slots),
            Err(span) => span.bounds(slots),
        }
    }

    #[inline]
    pub(crate) fn size(&self, slots: &Slots, var: Var) -> u32 {
        if self.is_small(var) {
            slots.get(var.index()).count_ones()
        } else {
            match self.large(var) {
                Ok(wide) => wide.size(slots),
                Err(span) => span.size(slots),
            }
        }
    }

    #[inline]
    pub(crate) fn contains(&self, slots: &Slots, var: Var, x: i32) -> bool {
        match self.base.get(var.index()) {
            Some(&base) => slots.get(var.index()) & small::bit(base, x) != 0,
            None => self.contains_large(slots, var, x),
        }
    }

    fn contains_large(&self, slots: &Slots, var: Var, x: i32) -> bool {
        match self.large(var) {
            Ok(wide) => wide.contains(slots, x),
            Err(span) => span.contains(slots, x),
        }
    }

    /// Whether `x` may be in the domain, without searching the holes. Only `false` is certain.
    #[inline]
    pub(crate) fn may_contain(&self, slots: &Slots, var: Var, x: i32) -> bool {
        if self.is_small(var) {
            return slots.get(var.index()) & small::bit(self.base(var), x) != 0;
        }
        match self.large(var) {
            Ok(wide) => wide.contains(slots, x),
            Err(_) => true,
        }
    }

    /// The value of a fixed variable.
    #[inline(always)]
    pub(crate) fn fixed(&self, slots: &Slots, var: Var) -> Option<i32> {
        if self.is_small(var) {
            let word = slots.get(var.index());
            (word & word.wrapping_sub(1) == 0).then(|| self.base(var).wrapping_add(word.trailing_zeros() as i32))
        } else {
            self.fixed_large(slots, var)
        }
    }

    #[inline]
    fn fixed_large(&self, slots: &Slots, var: Var) -> Option<i32> {
        match self.large(var) {
            Ok(wide) => wide.fixed(slots),
            Err(span) => {
                let (low, high) = span.bounds(slots);
                (low == high).then_some(low)
            }
        }
    }

    /// The part of the domain in `base..base + 64`, as a bitset.
    #[inline]
    pub(crate) fn window(&self, slots: &Slots, var: Var, base: i32) -> u64 {
        match self.base.get(var.index()) {
            Some(&own) => small::shifted(slots.get(var.index()), i64::from(base) - i64::from(own)),
            None => self.window_large(slots, var, base),
        }
    }

    fn window_large(&self, slots: &Slots, var: Var, base: i32) -> u64 {
        match self.large(var) {
            Ok(wide) => wide.window(slots, base),
            Err(span) => span.window(slots, base),
        }
    }

    /// The smallest value `>= x`.
    pub(crate) fn next(&self, slots: &Slots, var: Var, x: i32) -> Option<i32> {
        if self.is_small(var) {
            let base = self.base(var);
            let word = slots.get(var.index()) & small::mask_at_least(base, x);
            (word != 0).then(|| base.wrapping_add(word.trailing_zeros() as i32))
        } else {
            match self.large(var) {
                Ok(wide) => wide.next(slots, x),
                Err(span) => span.next(slots, x),
            }
        }
    }

    /// The largest value `<= x`.
    pub(crate) fn previous(&self, slots: &Slots, var: Var, x: i32) -> Option<i32> {
        if self.is_small(var) {
            let base = self.base(var);
            let word = slots.get(var.index()) & small::mask_at_most(base, x);
            (word != 0).then(|| base.wrapping_add(63 - word.leading_zeros() as i32))
        } else {
            match self.large(var) {
                Ok(wide) => wide.previous(slots, x),
                Err(span) => span.previous(slots, x),
            }
        }
    }

    /// All values.
    pub(crate) fn values(&self, slots: &Slots, var: Var) -> ValueSet {
        let (low, high) = self.bounds(slots, var);
        if i64::from(self.size(slots, var)) == i64::from(high) - i64::from(low) + 1 {
            return ValueSet::range(low, high);
        }
        if !self.is_small(var)
            && let Err(span) = self.large(var)
        {
            return span.values(slots);
        }
        ValueSet::from_values(std::iter::successors(Some(low), |&x| self.next(slots, var, x + 1)))
    }

    /// The value with exactly `k` smaller values in the domain; `k` must be less than the size.
    pub(crate) fn nth(&self, slots: &Slots, var: Var, k: u32) -> i32 {
        if self.is_small(var) {
            let mut word = slots.get(var.index());
            for _ in 0..k {
                word &= word.wrapping_sub(1);
            }
            self.base(var).wrapping_add(word.trailing_zeros() as i32)
        } else {
            match self.large(var) {
                Ok(wide) => wide.nth(slots, k),
                Err(span) => span.nth(slots, k),
            }
        }
    }

    /// Removes a value from a variable that is not Small. Like `cut`, but handles the common case first.
    #[inline]
    pub(crate) fn remove_large(&mut self, slots: &mut Slots, var: Var, x: i32) -> Effect {
        match self.wide.get(var.index() - self.base.len()) {
            Some(wide) => wide.remove(slots, x),
            None => self.cut(slots, var, Cut::Remove(x)),
        }
    }

    /// Keeps the values from `low` to `high` of a Wide variable, and returns its bounds; `None` for a Span variable.
    #[inline]
    pub(crate) fn wide_within(&self, slots: &mut Slots, var: Var, low: i32, high: i32) -> Option<(Effect, (i32, i32))> {
        self.wide.get(var.index() - self.base.len()).map(|wide| wide.within(slots, low, high))
    }

    /// Applies a cut to a variable that is not Small.
    pub(crate) fn cut(&mut self, slots: &mut Slots, var: Var, cut: Cut) -> Effect {
        let i = var.index() - self.base.len();
        match self.wide.get(i) {
            Some(wide) => wide.cut(slots, cut),
            None => {
                let i = i - self.wide.len();
                let holes = &mut self.holes;
                self.span[i].cut(slots, cut, &mut |rank| holes.push((i as u32, rank)))
            }
        }
    }

    /// The variable whose domain contains this slot; `None` for propagators' trailed integers, which come after all
    /// domains.
    pub(crate) fn owner(&self, slot: usize) -> Option<Var> {
        let (small, wide) = (self.base.len(), self.wide.len());
        if slot < small {
            return Some(Var(slot as u32));
        }
        if let Some(first) = self.span.first()
            && first.slot() <= slot
        {
            // Each Span domain has one slot, and the slots are consecutive.
            let i = slot - first.slot();
            return (i < self.span.len()).then_some(Var((small + wide + i) as u32));
        }
        let i = self.wide.partition_point(|wide| wide.slots().start <= slot).checked_sub(1)?;
        self.wide[i].slots().contains(&slot).then_some(Var((small + i) as u32))
    }

    /// The Span variables that have lost values between their bounds since the innermost level was opened.
    pub(crate) fn pierced(&self) -> impl ExactSizeIterator<Item = Var> + '_ {
        let from = self.marks.last().map_or(0, |&mark| mark as usize);
        let first = self.base.len() + self.wide.len();
        self.holes[from..].iter().map(move |&(i, _)| Var((first + i as usize) as u32))
    }

    #[inline]
    pub(crate) fn push_level(&mut self) {
        if !self.span.is_empty() {
            self.marks.push(self.holes.len() as u32);
        }
    }

    #[inline]
    pub(crate) fn pop_level(&mut self) {
        if let Some(mark) = self.marks.pop() {
            for (i, rank) in self.holes.drain(mark as usize..).rev() {
                self.span[i as usize].fill(rank);
            }
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.base.capacity() * 4
            + self.wide.capacity() * size_of::<Wide>()
            + self.holes.capacity() * 8
            + self.span.iter().map(Span::bytes).sum::<usize>()
    }
}
