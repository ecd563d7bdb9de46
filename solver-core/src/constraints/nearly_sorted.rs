//! Sorting nearly sorted arrays.

/// Sorts by a key, by insertion: in linear time when little has changed since the last run. At the root views may be in
/// descending order: with 50,000 of them insertion alone would take a second without checking any limit, so a general
/// sort takes over.
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
