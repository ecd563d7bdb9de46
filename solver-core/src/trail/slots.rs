//! The stamped value trail.
//!
//! A word is saved at most once per level: its stamp is the *magic number* of the level at which it was last saved.
//! Magic numbers are never reused, so nothing has to be cleared when a level ends.

/// An undo record: a slot and its old word.
#[derive(Clone, Copy, Default)]
struct Saved {
    slot: u32,
    old: u64,
}

#[derive(Clone, Copy)]
struct Level {
    trail: u32,
    magic: u32,
}

/// Trailed 64-bit words.
#[derive(Clone)]
pub(crate) struct Slots {
    words: Vec<u64>,
    stamps: Vec<u32>,
    /// Undo records; the first `saved` are in use. There is always space for one more record per slot, which suffices
    /// because no slot is saved twice between level changes.
    trail: Vec<Saved>,
    saved: usize,
    levels: Vec<Level>,
    magic: u32,
    next_magic: u32,
}

impl Slots {
    pub(crate) fn new(words: Vec<u64>) -> Slots {
        Slots::starting_at(words, 1)
    }

    /// Like `new`, with a given first magic number, so that tests can start near the end of the range.
    pub(crate) fn starting_at(words: Vec<u64>, magic: u32) -> Slots {
        let stamps = vec![0; words.len()];
        let trail = vec![Saved::default(); words.len()];
        let next_magic = magic.wrapping_add(1);
        Slots { words, stamps, trail, saved: 0, levels: Vec::new(), magic, next_magic }
    }

    /// Reserves memory for this many levels of typical size, so that the search need not allocate. Reserves at most a
    /// megabyte, because allocating more for a large model could take longer than the search.
    pub(crate) fn reserve(&mut self, levels: usize) {
        let records = (levels + 2).saturating_mul(self.words.len()).min(1 << 16);
        // This only reserves: memory that the search does not reach is never touched.
        self.trail.reserve_exact(records.saturating_sub(self.trail.len()));
        self.levels.reserve(levels);
    }

    #[inline]
    pub(crate) fn get(&self, slot: usize) -> u64 {
        self.words[slot]
    }

    /// All words, for comparing states.
    #[cfg(test)]
    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    #[inline]
    pub(crate) fn set(&mut self, slot: usize, new: u64) {
        let word = &mut self.words[slot];
        let stamp = &mut self.stamps[slot];
        if *stamp != self.magic {
            *stamp = self.magic;
            self.trail[self.saved] = Saved { slot: slot as u32, old: *word };
            self.saved += 1;
        }
        *word = new;
    }

    /// The number of open levels; 0 at the root.
    #[inline]
    pub(crate) fn level(&self) -> usize {
        self.levels.len()
    }

    /// The slots written since the innermost level was opened (at the root, since the start), without repetitions.
    pub(crate) fn written(&self) -> impl ExactSizeIterator<Item = usize> + '_ {
        let from = self.levels.last().map_or(0, |level| level.trail as usize);
        self.trail[from..self.saved].iter().map(|saved| saved.slot as usize)
    }

    #[inline]
    pub(crate) fn push_level(&mut self) {
        self.levels.push(Level { trail: self.saved as u32, magic: self.magic });
        self.make_room();
        if self.next_magic == 0 {
            self.renumber();
        }
        self.magic = self.next_magic;
        self.next_magic = self.next_magic.wrapping_add(1);
    }

    /// Undoes every change since the last `push_level`. Does nothing at the root.
    #[inline]
    pub(crate) fn pop_level(&mut self) {
        let Some(level) = self.levels.pop() else { return };
        for saved in self.trail[level.trail as usize..self.saved].iter().rev() {
            self.words[saved.slot as usize] = saved.old;
        }
        self.saved = level.trail as usize;
        self.magic = level.magic;
    }

    /// Ensures space for one record per slot. Undoing a level need not call this, because it frees as many records as
    /// can be needed again.
    #[inline]
    fn make_room(&mut self) {
        let needed = self.saved + self.words.len();
        if needed > self.trail.len() {
            self.grow(needed);
        }
    }

    #[cold]
    fn grow(&mut self, needed: usize) {
        self.trail.resize(needed, Saved::default());
    }

    /// Restarts the magic numbers after 2³² levels. Resets all stamps, which costs at most one additional record per
    /// word and open level.
    #[cold]
    fn renumber(&mut self) {
        self.stamps.fill(0);
        for (i, level) in self.levels.iter_mut().enumerate() {
            level.magic = i as u32 + 1;
        }
        self.next_magic = self.levels.len() as u32 + 1;
    }

    /// The allocated memory in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.words.capacity() * 8
            + self.stamps.capacity() * 4
            + self.trail.capacity() * size_of::<Saved>()
            + self.levels.capacity() * size_of::<Level>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares random pushes, pops and writes with a stack of full copies, while the magic numbers wrap around.
    #[test]
    fn undo_equals_a_stack_of_copies_even_when_magic_numbers_wrap() {
        let mut rng = crate::search::Rng::new(7);
        let mut slots = Slots::starting_at(vec![0; 5], u32::MAX - 300);
        let mut copies: Vec<Vec<u64>> = Vec::new();
        for _ in 0..20_000 {
            match rng.below(10) {
                0..=2 => {
                    copies.push(slots.words().to_vec());
                    slots.push_level();
                }
                3..=5 => {
                    if let Some(copy) = copies.pop() {
                        slots.pop_level();
                        assert_eq!(slots.words(), copy);
                    }
                }
                _ => slots.set(rng.below(5) as usize, rng.next_u64()),
            }
            assert_eq!(slots.level(), copies.len());
        }
    }
}
