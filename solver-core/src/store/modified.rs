//! Modified positions, watched values and dynamic subscriptions.
//!
//! A propagator that requests modified positions receives each changed position of its scope once. It can restrict its
//! subscriptions:
//!
//! - *Unsubscribe* from a position whose changes are irrelevant below a search node, such as an array element whose
//!   index was removed. Backtracking restores the subscription. Subscriptions stay compiled; only the position's slot
//!   is closed.
//! - *Watch values* of a position: the propagator is scheduled when one of them is removed. These are the watched
//!   literals of I. P. Gent, C. Jefferson and I. Miguel (CP 2006): backtracking need not restore anything, because a
//!   support that exists below a node also exists at the node.
//!
//! Both are evaluated before any code of the propagator runs, as with the advisors of M. Z. Lagerkvist and C. Schulte
//! (CP 2007). Unlike advisors, they are data: each slot has one word of values, and a change schedules the propagator
//! if it removes one of these values.

#[derive(Clone, Copy)]
struct Place {
    /// The values whose removal is recorded; empty while the slot is recorded or closed.
    open: u64,
    /// The value of `open` while the slot is neither recorded nor closed.
    watched: u64,
}

/// The modified positions of all propagators that request them, stored contiguously: one slot for each position of a
/// scope.
#[derive(Clone)]
pub(super) struct ModifiedPositions {
    entries: Vec<u32>,
    places: Vec<Place>,
    /// The closed slots, each with the level at which it was closed, in chronological order.
    closed: Vec<(u32, u32)>,
}

impl ModifiedPositions {
    pub(super) fn new(places: usize) -> ModifiedPositions {
        let all = Place { open: !0, watched: !0 };
        ModifiedPositions { entries: vec![0; places], places: vec![all; places], closed: Vec::with_capacity(places) }
    }

    /// Whether the removal of these values is recorded.
    #[inline]
    pub(super) fn wants(&self, place: u32, gone: u64) -> bool {
        self.places[place as usize].open & gone != 0
    }

    /// Adds a slot to the list at `start`, which has `received` entries so far.
    #[inline]
    pub(super) fn enter(&mut self, place: u32, start: u32, received: u32) {
        self.places[place as usize].open = 0;
        self.entries[(start + received) as usize] = place - start;
    }

    /// The recorded positions of a list.
    #[inline]
    pub(super) fn received(&self, start: u32, received: u32) -> &[u32] {
        &self.entries[start as usize..(start + received) as usize]
    }

    /// Clears a list and calls `each` for its positions.
    #[inline]
    pub(super) fn empty(&mut self, start: u32, received: u32, mut each: impl FnMut(u32)) {
        for &position in &self.entries[start as usize..(start + received) as usize] {
            let place = &mut self.places[(start + position) as usize];
            place.open = place.watched;
            each(position);
        }
    }

    /// Closes a slot until the level is undone. A recorded slot stays recorded and open.
    #[inline]
    pub(super) fn close(&mut self, place: u32, level: usize) {
        if std::mem::take(&mut self.places[place as usize].open) != 0 {
            self.closed.push((level as u32, place));
        }
    }

    /// Reopens the slots closed above this level.
    #[inline]
    pub(super) fn reopen(&mut self, level: usize) {
        while let Some(&(closed_at, place)) = self.closed.last()
            && closed_at as usize > level
        {
            let place = &mut self.places[place as usize];
            place.open = place.watched;
            self.closed.pop();
        }
    }

    /// Watches values: from now on a slot records only the removal of these values, of which the domain must contain at
    /// least one.
    #[inline]
    pub(super) fn watch_values(&mut self, place: u32, values: u64) {
        debug_assert!(values != 0, "a place without watched values is closed");
        let place = &mut self.places[place as usize];
        let is_recorded = place.open == 0 && place.watched != 0;
        place.open = if is_recorded { 0 } else { values };
        place.watched = values;
    }

    /// Stops recording at a slot, which must not be recorded now.
    pub(super) fn watch_nothing(&mut self, place: u32) {
        self.places[place as usize] = Place { open: 0, watched: 0 };
    }

    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * 4 + self.places.capacity() * size_of::<Place>() + self.closed.capacity() * 8
    }
}
