//! Naive backtracking: tries a square, keeps it if no queen attacks it, and backtracks if a row has no square left.
//!
//! There are no domains and no propagation; its trace serves as a baseline for searches that propagate. Rows are filled
//! from the first on and columns are tried from the left, so boards come in lexicographic order. The stack of placed
//! queens is the only state: on backtracking, the removed queen's square determines where to continue. The search takes
//! exponential time and linear memory.

use crate::formulation::QueensError;
use crate::square::Square;

/// Whether one of the placed queens, which are known not to attack each other, would attack a queen on `square`.
///
/// ```
/// use queens::{Square, conflict};
/// let at = |row, column| Square { column, row };
/// let placed = [at(0, 0), at(1, 2), at(2, 4)];
/// assert!(conflict(at(3, 0), &placed));
/// assert!(!conflict(at(3, 1), &placed));
/// ```
pub fn conflict(square: Square, placed: &[Square]) -> bool {
    placed.iter().any(|queen| queen.attacks(square).is_some())
}

/// An event of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Placement {
    /// A queen was placed, and more rows remain.
    Placed(Square),
    /// A queen was placed in the last row: the board is a solution.
    Completed(Square),
    /// The last queen was removed because a row had no square left or a solution was complete.
    TakenBack(Square),
}

/// The effort of the search so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Efforts {
    /// The number of queens placed.
    pub placements: u64,
    /// The number of squares tested for a [`conflict`].
    pub conflict_tests: u64,
    /// The number of queens removed.
    pub backtracks: u64,
    /// The number of pairs of queens compared. A test ends at the first placed queen that attacks the square.
    pub pair_checks: u64,
}

/// The search, as an iterator over its events. It ends when all boards have been found.
///
/// ```
/// use queens::{Placement, Placements};
/// let mut search = Placements::new(4)?;
/// let first = search.find(|event| matches!(event, Placement::Completed(_)));
/// assert!(first.is_some());
/// let columns: Vec<u32> = search.placed().iter().map(|queen| queen.column).collect();
/// assert_eq!(columns, [1, 3, 0, 2]);
/// assert_eq!(search.efforts().backtracks, 4);
/// # Ok::<(), queens::QueensError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Placements {
    size: u32,
    /// The queens in the first rows.
    placed: Vec<Square>,
    /// The next square to try; its row is the first row without a queen.
    next: Square,
    efforts: Efforts,
}

impl Placements {
    /// The maximum board size. A complete search of that board is impractical, but each event takes very little time.
    pub const MAX_SIZE: u32 = 1_000;

    /// Starts with an empty n×n board.
    ///
    /// # Errors
    /// [`QueensError::NoColumns`] if n = 0, [`QueensError::TooLargeToPlace`] if n is larger than
    /// [`Placements::MAX_SIZE`].
    pub fn new(n: u64) -> Result<Placements, QueensError> {
        let limit = Placements::MAX_SIZE;
        match u32::try_from(n) {
            Ok(0) => Err(QueensError::NoColumns),
            Ok(size) if size <= limit => {
                let next = Square { column: 0, row: 0 };
                Ok(Placements { size, placed: Vec::new(), next, efforts: Efforts::default() })
            }
            _ => Err(QueensError::TooLargeToPlace { size: n, limit }),
        }
    }

    /// The placed queens, in ascending order of rows.
    pub fn placed(&self) -> &[Square] {
        &self.placed
    }

    /// The effort so far.
    pub fn efforts(&self) -> Efforts {
        self.efforts
    }

    /// The first unattacked square of the row, starting at `next`.
    fn free_square(&mut self) -> Option<Square> {
        let Square { column, row } = self.next;
        // There is no square to try after the last row.
        let columns = if row < self.size { column..self.size } else { 0..0 };
        for column in columns {
            self.efforts.conflict_tests += 1;
            let square = Square { column, row };
            let attacker = self.placed.iter().position(|queen| queen.attacks(square).is_some());
            self.efforts.pair_checks += attacker.map_or(self.placed.len(), |first| first + 1) as u64;
            if attacker.is_none() {
                return Some(square);
            }
        }
        None
    }

    fn place(&mut self, square: Square) -> Placement {
        self.placed.push(square);
        self.efforts.placements += 1;
        self.next = Square { column: 0, row: square.row + 1 };
        if self.next.row == self.size { Placement::Completed(square) } else { Placement::Placed(square) }
    }

    /// Removes the last queen; returns `None` if there is none and the search is complete.
    fn take_back(&mut self) -> Option<Placement> {
        let Some(square) = self.placed.pop() else {
            // The iterator must not restart if it is called again.
            self.next.column = self.size;
            return None;
        };
        self.efforts.backtracks += 1;
        self.next = Square { column: square.column + 1, row: square.row };
        Some(Placement::TakenBack(square))
    }
}

impl Iterator for Placements {
    type Item = Placement;

    fn next(&mut self) -> Option<Placement> {
        match self.free_square() {
            Some(square) => Some(self.place(square)),
            None => self.take_back(),
        }
    }
}

impl std::iter::FusedIterator for Placements {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    fn at(row: u32, column: u32) -> Square {
        Square { column, row }
    }

    fn search(n: u64) -> Placements {
        Placements::new(n).expect("a small board")
    }

    #[test]
    fn three_queens_attack_five_squares_of_the_next_row() {
        let placed = [at(0, 0), at(1, 2), at(2, 4)];
        let answers: Vec<u8> = (0..8).map(|column| conflict(at(3, column), &placed).into()).collect();
        assert_eq!(answers, [1, 0, 1, 1, 1, 1, 0, 0]);
        assert!(!conflict(at(3, 0), &[]));
    }

    #[test]
    fn the_first_board_of_eight_queens() {
        let mut search = search(8);
        let mut steps = Vec::new();
        for event in search.by_ref() {
            match event {
                Placement::Placed(square) => steps.push(square),
                Placement::TakenBack(_) => {}
                Placement::Completed(_) => break,
            }
        }
        assert_eq!(steps.len(), 112);
        assert_eq!(steps[..6], [at(0, 0), at(1, 2), at(2, 4), at(3, 1), at(4, 3), at(4, 7)]);
        assert_eq!(
            search.efforts(),
            Efforts { placements: 113, conflict_tests: 876, backtracks: 105, pair_checks: 2438 }
        );
        let board = [at(0, 0), at(1, 4), at(2, 7), at(3, 5), at(4, 2), at(5, 6), at(6, 1), at(7, 3)];
        assert_eq!(search.placed(), board);
    }

    /// Every placed queen is eventually removed, and boards come in order.
    #[test]
    fn all_boards_of_eight_queens() {
        let mut search = search(8);
        let mut boards: Vec<Vec<u32>> = Vec::new();
        while let Some(event) = search.next() {
            if let Placement::Completed(_) = event {
                boards.push(search.placed().iter().map(|queen| queen.column).collect());
            }
        }
        assert_eq!(boards.len(), 92);
        assert!(boards.is_sorted());
        assert!(boards.into_iter().all(|columns| Board::new(columns).is_ok()));
        assert_eq!(
            search.efforts(),
            Efforts { placements: 2056, conflict_tests: 15_720, backtracks: 2056, pair_checks: 46_752 }
        );
        assert_eq!(search.next(), None);
        assert_eq!(search.efforts().conflict_tests, 15_720);
    }

    #[test]
    fn small_boards() {
        for (n, boards) in [(1, 1), (2, 0), (3, 0), (4, 2), (5, 10), (6, 4), (7, 40)] {
            let found = search(n).filter(|event| matches!(event, Placement::Completed(_))).count();
            assert_eq!(found, boards, "{n} queens");
        }
        let events: Vec<Placement> = search(2).collect();
        let [left, right] = [at(0, 0), at(0, 1)];
        assert_eq!(
            events,
            [
                Placement::Placed(left),
                Placement::TakenBack(left),
                Placement::Placed(right),
                Placement::TakenBack(right)
            ]
        );
        let events: Vec<Placement> = search(1).collect();
        assert_eq!(events, [Placement::Completed(left), Placement::TakenBack(left)]);
    }

    #[test]
    fn sizes_without_a_board_are_refused() {
        let said = |n| Placements::new(n).expect_err("no such board").to_string();
        assert_eq!(said(0), "a board needs at least 1 column");
        assert_eq!(said(1001), "placements can be traced on boards up to 1000x1000, not 1001x1001");
        assert_eq!(
            said(u64::MAX),
            format!("placements can be traced on boards up to 1000x1000, not {0}x{0}", u64::MAX)
        );
    }

    /// The largest board uses no more call stack than the smallest.
    #[test]
    fn large_boards_begin_at_once() {
        let mut search = search(1000);
        assert_eq!(search.by_ref().take(1000).count(), 1000);
        assert!(search.placed().len() > 500);
    }
}
