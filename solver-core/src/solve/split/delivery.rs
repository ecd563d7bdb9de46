//! Delivery of solutions, either in the order in which they are found or in tree order.

use std::collections::{BTreeMap, VecDeque};

/// A part's position in the tree. Sorting positions gives the order of depth-first search.
pub(super) type Position = Box<[u32]>;

/// The maximum total number of values in undelivered solutions; beyond it, the workers have to wait.
const ROOM: usize = 4 << 20;

/// A solution, with its minimised objective value.
pub(super) struct Found {
    pub(super) values: Box<[i32]>,
    pub(super) objective: Option<i32>,
}

/// The undelivered solutions from one part of the tree.
#[derive(Default)]
struct Shelf {
    found: VecDeque<Found>,
    /// Whether this part is explored.
    is_complete: bool,
}

/// The queue of solutions between the workers and the caller.
pub(super) struct Delivery {
    ordered: bool,
    /// By position of the part; if solutions are not ordered, there is a single entry.
    shelves: BTreeMap<Position, Shelf>,
    /// The number of undelivered values.
    waiting: usize,
}

impl Delivery {
    pub(super) fn new(ordered: bool) -> Delivery {
        let shelves = BTreeMap::from([(Position::default(), Shelf::default())]);
        Delivery { ordered, shelves, waiting: 0 }
    }

    /// Opens a shelf for a part of the tree that was given away.
    pub(super) fn open(&mut self, position: &Position) {
        if self.ordered {
            self.shelves.insert(position.clone(), Shelf::default());
        }
    }

    /// Records that a part of the tree is explored.
    pub(super) fn close(&mut self, position: &Position) {
        if self.ordered
            && let Some(shelf) = self.shelves.get_mut(position)
        {
            shelf.is_complete = true;
        }
    }

    /// Adds solutions found in this part of the tree, in order.
    pub(super) fn put(&mut self, position: &Position, found: impl IntoIterator<Item = Found>) {
        let shelf = match self.ordered {
            true => self.shelves.get_mut(position),
            false => self.shelves.get_mut(&Position::default()),
        };
        let Some(shelf) = shelf else { return };
        for found in found {
            self.waiting += found.values.len() + 1;
            shelf.found.push_back(found);
        }
    }

    /// The next solution to deliver.
    pub(super) fn next(&mut self) -> Option<Found> {
        loop {
            let mut first = self.shelves.first_entry()?;
            if let Some(found) = first.get_mut().found.pop_front() {
                self.waiting -= found.values.len() + 1;
                return Some(found);
            }
            if !first.get().is_complete {
                return None;
            }
            first.remove();
        }
    }

    /// Whether the search of this part may find more solutions. The search of the first part may do so while its own
    /// undelivered solutions are few, because all others may be waiting for it.
    pub(super) fn has_room(&self, position: &Position) -> bool {
        let is_first = || self.shelves.first_key_value().filter(|(first, _)| !self.ordered || *first == position);
        match is_first() {
            Some((_, shelf)) => shelf.found.front().is_none_or(|one| shelf.found.len() * (one.values.len() + 1) < ROOM),
            None => self.waiting < ROOM,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(value: i32) -> Found {
        Found { values: Box::from([value]), objective: None }
    }

    fn delivered(delivery: &mut Delivery) -> Vec<i32> {
        std::iter::from_fn(|| delivery.next()).map(|found| found.values[0]).collect()
    }

    #[test]
    fn a_part_waits_for_those_before_it() {
        let mut delivery = Delivery::new(true);
        let (root, right, inner) = (Position::default(), Position::from([1]), Position::from([0, 1]));
        delivery.open(&right);
        delivery.open(&inner);
        delivery.put(&right, [found(5), found(6)]);
        delivery.put(&inner, [found(3)]);
        delivery.put(&root, [found(1), found(2)]);
        assert_eq!(delivered(&mut delivery), [1, 2]);
        delivery.close(&right);
        assert_eq!(delivered(&mut delivery), []);
        delivery.close(&root);
        assert_eq!(delivered(&mut delivery), [3]);
        delivery.put(&inner, [found(4)]);
        delivery.close(&inner);
        assert_eq!(delivered(&mut delivery), [4, 5, 6]);
        assert_eq!(delivery.waiting, 0);
    }

    #[test]
    fn the_first_part_has_room_while_the_others_have_none() {
        let mut delivery = Delivery::new(true);
        let (root, right) = (Position::default(), Position::from([1]));
        delivery.open(&right);
        let large = || Found { values: vec![0; ROOM].into(), objective: None };
        delivery.put(&right, [large()]);
        assert!(!delivery.has_room(&right) && delivery.has_room(&root));
        delivery.close(&root);
        assert!(delivery.next().is_some_and(|found| found.values.len() == ROOM));
        assert!(delivery.has_room(&right));
    }

    #[test]
    fn without_an_order_they_come_as_they_are_found() {
        let mut delivery = Delivery::new(false);
        let right = Position::from([1]);
        delivery.open(&right);
        delivery.put(&right, [found(2)]);
        delivery.put(&Position::default(), [found(1)]);
        assert_eq!(delivered(&mut delivery), [2, 1]);
        delivery.put(&right, [Found { values: vec![0; ROOM].into(), objective: None }]);
        assert!(!delivery.has_room(&right) && !delivery.has_room(&Position::default()));
    }
}
