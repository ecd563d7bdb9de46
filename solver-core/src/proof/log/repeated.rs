//! Reasons that come again: whatever search meets them, they follow from one constraint, so their lines may stay.
//!
//! A classical search meets the same few reasons in most of its nodes, and to derive, write and delete each of them there would be most of the proof. What
//! has come a second time stays, as long as there is room: a checker has to look at all that stays.

use crate::model::rows::Literal;
use rustc_hash::{FxBuildHasher, FxHashSet};
use std::hash::BuildHasher;

/// Lines that stay have this many literals together at most.
const ROOM: usize = 1 << 20;

/// Reasons that came once are forgotten when there are this many.
const ONCE: usize = 1 << 20;

/// The reasons that have been written.
#[derive(Default)]
pub(super) struct Repeated {
    /// By their hashes: where two agree, a line stays from the first time on.
    once: FxHashSet<u64>,
    /// Those that the checker knows for good.
    known: FxHashSet<Box<[Literal]>>,
    taken: usize,
}

impl Repeated {
    /// Whether the checker knows this reason: the premises after what they imply.
    pub(super) fn is_known(&self, reason: &[Literal]) -> bool {
        self.known.contains(reason)
    }

    /// Notes that a reason is written. Whether its line is to stay.
    pub(super) fn stays(&mut self, reason: Vec<Literal>) -> bool {
        if self.once.len() == ONCE {
            self.once.clear();
        }
        let is_new = self.once.insert(FxBuildHasher.hash_one(&reason));
        if is_new || self.taken + reason.len() > ROOM {
            return false;
        }
        self.taken += reason.len();
        self.known.insert(reason.into_boxed_slice())
    }
}
