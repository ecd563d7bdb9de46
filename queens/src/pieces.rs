//! Places k queens on an n×n board, where k may differ from n.
//!
//! With fewer queens than columns, one variable per column does not suffice, so each queen has a row variable and a
//! column variable. Two queens conflict if they share a row, a column, or the sum or the difference of row and column.
//! The queens are interchangeable; ordering them by row breaks this symmetry.

use crate::givens::Givens;
use crate::square::Square;
use crate::variants::ChangeError;
use solver_core::constraint;
use solver_core::prelude::*;

/// A model of k queens on an n×n board: queen `i` is on row `rows[i]` and column `columns[i]`.
#[derive(Clone, Debug)]
pub struct PiecesModel {
    /// The model.
    pub model: Model,
    /// The row of each queen, `0..n`, ascending.
    pub rows: Vec<IntVar>,
    /// The column of each queen, `0..n`.
    pub columns: Vec<IntVar>,
    size: usize,
}

/// The reason why a number of queens is rejected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PiecesError {
    /// A board without columns.
    #[error("a board needs at least 1 column")]
    NoColumns,
    /// The board is too large.
    #[error("a chosen number of queens can be placed on boards up to {limit}x{limit}, not {size}x{size}")]
    TooLarge {
        /// The requested size.
        size: u64,
        /// The maximum size.
        limit: usize,
    },
    /// There are too many queens.
    #[error("at most {limit} queens can be placed, not {pieces}; a {size}x{size} board has room for at most {size}")]
    TooMany {
        /// The requested number.
        pieces: u64,
        /// The number of columns and rows.
        size: u64,
        /// The maximum number.
        limit: usize,
    },
    /// The model is invalid.
    #[error(transparent)]
    Model(#[from] ModelError),
}

impl PiecesModel {
    /// The maximum board size, and the maximum number of queens. Building a model of this size takes about a tenth of a
    /// second.
    pub const MAX: usize = 1_000;

    /// Builds the model. With more queens than rows, it has no solution; with zero queens, it has one.
    ///
    /// # Errors
    /// [`PiecesError`] if the board is empty or larger than [`PiecesModel::MAX`], or if there are too many queens.
    ///
    /// ```
    /// use queens::PiecesModel;
    /// use solver_core::prelude::*;
    /// let p = PiecesModel::new(3, 2, Consistency::default())?;
    /// assert_eq!(p.model.count()?, Outcome::Complete(8));
    /// # Ok::<(), queens::PiecesError>(())
    /// ```
    pub fn new(n: u64, pieces: u64, consistency: Consistency) -> Result<PiecesModel, PiecesError> {
        let limit = PiecesModel::MAX;
        if n == 0 {
            return Err(PiecesError::NoColumns);
        }
        let size = usize::try_from(n).ok().filter(|&n| n <= limit);
        let size = size.ok_or(PiecesError::TooLarge { size: n, limit })?;
        let count = usize::try_from(pieces).ok().filter(|&k| k <= limit);
        let count = count.ok_or(PiecesError::TooMany { pieces, size: n, limit })?;
        let last = size as i32 - 1;

        let mut m = Model::new();
        let rows = m.ints("row", count, 0..=last)?;
        let columns = m.ints("column", count, 0..=last)?;
        let queens = || rows.iter().zip(&columns);
        m.all_different(&rows).consistency(consistency).named("rows");
        m.all_different(&columns).consistency(consistency).named("columns");
        m.all_different(queens().map(|(row, column)| row + column)).consistency(consistency).named("sums");
        m.all_different(queens().map(|(row, column)| row - column)).consistency(consistency).named("differences");
        for (queen, next) in rows.iter().zip(rows.iter().skip(1)) {
            m.post(constraint!(queen < next)).named("row by row");
        }
        Ok(PiecesModel { model: m, rows, columns, size })
    }

    /// The row and the column of each queen. In the lexicographic order ([`Sorted`](crate::Sorted)) of these variables,
    /// placements are lexicographic combinations of cells, row by row.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = [IntVar; 2]> {
        self.rows.iter().zip(&self.columns).map(|(&row, &column)| [row, column])
    }

    /// Returns the queens of a solution, ordered by row, after checking them against each other.
    ///
    /// # Errors
    /// [`ChangeError`] if two queens attack each other or one is off the board, that is, if this is not a solution.
    pub fn placed(&self, rows: &[u32], columns: &[u32]) -> Result<Givens, ChangeError> {
        Givens::new(self.size, rows.iter().zip(columns).map(|(&row, &column)| Square { column, row }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sorted::Sorted;

    /// The row and the column of each queen.
    type Placement = Vec<(i32, i32)>;

    fn placements(n: u64, k: u64, sorted: Sorted) -> Vec<Placement> {
        let p = PiecesModel::new(n, k, Consistency::default()).expect("a small board");
        let search = p.model.search().seq([sorted.phase(p.cells())]);
        let cells = |s: Solution| {
            let values = |variables: &[IntVar]| s.values(variables).expect("its own variables");
            values(&p.rows).into_iter().zip(values(&p.columns)).collect()
        };
        search.solutions().expect("a sound model").map(cells).collect()
    }

    /// Lists all combinations of cells, row by row, except those with a conflicting pair.
    fn generated_and_tested(n: i32, k: usize) -> Vec<Placement> {
        fn extend(cells: &[(i32, i32)], k: usize, chosen: &mut Placement, found: &mut Vec<Placement>) {
            if chosen.len() == k {
                let pairs = chosen.iter().enumerate().flat_map(|(i, a)| chosen[i + 1..].iter().map(move |b| (a, b)));
                let conflict = |a: &(i32, i32), b: &(i32, i32)| {
                    a.0 == b.0 || a.1 == b.1 || a.0 + a.1 == b.0 + b.1 || a.0 - a.1 == b.0 - b.1
                };
                if !pairs.into_iter().any(|(a, b)| conflict(a, b)) {
                    found.push(chosen.clone());
                }
                return;
            }
            for (i, &cell) in cells.iter().enumerate() {
                chosen.push(cell);
                extend(&cells[i + 1..], k, chosen, found);
                chosen.pop();
            }
        }
        let cells: Vec<(i32, i32)> = (0..n).flat_map(|row| (0..n).map(move |column| (row, column))).collect();
        let mut found = Vec::new();
        extend(&cells, k, &mut Vec::new(), &mut found);
        found
    }

    #[test]
    fn generate_and_test_finds_the_same_in_the_same_order() {
        for n in 1..=5 {
            for k in 0..=if n == 5 { 5 } else { n + 1 } {
                let expected = generated_and_tested(n as i32, k as usize);
                assert_eq!(placements(n, k, Sorted::Lexicographic), expected, "{k} queens on {n}x{n}");
            }
        }
    }

    #[test]
    fn colexicographic_placements_go_by_the_last_queen() {
        for (n, k) in [(3, 2), (4, 3), (5, 3), (5, 5)] {
            let mut expected = placements(n, k, Sorted::Lexicographic);
            expected.sort_by_key(|cells| cells.iter().rev().copied().collect::<Placement>());
            assert_eq!(placements(n, k, Sorted::Colexicographic), expected, "{k} queens on {n}x{n}");
        }
    }

    /// Compares with OEIS A348129, rows 1 to 8, starting with zero queens.
    #[test]
    fn counts_are_those_published() {
        let rows: [&[u128]; 8] = [
            &[1, 1],
            &[1, 4, 0],
            &[1, 9, 8, 0],
            &[1, 16, 44, 24, 2],
            &[1, 25, 140, 204, 82, 10],
            &[1, 36, 340, 1024, 982, 248, 4],
            &[1, 49, 700, 3628, 7002, 4618, 832, 40],
            &[1, 64, 1288, 10320, 34568, 46736, 22708, 3192, 92],
        ];
        for (n, counts) in (1..).zip(rows) {
            for (k, &count) in (0..).zip(counts) {
                let p = PiecesModel::new(n, k, Consistency::default()).expect("a small board");
                let expected = if count == 0 { Outcome::Unsat } else { Outcome::Complete(count) };
                assert_eq!(p.model.count(), Ok(expected), "{k} queens on {n}x{n}");
            }
        }
    }

    /// The model names the four kinds of conflicts between queens.
    #[test]
    fn the_model_names_its_rules() {
        let p = PiecesModel::new(3, 2, Consistency::default()).expect("a small board");
        let run = p.model.search().explaining().start().expect("a sound model");
        let names: Vec<&str> = run.symbols().expect("no limit was set").constraints().collect();
        assert_eq!(names, ["rows", "columns", "sums", "differences", "row by row"]);
    }

    #[test]
    fn levels_of_consistency_agree() {
        for level in Consistency::ALL {
            let p = PiecesModel::new(6, 4, *level).expect("a small board");
            assert_eq!(p.model.count(), Ok(Outcome::Complete(982)), "{level:?}");
        }
    }

    /// More queens than rows cannot be placed.
    #[test]
    fn more_queens_than_rows_have_no_placement() {
        for (n, k) in [(1, 2), (5, 6), (8, 9), (3, 1000), (100, 101)] {
            let p = PiecesModel::new(n, k, Consistency::default()).expect("a small board");
            let Ok(Outcome::Unsat) = p.model.search().node_limit(1).first() else { panic!("{k} queens on {n}x{n}") };
        }
    }

    #[test]
    fn the_largest_model_is_searched_at_once() {
        let n = PiecesModel::MAX as u64;
        let p = PiecesModel::new(n, 3, Consistency::default()).expect("a board");
        assert!(matches!(p.model.search().node_limit(1000).first(), Ok(Outcome::Complete(_))));
        assert!(PiecesModel::new(n, n, Consistency::default()).is_ok());
    }

    #[test]
    fn what_is_too_large_is_refused() {
        let said = |n, k| PiecesModel::new(n, k, Consistency::default()).expect_err("no such board").to_string();
        assert_eq!(said(0, 0), "a board needs at least 1 column");
        assert_eq!(said(1001, 2), "a chosen number of queens can be placed on boards up to 1000x1000, not 1001x1001");
        assert_eq!(said(3, 1001), "at most 1000 queens can be placed, not 1001; a 3x3 board has room for at most 3");
        assert!(said(u64::MAX, u64::MAX).contains("18446744073709551615x18446744073709551615"));
    }

    #[test]
    fn placements_are_checked_pair_by_pair() {
        let p = PiecesModel::new(4, 2, Consistency::default()).expect("a small board");
        assert!(p.placed(&[0, 1], &[0, 2]).is_ok());
        assert!(p.placed(&[0, 1], &[0, 1]).is_err());
        assert!(p.placed(&[0, 4], &[0, 1]).is_err());
    }
}
