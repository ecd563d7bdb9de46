//! Nogoods that searches of one problem give each other.
//!
//! A nogood follows from the constraints, and of an objective from a bound whose solution is known by then: so it holds in every search of the same
//! problem. Each search writes to a lane of its own and reads those of the others when it is at the root (Y. Hamadi, S. Jabbour, L. Saïs, *ManySAT: a
//! Parallel SAT Solver*, JSAT 6, 2009). Only those travel that say much: of few levels, or few literals.

use crate::atom::Atom;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Nogoods of at most this literal block distance are given away.
const LEVELS: u32 = 2;

/// And those of at most this many literals.
const LITERALS: usize = 2;

/// But none of more than this many.
const LONGEST: usize = 30;

/// Literals in a lane, at most: eight megabytes.
const ROOM: usize = 1 << 20;

/// What searches of one problem have learned.
pub(crate) struct Exchange {
    lanes: Vec<Lane>,
    /// What is written can be read only when it is [published](Exchange::publish).
    in_step: bool,
}

/// What one search has learned, in the order of time.
#[derive(Default)]
struct Lane {
    nogoods: Mutex<Vec<Box<[Atom]>>>,
    /// The others may read up to here.
    published: AtomicUsize,
}

impl Exchange {
    /// For this number of searches. `in_step`: what they read does not depend on which of them is faster.
    pub(crate) fn new(searches: usize, in_step: bool) -> Exchange {
        Exchange { lanes: (0..searches).map(|_| Lane::default()).collect(), in_step }
    }

    /// While nobody searches: all that was written until now can be read.
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

/// A search's part in the exchange.
#[derive(Clone)]
pub(crate) struct Peer {
    exchange: Arc<Exchange>,
    own: usize,
    /// By lane: the nogoods read.
    read: Vec<usize>,
    /// Learned since the last visit.
    learned: Vec<Box<[Atom]>>,
    /// The literals given away.
    given: usize,
}

impl Peer {
    /// The search with this number.
    pub(crate) fn new(exchange: &Arc<Exchange>, own: usize) -> Peer {
        let read = vec![0; exchange.lanes.len()];
        Peer { exchange: exchange.clone(), own, read, learned: Vec::new(), given: 0 }
    }

    /// A nogood was learned: keeps it for the others, if it is good enough.
    pub(super) fn note(&mut self, clause: &[Atom], lbd: u32) {
        let says_much = lbd <= LEVELS && clause.len() <= LONGEST || clause.len() <= LITERALS;
        if says_much && self.given + clause.len() <= ROOM {
            self.given += clause.len();
            self.learned.push(clause.into());
        }
    }

    /// Gives the others what was learned, and hears what they have given since the last time.
    pub(super) fn visit(&mut self, mut hear: impl FnMut(&[Atom])) {
        let Exchange { lanes, in_step } = &*self.exchange;
        for (k, (lane, read)) in lanes.iter().zip(&mut self.read).enumerate() {
            if k == self.own {
                if !self.learned.is_empty() {
                    let mut nogoods = lane.nogoods();
                    nogoods.append(&mut self.learned);
                    if !in_step {
                        lane.publish(&nogoods);
                    }
                }
            } else if lane.published.load(Ordering::Acquire) > *read {
                let nogoods = lane.nogoods();
                let published = lane.published.load(Ordering::Acquire);
                nogoods[*read..published].iter().for_each(|nogood| hear(nogood));
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
        values.map(|v| Atom::equals(View::of(Var(0)), v)).collect()
    }

    fn heard(peer: &mut Peer) -> Vec<usize> {
        let mut heard = Vec::new();
        peer.visit(|nogood| heard.push(nogood.len()));
        heard
    }

    #[test]
    fn what_says_much_is_heard_once_by_the_others() {
        let exchange = Arc::new(Exchange::new(3, false));
        let [mut a, mut b, mut c] = [0, 1, 2].map(|k| Peer::new(&exchange, k));
        a.note(&atoms(0..5), 2);
        a.note(&atoms(0..6), 3);
        a.note(&atoms(0..31), 2);
        a.note(&atoms(0..2), 9);
        assert_eq!(heard(&mut b), []);
        assert_eq!(heard(&mut a), []);
        assert_eq!(heard(&mut b), [5, 2]);
        b.note(&atoms(0..1), 1);
        assert_eq!(heard(&mut b), []);
        assert_eq!((heard(&mut a), heard(&mut c)), (vec![1], vec![5, 2, 1]));
        assert_eq!((a.bytes(), b.bytes()), (56, 8));
    }

    #[test]
    fn in_step_nothing_is_heard_before_it_is_published() {
        let exchange = Arc::new(Exchange::new(2, true));
        let [mut a, mut b] = [0, 1].map(|k| Peer::new(&exchange, k));
        a.note(&atoms(0..3), 2);
        assert_eq!((heard(&mut a), heard(&mut b)), (vec![], vec![]));
        exchange.publish();
        assert_eq!(heard(&mut b), [3]);
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
