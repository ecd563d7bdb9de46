//! Finds one solution on a huge board by local search: conflict minimisation on permutations.
//!
//! The method is QS4 of Sosič & Gu (*3,000,000 queens in less than one minute*, SIGART Bulletin 2(2), 1991; *Efficient
//! local search with conflict minimization*, IEEE TKDE 6(5), 1994). The queens form a permutation, so they are in
//! different rows from the start. A counter per diagonal allows a move to be evaluated in constant time.
//!
//! 1. **Placement.** Column by column, a remaining row is picked at random until no queen placed so far attacks it,
//!    with `3.08 n` picks in total. Whatever the board size, only a few dozen columns are left; they get the remaining
//!    rows in random order.
//! 2. **Repair.** An attacked queen swaps its row with that of a random column if this reduces the conflicts on the
//!    diagonals. (QS4 requires that both queens then have no conflicts, a special case.) After many unsuccessful swaps,
//!    as happens on small boards, the search restarts.
//!
//! The search takes about `3.1 n` constant-time steps and 20 bytes per queen. It eventually finds a solution if one
//! exists, but cannot prove that none does, so boards of 2 and 3 columns are rejected.

#[cfg(test)]
mod tests;

use crate::board::{Attack, Board};
use solver_core::search::Rng;
use std::ops::ControlFlow;

/// A local search for a board size and a seed. A seed leads to the same solution on every machine.
///
/// ```
/// use queens::{LocalSearch, LocalOutcome};
/// use std::ops::ControlFlow;
/// let search = LocalSearch::new(1_000, 42)?;
/// let LocalOutcome::Found { board, effort } = search.run(|_| ControlFlow::<()>::Continue(()))? else {
///     unreachable!("it has no limit");
/// };
/// assert_eq!(board.size(), 1_000);
/// assert!(effort.draws < 4_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LocalSearch {
    n: u32,
    seed: u64,
}

/// The reason why a board is rejected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LocalSearchError {
    /// A board without columns.
    #[error("a board needs at least 1 column")]
    NoColumns,
    /// A board of 2 or 3 columns.
    #[error("{size} queens have no solution, so local search would never end")]
    NoSolution {
        /// The requested size.
        size: u64,
    },
    /// A board that needs too much memory.
    #[error("local search supports boards up to {limit}x{limit}, not {size}x{size}")]
    TooLarge {
        /// The requested size.
        size: u64,
        /// The maximum size.
        limit: u32,
    },
}

/// The effort of the search so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// The number of rows picked at random while queens were placed.
    pub draws: u64,
    /// The number of swaps evaluated during repair.
    pub tries: u64,
    /// The number of swaps made.
    pub swaps: u64,
    /// The number of restarts.
    pub restarts: u64,
    /// The number of queens placed without an attack in this attempt.
    pub placed: u32,
}

/// The outcome of a search. A local search never proves that there is no solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LocalOutcome<B> {
    /// A solution, checked by [`Board::new`].
    Found {
        /// The solution.
        board: Board,
        /// The effort.
        effort: Effort,
    },
    /// The callback stopped the search.
    Stopped {
        /// The callback's value.
        by: B,
        /// The effort before the search was stopped.
        effort: Effort,
    },
}

/// The number of random picks during placement, as a percentage of the number of columns: the paper's 3.08 per column.
const DRAWS_PERCENT: u64 = 308;

/// The number of steps between two calls of the callback.
const STRIDE: u32 = 1 << 16;

/// The number of unsuccessful swaps of one queen before a restart, about a hundred times what a large board needs.
/// Small boards allow ten per column instead.
const PATIENCE: u64 = 5_000;

impl LocalSearch {
    /// The maximum board size, which takes two gigabytes.
    pub const MAX_COLUMNS: u32 = 100_000_000;

    /// Creates a search on an n×n board.
    ///
    /// # Errors
    /// [`LocalSearchError`] if the board has no columns, has no solution, or is too large.
    pub fn new(n: u64, seed: u64) -> Result<LocalSearch, LocalSearchError> {
        match u32::try_from(n) {
            Ok(0) => Err(LocalSearchError::NoColumns),
            Ok(2 | 3) => Err(LocalSearchError::NoSolution { size: n }),
            Ok(n @ ..=LocalSearch::MAX_COLUMNS) => Ok(LocalSearch { n, seed }),
            _ => Err(LocalSearchError::TooLarge { size: n, limit: LocalSearch::MAX_COLUMNS }),
        }
    }

    /// Runs the search. `watch` is called every 65,536 steps and may stop the search.
    ///
    /// # Errors
    /// [`Attack`] if the result is wrong, which would be a bug: every board found is checked from scratch.
    pub fn run<B>(&self, watch: impl FnMut(&Effort) -> ControlFlow<B>) -> Result<LocalOutcome<B>, Attack> {
        let mut attempt = Attempt::new(self.n, self.seed, watch);
        match attempt.search() {
            ControlFlow::Break(by) => Ok(LocalOutcome::Stopped { by, effort: attempt.effort }),
            ControlFlow::Continue(()) => {
                let Attempt { rows, effort, .. } = attempt;
                Ok(LocalOutcome::Found { board: Board::new(rows)?, effort })
            }
        }
    }
}

/// The current permutation of rows, and the number of queens on each diagonal.
struct Attempt<W> {
    rows: Vec<u32>,
    rising: Vec<u32>,
    falling: Vec<u32>,
    rng: Rng,
    watch: W,
    /// The number of steps until the next call of the callback.
    rest: u32,
    effort: Effort,
}

impl<B, W: FnMut(&Effort) -> ControlFlow<B>> Attempt<W> {
    fn new(n: u32, seed: u64, watch: W) -> Attempt<W> {
        let diagonals = vec![0; 2 * n as usize - 1];
        let (rising, falling) = (diagonals.clone(), diagonals);
        let rows = (0..n).collect();
        Attempt { rows, rising, falling, rng: Rng::new(seed), watch, rest: STRIDE, effort: Effort::default() }
    }

    fn search(&mut self) -> ControlFlow<B> {
        self.place()?;
        while !self.repair()? {
            self.effort.restarts += 1;
            self.rising.fill(0);
            self.falling.fill(0);
            self.place()?;
        }
        ControlFlow::Continue(())
    }

    fn step(&mut self) -> ControlFlow<B> {
        self.rest -= 1;
        if self.rest > 0 {
            return ControlFlow::Continue(());
        }
        self.rest = STRIDE;
        (self.watch)(&self.effort)
    }

    fn n(&self) -> usize {
        self.rows.len()
    }

    fn diagonals(&self, column: usize, row: u32) -> (usize, usize) {
        (column + self.n() - 1 - row as usize, column + row as usize)
    }

    /// The number of queens on a square's two diagonals.
    fn attackers(&self, column: usize, row: u32) -> u32 {
        let (rising, falling) = self.diagonals(column, row);
        self.rising[rising] + self.falling[falling]
    }

    /// Places a queen on a square. Returns the number of queens that were already on its diagonals.
    fn put(&mut self, column: usize, row: u32) -> u32 {
        let met = self.attackers(column, row);
        let (rising, falling) = self.diagonals(column, row);
        self.rising[rising] += 1;
        self.falling[falling] += 1;
        met
    }

    /// Removes a queen. Returns the number of queens that remain on its diagonals.
    fn take(&mut self, column: usize, row: u32) -> u32 {
        let (rising, falling) = self.diagonals(column, row);
        self.rising[rising] -= 1;
        self.falling[falling] -= 1;
        self.attackers(column, row)
    }

    fn draw(&mut self, from: usize) -> usize {
        from + self.rng.below((self.n() - from) as u64) as usize
    }

    /// Places queens without attacks until the random picks are used up, then places the remaining queens arbitrarily.
    fn place(&mut self) -> ControlFlow<B> {
        let n = self.n();
        let mut draws = DRAWS_PERCENT * n as u64 / 100 + 16;
        let mut column = 0;
        while column < n && draws > 0 {
            draws -= 1;
            self.effort.draws += 1;
            self.step()?;
            let from = self.draw(column);
            let row = self.rows[from];
            if self.attackers(column, row) == 0 {
                self.rows.swap(column, from);
                self.put(column, row);
                column += 1;
                self.effort.placed = column as u32;
            }
        }
        for column in column..n {
            let from = self.draw(column);
            self.rows.swap(column, from);
            self.put(column, self.rows[column]);
        }
        ControlFlow::Continue(())
    }

    fn is_attacked(&self, column: usize) -> bool {
        self.attackers(column, self.rows[column]) > 2
    }

    /// Swaps rows until no queen is attacked; returns false if the search gets stuck.
    fn repair(&mut self) -> ControlFlow<B, bool> {
        // For each diagonal, the list contains all of its queens except the first one placed.
        let mut attacked: Vec<usize> = (self.effort.placed as usize..self.n()).collect();
        let patience = PATIENCE.min(10 * self.n() as u64);
        while let Some(column) = attacked.pop() {
            let mut left = patience;
            while self.is_attacked(column) {
                self.step()?;
                if left == 0 {
                    return ControlFlow::Continue(false);
                }
                left -= 1;
                let other = self.draw(0);
                if self.swap(column, other) {
                    left = patience;
                    if self.is_attacked(other) {
                        attacked.push(other);
                    }
                }
            }
        }
        ControlFlow::Continue(true)
    }

    /// Swaps the rows of two columns if this reduces the number of conflicts.
    fn swap(&mut self, a: usize, b: usize) -> bool {
        self.effort.tries += 1;
        let (row_a, row_b) = (self.rows[a], self.rows[b]);
        if a == b {
            return false;
        }
        let before = self.take(a, row_a) + self.take(b, row_b);
        let after = self.put(a, row_b) + self.put(b, row_a);
        if after < before {
            self.rows.swap(a, b);
            self.effort.swaps += 1;
            return true;
        }
        self.take(a, row_b);
        self.take(b, row_a);
        self.put(a, row_a);
        self.put(b, row_b);
        false
    }
}
