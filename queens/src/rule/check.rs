//! The checker for the queens rule, which tests an inference on the squares that remain in a case.

use super::explain::{COLUMN, EDGE, EMPTY_ROW, LAST_SQUARE, ROW};
use solver_core::ValueSet;
use solver_core::prelude_propagator::*;

/// The maximum number of squares that a queen attacks on a line other than its own.
const MOST: u64 = 3;

/// The remaining squares of the board in each column.
struct Board(Vec<ValueSet>);

/// See [`Propagator::check`].
pub(super) fn refuted(views: &[View], rule: &'static Rule, case: &CheckContext<'_>) -> bool {
    let all_rows = ValueSet::from(0..views.len() as i32);
    let board = Board(views.iter().map(|&view| case.values(view).intersection(&all_rows)).collect());
    if rule == &EDGE {
        board.0.iter().any(ValueSet::is_empty)
    } else if rule == &LAST_SQUARE || rule == &EMPTY_ROW {
        board.thin_rows().iter().any(|(_, columns)| columns.is_empty())
    } else if rule == &COLUMN {
        board.queens().any(|queen| board.has_attacked_column(queen))
    } else {
        rule == &ROW && {
            let rows = board.thin_rows();
            board.queens().any(|queen| rows.iter().any(|row| is_attacked(row, queen)))
        }
    }
}

impl Board {
    /// The queens in columns with one remaining square, as (column, row).
    fn queens(&self) -> impl Iterator<Item = (i64, i64)> + '_ {
        let single = (0..).zip(&self.0).filter(|(_, rows)| rows.len() == 1);
        single.filter_map(|(column, rows)| Some((column, rows.min()?.into())))
    }

    /// Whether a queen attacks all squares of another column.
    fn has_attacked_column(&self, queen: (i64, i64)) -> bool {
        (0..).zip(&self.0).any(|(column, rows)| {
            column != queen.0 && rows.len() <= MOST && rows.iter().all(|row| attacks(queen, (column, row.into())))
        })
    }

    /// The rows with few remaining squares, each with the columns of those squares.
    fn thin_rows(&self) -> Vec<(i64, Vec<i64>)> {
        // A difference array over rows: the columns whose ranges begin minus those whose ranges end.
        let mut steps = vec![0i64; self.0.len() + 1];
        for &(first, last) in self.0.iter().flat_map(ValueSet::ranges) {
            steps[first as usize] += 1;
            steps[last as usize + 1] -= 1;
        }
        let counts = steps.iter().scan(0, |count, step| {
            *count += step;
            Some(*count as u64)
        });
        let thin = (0..self.0.len() as i32).zip(counts).filter(|&(_, count)| count <= MOST);
        thin.map(|(row, _)| {
            let columns = (0..).zip(&self.0).filter(|(_, rows)| rows.contains(row));
            (row.into(), columns.map(|(column, _)| column).collect())
        })
        .collect()
    }
}

/// Whether a queen attacks all squares of a row other than its own.
fn is_attacked((row, columns): &(i64, Vec<i64>), queen: (i64, i64)) -> bool {
    *row != queen.1 && columns.iter().all(|&column| attacks(queen, (column, *row)))
}

fn attacks((c, r): (i64, i64), (d, s): (i64, i64)) -> bool {
    c == d || r == s || (c - d).abs() == (r - s).abs()
}
