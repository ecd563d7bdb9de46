//! Maximum assignment of items to places, for checkers: one augmenting path per item (H. W. Kuhn, 1955).

use std::collections::{HashMap, HashSet};

/// Returns the maximum number of items that can be assigned, each to one of its options, within the places' capacities.
pub(super) fn placed(options: &[Vec<i32>], room: impl Fn(i32) -> i64) -> usize {
    let mut holders = HashMap::new();
    (0..options.len()).filter(|&item| finds_place(item, options, &room, &mut holders, &mut HashSet::new())).count()
}

fn finds_place(
    item: usize,
    options: &[Vec<i32>],
    room: &impl Fn(i32) -> i64,
    holders: &mut HashMap<i32, Vec<usize>>,
    tried: &mut HashSet<i32>,
) -> bool {
    for &place in &options[item] {
        if !tried.insert(place) {
            continue;
        }
        let inside = holders.entry(place).or_default().clone();
        if (inside.len() as i64) < room(place) {
            holders.entry(place).or_default().push(item);
            return true;
        }
        for (i, &other) in inside.iter().enumerate() {
            if finds_place(other, options, room, holders, tried) {
                holders.entry(place).or_default()[i] = item;
                return true;
            }
        }
    }
    false
}
