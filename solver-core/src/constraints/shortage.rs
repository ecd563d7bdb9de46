//! Sets of items with fewer possible places than items (P. Hall 1935). A breadth-first search for augmenting paths
//! finds such a set: it consists of all items reached from one that a maximum matching leaves unassigned.

use std::collections::HashMap;

/// A partial assignment of items to distinct places.
pub(super) struct Places<'a> {
    /// The possible places of each item.
    options: Vec<&'a [i32]>,
    place_of: Vec<Option<i32>>,
    item_at: HashMap<i32, usize>,
}

/// A set of items, in the order in which they were reached, and all their possible places. There are fewer places than
/// items.
#[derive(Debug)]
pub(super) struct Shortage {
    pub(super) items: Vec<usize>,
    pub(super) places: Vec<i32>,
}

impl<'a> Places<'a> {
    pub(super) fn new(options: impl IntoIterator<Item = &'a [i32]>) -> Places<'a> {
        let options: Vec<&[i32]> = options.into_iter().collect();
        Places { place_of: vec![None; options.len()], options, item_at: HashMap::new() }
    }

    /// Assigns a place to an unassigned item, moving other items if necessary.
    pub(super) fn give(&mut self, item: usize) -> Result<(), Shortage> {
        let mut reached_by: HashMap<i32, usize> = HashMap::new();
        let mut items = vec![item];
        let mut next = 0;
        while let Some(&other) = items.get(next) {
            next += 1;
            for &place in self.options[other] {
                if reached_by.contains_key(&place) {
                    continue;
                }
                reached_by.insert(place, other);
                match self.item_at.get(&place) {
                    Some(&owner) => items.push(owner),
                    None => {
                        self.shift(item, place, &reached_by);
                        return Ok(());
                    }
                }
            }
        }
        let mut places: Vec<i32> = reached_by.into_keys().collect();
        places.sort_unstable();
        Err(Shortage { items, places })
    }

    /// Moves each item on an augmenting path to the place that it reached. The last place on the path is free.
    fn shift(&mut self, first: usize, mut place: i32, reached_by: &HashMap<i32, usize>) {
        loop {
            let item = reached_by[&place];
            let before = self.place_of[item].replace(place);
            self.item_at.insert(place, item);
            match before {
                Some(before) if item != first => place = before,
                _ => return,
            }
        }
    }
}
