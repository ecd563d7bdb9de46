//! Repeated reasons: each follows from a single constraint anywhere in the search, so its line may be kept.
//!
//! A search without learning finds the same few reasons repeatedly. If derived, written and deleted at each node, they
//! would make up most of the proof. A reason that occurs a second time is therefore kept while there is room. Room is
//! limited because the checker must inspect every kept line.

use crate::model::rows::Literal;
use rustc_hash::{FxBuildHasher, FxHashSet};
use std::hash::BuildHasher;

/// The maximum total number of literals in kept lines.
const ROOM: usize = 1 << 20;

/// The maximum number of remembered reasons that have occurred once. When it is reached, all of them are forgotten.
const ONCE: usize = 1 << 20;

/// The reasons written so far.
#[derive(Default)]
pub(super) struct Repeated {
    /// The hashes of reasons that have occurred once. If the hashes of two reasons collide, the later reason's line is
    /// kept from its first occurrence.
    once: FxHashSet<u64>,
    /// The reasons that the checker knows permanently.
    known: FxHashSet<Box<[Literal]>>,
    taken: usize,
}

impl Repeated {
    /// Whether the checker knows this reason, which is given as the fact followed by its premises.
    pub(super) fn is_known(&self, reason: &[Literal]) -> bool {
        self.known.contains(reason)
    }

    /// Records that a reason is written. Returns whether to keep its line.
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
