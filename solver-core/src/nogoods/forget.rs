//! Deletion of rarely used nogoods during the search.
//!
//! There are three tiers (as in G. Audemard, L. Simon, SAT 2009 and later solvers): nogoods with a literal block
//! distance of at most two stay permanently; those with a distance of three stay if they were used after the
//! second-last reduction; of all others, the less active half is deleted.

use super::NogoodStore;
use crate::atom_trail::{AtomTrail, ReasonKind};
use crate::domain::Domains;

/// Nogoods of at most this literal block distance stay permanently.
const CORE: u16 = 2;

/// Nogoods of at most this literal block distance stay while they are used.
const TIER: u16 = 3;

impl NogoodStore {
    /// Deletes rarely used nogoods. Nogood propagation must be at its fixpoint; the indices of the remaining nogoods do
    /// not change.
    ///
    /// An enumeration never returns to a region of the search space, and nogoods learned there are seldom useful
    /// elsewhere, so four fifths of the candidates are deleted instead of half.
    pub(crate) fn forget(&mut self, domains: &Domains, atoms: &AtomTrail, enumerates: bool) {
        // A nogood that is the reason for a trail entry must stay while the entry does.
        self.locked.clear();
        self.locked.grow(self.headers.len());
        for position in 0..atoms.len() {
            if let ReasonKind::Nogood { nogood } = atoms.because(atoms.fact(position).1) {
                self.locked.insert(nogood as usize);
            }
        }
        let (headers, locked) = (&self.headers, &self.locked);
        self.candidates.clear();
        self.candidates.extend((self.of_model.len() as u32..headers.len() as u32).filter(|&nogood| {
            let header = &headers[nogood as usize];
            let stays = header.lbd <= CORE || header.lbd <= TIER && header.used > 0;
            header.len > 2 && !stays && !locked.contains(nogood as usize)
        }));
        let go = if enumerates { self.candidates.len() * 4 / 5 } else { self.candidates.len() / 2 };
        if go > 0 {
            self.candidates.select_nth_unstable_by(go, |&a, &b| {
                let activity = |nogood: u32| headers[nogood as usize].activity;
                activity(a).total_cmp(&activity(b)).then(a.cmp(&b))
            });
        }
        for &nogood in &self.candidates[..go] {
            (self.headers[nogood as usize].start, self.headers[nogood as usize].len) = (0, 0);
            self.free.push(nogood);
        }
        self.compact();
        self.watches.clear();
        for nogood in 0..self.headers.len() as u32 {
            self.headers[nogood as usize].used = self.headers[nogood as usize].used.saturating_sub(1);
            self.watch(domains, nogood);
        }
        self.watches.shrink();
    }

    /// Closes the gaps in the arena.
    fn compact(&mut self) {
        let mut order = std::mem::take(&mut self.candidates);
        order.clear();
        order.extend((0..self.headers.len() as u32).filter(|&nogood| self.headers[nogood as usize].len > 0));
        order.sort_unstable_by_key(|&nogood| self.headers[nogood as usize].start);
        let mut end = 0;
        for &nogood in &order {
            let range = self.headers[nogood as usize].range();
            (self.headers[nogood as usize].start, end) = self.arena.move_down(range, end);
        }
        self.arena.truncate(end);
        self.candidates = order;
    }
}
