//! Boards up to 64 × `W`: a column is a set of `W` words, in which bit `r` represents row `r`.
//!
//! Placed queens are dropped: only *open* columns are read, and all of their remaining squares lie in open rows. Rows
//! are counted bit-sliced, 64 at a time: one pass over the open columns finds the rows with at least one, two, three
//! and four squares. Only rows with two or three squares are transposed.

use super::lines::{Strike, of_three, of_two};
use super::{Cause, cut_to_board};
use crate::bits::Set;
use solver_core::prelude_propagator::*;

/// The index of the first trailed integers: the columns whose queens have been placed and processed. They are followed
/// by the same number of trailed integers for the rows of those queens.
const PLACED: usize = 0;

/// Buffers whose contents are meaningless between runs.
#[derive(Clone, Debug)]
pub(super) struct Words<const W: usize> {
    /// The remaining rows of each open column.
    columns: Box<[Set<W>]>,
    /// The remaining columns of the rows being processed; empty for other rows.
    across: Box<[Set<W>]>,
}

/// The state of a run.
struct Run<'a, 'c, const W: usize> {
    views: &'a [View],
    cx: &'a mut Context<'c>,
    columns: &'a mut [Set<W>],
    /// The columns without a processed queen; `rows` holds the rows without one.
    open: Set<W>,
    rows: Set<W>,
    /// The open columns with one remaining square, whose queens have not yet been processed.
    queens: Set<W>,
    /// The columns with removals that have not yet been processed.
    changed: Set<W>,
    /// The rows with removals that have not yet been processed.
    thinner: Set<W>,
}

impl<const W: usize> Words<W> {
    /// The number of trailed integers.
    pub(super) const CELLS: usize = 2 * W;

    pub(super) fn new(n: usize) -> Words<W> {
        debug_assert!(n <= 64 * W, "a column has {W} words");
        // Allocate full words, so that column indices need no check against `n`.
        let room = || vec![Set::EMPTY; 64 * W].into_boxed_slice();
        Words { columns: room(), across: room() }
    }

    pub(super) fn propagate(
        &mut self,
        views: &[View],
        cx: &mut Context<'_>,
        modified: &[u32],
    ) -> Result<Status, Conflict> {
        let board = Set::below(views.len());
        let placed = Set(std::array::from_fn(|w| cx.trailed(PLACED + w) as u64));
        let taken = Set(std::array::from_fn(|w| cx.trailed(PLACED + W + w) as u64));
        if placed.is_empty() {
            cut_to_board(views, cx)?;
        }
        let open = board.minus(placed);
        for c in open.iter() {
            self.columns[c] = Set(std::array::from_fn(|w| cx.window(views[c], 64 * w as i32)));
        }
        let mut changed = Set::EMPTY;
        for &c in modified {
            changed.insert(c as usize);
        }
        let changed = changed.and(open);
        let mut queens = Set::EMPTY;
        for c in changed.iter() {
            if self.columns[c].is_single() {
                queens.insert(c);
            }
        }
        let columns = &mut *self.columns;
        // The removals in modified columns are not recorded, so every row is processed at the start.
        let thinner = Set::FULL;
        let mut run = Run { views, cx, columns, open, rows: board.minus(taken), queens, changed, thinner };
        loop {
            run.strike_with_queens()?;
            run.strike_from_columns()?;
            if !run.queens.is_empty() {
                continue;
            }
            if !run.thinner.meets(run.rows) {
                break;
            }
            run.look_at_rows(&mut self.across)?;
        }
        let Run { open, rows, .. } = run;
        if board.minus(open) != placed {
            for w in 0..W {
                cx.set_trailed(PLACED + w, board.minus(open).0[w] as i64);
                cx.set_trailed(PLACED + W + w, board.minus(rows).0[w] as i64);
            }
        }
        Ok(if open.is_empty() { Status::Entailed } else { Status::Stable })
    }
}

impl<const W: usize> Run<'_, '_, W> {
    /// Removes the squares `gone` from an open column.
    #[inline]
    fn cut(&mut self, column: usize, gone: Set<W>, cause: Cause) -> Result<(), Conflict> {
        let old = self.columns[column];
        let gone = old.and(gone);
        if gone.is_empty() { Ok(()) } else { self.shrink(column, old, gone, cause) }
    }

    fn shrink(&mut self, column: usize, old: Set<W>, gone: Set<W>, cause: Cause) -> Result<(), Conflict> {
        let n = self.views.len();
        let view = self.views[column];
        for w in 0..W {
            if W == 1 || gone.0[w] != 0 {
                self.cx.keep(view, 64 * w as i32, !gone.0[w], || cause.hint(n))?;
            }
        }
        self.note(column, old, old.minus(gone));
        Ok(())
    }

    #[inline]
    fn note(&mut self, column: usize, old: Set<W>, new: Set<W>) {
        self.columns[column] = new;
        self.changed.insert(column);
        self.thinner = self.thinner.or(old.minus(new));
        if new.is_single() {
            self.queens.insert(column);
        }
    }

    /// Same as `cut`, for a column that may be closed or outside the board.
    #[inline]
    fn cut_if_open(&mut self, column: usize, gone: Set<W>, cause: Cause) -> Result<(), Conflict> {
        if self.open.has(column) { self.cut(column, gone, cause) } else { Ok(()) }
    }

    /// Processes new queens: removes what they attack and closes their lines.
    #[inline]
    fn strike_with_queens(&mut self) -> Result<(), Conflict> {
        while let Some(c) = self.queens.pop() {
            let square = self.columns[c];
            self.open.remove(c);
            self.changed.remove(c);
            self.rows = self.rows.minus(square);
            let Some(row) = square.iter().next() else { continue };
            self.cx.work(8 * W)?;
            for o in self.open.iter() {
                self.cut(o, square.or(Set::beside(row, o.abs_diff(c))), Cause::Column(c))?;
            }
        }
        Ok(())
    }

    /// For each modified column with two or three remaining squares, removes the squares that attack all of them.
    #[inline]
    fn strike_from_columns(&mut self) -> Result<(), Conflict> {
        while let Some(c) = self.changed.pop() {
            strikes(self.columns[c], |Strike { distance, position }| {
                let gone = Set::singleton(position);
                self.cut_if_open(c + distance, gone, Cause::Column(c))?;
                self.cut_if_open(c.wrapping_sub(distance), gone, Cause::Column(c))
            })?;
        }
        Ok(())
    }

    /// Counts the squares of all rows. Fails if a row is empty, places the queen of a row with one square, and, for a
    /// modified row with two or three squares, removes the squares that attack all of them.
    #[inline]
    fn look_at_rows(&mut self, across: &mut [Set<W>]) -> Result<(), Conflict> {
        let n = self.views.len();
        let [mut one, mut two, mut three, mut four] = [Set::EMPTY; 4];
        for c in self.open.iter() {
            let column = self.columns[c];
            four = four.or(three.and(column));
            three = three.or(two.and(column));
            two = two.or(one.and(column));
            one = one.or(column);
        }
        if let Some(row) = self.rows.minus(one).iter().next() {
            return self.cx.fail(|| Cause::Row(row).hint(n));
        }
        let single = self.rows.minus(two);
        if !single.is_empty() {
            return self.place(single);
        }
        let few = self.thinner.and(self.rows).minus(four);
        self.thinner = Set::EMPTY;
        if few.is_empty() {
            return Ok(());
        }
        for c in self.open.iter() {
            for r in self.columns[c].and(few).iter() {
                across[r].insert(c);
            }
        }
        let mut result = Ok(());
        for r in few.iter() {
            let row = std::mem::replace(&mut across[r], Set::EMPTY);
            if result.is_ok() {
                result = strikes(row, |Strike { distance, position }| {
                    self.cut_if_open(position, Set::beside(r, distance), Cause::Row(r))
                });
            }
        }
        result
    }

    /// Places queens in rows with one remaining square.
    fn place(&mut self, single: Set<W>) -> Result<(), Conflict> {
        let n = self.views.len();
        for c in self.open.iter() {
            for r in self.columns[c].and(single).iter() {
                self.cx.fix(self.views[c], r as i32, || Cause::Row(r).hint(n))?;
                self.note(c, self.columns[c], Set::singleton(r));
            }
        }
        Ok(())
    }
}

/// Passes each square excluded by a line with these remaining squares to `strike`.
#[inline]
fn strikes<const W: usize>(
    mut line: Set<W>,
    strike: impl FnMut(Strike) -> Result<(), Conflict>,
) -> Result<(), Conflict> {
    let (Some(a), Some(b)) = (line.pop(), line.pop()) else { return Ok(()) };
    match line.pop() {
        None => of_two(a, b).try_for_each(strike),
        Some(c) if line.is_empty() => of_three(a, b, c).map_or(Ok(()), strike),
        Some(_) => Ok(()),
    }
}
