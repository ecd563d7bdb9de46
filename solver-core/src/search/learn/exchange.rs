//! Exchange of nogoods between searches of the same problem.
//!
//! A nogood follows from the constraints and, in optimisation, from the bound set by a known solution. Hence it holds
//! in every search of the same problem. Each search writes to its own lane and reads the other lanes when it is at the
//! root (Y. Hamadi, S. Jabbour, L. Saïs, *ManySAT: a Parallel SAT Solver*, JSAT 6, 2009). Only strong nogoods are
//! shared: those with few levels or few literals.

use crate::atom::Atom;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Nogoods with at most this literal block distance are shared.
const LEVELS: u32 = 2;

/// Nogoods with at most this many literals are also shared.
const LITERALS: usize = 2;

/// The maximum length of a shared nogood.
const LONGEST: usize = 30;

/// The maximum number of literals in a lane: eight megabytes.
const ROOM: usize = 1 << 20;

/// The nogoods that searches of the same problem have shared.
pub(crate) struct Exchange {
    lanes: Vec<Lane>,
    /// Whether nogoods become readable only when they are [published](Exchange::publish).
    deterministic: bool,
}

/// The nogoods of one search, in chronological order.
#[derive(Default)]
struct Lane {
    nogoods: Mutex<Vec<Box<[Atom]>>>,
    /// The number of nogoods that other searches may read.
    published: AtomicUsize,
}

impl Exchange {
    /// Creates an exchange for `searches` searches. If `deterministic` is true, what a search reads does not depend on
    /// how fast the others run.
    pub(crate) fn new(searches: usize, deterministic: bool) -> Exchange {
        Exchange { lanes: (0..searches).map(|_| Lane::default()).collect(), deterministic }
    }

    /// Makes everything written so far readable. Called while no search runs.
    pub(crate) fn publish(&self) {
        self.lanes.iter().for_each(|lane| lane.publish(&lane.nogoods()));
    }
}

impl Lane {
    fn nogoods(&self) -> MutexGuard<'_, Vec<Box<[Atom]>>> {
        self.nogoods.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn publish(&self, nogoods: &[Box<[Atom]>]) {
        self.published.store(nogoods.len(), Ordering::Release);
    }
}

/// One search's access to the exchange.
#[derive(Clone)]
pub(crate) struct Peer {
    exchange: Arc<Exchange>,
    own: usize,
    /// By lane: the number of nogoods read.
    read: Vec<usize>,
    /// Nogoods to share, learned since the last visit.
    learned: Vec<Box<[Atom]>>,
    /// The number of literals that this search has shared.
    given: usize,
}

impl Peer {
    /// Gives the search with this index access to the exchange.
    pub(crate) fn new(exchange: &Arc<Exchange>, own: usize) -> Peer {
        let read = vec![0; exchange.lanes.len()];
        Peer { exchange: exchange.clone(), own, read, learned: Vec::new(), given: 0 }
    }

    /// Records a learned nogood for the other searches, if it is strong enough.
    pub(super) fn note(&mut self, clause: &[Atom], lbd: u32) {
        let is_strong = lbd <= LEVELS && clause.len() <= LONGEST || clause.len() <= LITERALS;
        if is_strong && self.given + clause.len() <= ROOM {
            self.given += clause.len();
            self.learned.push(clause.into());
        }
    }

    /// Shares the recorded nogoods, and imports those that other searches have shared since the last visit.
    pub(super) fn visit(&mut self, mut import: impl FnMut(&[Atom])) {
        let Exchange { lanes, deterministic } = &*self.exchange;
        for (k, (lane, read)) in lanes.iter().zip(&mut self.read).enumerate() {
            if k == self.own {
                if !self.learned.is_empty() {
                    let mut nogoods = lane.nogoods();
                    nogoods.append(&mut self.learned);
                    if !deterministic {
                        lane.publish(&nogoods);
                    }
                }
            } else if lane.published.load(Ordering::Acquire) > *read {
                let nogoods = lane.nogoods();
                let published = lane.published.load(Ordering::Acquire);
                nogoods[*read..published].iter().for_each(|nogood| import(nogood));
                *read = published;
            }
        }
    }

    /// The memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.given * size_of::<Atom>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::var::Var;
    use crate::view::View;

    fn atoms(values: std::ops::Range<i32>) -> Vec<Atom> {
        values.map(|v| Atom::equals(View::from(Var(0)), v)).collect()
    }

    fn imported(peer: &mut Peer) -> Vec<usize> {
        let mut imported = Vec::new();
        peer.visit(|nogood| imported.push(nogood.len()));
        imported
    }

    #[test]
    fn short_nogoods_are_imported_once_by_the_others() {
        let exchange = Arc::new(Exchange::new(3, false));
        let [mut a, mut b, mut c] = [0, 1, 2].map(|k| Peer::new(&exchange, k));
        a.note(&atoms(0..5), 2);
        a.note(&atoms(0..6), 3);
        a.note(&atoms(0..31), 2);
        a.note(&atoms(0..2), 9);
        assert_eq!(imported(&mut b), []);
        assert_eq!(imported(&mut a), []);
        assert_eq!(imported(&mut b), [5, 2]);
        b.note(&atoms(0..1), 1);
        assert_eq!(imported(&mut b), []);
        assert_eq!((imported(&mut a), imported(&mut c)), (vec![1], vec![5, 2, 1]));
        assert_eq!((a.bytes(), b.bytes()), (56, 8));
    }

    #[test]
    fn in_step_nothing_is_imported_before_it_is_published() {
        let exchange = Arc::new(Exchange::new(2, true));
        let [mut a, mut b] = [0, 1].map(|k| Peer::new(&exchange, k));
        a.note(&atoms(0..3), 2);
        assert_eq!((imported(&mut a), imported(&mut b)), (vec![], vec![]));
        exchange.publish();
        assert_eq!(imported(&mut b), [3]);
    }

    #[test]
    fn a_lane_does_not_grow_for_ever() {
        let exchange = Arc::new(Exchange::new(2, false));
        let mut a = Peer::new(&exchange, 0);
        for _ in 0..ROOM {
            a.note(&atoms(0..2), 1);
        }
        assert_eq!(a.bytes(), 8 * ROOM);
    }
}
