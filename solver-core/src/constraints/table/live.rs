//! The valid rows of a table: a reversible sparse bitset.
//!
//! Trailed integers store the bits, 64 rows in each. A permutation separates the non-empty words from the empty ones,
//! and only the number of non-empty words is trailed: a word restored by backtracking is still just behind those that
//! stayed non-empty. So the cost of every operation is proportional to the number of non-empty words (Demeulenaere et
//! al., *Compact-Table*, CP 2016, section 3).
//!
//! Trailed integers also store the domains as of the last run, so a run can compute what was removed.

use super::column::Bits;
use super::relation::Table;
use crate::constraints::bits::ones;
use crate::prelude_propagator::*;

/// The trailed integer that holds the number of non-empty words with 1 added; it is 0 before the first run.
const LIMIT: usize = 0;

/// The valid rows and domains as of the last run.
#[derive(Clone, Debug)]
pub(super) struct Live {
    /// The indices of all words, those of non-empty words first.
    index: Box<[u32]>,
    /// Scratch: a set of rows. Only the non-empty words are meaningful.
    mask: Box<[u64]>,
    /// Scratch: a domain as words of slots.
    now: Vec<u64>,
    /// The index of the first trailed integer for domains.
    domains: usize,
}

/// The change at a position since the last run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    /// Nothing was removed.
    None,
    /// Values were removed, perhaps together with rows.
    Smaller,
}

impl Live {
    pub(super) fn new(table: &Table) -> Live {
        let words = table.words();
        let widest = (0..table.arity()).map(|p| table.column(p).words()).max().unwrap_or(0);
        Live {
            index: (0..words as u32).collect(),
            mask: vec![0; words].into(),
            now: vec![0; widest],
            domains: 1 + words,
        }
    }

    /// The number of trailed integers needed.
    pub(super) fn cells(table: &Table) -> usize {
        1 + table.words() + table.first_word(table.arity())
    }

    pub(super) fn has_started(cx: &Context<'_>) -> bool {
        cx.trailed(LIMIT) != 0
    }

    /// Stores all rows and all values.
    pub(super) fn start(&self, cx: &mut Context<'_>, table: &Table) -> Result<(), Conflict> {
        let words = table.words();
        cx.set_trailed(LIMIT, words as i64 + 1);
        for word in 0..words {
            cx.work(1)?;
            cx.set_trailed(1 + word, -1);
        }
        if !table.len().is_multiple_of(64) {
            cx.set_trailed(words, ((1u64 << (table.len() % 64)) - 1) as i64);
        }
        for p in 0..table.arity() {
            for (cell, &present) in (self.domains + table.first_word(p)..).zip(table.column(p).present.iter()) {
                cx.work(1)?;
                cx.set_trailed(cell, present as i64);
            }
        }
        Ok(())
    }

    #[inline]
    fn limit(cx: &Context<'_>) -> usize {
        cx.trailed(LIMIT) as usize - 1
    }

    pub(super) fn is_empty(&self, cx: &Context<'_>) -> bool {
        Live::limit(cx) == 0
    }

    /// An upper bound on the number of valid rows.
    pub(super) fn at_most(cx: &Context<'_>) -> u64 {
        64 * Live::limit(cx) as u64
    }

    #[inline]
    fn word(cx: &Context<'_>, word: usize) -> u64 {
        cx.trailed(1 + word) as u64
    }

    /// The slots in word `k` that position `p` had at the end of the last run.
    #[inline]
    pub(super) fn domain(&self, cx: &Context<'_>, table: &Table, p: usize, k: usize) -> u64 {
        cx.trailed(self.domains + table.first_word(p) + k) as u64
    }

    pub(super) fn set_domain(&self, cx: &mut Context<'_>, table: &Table, p: usize, k: usize, slots: u64) {
        cx.set_trailed(self.domains + table.first_word(p) + k, slots as i64);
    }

    /// Removes the rows of the values lost at position `p` since the last run.
    ///
    /// Enumerates the lost or the remaining values, whichever are fewer.
    pub(super) fn update(
        &mut self,
        cx: &mut Context<'_>,
        table: &Table,
        p: usize,
        view: View,
    ) -> Result<Change, Conflict> {
        let column = table.column(p);
        let (mut lost, mut left) = (0, 0);
        for k in 0..column.words() {
            let old = self.domain(cx, table, p, k);
            cx.work(4 + old.count_ones() as usize / 2)?;
            let now = if old == 0 { 0 } else { column.read(cx, view, k, old) };
            self.now[k] = now;
            lost += (old ^ now).count_ones();
            left += now.count_ones();
        }
        if lost == 0 {
            return Ok(Change::None);
        }
        self.clear(cx);
        for k in 0..column.words() {
            let now = self.now[k];
            let old = self.domain(cx, table, p, k);
            for bit in ones(if lost < left { old ^ now } else { now }) {
                self.add(cx, column.rows(64 * k + bit as usize))?;
            }
            if old != now {
                self.set_domain(cx, table, p, k, now);
            }
        }
        if lost < left {
            self.cut(cx, !0)?;
        } else {
            if let Some(any) = &column.any {
                self.add(cx, any)?;
            }
            self.cut(cx, 0)?;
        }
        Ok(Change::Smaller)
    }

    /// Empties the mask.
    fn clear(&mut self, cx: &Context<'_>) {
        for &word in &self.index[..Live::limit(cx)] {
            self.mask[word as usize] = 0;
        }
    }

    /// Adds rows to the mask.
    fn add(&mut self, cx: &mut Context<'_>, rows: &Bits) -> Result<(), Conflict> {
        let active = &self.index[..Live::limit(cx)];
        match rows {
            Bits::All(all) => {
                cx.work(1 + active.len() / 8)?;
                for &word in active {
                    self.mask[word as usize] |= all[word as usize];
                }
            }
            Bits::Some(some) if some.len() > 8 * active.len() => {
                cx.work(1 + active.len())?;
                for &word in active {
                    if let Ok(i) = some.binary_search_by_key(&word, |s| s.0) {
                        self.mask[word as usize] |= some[i].1;
                    }
                }
            }
            Bits::Some(some) => {
                // The list of words is at a random memory location.
                cx.work(10 + some.len() / 4)?;
                for &(word, bits) in some {
                    self.mask[word as usize] |= bits;
                }
            }
        }
        Ok(())
    }

    /// Keeps the rows in the mask, or those in its complement if `flip` is all ones.
    fn cut(&mut self, cx: &mut Context<'_>, flip: u64) -> Result<(), Conflict> {
        let mut limit = Live::limit(cx);
        cx.work(limit / 4)?;
        for i in (0..limit).rev() {
            let word = self.index[i] as usize;
            let old = Live::word(cx, word);
            let new = old & (self.mask[word] ^ flip);
            if new == old {
                continue;
            }
            cx.set_trailed(1 + word, new as i64);
            if new == 0 {
                limit -= 1;
                self.index.swap(i, limit);
            }
        }
        cx.set_trailed(LIMIT, limit as i64 + 1);
        Ok(())
    }

    /// Checks whether any of the rows is valid. `residue` is a hint: the word in which a valid row was last found.
    #[inline]
    pub(super) fn meets(&self, cx: &mut Context<'_>, rows: &Bits, residue: &mut u32) -> Result<bool, Conflict> {
        let active = &self.index[..Live::limit(cx)];
        match rows {
            Bits::All(all) => {
                if Live::word(cx, *residue as usize) & all[*residue as usize] != 0 {
                    return Ok(true);
                }
                cx.work(1 + active.len() / 4)?;
                for &word in active {
                    if Live::word(cx, word as usize) & all[word as usize] != 0 {
                        *residue = word;
                        return Ok(true);
                    }
                }
            }
            Bits::Some(some) => {
                if let Some(&(word, bits)) = some.get(*residue as usize)
                    && Live::word(cx, word as usize) & bits != 0
                {
                    return Ok(true);
                }
                if some.len() > 8 * active.len() {
                    cx.work(1 + active.len())?;
                    for &word in active {
                        if let Ok(i) = some.binary_search_by_key(&word, |s| s.0)
                            && Live::word(cx, word as usize) & some[i].1 != 0
                        {
                            *residue = i as u32;
                            return Ok(true);
                        }
                    }
                    return Ok(false);
                }
                cx.work(1 + some.len() / 4)?;
                for (i, &(word, bits)) in (0..).zip(some.iter()) {
                    if Live::word(cx, word as usize) & bits != 0 {
                        *residue = i;
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    /// The number of these rows that are valid.
    pub(super) fn count(&self, cx: &mut Context<'_>, rows: &Bits) -> Result<u64, Conflict> {
        let active = &self.index[..Live::limit(cx)];
        let mut count = 0;
        match rows {
            Bits::All(all) => {
                cx.work(1 + active.len() / 4)?;
                for &word in active {
                    count += u64::from((Live::word(cx, word as usize) & all[word as usize]).count_ones());
                }
            }
            Bits::Some(some) => {
                cx.work(10 + some.len() / 4)?;
                for &(word, bits) in some {
                    count += u64::from((Live::word(cx, word as usize) & bits).count_ones());
                }
            }
        }
        Ok(count)
    }
}
