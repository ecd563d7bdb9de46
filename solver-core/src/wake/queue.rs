//! The queue: eight priority levels, each first in, first out.
//!
//! A propagator is queued at most once, so each level is a linked list in one array with an entry per propagator, and
//! no memory is allocated.

/// Scheduled propagators, by priority (0 runs first).
#[derive(Clone)]
pub(crate) struct Queue {
    /// The next propagator in the same level, if any.
    next: Box<[u32]>,
    first: [u32; 8],
    last: [u32; 8],
    nonempty: u8,
}

impl Queue {
    /// Creates a queue for this many propagators.
    pub(crate) fn new(propagators: usize) -> Queue {
        Queue { next: vec![0; propagators].into(), first: [0; 8], last: [0; 8], nonempty: 0 }
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.nonempty == 0
    }

    /// All scheduled propagators, in the order in which they would run.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        let levels = (0..8usize).filter(|level| self.nonempty >> level & 1 != 0);
        levels.flat_map(move |level| {
            let after = move |&p: &u32| (p != self.last[level]).then(|| self.next[p as usize]);
            std::iter::successors(Some(self.first[level]), after)
        })
    }

    #[inline]
    pub(crate) fn push(&mut self, priority: u8, propagator: u32) {
        let level = usize::from(priority & 7);
        let bit = 1 << level;
        if self.nonempty & bit == 0 {
            self.first[level] = propagator;
        } else {
            self.next[self.last[level] as usize] = propagator;
        }
        self.last[level] = propagator;
        self.nonempty |= bit;
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<u32> {
        if self.nonempty == 0 {
            return None;
        }
        let level = self.nonempty.trailing_zeros() as usize & 7;
        let propagator = self.first[level];
        if propagator == self.last[level] {
            self.nonempty &= !(1 << level);
        } else {
            self.first[level] = self.next[propagator as usize];
        }
        Some(propagator)
    }
}
