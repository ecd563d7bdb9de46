//! A stage of the join: one case of the middle lines and one number of queens in the north-western quarter. A stage's
//! tables are built once and shared by the threads.

use super::frame::{Arm, Middle, Quarter};
use super::lines;
use super::pieces::Pieces;
use super::subsets::Subsets;
use super::subsets::is_representative;
use solver_core::CancelToken;
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// The parameters of a stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stage {
    pub(super) middle: Middle,
    pub(super) north_west: u32,
}

/// The number of queens in each quarter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Share {
    pub(super) north_west: u32,
    pub(super) north_east: u32,
    pub(super) south_west: u32,
    pub(super) south_east: u32,
}

impl Stage {
    /// The stages of a board of `n` rows. Stages that need the same tables are adjacent.
    pub(super) fn all(n: u32) -> Vec<Stage> {
        let m = n / 2;
        let middles = Middle::all(n);
        let possible = |stage: &Stage| {
            if stage.middle.is_symmetric() { 2 * stage.north_west <= m } else { stage.north_west < m }
        };
        (0..=m)
            .rev()
            .flat_map(|north_west| middles.iter().map(move |&middle| Stage { middle, north_west }))
            .filter(possible)
            .collect()
    }

    /// Whether the north-western queens can be on these rows.
    pub(super) fn allows(self, rows: u32, m: u32) -> bool {
        rows & !self.middle.northern_rows(m) == 0 && (!self.middle.is_symmetric() || is_representative(rows, m))
    }

    pub(super) fn share(self, m: u32) -> Share {
        let free = if self.middle.is_symmetric() { m } else { m - 1 };
        let other = free - self.north_west;
        Share { north_west: self.north_west, north_east: other, south_west: other, south_east: m - other }
    }
}

/// The western tables for one position of the queen on the middle row.
#[derive(Debug)]
pub(super) struct West {
    /// The columns available to the western queens.
    pub(super) columns: u32,
    pub(super) north: Pieces,
    pub(super) south: Pieces,
}

/// The tables of a stage, as line words.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) west: Vec<West>,
    pub(super) north_east: Pieces,
    pub(super) south_east: Pieces,
    /// Keeps the sources alive for the next stage.
    _sources: Vec<Arc<Pieces>>,
}

/// Builds tables, and shares those still in use by a thread.
#[derive(Debug)]
pub(super) struct Library {
    m: u32,
    /// The sources, by the number of queens.
    sources: Vec<Mutex<Weak<Pieces>>>,
    /// The tables, by stage index.
    stages: Vec<Mutex<Weak<Tables>>>,
}

impl Library {
    pub(super) fn new(m: u32, stages: usize) -> Library {
        let shelves = |_| Mutex::new(Weak::new());
        Library {
            m,
            sources: (0..=m).map(shelves).collect(),
            stages: (0..stages).map(|_| Mutex::new(Weak::new())).collect(),
        }
    }

    /// The tables of a stage. Waits while another thread builds them; `None` if cancelled.
    pub(super) fn tables(
        &self,
        number: usize,
        stage: Stage,
        subsets: &Subsets,
        cancel: &CancelToken,
    ) -> Option<Arc<Tables>> {
        shared(&self.stages[number], || self.build(stage, subsets, cancel))
    }

    fn build(&self, stage: Stage, subsets: &Subsets, cancel: &CancelToken) -> Option<Tables> {
        let (m, middle, share) = (self.m, stage.middle, stage.share(self.m));
        let source =
            |queens: u32| shared(&self.sources[queens as usize], || Pieces::enumerate(m, queens, subsets, cancel));
        let (nw, ne, sw, se) = (
            source(share.north_west)?,
            source(share.north_east)?,
            source(share.south_west)?,
            source(share.south_east)?,
        );
        let turned = |word| lines::south_east(m, middle.gap(), word);
        let west = |arm: Arm| {
            let taken = arm.lines(m);
            let attacked = |quarter| middle.attacked(arm, m, quarter);
            Some(West {
                columns: arm.columns(m),
                north: nw.without(
                    attacked(Quarter::NorthWest),
                    |word| lines::north_west(turned(word)) | taken,
                    cancel,
                )?,
                south: sw.without(attacked(Quarter::SouthWest), |word| lines::south_west(turned(word)), cancel)?,
            })
        };
        // The words of the western pieces exclude the arm's diagonals in the eastern quarters.
        let attacked = |quarter| middle.attacked(Arm(None), m, quarter);
        Some(Tables {
            west: middle.arms(m).into_iter().map(west).collect::<Option<_>>()?,
            north_east: ne.without(attacked(Quarter::NorthEast), |word| lines::north_east(turned(word)), cancel)?,
            south_east: se.without(attacked(Quarter::SouthEast), turned, cancel)?,
            _sources: if middle.is_symmetric() { vec![] } else { vec![nw, ne, sw, se] },
        })
    }
}

/// Returns the shared value if it is still alive, otherwise the one that `make` builds; `None` if `make` fails.
fn shared<T>(shelf: &Mutex<Weak<T>>, make: impl FnOnce() -> Option<T>) -> Option<Arc<T>> {
    // If a thread panicked during building, the shelf is empty.
    let mut shelf = shelf.lock().unwrap_or_else(PoisonError::into_inner);
    shelf.upgrade().or_else(|| {
        let made = Arc::new(make()?);
        *shelf = Arc::downgrade(&made);
        Some(made)
    })
}
