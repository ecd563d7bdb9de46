//! `bin_packing`: the load of each bin is the total size of the items in it.
//!
//! `bin[i]` is the bin of item `i`, numbered from 0; sizes are non-negative constants; each load is a view.
//!
//! Prunes loads by the packed and the possible sizes (P. Shaw, *A constraint for bin packing*, CP 2004, §3.1 to §3.3):
//! a load is at least the total size of the packed items and at most that of the possible items; the sum of all loads
//! is the total size of all items; an item leaves a bin that it would overfill, and enters one that cannot be filled
//! without it. Then, bin by bin, it uses subset sums of the open items (§3.4, §3.5): it removes loads that no subset
//! reaches, excludes items that belong to no subset with a possible sum, and packs items that belong to every such
//! subset. A run is linear in the number of values of all items; for a bin with a tight load, computing the subset sums
//! is quadratic in its number of open items. Wakes on any removal from an item's view, and on the bounds of loads.
//!
//! | rule | premises |
//! |---|---|
//! | `bin_packing.load` | as few items as possible that are in the bin (or are not in it), and a bound of its load |
//! | `bin_packing.total` | the other loads' bounds |
//! | `bin_packing.subset` | all items that are in the bin, all that are not, and the bounds of its load |
//! | `bin_packing.range` | none: no bin has this number |
//!
//! # Rows for proofs
//!
//! | family | number | meaning |
//! |---|---|---|
//! | `at_least_one`, `at_most_one` | an item, counted from 0 | it is in at least one bin, and in at most one |
//! | `range` | a value that is not a bin number | no item takes this value |
//! | `at_least`, `at_most` | a bin | the total size of its items is at least, and at most, its load |

mod check;
mod explain;
mod model;
mod subsets;
#[cfg(test)]
mod tests;

use crate::constraints::bits::{self, ones};
use crate::prelude_propagator::*;

/// See the [module page](self).
///
/// ```
/// use solver_core::constraints::BinPacking;
/// use solver_core::{Atom, ValueSet, engine::EngineBuilder};
/// let mut b = EngineBuilder::new([vec![ValueSet::range(0, 1); 3], vec![ValueSet::range(0, 5); 2]].concat());
/// let (bins, loads) = ([0, 1, 2].map(|i| b.view(i)), [3, 4].map(|i| b.view(i)));
/// b.post(Box::new(BinPacking::new(bins.into_iter().zip([4, 3, 3]), loads)));
/// let mut e = b.build()?;
/// e.assume(Atom::equals(bins[0], 0)).unwrap();
/// assert!(e.propagate().is_err()); // 3 + 3 do not fit into the other one
/// # Ok::<(), solver_core::engine::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct BinPacking {
    bins: Box<[View]>,
    sizes: Box<[i64]>,
    /// The total size of all items.
    total: i64,
    loads: Box<[View]>,
    /// The size already packed in each bin, and the size that may be packed in it.
    packed: Box<[i64]>,
    possible: Box<[i64]>,
    /// The possible bins of each unpacked item, as bitsets.
    rows: Box<[u64]>,
    /// The unpacked items of each bin, as bitsets over their indices in `by_size`.
    columns: Box<[u64]>,
    /// Whether two items, or an item and a load, share a variable.
    aliased: bool,
    /// The bounds of each load.
    bounds: Box<[(i64, i64)]>,
    /// The items of positive size, largest first, and the index of each item among them.
    by_size: Box<[u32]>,
    places: Box<[Option<u32>]>,
    /// Scratch.
    open: subsets::Open,
}

static LOAD: Rule =
    Rule::new("bin_packing.load", "{premises}: the items in a bin of {constraint} are its load, so {fact}");

static TOTAL: Rule =
    Rule::new("bin_packing.total", "{premises}: the loads of {constraint} together are all its items, so {fact}");

static SUBSET: Rule = Rule::new(
    "bin_packing.subset",
    "{premises}: no other items of {constraint} add up to what is missing in the bin, so {fact}",
);

static RANGE: Rule = Rule::new("bin_packing.range", "{constraint} has no bin of such a number, so {fact}");

/// The kinds of pruning. A [`Lazy`] hint is `KINDS` times the index of a bin or an item, plus the kind.
const KINDS: u32 = 16;
const PACKED: u32 = 0;
const POSSIBLE: u32 = 1;
const LEFT_OVER: u32 = 2;
const TAKEN_UP: u32 = 3;
const OVERFULL: u32 = 4;
const NEEDED: u32 = 5;
// Inferences about bins by subset sums:
const GAP: u32 = 6;
const GAP_BELOW: u32 = 7;
const GAP_ABOVE: u32 = 8;
// Inferences about items by subset sums:
const MISFIT: u32 = 9;
const REQUIRED: u32 = 10;

fn hint(kind: u32, number: usize) -> Lazy {
    Lazy(number as u32 * KINDS + kind)
}

impl BinPacking {
    /// Creates the propagator from each item's bin and size (a negative size counts as 0), and each bin's load.
    pub fn new(items: impl IntoIterator<Item = (View, i32)>, loads: impl IntoIterator<Item = View>) -> BinPacking {
        let (bins, sizes): (Vec<View>, Vec<i64>) = items.into_iter().map(|(bin, s)| (bin, i64::from(s.max(0)))).unzip();
        let loads: Box<[View]> = loads.into_iter().collect();
        let zeros: Box<[i64]> = vec![0; loads.len()].into();
        let mut by_size: Vec<u32> = (0..sizes.len() as u32).filter(|&i| sizes[i as usize] > 0).collect();
        by_size.sort_by_key(|&i| -sizes[i as usize]);
        let mut places = vec![None; sizes.len()];
        (0..).zip(&by_size).for_each(|(place, &i)| places[i as usize] = Some(place));
        let mut vars: Vec<_> = bins.iter().chain(&loads).map(|view| view.var()).collect();
        vars.sort_unstable();
        BinPacking {
            total: sizes.iter().sum(),
            packed: zeros.clone(),
            possible: zeros,
            rows: vec![0; bins.len() * loads.len().div_ceil(64)].into(),
            columns: vec![0; loads.len() * by_size.len().div_ceil(64)].into(),
            bounds: vec![(0, 0); loads.len()].into(),
            aliased: vars.windows(2).any(|pair| pair[0] == pair[1]),
            open: subsets::Open::new(loads.len(), by_size.len()),
            by_size: by_size.into(),
            places: places.into(),
            bins: bins.into(),
            sizes: sizes.into(),
            loads,
        }
    }

    fn forbid_range(&self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        let last = i32::try_from(self.loads.len()).unwrap_or(View::LIMIT) - 1;
        for &bin in &self.bins {
            let (first_left, last_left) = cx.bounds(bin);
            if first_left < 0 || last_left > last {
                cx.at_least(bin, 0, || RANGE.because([]))?;
                cx.at_most(bin, last, || RANGE.because([]))?;
            }
        }
        Ok(())
    }

    /// The number of words needed for one bit per bin.
    fn words(&self) -> usize {
        self.loads.len().div_ceil(64)
    }

    /// The number of words needed for one bit per item of positive size.
    fn height(&self) -> usize {
        self.by_size.len().div_ceil(64)
    }

    /// Adds up the packed and possible sizes, and records the bins of open items.
    fn read(&mut self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        self.packed.fill(0);
        self.possible.fill(0);
        self.columns.fill(0);
        let (words, height) = (self.words(), self.height());
        cx.work(self.rows.len())?;
        for (i, (&bin, &size)) in self.bins.iter().zip(&self.sizes).enumerate() {
            let row = &mut self.rows[i * words..(i + 1) * words];
            if let Some(b) = cx.fixed(bin) {
                row.fill(0);
                self.packed[b as usize] += size;
                self.possible[b as usize] += size;
                continue;
            }
            for (w, word) in row.iter_mut().enumerate() {
                *word = cx.window(bin, 64 * w as i32);
                for b in ones(*word) {
                    let b = 64 * w + b as usize;
                    self.possible[b] += size;
                    if let Some(place) = self.places[i] {
                        bits::add(&mut self.columns[b * height..], place as usize);
                    }
                }
            }
        }
        Ok(())
    }

    /// Reads one item again after its variable has lost values.
    fn reread(&mut self, cx: &Context<'_>, i: usize) {
        let (bin, size, words, height) = (self.bins[i], self.sizes[i], self.words(), self.height());
        let fixed = cx.fixed(bin);
        for w in 0..words {
            let old = self.rows[i * words + w];
            let new = cx.window(bin, 64 * w as i32);
            for b in ones(old & !new) {
                self.possible[64 * w + b as usize] -= size;
            }
            let left = if fixed.is_some() { 0 } else { new };
            if let Some(place) = self.places[i] {
                ones(old & !left)
                    .for_each(|b| bits::remove(&mut self.columns[(64 * w + b as usize) * height..], place as usize));
            }
            self.rows[i * words + w] = left;
        }
        if let Some(b) = fixed {
            self.packed[b as usize] += size;
        }
    }

    /// Prunes the loads; returns whether any changed.
    fn bound_loads(&mut self, cx: &mut Context<'_>) -> Result<bool, Conflict> {
        let mut changed = false;
        let (mut least, mut most) = (0, 0);
        for (b, &load) in self.loads.iter().enumerate() {
            let mut bounds = cx.bounds(load);
            if self.packed[b] > bounds.0.into() || self.possible[b] < bounds.1.into() {
                cx.at_least(load, self.packed[b], || hint(PACKED, b))?;
                cx.at_most(load, self.possible[b], || hint(POSSIBLE, b))?;
                bounds = cx.bounds(load);
                changed = true;
            }
            self.bounds[b] = (bounds.0.into(), bounds.1.into());
            least += i64::from(bounds.0);
            most += i64::from(bounds.1);
        }
        for (b, &load) in self.loads.iter().enumerate() {
            let (low, high) = self.bounds[b];
            let (left_over, taken_up) = (self.total - (most - high), self.total - (least - low));
            if left_over > low || taken_up < high {
                cx.at_least(load, left_over, || hint(LEFT_OVER, b))?;
                cx.at_most(load, taken_up, || hint(TAKEN_UP, b))?;
                let (new_low, new_high) = cx.bounds(load);
                self.bounds[b] = (new_low.into(), new_high.into());
                least += i64::from(new_low) - low;
                most += i64::from(new_high) - high;
                changed = true;
            }
        }
        Ok(changed)
    }

    /// Prunes the items; returns whether any changed.
    fn place_items(&mut self, cx: &mut Context<'_>) -> Result<bool, Conflict> {
        let words = self.words();
        let mut changed = false;
        for &i in &self.by_size {
            let (i, size) = (i as usize, self.sizes[i as usize]);
            'item: for (w, &row) in self.rows[i * words..(i + 1) * words].iter().enumerate() {
                let mut gone = 0u64;
                for bit in ones(row) {
                    let b = 64 * w + bit as usize;
                    let (low, high) = self.bounds[b];
                    if self.packed[b] + size > high {
                        gone |= 1 << bit;
                    } else if self.possible[b] - size < low {
                        cx.fix(self.bins[i], b as i32, || hint(NEEDED, i))?;
                        changed = true;
                        break 'item;
                    }
                }
                if gone != 0 {
                    cx.keep(self.bins[i], 64 * w as i32, !gone, || hint(OVERFULL, i))?;
                    changed = true;
                }
            }
        }
        Ok(changed)
    }
}

impl Propagator for BinPacking {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.bins, Wake::Domain).watch_all(&self.loads, Wake::Bounds).priority(4);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        self.forbid_range(cx)?;
        // This is tested before any pruning, which may fix further views of a pruned variable after this run has read
        // them.
        let decided = self.bins.iter().chain(&self.loads).all(|&view| cx.fixed(view).is_some());
        self.read(cx)?;
        cx.work(4 * self.loads.len())?;
        let mut changed = self.bound_loads(cx)?;
        if decided {
            return Ok(Status::Entailed);
        }
        changed |= self.place_items(cx)?;
        // Subset sums are computed only when the cheap rules have reached their fixpoint.
        if changed || self.fill(cx)? { Ok(Status::Again) } else { Ok(Status::Stable) }
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        explain::explain(self, past, fact, hint, why)
    }

    /// Each load is the sum of the sizes of all items, each multiplied by the indicator that the item is in the bin.
    fn linear_rows(&self, rows: &mut LinearRows) {
        for (bin, &load) in (0..).zip(&self.loads) {
            let items = self.bins.iter().zip(&self.sizes).map(|(&item, &size)| (size, Summand::Is(item, bin)));
            rows.add(items.chain([(-1, Summand::Value(load))]), 0, 0);
        }
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        check::refuted(self, rule, case)
    }
}
