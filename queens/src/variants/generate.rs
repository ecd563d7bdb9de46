//! Random instances, generated as by CSPLib's generators but with our own random numbers: a seed gives the same
//! instance in every version of Ferz, but a different one from CSPLib's.

use super::changes::Changes;
use super::diagonal::Diagonal;
use super::error::ChangeError;
use super::instance::{Instance, Kind};
use crate::extensions::cells;
use crate::givens::Givens;
use crate::square::Square;
use solver_core::search::Rng;

/// The reason why no instance was generated.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// A board without columns.
    #[error("a board needs at least 1 column")]
    NoColumns,
    /// The board is too large.
    #[error("instances can be generated on boards up to {limit}x{limit}, not {size}x{size}")]
    TooLarge {
        /// The requested size.
        size: usize,
        /// The maximum size.
        limit: usize,
    },
    /// A board of this size has no room for the requested number of items.
    #[error("{wanted} {what} are too many: at most {most} are possible")]
    TooMany {
        /// The kind of items to be placed or blocked.
        what: &'static str,
        /// The requested number.
        wanted: usize,
        /// The largest possible number.
        most: usize,
    },
    /// Random selection found fewer items than requested.
    #[error("only {found} of {wanted} {what} were found; ask for fewer, or try another seed")]
    GaveUp {
        /// The kind of items that were placed, blocked or excluded.
        what: &'static str,
        /// The requested number.
        wanted: usize,
        /// The number found.
        found: usize,
    },
}

/// The maximum board size.
const MAX_SIZE: usize = 4_000;

fn check_size(size: usize) -> Result<(), GenerateError> {
    match size {
        0 => Err(GenerateError::NoColumns),
        1..=MAX_SIZE => Ok(()),
        _ => Err(GenerateError::TooLarge { size, limit: MAX_SIZE }),
    }
}

fn check_number(what: &'static str, wanted: usize, most: usize) -> Result<(), GenerateError> {
    if wanted > most { Err(GenerateError::TooMany { what, wanted, most }) } else { Ok(()) }
}

/// Places this many queens that do not attack each other: squares are picked at random from the free rows and columns,
/// and a queen is placed on each unattacked one. At most n² squares are picked. The instance may have no solution.
///
/// ```
/// use queens::generate;
/// let instance = generate::completion(8, 3, 1)?;
/// assert_eq!(instance.changes().givens().squares().len(), 3);
/// # Ok::<(), queens::generate::GenerateError>(())
/// ```
///
/// # Errors
/// [`GenerateError`].
pub fn completion(n: usize, queens: usize, seed: u64) -> Result<Instance, GenerateError> {
    check_size(n)?;
    check_number("queens", queens, n)?;
    let mut rng = Rng::new(seed);
    let (mut rows, mut columns): (Vec<u32>, Vec<u32>) = ((0..n as u32).collect(), (0..n as u32).collect());
    let (mut rising, mut falling) = (vec![false; 2 * n], vec![false; 2 * n]);
    let mut squares = Vec::new();
    for _ in 0..n * n {
        if squares.len() == queens || rows.is_empty() {
            break;
        }
        let (i, j) = (rng.below(rows.len() as u64) as usize, rng.below(columns.len() as u64) as usize);
        let square = Square { row: rows[i], column: columns[j] };
        let (up, down) = (n + square.row as usize - square.column as usize, (square.row + square.column) as usize);
        if !rising[up] && !falling[down] {
            (rising[up], falling[down]) = (true, true);
            rows.swap_remove(i);
            columns.swap_remove(j);
            squares.push(square);
        }
    }
    let found = squares.len();
    let changes = Givens::new(n, squares).and_then(|givens| Changes::none(n).with_givens(givens));
    made(Kind::Completion, "queens", queens, found, changes)
}

/// Blocks this many squares, chosen in random order, such that each row and column keeps at least `open` squares. The
/// squares are then sorted by row, as in CSPLib.
///
/// # Errors
/// [`GenerateError`].
pub fn blocked(n: usize, squares: usize, open: usize, seed: u64) -> Result<Instance, GenerateError> {
    check_size(n)?;
    check_number("squares", squares, n * n.saturating_sub(open))?;
    let mut rng = Rng::new(seed);
    let mut board = Open::new(n);
    let mut all: Vec<Square> = cells(n as u32).collect();
    rng.shuffle(&mut all);
    let mut chosen: Vec<Square> = all.into_iter().filter(|&square| board.close([square], open)).take(squares).collect();
    chosen.sort_unstable_by_key(|square| (square.row, square.column));
    let found = chosen.len();
    made(Kind::Blocked, "squares", squares, found, Changes::none(n).with_blocked(chosen))
}

/// Excludes this many diagonals, picked by coin flips from the shuffled rising and falling ones such that each row and
/// column keeps at least `open` squares. For a given seed, the list for fewer diagonals is a prefix of the list for
/// more.
///
/// # Errors
/// [`GenerateError`].
pub fn diagonals(n: usize, diagonals: usize, open: usize, seed: u64) -> Result<Instance, GenerateError> {
    check_size(n)?;
    let mut rng = Rng::new(seed);
    let (mut rising, mut falling): (Vec<Diagonal>, Vec<Diagonal>) =
        Diagonal::all(n).partition(|diagonal| matches!(diagonal, Diagonal::Rising(_)));
    rng.shuffle(&mut rising);
    rng.shuffle(&mut falling);
    let mut board = Open::new(n);
    let mut chosen = Vec::new();
    while chosen.len() < diagonals {
        let (first, second) = if rng.below(2) == 0 { (&mut rising, &mut falling) } else { (&mut falling, &mut rising) };
        let Some(diagonal) = first.pop().or_else(|| second.pop()) else { break };
        if board.close(diagonal.squares(n), open) {
            chosen.push(diagonal);
        }
    }
    let found = chosen.len();
    made(Kind::Diagonals, "diagonals", diagonals, found, Changes::none(n).with_excluded(chosen))
}

/// Returns the instance, or an error if fewer items were found than requested.
fn made(
    kind: Kind,
    what: &'static str,
    wanted: usize,
    found: usize,
    changes: Result<Changes, ChangeError>,
) -> Result<Instance, GenerateError> {
    let changes = changes.ok().filter(|_| found == wanted);
    Ok(Instance { kind, changes: changes.ok_or(GenerateError::GaveUp { what, wanted, found })? })
}

/// The squares of a board that are still open.
struct Open {
    squares: Vec<Vec<bool>>,
    in_row: Vec<usize>,
    in_column: Vec<usize>,
}

impl Open {
    fn new(n: usize) -> Open {
        Open { squares: vec![vec![true; n]; n], in_row: vec![n; n], in_column: vec![n; n] }
    }

    /// Closes squares of which no two share a row or column, unless that leaves a row or column with fewer than `least`
    /// open squares. Returns whether they were closed.
    fn close(&mut self, squares: impl IntoIterator<Item = Square>, least: usize) -> bool {
        let place = |s: Square| (s.row as usize, s.column as usize);
        let open: Vec<(usize, usize)> =
            squares.into_iter().map(place).filter(|&(row, column)| self.squares[row][column]).collect();
        if open.iter().any(|&(row, column)| self.in_row[row] <= least || self.in_column[column] <= least) {
            return false;
        }
        for (row, column) in open {
            self.squares[row][column] = false;
            self.in_row[row] -= 1;
            self.in_column[column] -= 1;
        }
        true
    }
}
