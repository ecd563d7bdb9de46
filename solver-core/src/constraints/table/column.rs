//! One column of a table: its values and, for each value, the rows that have it, as bits.
//!
//! The values of a column are numbered by *slots*. If the values lie close together, slots are offsets from the
//! smallest value, so that a word of a domain is a word of slots; otherwise the values are listed. The rows of a slot
//! are stored either in full or as a list of the non-empty words, whichever is smaller. So a column of a million
//! different values costs as much as a column of ten.

use crate::constraints::bits::ones;
use crate::constraints::values;
use crate::prelude_propagator::*;

/// A wildcard in stored rows. No variable takes this value.
pub(super) const ANY: i32 = i32::MIN;

/// A column, which is compiled once and shared by all constraints on the table.
#[derive(Clone, Debug)]
pub(super) struct Column {
    numbering: Numbering,
    /// The rows of each slot.
    rows: Box<[Bits]>,
    /// The rows with a wildcard, if there are any.
    pub(super) any: Option<Bits>,
    /// The slots that have rows, as bits.
    pub(super) present: Box<[u64]>,
}

/// How slots represent values.
#[derive(Clone, Debug)]
enum Numbering {
    /// Slot `s` is the value `base + s`.
    Dense { base: i32 },
    /// Slot `s` is the `s`-th of these values.
    Listed(Box<[i32]>),
}

/// A set of rows.
#[derive(Clone, Debug)]
pub(super) enum Bits {
    /// All words.
    All(Box<[u64]>),
    /// The non-empty words, in ascending order.
    Some(Box<[(u32, u64)]>),
}

/// Checks whether a list takes less memory than a full array: a listed word takes 12 bytes, and a word in a full array
/// 8.
fn is_smaller_listed(listed: usize, words: usize) -> bool {
    listed * 3 < words * 2
}

impl Bits {
    /// Creates a set from ascending rows of a table with this many words of rows.
    fn new(rows: &[u32], words: usize) -> Bits {
        let mut some: Vec<(u32, u64)> = Vec::new();
        for &row in rows {
            let (word, bit) = (row / 64, 1 << (row % 64));
            match some.last_mut() {
                Some(last) if last.0 == word => last.1 |= bit,
                _ => some.push((word, bit)),
            }
        }
        if is_smaller_listed(some.len(), words) {
            return Bits::Some(some.into());
        }
        let mut all = vec![0; words].into_boxed_slice();
        for (word, bits) in some {
            all[word as usize] = bits;
        }
        Bits::All(all)
    }

    /// Calls `each` with every row.
    pub(super) fn for_each(&self, mut each: impl FnMut(u32)) {
        let mut word = |(place, bits): (u32, u64)| ones(bits).for_each(|bit| each(place * 64 + bit));
        match self {
            Bits::All(all) => (0..).zip(all.iter().copied()).for_each(word),
            Bits::Some(some) => some.iter().for_each(|&w| word(w)),
        }
    }
}

impl Column {
    /// Creates the column with the values of rows `0..`, for a table with this many words of rows.
    pub(super) fn new(cells: &[i32], words: usize, numbering: Spacing) -> Column {
        let mut order: Vec<(i32, u32)> = cells.iter().copied().zip(0..).collect();
        order.sort_unstable();
        let wildcards = order.partition_point(|o| o.0 == ANY);
        let any: Vec<u32> = order.drain(..wildcards).map(|o| o.1).collect();
        let any = (!any.is_empty()).then(|| Bits::new(&any, words));
        let mut rows = Vec::new();
        let group = |group: &[(i32, u32)]| {
            rows.clear();
            rows.extend(group.iter().map(|g| g.1));
            (group[0].0, Bits::new(&rows, words))
        };
        let groups: Vec<(i32, Bits)> = order.chunk_by(|a, b| a.0 == b.0).map(group).collect();
        let (Some(first), Some(last)) = (groups.first(), groups.last()) else {
            return Column {
                numbering: Numbering::Dense { base: 0 },
                rows: Box::default(),
                any,
                present: Box::default(),
            };
        };
        let (base, span) = (first.0, (i64::from(last.0) - i64::from(first.0) + 1) as usize);
        let is_dense = numbering == Spacing::Measured && span <= 64.max(4 * groups.len());
        let slots = if is_dense { span } else { groups.len() };
        let mut present = vec![0; slots.div_ceil(64)].into_boxed_slice();
        let mut rows = vec![Bits::Some(Box::default()); slots];
        let mut values = Vec::new();
        for (nth, (v, bits)) in groups.into_iter().enumerate() {
            let slot = if is_dense { (i64::from(v) - i64::from(base)) as usize } else { nth };
            rows[slot] = bits;
            present[slot / 64] |= 1 << (slot % 64);
            values.push(v);
        }
        let numbering = if is_dense { Numbering::Dense { base } } else { Numbering::Listed(values.into()) };
        Column { numbering, rows: rows.into(), any, present }
    }

    /// The number of slots.
    pub(super) fn slots(&self) -> usize {
        self.rows.len()
    }

    /// The number of words of slots.
    pub(super) fn words(&self) -> usize {
        self.present.len()
    }

    /// The rows of a slot.
    #[inline]
    pub(super) fn rows(&self, slot: usize) -> &Bits {
        &self.rows[slot]
    }

    /// The value of a slot.
    #[inline]
    pub(super) fn value(&self, slot: usize) -> i32 {
        match &self.numbering {
            Numbering::Dense { base } => base.wrapping_add(slot as i32),
            Numbering::Listed(values) => values[slot],
        }
    }

    /// The slot of a value.
    pub(super) fn slot(&self, v: i32) -> Option<usize> {
        match &self.numbering {
            Numbering::Dense { base } => {
                let slot = usize::try_from(i64::from(v) - i64::from(*base)).ok()?;
                (slot < self.rows.len()).then_some(slot)
            }
            Numbering::Listed(values) => values.binary_search(&v).ok(),
        }
    }

    /// The slots among `old`, a word of bits with index `k`, whose values the view still has.
    #[inline]
    pub(super) fn read(&self, cx: &Context<'_>, view: View, k: usize, old: u64) -> u64 {
        match &self.numbering {
            Numbering::Dense { base } => old & cx.window(view, base.wrapping_add(64 * k as i32)),
            Numbering::Listed(values) => {
                let is_left = |&bit: &u32| cx.contains(view, values[64 * k + bit as usize]);
                ones(old).filter(is_left).fold(0, |left, bit| left | 1 << bit)
            }
        }
    }

    /// Removes from the view the values of the slots in `gone`, a word of bits with index `k`.
    pub(super) fn remove(
        &self,
        cx: &mut Context<'_>,
        view: View,
        k: usize,
        gone: u64,
        why: Lazy,
    ) -> Result<(), Conflict> {
        cx.work(2 + 8 * gone.count_ones() as usize)?;
        match &self.numbering {
            Numbering::Dense { base } => cx.keep(view, base.wrapping_add(64 * k as i32), !gone, || why),
            Numbering::Listed(values) => {
                ones(gone).try_for_each(|bit| cx.remove(view, values[64 * k + bit as usize], || why))
            }
        }
    }

    /// Removes from the view all values that are not in the column. From a very large domain, it removes only the
    /// values outside the column's range and some of the others.
    pub(super) fn remove_foreign(&self, cx: &mut Context<'_>, view: View, why: Lazy) -> Result<(), Conflict> {
        let Some(last) = self.slots().checked_sub(1) else { return cx.fail(|| why) };
        match &self.numbering {
            Numbering::Dense { base } => {
                self.narrow(cx, view, (0, last), why)?;
                for (k, &present) in (0..).zip(self.present.iter()) {
                    let base = base.wrapping_add(64 * k);
                    let gone = (cx.window(view, base) & !present).count_ones();
                    cx.work(4 + 8 * gone as usize)?;
                    if gone > 0 {
                        cx.keep(view, base, present, || why)?;
                    }
                }
                Ok(())
            }
            Numbering::Listed(values) => values::keep_only(cx, view, values, why),
        }
    }

    /// Removes from the view the values below the first slot's value and above the last slot's.
    pub(super) fn narrow(
        &self,
        cx: &mut Context<'_>,
        view: View,
        (first, last): (usize, usize),
        why: Lazy,
    ) -> Result<(), Conflict> {
        values::narrow(cx, view, (self.value(first), self.value(last)), why)
    }

    /// Checks whether a view certainly has values that are not in the column.
    pub(super) fn is_loose(&self, cx: &Context<'_>, view: View) -> bool {
        self.may_be_loose(cx, view, self.slots() as u32)
    }

    /// Checks whether a view with this many remaining slots may have values that are not in the column.
    pub(super) fn may_be_loose(&self, cx: &Context<'_>, view: View, left: u32) -> bool {
        matches!(self.numbering, Numbering::Listed(_)) && cx.size(view) > left
    }
}

/// How a column numbers its values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Spacing {
    /// Decides by the density of the values.
    Measured,
    /// Numbers values as a list; for tests.
    #[cfg_attr(not(test), expect(dead_code, reason = "tests alone choose it"))]
    Far,
}
