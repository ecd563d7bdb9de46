//! The width of the search tree at each level: the number of partial boards with a queen in each of the first columns.
//!
//! Naive backtracking reaches each of these boards exactly once, so the profile is computed by running it to the end
//! and counting its placements by level.

use crate::formulation::QueensError;
use crate::placements::{Efforts, Placement, Placements};

/// The profile of a search: the number of partial boards at each level.
///
/// ```
/// use queens::Levels;
/// let mut levels = Levels::new(8)?;
/// while levels.advance(1_000) {}
/// assert_eq!(levels.boards(), [8, 42, 140, 344, 568, 550, 312, 92]);
/// # Ok::<(), queens::QueensError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Levels {
    search: Placements,
    boards: Vec<u64>,
}

impl Levels {
    /// Starts the search on an n×n board.
    ///
    /// # Errors
    /// The errors of [`Placements::new`].
    pub fn new(n: u64) -> Result<Levels, QueensError> {
        let search = Placements::new(n)?;
        // Placements::new has checked the size.
        Ok(Levels { search, boards: vec![0; n as usize] })
    }

    /// Continues for this many search events; returns `false` at the end of the search.
    pub fn advance(&mut self, events: usize) -> bool {
        for _ in 0..events {
            match self.search.next() {
                Some(Placement::Placed(queen) | Placement::Completed(queen)) => self.boards[queen.row as usize] += 1,
                Some(Placement::TakenBack(_)) => {}
                None => return false,
            }
        }
        true
    }

    /// The numbers of partial boards with one queen, with two queens, and so on. While the search runs, only the boards
    /// found so far are counted.
    pub fn boards(&self) -> &[u64] {
        &self.boards
    }

    /// The cost of the search so far.
    pub fn efforts(&self) -> Efforts {
        self.search.efforts()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the profiles with OEIS A319284.
    #[test]
    fn profiles_are_those_published() {
        let profiles: [&[u64]; 5] = [&[1], &[2, 0], &[3, 2, 0], &[4, 6, 4, 2], &[8, 42, 140, 344, 568, 550, 312, 92]];
        for profile in profiles {
            let mut levels = Levels::new(profile.len() as u64).expect("a small board");
            while levels.advance(7) {}
            assert_eq!(levels.boards(), profile);
            assert_eq!(levels.efforts().placements, profile.iter().sum());
        }
        let mut levels = Levels::new(10).expect("a small board");
        while levels.advance(100_000) {}
        assert_eq!(levels.boards().iter().sum::<u64>(), 35_538);
    }

    #[test]
    fn a_search_may_be_left() {
        let mut levels = Levels::new(1_000).expect("a board");
        assert!(levels.advance(1_500));
        assert!(levels.boards().iter().sum::<u64>() > 1_000);
        assert!(Levels::new(0).is_err());
    }
}
