//! The queue: eight priority levels, each first in, first out.
//!
//! A propagator is in the queue at most once, so each level is a ring with room
//! for all propagators of that level and never grows.

#[derive(Clone, Default)]
struct Ring {
    entries: Vec<u32>,
    head: u32,
    tail: u32,
}

/// Propagators that wait to run, by priority (0 runs first).
#[derive(Clone)]
pub(crate) struct Queue {
    rings: [Ring; 8],
    nonempty: u8,
}

impl Queue {
    /// A queue for propagators with these priorities.
    pub(crate) fn new(priorities: impl Iterator<Item = u8>) -> Queue {
        let mut counts = [0usize; 8];
        for p in priorities {
            counts[p as usize] += 1;
        }
        let rings = counts.map(|n| Ring { entries: vec![0; n.next_power_of_two()], head: 0, tail: 0 });
        Queue { rings, nonempty: 0 }
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.nonempty == 0
    }

    /// All that wait, in the order in which they would run.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.rings.iter().flat_map(|ring| {
            let waiting = ring.tail.wrapping_sub(ring.head);
            let mask = ring.entries.len() - 1;
            (0..waiting).map(move |i| ring.entries[ring.head.wrapping_add(i) as usize & mask])
        })
    }

    #[inline]
    pub(crate) fn push(&mut self, priority: u8, propagator: u32) {
        let level = usize::from(priority & 7);
        let ring = &mut self.rings[level];
        let mask = ring.entries.len() - 1;
        ring.entries[ring.tail as usize & mask] = propagator;
        ring.tail = ring.tail.wrapping_add(1);
        self.nonempty |= 1 << level;
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<u32> {
        if self.nonempty == 0 {
            return None;
        }
        let level = self.nonempty.trailing_zeros() as usize & 7;
        let ring = &mut self.rings[level];
        let mask = ring.entries.len() - 1;
        let propagator = ring.entries[ring.head as usize & mask];
        ring.head = ring.head.wrapping_add(1);
        if ring.head == ring.tail {
            self.nonempty &= !(1 << level);
        }
        Some(propagator)
    }
}
