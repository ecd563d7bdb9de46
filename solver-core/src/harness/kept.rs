//! Wrongly stored state: in the propagator, or shared by all its copies, instead of trailed.

use super::fault::Fault;
use crate::context::Context;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The storage of trailed integers in a propagator with a [`Fault`] of state.
pub(super) enum Kept {
    /// Correct.
    Trailed,
    /// In the propagator ([`Fault::KeepsCells`]): backtracking does not restore them.
    Own(Vec<i64>),
    /// Shared by all copies ([`Fault::SharesCells`]).
    Shared { copy: u64, cells: usize, all: Arc<Mutex<Shared>> },
}

/// The integers as the copy that ran last left them.
#[derive(Default)]
pub(super) struct Shared {
    last: u64,
    cells: Vec<i64>,
}

/// Numbers for copies; 0 is none.
static COPIES: AtomicU64 = AtomicU64::new(1);

fn next_copy() -> u64 {
    COPIES.fetch_add(1, Ordering::Relaxed)
}

impl Kept {
    pub(super) fn new(fault: Fault, cells: usize) -> Kept {
        match fault {
            Fault::KeepsCells => Kept::Own(vec![0; cells]),
            Fault::SharesCells => Kept::Shared { copy: next_copy(), cells, all: Arc::default() },
            _ => Kept::Trailed,
        }
    }

    /// Before a run the propagator gets the wrong integers.
    pub(super) fn before(&self, cx: &mut Context<'_>) {
        match self {
            Kept::Trailed => {}
            Kept::Own(cells) => give(cx, cells),
            Kept::Shared { copy, all, .. } => {
                let all = all.lock().unwrap_or_else(PoisonError::into_inner);
                if all.last != *copy {
                    give(cx, &all.cells);
                }
            }
        }
    }

    /// After a run they are stored.
    pub(super) fn after(&mut self, cx: &Context<'_>) {
        match self {
            Kept::Trailed => {}
            Kept::Own(cells) => (0..).zip(cells).for_each(|(i, cell)| *cell = cx.trailed(i)),
            Kept::Shared { copy, cells, all } => {
                let cells = (0..*cells).map(|i| cx.trailed(i)).collect();
                *all.lock().unwrap_or_else(PoisonError::into_inner) = Shared { last: *copy, cells };
            }
        }
    }

    pub(super) fn copy(&self) -> Kept {
        match self {
            Kept::Trailed => Kept::Trailed,
            Kept::Own(cells) => Kept::Own(cells.clone()),
            Kept::Shared { cells, all, .. } => Kept::Shared { copy: next_copy(), cells: *cells, all: Arc::clone(all) },
        }
    }
}

fn give(cx: &mut Context<'_>, cells: &[i64]) {
    for (i, &cell) in cells.iter().enumerate() {
        cx.set_trailed(i, cell);
    }
}
