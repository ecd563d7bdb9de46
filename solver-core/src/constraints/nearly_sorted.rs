//! Sorting nearly sorted arrays.

/// Sorts by a key with insertion sort, which takes linear time when little has changed since the last run. At the root,
/// the views may be in descending order; insertion sort of 50,000 such views would take a second without checking any
/// limit. So a general sort takes over after too many moves.
#[inline]
pub(super) fn sort_nearly_sorted<T: Copy, K: Ord>(order: &mut [T], key: impl Fn(&T) -> K) {
    let mut patience = 16 * order.len();
    for i in 1..order.len() {
        let entry = order[i];
        let own = key(&entry);
        let mut j = i;
        while j > 0 && key(&order[j - 1]) > own {
            order[j] = order[j - 1];
            j -= 1;
        }
        order[j] = entry;
        patience = match patience.checked_sub(i - j) {
            Some(left) => left,
            None => return order.sort_unstable_by_key(key),
        };
    }
}
