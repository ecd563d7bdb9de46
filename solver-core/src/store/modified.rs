//! ModifiedPositions: what propagators are told, and what they need not be told.
//!
//! A propagator that asked for one finds there the positions of its scope that have changed, each once. It can say more
//! exactly what it wants to know:
//!
//! - It may *close* a position whose changes can mean nothing to it below a node of the search: an index of an
//!   array that is gone. Backtracking opens it again. Where subscriptions are lists this is to cancel one; here they stay compiled.
//! - It may *watch_values* only some values of a position: it is modified when one of them goes. These are the watched literals
//!   of I. P. Gent, C. Jefferson and I. Miguel (CP 2006): a propagator that watches values which support others
//!   need not take that back, for a support that is there below a node is there at the node.
//!
//! Both are known before any code of the propagator runs, as with the advisors of M. Z. Lagerkvist and C. Schulte (CP 2007),
//! but they are data: one word for each place, and a change wakes if it has a bit in common with it.

#[derive(Clone, Copy)]
struct Place {
    /// The values the loss of which is to be entered; none while it is in its inbox, or closed.
    open: u64,
    /// The same when it is neither.
    watched: u64,
}

/// The modified of all propagators, flat: one place for each position of a scope, or one alone for a
/// propagator that does not ask which positions changed.
#[derive(Clone)]
pub(super) struct ModifiedPositions {
    entries: Vec<u32>,
    places: Vec<Place>,
    /// The closed places, with the level at which they were closed, in this order.
    closed: Vec<(u32, u32)>,
}

impl ModifiedPositions {
    pub(super) fn new(places: usize) -> ModifiedPositions {
        let all = Place { open: !0, watched: !0 };
        ModifiedPositions { entries: vec![0; places], places: vec![all; places], closed: Vec::with_capacity(places) }
    }

    /// Whether the loss of these values is to be entered.
    #[inline]
    pub(super) fn wants(&self, place: u32, gone: u64) -> bool {
        self.places[place as usize].open & gone != 0
    }

    /// Enters a place into the inbox at `start`, where `received` are already and this one is not.
    #[inline]
    pub(super) fn enter(&mut self, place: u32, start: u32, received: u32) {
        self.places[place as usize].open = 0;
        self.entries[(start + received) as usize] = place - start;
    }

    /// The positions in an inbox.
    #[inline]
    pub(super) fn received(&self, start: u32, received: u32) -> &[u32] {
        &self.entries[start as usize..(start + received) as usize]
    }

    /// Takes all entries out.
    #[inline]
    pub(super) fn empty(&mut self, start: u32, received: u32, mut each: impl FnMut(u32)) {
        for &position in &self.entries[start as usize..(start + received) as usize] {
            let place = &mut self.places[(start + position) as usize];
            place.open = place.watched;
            each(position);
        }
    }

    /// Closes a place until the level is undone. One that waits in its inbox stays there and open.
    #[inline]
    pub(super) fn close(&mut self, place: u32, level: usize) {
        if std::mem::take(&mut self.places[place as usize].open) != 0 {
            self.closed.push((level as u32, place));
        }
    }

    /// Opens what was closed beyond a level.
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

    /// A place that stands for a whole propagator is told of everything.
    #[inline]
    pub(super) fn reset(&mut self, place: u32) {
        self.places[place as usize].open = !0;
    }

    /// From now on a place is told of the loss of these values alone, of which there must be one.
    #[inline]
    pub(super) fn watch_values(&mut self, place: u32, values: u64) {
        debug_assert!(values != 0, "a place that is told of nothing is closed");
        let place = &mut self.places[place as usize];
        place.open = if place.open == 0 { 0 } else { values };
        place.watched = values;
    }

    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * 4 + self.places.capacity() * size_of::<Place>() + self.closed.capacity() * 8
    }
}
