//! Boards of any size: four watched squares in each row.
//!
//! A row with four remaining squares excludes nothing, so as long as a row's four watched squares remain, none of its
//! other squares is read. When one of the four is removed, the propagator looks for four remaining squares again. If
//! there are fewer than four, they are stored in a trailed integer, and the row is not searched again on this branch.
//! Watches need no trailing: backtracking never removes a square.
//!
//! Placed queens are dropped, as in `words`: the open columns and the open rows are two sparse sets with one trailed
//! size.

use super::lines::{Strike, of_three, of_two};
use super::{Cause, cut_to_board};
use solver_core::prelude_propagator::*;

/// The index of the trailed integer that holds the number of placed queens.
const PLACED: usize = 0;
/// The index of the trailed integer of row 0, whose value is 0 or, if at most three columns remain, those columns,
/// packed.
const ROWS: usize = 1;

/// The maximum board size: three columns and their number must fit into a trailed integer.
pub(super) const MAX_COLUMNS: usize = (1 << 21) - 1;

/// The number of trailed integers for a board of `n` columns.
pub(super) fn cells(n: usize) -> usize {
    ROWS + n
}

/// At most three columns, ascending.
#[derive(Clone, Copy, Default)]
struct Few {
    columns: [u32; 3],
    count: usize,
}

impl Few {
    fn push(&mut self, column: u32) {
        self.columns[self.count] = column;
        self.count += 1;
    }

    fn as_slice(&self) -> &[u32] {
        &self.columns[..self.count]
    }

    /// Packs each column, with 1 added, into 21 bits, so that 0 means "unknown".
    fn pack(self) -> i64 {
        self.as_slice().iter().rev().fold(0, |cell, &c| cell << 21 | i64::from(c + 1))
    }

    fn unpack(mut cell: i64) -> Few {
        let mut few = Few::default();
        while cell != 0 {
            few.push((cell & MAX_COLUMNS as i64) as u32 - 1);
            cell >>= 21;
        }
        few
    }
}

/// A sparse set of lines: closed lines come first.
#[derive(Clone, Debug)]
struct Lines {
    order: Box<[u32]>,
    place: Box<[u32]>,
}

impl Lines {
    fn new(n: usize) -> Lines {
        Lines { order: (0..n as u32).collect(), place: (0..n as u32).collect() }
    }

    fn is_open(&self, line: usize, done: usize) -> bool {
        self.place[line] as usize >= done
    }

    /// Closes an open line by moving it to index `done`.
    fn close(&mut self, line: usize, done: usize) {
        let (at, other) = (self.place[line] as usize, self.order[done]);
        self.order.swap(at, done);
        self.place[line] = done as u32;
        self.place[other as usize] = at as u32;
    }
}

#[derive(Clone, Debug)]
pub(super) struct Watched {
    columns: Lines,
    rows: Lines,
    /// The four watched columns of each row.
    watches: Box<[[u32; 4]]>,
    /// For each row, the index in the column order at which its last search ended.
    cursors: Box<[u32]>,
    /// The columns with removals that have not yet been processed.
    changed: Vec<u32>,
    /// The columns with one remaining square.
    queens: Vec<u32>,
}

struct Run<'a, 'c> {
    views: &'a [View],
    cx: &'a mut Context<'c>,
    own: &'a mut Watched,
    placed: usize,
    /// Whether rows may have unprocessed removals.
    thinner: bool,
}

impl Watched {
    pub(super) fn new(n: usize) -> Watched {
        Watched {
            columns: Lines::new(n),
            rows: Lines::new(n),
            watches: vec![[0; 4]; n].into(),
            cursors: (0..n as u32).collect(),
            // A run adds a column to `changed` when the column is modified and when three or two squares are left, and
            // to `queens` when one square is left or forced.
            changed: Vec::with_capacity(3 * n),
            queens: Vec::with_capacity(2 * n),
        }
    }

    pub(super) fn propagate(
        &mut self,
        views: &[View],
        cx: &mut Context<'_>,
        modified: &[u32],
    ) -> Result<Status, Conflict> {
        let before = cx.trailed(PLACED) as usize;
        if before == 0 {
            cut_to_board(views, cx)?;
        }
        self.changed.clear();
        self.queens.clear();
        self.changed.extend(modified.iter().copied().filter(|&c| self.columns.is_open(c as usize, before)));
        self.queens.extend(self.changed.iter().copied().filter(|&c| cx.fixed(views[c as usize]).is_some()));
        let mut run = Run { views, cx, own: self, placed: before, thinner: true };
        loop {
            run.strike_with_queens()?;
            run.strike_from_columns()?;
            if !run.thinner {
                break;
            }
            run.look_at_rows()?;
        }
        let placed = run.placed;
        if placed != before {
            cx.set_trailed(PLACED, placed as i64);
        }
        Ok(if placed == views.len() { Status::Entailed } else { Status::Stable })
    }
}

impl Run<'_, '_> {
    /// Removes a square, which may be in a closed line or outside the board.
    #[inline]
    fn cut(&mut self, column: usize, row: usize, cause: Cause) -> Result<(), Conflict> {
        let n = self.views.len();
        if column >= n || row >= n || !self.own.columns.is_open(column, self.placed) {
            return Ok(());
        }
        let view = self.views[column];
        if self.cx.contains(view, row as i32) {
            self.cx.remove(view, row as i32, || cause.hint(n))?;
            self.thinner = true;
            self.note(column);
        }
        Ok(())
    }

    /// Records that squares of a column were removed.
    fn note(&mut self, column: usize) {
        match self.cx.size(self.views[column]) {
            1 => self.own.queens.push(column as u32),
            2 | 3 => self.own.changed.push(column as u32),
            _ => {}
        }
    }

    fn strike_with_queens(&mut self) -> Result<(), Conflict> {
        while let Some(c) = self.own.queens.pop() {
            let c = c as usize;
            let Some(row) = self.cx.fixed(self.views[c]) else { continue };
            if !self.own.columns.is_open(c, self.placed) {
                continue;
            }
            let row = row as usize;
            self.own.columns.close(c, self.placed);
            self.own.rows.close(row, self.placed);
            self.placed += 1;
            self.cx.work(self.views.len() - self.placed)?;
            for at in self.placed..self.views.len() {
                let o = self.own.columns.order[at] as usize;
                let d = o.abs_diff(c);
                for r in [row, row + d, row.wrapping_sub(d)] {
                    self.cut(o, r, Cause::Column(c))?;
                }
            }
        }
        Ok(())
    }

    fn strike_from_columns(&mut self) -> Result<(), Conflict> {
        while let Some(c) = self.own.changed.pop() {
            let c = c as usize;
            let view = self.views[c];
            let size = self.cx.size(view);
            if !(2..=3).contains(&size) {
                continue;
            }
            let (a, z) = self.cx.bounds(view);
            let (a, z) = (a as usize, z as usize);
            if size == 2 {
                for s in of_two(a, z) {
                    self.cut_beside_column(c, s)?;
                }
            } else if let Some(b) = self.cx.next(view, a as i32 + 1)
                && let Some(s) = of_three(a, b as usize, z)
            {
                self.cut_beside_column(c, s)?;
            }
        }
        Ok(())
    }

    fn cut_beside_column(&mut self, c: usize, Strike { distance, position }: Strike) -> Result<(), Conflict> {
        self.cut(c + distance, position, Cause::Column(c))?;
        self.cut(c.wrapping_sub(distance), position, Cause::Column(c))
    }

    fn cut_beside_row(&mut self, r: usize, Strike { distance, position }: Strike) -> Result<(), Conflict> {
        self.cut(position, r + distance, Cause::Row(r))?;
        self.cut(position, r.wrapping_sub(distance), Cause::Row(r))
    }

    /// Processes the open rows, each in constant time unless a watched square was removed.
    fn look_at_rows(&mut self) -> Result<(), Conflict> {
        self.thinner = false;
        self.cx.work(self.views.len() - self.placed)?;
        for at in self.placed..self.views.len() {
            let r = self.own.rows.order[at] as usize;
            let Some(few) = self.few(r)? else { continue };
            let n = self.views.len();
            match *few.as_slice() {
                [] => return self.cx.fail(|| Cause::Row(r).hint(n)),
                [c] => {
                    let view = self.views[c as usize];
                    if self.cx.fixed(view).is_none() {
                        self.cx.fix(view, r as i32, || Cause::Row(r).hint(n))?;
                        self.thinner = true;
                        self.own.queens.push(c);
                    }
                }
                [a, b] => {
                    for s in of_two(a as usize, b as usize) {
                        self.cut_beside_row(r, s)?;
                    }
                }
                [a, b, c] => {
                    if let Some(s) = of_three(a as usize, b as usize, c as usize) {
                        self.cut_beside_row(r, s)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The remaining columns of a row, if there are at most three and they have changed.
    fn few(&mut self, r: usize) -> Result<Option<Few>, Conflict> {
        let cell = self.cx.trailed(ROWS + r);
        let few = if cell != 0 {
            let known = Few::unpack(cell);
            let mut left = Few::default();
            for &c in known.as_slice() {
                if self.has(c, r) {
                    left.push(c);
                }
            }
            if left.count == known.count {
                return Ok(None);
            }
            left
        } else {
            let watches = self.own.watches[r];
            let [a, b, ..] = watches;
            if a != b && watches.iter().all(|&c| self.has(c, r)) {
                return Ok(None);
            }
            match self.find(r)? {
                Some(few) => few,
                None => return Ok(None),
            }
        };
        self.cx.set_trailed(ROWS + r, few.pack());
        Ok(Some(few))
    }

    #[inline]
    fn has(&self, column: u32, row: usize) -> bool {
        self.cx.contains(self.views[column as usize], row as i32)
    }

    /// Searches for four columns to watch; returns all remaining columns if there are fewer.
    fn find(&mut self, r: usize) -> Result<Option<Few>, Conflict> {
        let open = self.views.len() - self.placed;
        let start = self.own.cursors[r] as usize % open;
        let mut found = [0; 4];
        let mut count = 0;
        for step in 0..open {
            let at = if start + step < open { start + step } else { start + step - open };
            let c = self.own.columns.order[self.placed + at];
            if self.has(c, r) {
                found[count] = c;
                count += 1;
                if count == 4 {
                    self.own.watches[r] = found;
                    self.own.cursors[r] = at as u32;
                    self.cx.work(step)?;
                    return Ok(None);
                }
            }
        }
        self.cx.work(open)?;
        found[..count].sort_unstable();
        let mut few = Few::default();
        for &c in &found[..count] {
            few.push(c);
        }
        Ok(Some(few))
    }
}
