//! Items in bins: the load of each bin is the size of the items in it.
//!
//! `bin[i]` is the bin of item `i`, numbered from 0; sizes are numbers, not negative; each load is a view.
//!
//! Removes what the loads alone decide (P. Shaw, *A constraint for bin packing*, CP 2004, §3.1 to §3.3): a load is at
//! least what is packed and at most what is possible; all loads together are the size of all items; an item leaves
//! a bin that it would overfill, and enters one that cannot be filled without it. A run takes time linear in the values
//! of all items. Wakes on any removal of a bin, and on the bounds of loads.
//!
//! | rule | premises |
//! |---|---|
//! | `bin_packing.load` | items that are in the bin (or are not), no more than needed, and a bound of its load |
//! | `bin_packing.total` | the other loads' bounds |
//! | `bin_packing.range` | none: no bin has this number |

mod check;
mod explain;
mod model;
#[cfg(test)]
mod tests;

use super::quantity::{lower, raise};
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
    loads: Box<[View]>,
    /// What is in each bin for certain, and what may be.
    packed: Box<[i64]>,
    possible: Box<[i64]>,
}

static LOAD: Rule = Rule {
    name: "bin_packing.load",
    text: "{premises}: the items in a bin of {constraint} are its load, so {fact}",
    justification: Justification::UnitPropagation,
};

static TOTAL: Rule = Rule {
    name: "bin_packing.total",
    text: "{premises}: the loads of {constraint} together are all its items, so {fact}",
    justification: Justification::UnitPropagation,
};

static RANGE: Rule = Rule {
    name: "bin_packing.range",
    text: "{constraint} has no bin of such a number, so {fact}",
    justification: Justification::UnitPropagation,
};

/// What a [`Lazy`] hint says beside the number of a bin or an item: what was cut.
const KINDS: u32 = 8;
const PACKED: u32 = 0;
const POSSIBLE: u32 = 1;
const LEFT_OVER: u32 = 2;
const TAKEN_UP: u32 = 3;
const OVERFULL: u32 = 4;
const NEEDED: u32 = 5;

fn hint(kind: u32, number: usize) -> Lazy {
    Lazy(number as u32 * KINDS + kind)
}

impl BinPacking {
    /// Items with their bins and sizes; a negative size counts as 0. And the loads of all bins.
    pub fn new(items: impl IntoIterator<Item = (View, i32)>, loads: impl IntoIterator<Item = View>) -> BinPacking {
        let (bins, sizes): (Vec<View>, Vec<i64>) = items.into_iter().map(|(bin, s)| (bin, i64::from(s.max(0)))).unzip();
        let loads: Box<[View]> = loads.into_iter().collect();
        let zeros: Box<[i64]> = vec![0; loads.len()].into();
        BinPacking { bins: bins.into(), sizes: sizes.into(), packed: zeros.clone(), possible: zeros, loads }
    }

    fn forbid_range(&self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        let last = i32::try_from(self.loads.len()).unwrap_or(View::LIMIT) - 1;
        for &bin in &self.bins {
            cx.at_least(bin, 0, || RANGE.because([]))?;
            cx.at_most(bin, last, || RANGE.because([]))?;
        }
        Ok(())
    }

    /// Adds up what is packed and what is possible.
    fn read(&mut self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        self.packed.fill(0);
        self.possible.fill(0);
        for (&bin, &size) in self.bins.iter().zip(&self.sizes) {
            if let Some(b) = cx.fixed(bin) {
                self.packed[b as usize] += size;
            }
            let mut next = cx.next(bin, 0);
            while let Some(b) = next {
                cx.work(1)?;
                self.possible[b as usize] += size;
                next = cx.next(bin, b + 1);
            }
        }
        Ok(())
    }

    fn bound_loads(&self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        for (b, &load) in self.loads.iter().enumerate() {
            raise(cx, load, self.packed[b], || hint(PACKED, b))?;
            lower(cx, load, self.possible[b], || hint(POSSIBLE, b))?;
        }
        let total: i64 = self.sizes.iter().sum();
        let (mut least, mut most) = (0, 0);
        for &load in &self.loads {
            let (low, high) = cx.bounds(load);
            least += i64::from(low);
            most += i64::from(high);
        }
        for (b, &load) in self.loads.iter().enumerate() {
            let (low, high) = cx.bounds(load);
            raise(cx, load, total - (most - i64::from(high)), || hint(LEFT_OVER, b))?;
            lower(cx, load, total - (least - i64::from(low)), || hint(TAKEN_UP, b))?;
            let (new_low, new_high) = cx.bounds(load);
            least += i64::from(new_low) - i64::from(low);
            most += i64::from(new_high) - i64::from(high);
        }
        Ok(())
    }

    fn place_items(&self, cx: &mut Context<'_>) -> Result<(), Conflict> {
        for (i, (&bin, &size)) in self.bins.iter().zip(&self.sizes).enumerate() {
            let mut next = if size > 0 && cx.fixed(bin).is_none() { cx.next(bin, 0) } else { None };
            while let Some(b) = next {
                cx.work(1)?;
                let (low, high) = cx.bounds(self.loads[b as usize]);
                if self.packed[b as usize] + size > high.into() {
                    cx.remove(bin, b, || hint(OVERFULL, i))?;
                } else if self.possible[b as usize] - size < low.into() {
                    cx.fix(bin, b, || hint(NEEDED, i))?;
                    break;
                }
                next = cx.next(bin, b + 1);
            }
        }
        Ok(())
    }
}

impl Propagator for BinPacking {
    fn scope(&self, scope: &mut Scope) {
        scope.watch_all(&self.bins, Wake::Domain).watch_all(&self.loads, Wake::Bounds).priority(4);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        self.forbid_range(cx)?;
        // Before anything is cut: a cut may fix other views of the same variable, which are not yet looked at.
        let decided = self.bins.iter().chain(&self.loads).all(|&view| cx.fixed(view).is_some());
        self.read(cx)?;
        cx.work(4 * self.loads.len())?;
        self.bound_loads(cx)?;
        if decided {
            return Ok(Status::Entailed);
        }
        self.place_items(cx)?;
        Ok(Status::Again)
    }

    fn explain(&self, past: &Past<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        explain::explain(self, past, fact, hint, why)
    }

    fn check(&self, rule: &'static Rule, case: &Assumed<'_>) -> bool {
        check::refuted(self, rule, case)
    }

    fn boxed_clone(&self) -> Box<dyn Propagator> {
        Box::new(self.clone())
    }
}
