//! Sorting what was sorted a run ago.

/// Sorts by a key, by insertion: in linear time when little has changed. Much has at the root, where views
/// may stand in descending order: on 50,000 of them the insertions alone
/// would take a second, deaf to any limit, so a general sort takes over.
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
