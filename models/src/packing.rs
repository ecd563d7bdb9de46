//! Bin packing: all items in as few boxes as can be.

use crate::Classic;
use solver_core::prelude::*;
use solver_core::search::Rng;

/// Items of which three just fill each of the boxes of 1,000 (E. Falkenauer, *A hybrid grouping genetic algorithm for bin
/// packing*, Journal of Heuristics 2, 1996, section 5: "triplets"), the largest first.
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

/// The fewest boxes. Item for item, the largest first, goes into the first box that has room; of equal boxes one.
///
/// # Errors
/// [`ModelError`] for items that are larger than a box.
pub fn packing(items: &[i32], size: i32) -> Result<Classic, ModelError> {
    let n = items.len() as i32;
    let mut m = Model::new();
    // The first item goes into box 0, the next one into box 0 or 1, …: which box is called which does not matter.
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
