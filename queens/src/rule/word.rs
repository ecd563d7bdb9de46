//! Boards up to 64 × 64: a column is a word, bit `r` stands for row `r`.
//!
//! Placed queens leave the game: only *open* columns are read, and every square
//! left in them lies in an open row. Rows are counted bit-sliced, all at once:
//! after one pass over the open columns, `at_least[k]` holds the rows with more
//! than `k` squares. Only rows with two or three squares are transposed.

use super::{Cause, cut_to_board, lines};
use crate::bits::{bits, first, without_lowest};
use solver_core::prelude_propagator::*;

/// The cell with the columns whose queens are placed and have struck all others.
const PLACED: usize = 0;
/// The cell with the rows of those queens.
const TAKEN: usize = 1;
/// The number of cells.
pub(super) const CELLS: usize = 2;

/// Room to work in; between runs it means nothing.
#[derive(Clone, Debug)]
pub(super) struct Word {
    /// The rows left in each open column.
    columns: Box<[u64; 64]>,
    /// The columns left in the rows that are looked at; otherwise all 0.
    across: Box<[u64; 64]>,
}

/// A run: what it reads and what is still to be looked at.
struct Run<'a, 'c> {
    views: &'a [View],
    cx: &'a mut Context<'c>,
    columns: &'a mut [u64; 64],
    /// Columns without a queen that has struck.
    open: u64,
    /// Open columns with one square left: queens that are still to strike.
    queens: u64,
    /// Columns that lost squares and have not been looked at since.
    changed: u64,
    /// Rows that lost squares and have not been looked at since.
    thinner: u64,
}

impl Word {
    pub(super) fn new(n: usize) -> Word {
        debug_assert!(n <= 64, "a column is one word");
        Word { columns: Box::new([0; 64]), across: Box::new([0; 64]) }
    }

    pub(super) fn propagate(
        &mut self,
        views: &[View],
        cx: &mut Context<'_>,
        woken: &[u32],
    ) -> Result<Outcome, Conflict> {
        let board = first(views.len());
        let (placed, taken) = (cx.cell(PLACED) as u64, cx.cell(TAKEN) as u64);
        if placed == 0 {
            cut_to_board(views, cx)?;
        }
        let open = board & !placed;
        for c in bits(open) {
            self.columns[c] = cx.window(views[c], 0);
        }
        let changed = woken.iter().fold(0, |set, &c| set | 1 << (c & 63)) & open;
        let columns = &mut *self.columns;
        // What the woken columns lost is not recorded, so at first every row counts.
        let mut run = Run { views, cx, columns, open, queens: 0, changed, thinner: !0 };
        for c in bits(changed) {
            if without_lowest(run.columns[c]) == 0 {
                run.queens |= 1 << c;
            }
        }
        let mut rows = board & !taken;
        loop {
            run.strike_with_queens(&mut rows)?;
            run.strike_from_columns()?;
            if run.queens == 0 && run.thinner & rows != 0 {
                run.look_at_rows(rows, &mut self.across)?;
            }
            if run.queens | run.changed == 0 && run.thinner & rows == 0 {
                break;
            }
        }
        let open = run.open;
        if board & !open != placed {
            cx.set_cell(PLACED, (board & !open) as i64);
            cx.set_cell(TAKEN, (board & !rows) as i64);
        }
        Ok(if open == 0 { Outcome::Entailed } else { Outcome::Stable })
    }
}

impl Run<'_, '_> {
    /// Removes the squares `gone` from an open column.
    #[inline]
    fn cut(&mut self, column: usize, gone: u64, cause: Cause) -> Result<(), Conflict> {
        let old = self.columns[column];
        if old & gone == 0 {
            return Ok(());
        }
        let n = self.views.len();
        self.cx.keep(self.views[column], 0, !gone, || cause.hint(n))?;
        self.shrink(column, old, old & !gone);
        Ok(())
    }

    #[inline]
    fn shrink(&mut self, column: usize, old: u64, new: u64) {
        self.columns[column] = new;
        self.changed |= 1 << column;
        self.thinner |= old & !new;
        self.queens |= u64::from(without_lowest(new) == 0) << column;
    }

    /// As `cut`, for a column that may be closed or beside the board.
    #[inline]
    fn cut_if_open(&mut self, column: usize, gone: u64, cause: Cause) -> Result<(), Conflict> {
        if column < 64 && self.open >> column & 1 != 0 { self.cut(column, gone, cause) } else { Ok(()) }
    }

    /// New queens remove what they attack and leave the game.
    #[inline]
    fn strike_with_queens(&mut self, rows: &mut u64) -> Result<(), Conflict> {
        while self.queens != 0 {
            let c = self.queens.trailing_zeros() as usize;
            let square = self.columns[c];
            self.open &= !(1 << c);
            self.queens &= !(1 << c);
            self.changed &= !(1 << c);
            *rows &= !square;
            self.cx.work(8)?;
            for o in bits(self.open) {
                let d = o.abs_diff(c);
                self.cut(o, square | square << d | square >> d, Cause::Column(c))?;
            }
        }
        Ok(())
    }

    /// Columns with two or three squares remove what attacks them all.
    #[inline]
    fn strike_from_columns(&mut self) -> Result<(), Conflict> {
        while self.changed != 0 {
            let c = self.changed.trailing_zeros() as usize;
            self.changed &= !(1 << c);
            let word = self.columns[c];
            let upper = without_lowest(word);
            let top = without_lowest(upper);
            if upper == 0 || without_lowest(top) != 0 {
                continue;
            }
            let (a, b) = (word.trailing_zeros() as usize, upper.trailing_zeros() as usize);
            if top == 0 {
                let gap = b - a;
                self.cut_beside(c, gap, word)?;
                if gap.is_multiple_of(2) {
                    self.cut_beside(c, gap / 2, 1 << (a + gap / 2))?;
                }
            } else if let Some(s) = lines::of_three(a, b, top.trailing_zeros() as usize) {
                self.cut_beside(c, s.distance, 1 << s.position)?;
            }
        }
        Ok(())
    }

    /// Removes squares from the two columns at a distance from column `c`.
    #[inline]
    fn cut_beside(&mut self, c: usize, distance: usize, gone: u64) -> Result<(), Conflict> {
        self.cut_if_open(c + distance, gone, Cause::Column(c))?;
        self.cut_if_open(c.wrapping_sub(distance), gone, Cause::Column(c))
    }

    /// Counts the squares of all rows. A row without one fails, a row with one
    /// places its queen, thinner rows with two or three remove what attacks them all.
    #[inline]
    fn look_at_rows(&mut self, rows: u64, across: &mut [u64; 64]) -> Result<(), Conflict> {
        let n = self.views.len();
        let [mut one, mut two, mut three, mut four] = [0u64; 4];
        for c in bits(self.open) {
            let word = self.columns[c];
            four |= three & word;
            three |= two & word;
            two |= one & word;
            one |= word;
        }
        if rows & !one != 0 {
            let row = (rows & !one).trailing_zeros() as usize;
            return self.cx.fail(|| Cause::Row(row).hint(n));
        }
        let single = rows & !two;
        if single != 0 {
            return self.place(single);
        }
        let few = self.thinner & rows & !four;
        self.thinner = 0;
        if few == 0 {
            return Ok(());
        }
        for c in bits(self.open) {
            for r in bits(self.columns[c] & few) {
                across[r] |= 1 << c;
            }
        }
        let mut result = Ok(());
        for r in bits(few) {
            let row = std::mem::take(&mut across[r]);
            if result.is_ok() {
                result = self.strike_from_row(r, row);
            }
        }
        result
    }

    /// Places queens on rows with one square left.
    fn place(&mut self, single: u64) -> Result<(), Conflict> {
        let n = self.views.len();
        for c in bits(self.open) {
            for r in bits(self.columns[c] & single) {
                self.cx.fix(self.views[c], r as i32, || Cause::Row(r).hint(n))?;
                self.shrink(c, self.columns[c], 1 << r);
            }
        }
        Ok(())
    }

    /// A row with two or three squares removes what attacks them all.
    #[inline]
    fn strike_from_row(&mut self, r: usize, row: u64) -> Result<(), Conflict> {
        let upper = without_lowest(row);
        let top = without_lowest(upper);
        let (a, b) = (row.trailing_zeros() as usize, upper.trailing_zeros() as usize);
        let beside = |distance: usize| 1u64 << r << distance | 1u64 << r >> distance;
        if top == 0 {
            let gap = b - a;
            self.cut(a, beside(gap), Cause::Row(r))?;
            self.cut(b, beside(gap), Cause::Row(r))?;
            if gap.is_multiple_of(2) {
                self.cut_if_open(a + gap / 2, beside(gap / 2), Cause::Row(r))?;
            }
        } else if let Some(s) = lines::of_three(a, b, top.trailing_zeros() as usize) {
            self.cut_if_open(s.position, beside(s.distance), Cause::Row(r))?;
        }
        Ok(())
    }
}
