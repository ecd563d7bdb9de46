//! State that is stored wrongly: in the propagator or shared by all its copies, rather than trailed.

use super::fault::Fault;
use crate::context::Context;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The storage of trailed integers in a propagator with a [`Fault`] of its state.
pub(super) enum Kept {
    /// The integers are trailed, which is correct.
    Trailed,
    /// The integers are stored in the propagator ([`Fault::KeepsIntegers`]), so backtracking does not restore them.
    Own(Vec<i64>),
    /// The integers are shared by all copies ([`Fault::SharesIntegers`]).
    Shared { copy: u64, integers: usize, all: Arc<Mutex<Shared>> },
}

/// The integers as left by the copy that ran last.
#[derive(Default)]
pub(super) struct Shared {
    last: u64,
    integers: Vec<i64>,
}

/// The next number for a copy; 0 is not used.
static COPIES: AtomicU64 = AtomicU64::new(1);

fn next_copy() -> u64 {
    COPIES.fetch_add(1, Ordering::Relaxed)
}

impl Kept {
    pub(super) fn new(fault: Fault, integers: usize) -> Kept {
        match fault {
            Fault::KeepsIntegers => Kept::Own(vec![0; integers]),
            Fault::SharesIntegers => Kept::Shared { copy: next_copy(), integers, all: Arc::default() },
            _ => Kept::Trailed,
        }
    }

    /// Passes the wrong integers to the propagator before a run.
    pub(super) fn before(&self, cx: &mut Context<'_>) {
        match self {
            Kept::Trailed => {}
            Kept::Own(integers) => give(cx, integers),
            Kept::Shared { copy, all, .. } => {
                let all = all.lock().unwrap_or_else(PoisonError::into_inner);
                if all.last != *copy {
                    give(cx, &all.integers);
                }
            }
        }
    }

    /// Stores the integers after a run.
    pub(super) fn after(&mut self, cx: &Context<'_>) {
        match self {
            Kept::Trailed => {}
            Kept::Own(integers) => (0..).zip(integers).for_each(|(i, integer)| *integer = cx.trailed(i)),
            Kept::Shared { copy, integers, all } => {
                let integers = (0..*integers).map(|i| cx.trailed(i)).collect();
                *all.lock().unwrap_or_else(PoisonError::into_inner) = Shared { last: *copy, integers };
            }
        }
    }
}

impl Clone for Kept {
    fn clone(&self) -> Kept {
        match self {
            Kept::Trailed => Kept::Trailed,
            Kept::Own(integers) => Kept::Own(integers.clone()),
            Kept::Shared { integers, all, .. } => {
                Kept::Shared { copy: next_copy(), integers: *integers, all: Arc::clone(all) }
            }
        }
    }
}

fn give(cx: &mut Context<'_>, integers: &[i64]) {
    for (i, &integer) in integers.iter().enumerate() {
        cx.set_trailed(i, integer);
    }
}
