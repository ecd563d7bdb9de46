//! Groups of symmetries, and the orbits of boards under these groups.

use super::Symmetry;
use crate::board::Board;
use crate::givens::Givens;
use crate::square::Square;
use std::collections::HashSet;

/// The symmetry group of a puzzle: all eight symmetries, or those that preserve its givens.
///
/// Two solutions count as one if a symmetry of the puzzle maps one to the other. Without givens, the puzzle has all
/// eight symmetries.
///
/// ```
/// use queens::{Board, Symmetries};
/// let board = Board::new(vec![0, 4, 7, 5, 2, 6, 1, 3])?; // a1 b5 c8 d6 e3 f7 g2 h4
/// let all = Symmetries::all();
/// assert!(all.is_least(&board));
/// assert_eq!(all.orbit_size(&board), 8);
/// # Ok::<(), queens::Attack>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetries {
    /// The members in the order of [`Symmetry::ALL`]; the identity is the first.
    members: Vec<Symmetry>,
}

impl Symmetries {
    /// All eight symmetries.
    pub fn all() -> Symmetries {
        Symmetries { members: Symmetry::ALL.to_vec() }
    }

    /// The group of symmetries that map the set of given queens onto itself.
    ///
    /// ```
    /// use queens::{Givens, Symmetries, Symmetry};
    /// let of = |text| Symmetries::keeping(&Givens::parse(5, text).unwrap());
    /// assert_eq!(of("c3").members().len(), 8); // the middle of the board
    /// assert_eq!(of("a2,e4").members(), [Symmetry::Identity, Symmetry::HalfTurn]);
    /// assert_eq!(of("a2").members(), [Symmetry::Identity]);
    /// ```
    pub fn keeping(givens: &Givens) -> Symmetries {
        let (n, squares) = (givens.size(), givens.squares());
        let keeps = |symmetry: &Symmetry| squares.iter().all(|&q| squares.contains(&symmetry.image(n, q)));
        Symmetries { members: Symmetry::ALL.into_iter().filter(keeps).collect() }
    }

    /// The subgroup that maps a set of squares of an n×n board onto itself.
    ///
    /// ```
    /// use queens::{Square, Symmetries, Symmetry};
    /// let square = |column, row| Square { column, row };
    /// let some = Symmetries::all().keeping_squares(5, &[square(0, 1), square(4, 1)].into());
    /// assert_eq!(some.members(), [Symmetry::Identity, Symmetry::LeftRight]);
    /// ```
    #[must_use]
    pub fn keeping_squares(mut self, n: usize, squares: &HashSet<Square>) -> Symmetries {
        self.members.retain(|symmetry| squares.iter().all(|&q| squares.contains(&symmetry.image(n, q))));
        self
    }

    /// The symmetries, identity first.
    pub fn members(&self) -> &[Symmetry] {
        &self.members
    }

    /// The symmetries other than the identity.
    pub fn movers(&self) -> impl Iterator<Item = Symmetry> + '_ {
        self.members.iter().copied().filter(|&symmetry| symmetry != Symmetry::Identity)
    }

    /// Whether the board is the canonical representative of its orbit: no image has a lexicographically smaller list of
    /// rows. Takes linear time.
    pub fn is_least(&self, board: &Board) -> bool {
        self.movers().all(|symmetry| *board <= board.image(symmetry))
    }

    /// The canonical representative of the board's orbit.
    #[must_use]
    pub fn least(&self, board: &Board) -> Board {
        self.movers().map(|symmetry| board.image(symmetry)).fold(board.clone(), Ord::min)
    }

    /// The size of the board's orbit: 1, 2, 4 or 8.
    pub fn orbit_size(&self, board: &Board) -> usize {
        let keepers = self.members.iter().filter(|&&symmetry| board.image(symmetry) == *board);
        self.members.len() / keepers.count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symmetry::Class;
    use crate::{Formulation, QueensModel};

    /// All solutions, by search without symmetry breaking.
    pub(crate) fn solutions(n: usize) -> Vec<Board> {
        let q = QueensModel::new(n, Formulation::AllDifferent, None).expect("a small board");
        let rows = |s: solver_core::prelude::Solution| s.values(&q.columns).expect("its own variables");
        let board = |rows: Vec<i32>| Board::new(rows.iter().map(|&r| r as u32).collect()).expect("a solution");
        q.model.solutions().expect("a sound model").map(|s| board(rows(s))).collect()
    }

    /// Compares the fast methods with the computation of all images.
    #[test]
    fn orbits_are_those_of_the_images() {
        for n in 1..=7 {
            for board in solutions(n) {
                for symmetries in [Symmetries::all(), Symmetries { members: Symmetry::ALL[..4].to_vec() }] {
                    let mut orbit: Vec<Board> = symmetries.members().iter().map(|&s| board.image(s)).collect();
                    orbit.sort();
                    orbit.dedup();
                    assert_eq!(symmetries.orbit_size(&board), orbit.len());
                    assert_eq!(symmetries.least(&board), orbit[0]);
                    assert_eq!(symmetries.is_least(&board), board == orbit[0]);
                }
            }
        }
    }

    #[test]
    fn the_fundamental_solutions_of_eight_queens_are_the_known_ones() {
        let all = Symmetries::all();
        let boards: Vec<Board> = solutions(8).into_iter().filter(|b| all.is_least(b)).collect();
        let texts: Vec<String> =
            boards.iter().map(|b| b.rows().iter().map(|r| (r + 1).to_string()).collect()).collect();
        assert_eq!(
            texts,
            [
                "15863724", "16837425", "24683175", "25713864", "25741863", "26174835", "26831475", "27368514",
                "27581463", "35281746", "35841726", "36258174"
            ]
        );
        let symmetric: Vec<usize> = (0..12).filter(|&i| Class::from_board(&boards[i]) != Class::Asymmetric).collect();
        assert_eq!(symmetric, [9]);
    }

    #[test]
    fn the_symmetries_of_givens_keep_them() {
        for n in 1..=5 {
            let squares: Vec<Square> =
                (0..n).flat_map(|column| (0..n).map(move |row| Square { column, row })).collect();
            for pair in squares.iter().flat_map(|&a| squares.iter().map(move |&b| [a, b])) {
                let Ok(givens) = Givens::new(n as usize, pair) else { continue };
                let symmetries = Symmetries::keeping(&givens);
                assert_eq!(symmetries.members()[0], Symmetry::Identity);
                assert_eq!(8 % symmetries.members().len(), 0, "the order of a subgroup");
                for &s in symmetries.members() {
                    let mut image = pair.map(|q| s.image(n as usize, q));
                    let mut own = pair;
                    image.sort();
                    own.sort();
                    assert_eq!(image, own);
                    assert!(symmetries.members().contains(&s.inverse()));
                }
            }
        }
        assert_eq!(Symmetries::keeping(&Givens::none(8)), Symmetries::all());
    }
}
