//! A table of rows, compiled for propagation.

use super::column::{ANY, Column, Spacing};
use crate::context::Context;
use crate::view::View;
use std::cell::Cell;
use std::sync::Arc;

/// Why a table cannot be built or posted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The length of a row differs from the number of columns.
    #[error("row {row} of the table has {length} values, but the table has {arity} columns")]
    Arity {
        /// The index of the row, counted from 0.
        row: usize,
        /// The length of the row.
        length: usize,
        /// The number of columns.
        arity: usize,
    },
    /// There are more than 2³¹ values.
    #[error("the table has too many values: {rows} rows of {arity} columns; the limit is 2^31 values")]
    TooLarge {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        arity: usize,
    },
    /// The number of views differs from the number of columns.
    #[error("the table has {arity} columns, but {views} variables were given")]
    Views {
        /// The number of columns.
        arity: usize,
        /// The number of views.
        views: usize,
    },
    /// A table of forbidden rows has a wildcard.
    #[error("a table of forbidden rows must not have wildcards")]
    Wildcard,
}

/// The maximum number of rows tested while the condition is undecided.
const MOST_LOOKS: usize = 65_536;

/// Rows of values, where `None` stands for any value. Clones share the rows.
///
/// Duplicate rows are dropped, as are rows with values beyond ±2³⁰, which no variable takes. Compiling takes `O(rows ·
/// columns · log rows)` time and at most 16 bytes of memory per value. A table that several constraints share is
/// compiled once.
///
/// ```
/// use solver_core::constraints::Table;
/// let knight = Table::new(2, [[1, 2], [2, 1], [1, 2]])?;
/// assert_eq!((knight.arity(), knight.len()), (2, 2));
/// # Ok::<(), solver_core::constraints::TableError>(())
/// ```
#[derive(Clone)]
pub struct Table(Arc<Compiled>);

struct Compiled {
    arity: usize,
    rows: usize,
    /// The values in row-major order.
    values: Box<[i32]>,
    columns: Box<[Column]>,
    /// For each column, the number of slots of the columns before it.
    first_slots: Box<[usize]>,
    /// For each column, the number of words of slots of the columns before it; followed by the total.
    first_words: Box<[usize]>,
    has_wildcards: bool,
}

impl Table {
    /// Creates a table of full rows.
    ///
    /// # Errors
    /// [`TableError`] if the length of a row is not `arity`, or the table is too large.
    pub fn new<R: AsRef<[i32]>>(arity: usize, rows: impl IntoIterator<Item = R>) -> Result<Table, TableError> {
        // No variable takes the value that stands for a wildcard, nor the next value, which replaces it here.
        Table::read(arity, rows, |&v| v.max(ANY + 1), Spacing::Measured)
    }

    /// Creates a table of *short* rows, where `None` stands for any value.
    ///
    /// # Errors
    /// [`TableError`] if the length of a row is not `arity`, or the table is too large.
    pub fn short<R: AsRef<[Option<i32>]>>(
        arity: usize,
        rows: impl IntoIterator<Item = R>,
    ) -> Result<Table, TableError> {
        Table::spaced(arity, rows, Spacing::Measured)
    }

    pub(super) fn spaced<R: AsRef<[Option<i32>]>>(
        arity: usize,
        rows: impl IntoIterator<Item = R>,
        spacing: Spacing,
    ) -> Result<Table, TableError> {
        Table::read(arity, rows, |v: &Option<i32>| v.map_or(ANY, |v| v.max(ANY + 1)), spacing)
    }

    fn read<C, R: AsRef<[C]>>(
        arity: usize,
        rows: impl IntoIterator<Item = R>,
        value: impl Fn(&C) -> i32,
        spacing: Spacing,
    ) -> Result<Table, TableError> {
        let mut values = Vec::new();
        let mut count = 0;
        for (row, cells) in rows.into_iter().enumerate() {
            let cells = cells.as_ref();
            if cells.len() != arity {
                return Err(TableError::Arity { row, length: cells.len(), arity });
            }
            values.extend(cells.iter().map(&value));
            count += 1;
        }
        Table::compile(arity, count, values, spacing)
    }

    fn compile(arity: usize, rows: usize, values: Vec<i32>, spacing: Spacing) -> Result<Table, TableError> {
        if rows.max(values.len()) >= 1 << 31 {
            return Err(TableError::TooLarge { rows, arity });
        }
        let (rows, values) = if arity == 0 { (rows.min(1), values) } else { distinct(arity, values) };
        let words = rows.div_ceil(64);
        let mut cells = Vec::with_capacity(rows);
        let columns: Box<[Column]> = (0..arity)
            .map(|p| {
                cells.clear();
                cells.extend(values.iter().skip(p).step_by(arity));
                Column::new(&cells, words, spacing)
            })
            .collect();
        let sums = |of: fn(&Column) -> usize| {
            let mut starts = vec![0];
            for column in &columns {
                starts.push(starts[starts.len() - 1] + of(column));
            }
            starts.into_boxed_slice()
        };
        let (first_slots, first_words) = (sums(Column::slots), sums(Column::words));
        let has_wildcards = columns.iter().any(|column| column.any.is_some());
        let values = values.into();
        Ok(Table(Arc::new(Compiled { arity, rows, values, columns, first_slots, first_words, has_wildcards })))
    }

    /// The number of columns.
    pub fn arity(&self) -> usize {
        self.0.arity
    }

    /// The number of distinct rows.
    pub fn len(&self) -> usize {
        self.0.rows
    }

    /// Checks whether the table has no rows.
    pub fn is_empty(&self) -> bool {
        self.0.rows == 0
    }

    /// The values of a row; `None` stands for any value. Rows are sorted.
    ///
    /// # Panics
    /// If the index is out of range.
    pub fn row(&self, row: usize) -> impl Iterator<Item = Option<i32>> {
        assert!(row < self.0.rows, "row {row} of {}", self.0.rows);
        self.cells(row).iter().map(|&v| (v != ANY).then_some(v))
    }

    /// The values of a row, where [`ANY`] is a wildcard.
    pub(super) fn cells(&self, row: usize) -> &[i32] {
        &self.0.values[row * self.0.arity..][..self.0.arity]
    }

    /// All rows in order, in the form of [`cells`](Table::cells).
    pub(super) fn all_cells(&self) -> impl Iterator<Item = &[i32]> {
        (0..self.0.rows).map(|row| self.cells(row))
    }

    /// Checks whether some row matches these values.
    pub fn contains(&self, values: &[i32]) -> bool {
        let full = |row: &[i32]| row.iter().zip(values).all(|(&c, &v)| c == ANY || c == v);
        if values.len() != self.0.arity {
            return false;
        }
        if self.0.has_wildcards || self.0.arity == 0 {
            return self.all_cells().any(full);
        }
        let (mut low, mut high) = (0, self.0.rows);
        while low < high {
            let middle = (low + high) / 2;
            (low, high) = if self.cells(middle) < values { (middle + 1, high) } else { (low, middle) };
        }
        low < self.0.rows && full(self.cells(low))
    }

    /// Checks whether some row has a wildcard.
    pub fn has_wildcards(&self) -> bool {
        self.0.has_wildcards
    }

    /// The number of words needed for one bit per row.
    pub(super) fn words(&self) -> usize {
        self.0.rows.div_ceil(64)
    }

    pub(super) fn column(&self, position: usize) -> &Column {
        &self.0.columns[position]
    }

    /// The number of slots of the columns before `position`.
    pub(super) fn first_slot(&self, position: usize) -> usize {
        self.0.first_slots[position]
    }

    /// The number of words of slots of the columns before `position`.
    pub(super) fn first_word(&self, position: usize) -> usize {
        self.0.first_words[position]
    }

    /// Checks whether some row is valid; also true if a limited number of tests cannot decide this. Starts with the row
    /// that was valid at the last test.
    pub(super) fn some_row_is_left(&self, cx: &Context<'_>, views: &[View], hint: &Cell<u32>) -> bool {
        let may_be = |view: View, v: i32| {
            let (low, high) = cx.bounds(view);
            v == ANY || low <= v && v <= high && cx.contains(view, v)
        };
        let is_left = |row: &usize| self.cells(*row).iter().zip(views).all(|(&v, &view)| may_be(view, v));
        let first = (hint.get() as usize).min(self.len());
        match (first..self.len()).chain(0..first).take(MOST_LOOKS).find(is_left) {
            Some(row) => {
                hint.set(row as u32);
                true
            }
            None => self.len() > MOST_LOOKS,
        }
    }

    /// Returns the views, if there are as many as columns.
    pub(super) fn fitting(&self, views: impl IntoIterator<Item = View>) -> Result<Box<[View]>, TableError> {
        let views: Box<[View]> = views.into_iter().collect();
        if views.len() == self.0.arity {
            return Ok(views);
        }
        Err(TableError::Views { arity: self.0.arity, views: views.len() })
    }
}

/// The rows of a [`table`](crate::Model::table): a [`Table`], or an array, vector or slice of rows.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a table",
    note = "a table is an array of rows such as `[[1, 2], [3, 4]]`, or `&Table::new(columns, rows)?` of any iterator of rows"
)]
pub trait IntoTable {
    /// Converts the rows to a table for this many variables.
    ///
    /// # Errors
    /// [`TableError`] if a row has a different length, or there are too many rows.
    fn into_table(self, arity: usize) -> Result<Table, TableError>;
}

impl IntoTable for &Table {
    fn into_table(self, _: usize) -> Result<Table, TableError> {
        Ok(self.clone())
    }
}

macro_rules! rows {
    ($([$($length:tt)*] $rows:ty),+) => {$(
        impl<R: AsRef<[i32]>, $($length)*> IntoTable for $rows {
            fn into_table(self, arity: usize) -> Result<Table, TableError> {
                Table::new(arity, self)
            }
        }
    )+};
}

rows!([] Vec<R>, [] &Vec<R>, [] &[R], [const N: usize] [R; N], [const N: usize] &[R; N]);

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Table({} rows of {})", self.len(), self.arity())
    }
}

/// Checks whether two of the views share a variable.
pub(super) fn is_aliased(views: &[View]) -> bool {
    let mut vars: Vec<_> = views.iter().map(|view| view.var()).collect();
    vars.sort_unstable();
    vars.windows(2).any(|pair| pair[0] == pair[1])
}

/// Returns the number of distinct rows, and these rows in order, without rows that no variables can take.
fn distinct(arity: usize, values: Vec<i32>) -> (usize, Vec<i32>) {
    let possible = |row: &&[i32]| row.iter().all(|&v| v == ANY || (-View::LIMIT..=View::LIMIT).contains(&v));
    let mut rows: Vec<&[i32]> = values.chunks_exact(arity).filter(possible).collect();
    if rows.len() * arity == values.len() && rows.is_sorted_by(|a, b| a < b) {
        return (rows.len(), values);
    }
    rows.sort_unstable();
    rows.dedup();
    (rows.len(), rows.concat())
}
