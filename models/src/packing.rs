//! Bin packing: pack all items into as few bins as possible.

use crate::Classic;
use solver_core::prelude::*;
use solver_core::search::Rng;

/// Generates items that exactly fill bins of capacity 1,000, with three items in each bin (E. Falkenauer, *A hybrid
/// grouping genetic algorithm for bin packing*, Journal of Heuristics 2, 1996, section 5: "triplets"), largest first.
pub fn triplets(boxes: usize, seed: u64) -> Vec<i32> {
    let mut rng = Rng::new(seed);
    let mut items = Vec::with_capacity(3 * boxes);
    for _ in 0..boxes {
        let first = 380 + rng.below(111) as i32;
        let rest = 1_000 - first;
        let low = 250.max(rest - 499);
        let second = low + rng.below((rest / 2 - low + 1) as u64) as i32;
        items.extend([first, second, rest - second]);
    }
    items.sort_unstable_by(|a, b| b.cmp(a));
    items
}

/// Minimises the number of bins. Branches on items, largest first, and tries the bins in order. Breaks the symmetries
/// of bins and of equal items.
///
/// # Errors
/// [`ModelError`] if an item is larger than a bin.
pub fn packing(items: &[i32], size: i32) -> Result<Classic, ModelError> {
    let n = items.len() as i32;
    let mut m = Model::new();
    // Value symmetry: the first item goes into bin 0, the second into bin 0 or 1, and so on.
    let of = (0..n).map(|i| m.int(format!("box[{i}]"), 0..=i)).collect::<Result<Vec<_>, _>>()?;
    let loads = m.ints("load", items.len(), 0..=size)?;
    m.bin_packing(of.iter().copied().zip(items.iter().copied()), loads.iter().copied());
    for pair in of.windows(2).zip(items.windows(2)) {
        if let ([a, b], [first, second]) = pair
            && first == second
        {
            m.post((*a).at_most(*b));
        }
    }
    let used = m.int("boxes", 1..=n)?;
    m.post((size * used).at_least(items.iter().sum::<i32>())).named("room for all");
    m.post(maximum_of(of.iter().copied()).equals(used - 1));
    Ok(Classic::new(m, of).best(Goal::Minimize, used))
}
