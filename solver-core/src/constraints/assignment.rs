//! Maximum assignment of items to places, for checkers: one augmenting path per item (H. W. Kuhn, 1955).

use std::collections::{HashMap, HashSet};

/// Returns the maximum number of items that can be assigned, each to one of its options, within the places' capacities.
pub(super) fn placed(options: &[Vec<i32>], room: impl Fn(i32) -> i64) -> usize {
    let (mut holders, mut dead, mut count) = (HashMap::new(), HashSet::new(), 0);
    for item in 0..options.len() {
        let mut tried = HashSet::new();
        if finds_place(item, options, &room, &mut holders, (&mut tried, &dead)) {
            count += 1;
        } else {
            // No item at these places can ever move.
            dead.extend(tried);
        }
    }
    count
}

fn finds_place(
    item: usize,
    options: &[Vec<i32>],
    room: &impl Fn(i32) -> i64,
    holders: &mut HashMap<i32, Vec<usize>>,
    (tried, dead): (&mut HashSet<i32>, &HashSet<i32>),
) -> bool {
    // A place with room is looked for before any item is moved.
    for &place in options[item].iter().filter(|place| !dead.contains(place)) {
        let inside = holders.entry(place).or_default();
        if (inside.len() as i64) < room(place) {
            inside.push(item);
            return true;
        }
    }
    for &place in &options[item] {
        if dead.contains(&place) || !tried.insert(place) {
            continue;
        }
        for (i, other) in holders[&place].clone().into_iter().enumerate() {
            if finds_place(other, options, room, holders, (tried, dead)) {
                holders.entry(place).or_default()[i] = item;
                return true;
            }
        }
    }
    false
}
