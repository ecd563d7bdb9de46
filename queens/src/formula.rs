//! One solution for any board size, from a closed formula without search.
//!
//! The formula lists even rows first, then odd ones, with a few swaps that depend on n modulo 12, as given by Pauls
//! (*Das Maximalproblem der Damen auf dem Schachbrete*, Deutsche Schachzeitung 29, 1874; Bell & Stevens, *A survey of
//! known results and research areas for n-queens*, Discrete Mathematics 309, 2009, section 2).

use crate::board::{Attack, Board};

/// The board given by the formula; `None` for 0, 2 and 3 columns, which have no solution.
///
/// ```
/// use queens::formula;
/// let board = formula(8).transpose()?.expect("8 queens have a solution");
/// assert_eq!(board.rows(), [1, 3, 5, 7, 2, 0, 6, 4]);
/// assert!(formula(3).is_none());
/// # Ok::<(), queens::Attack>(())
/// ```
///
/// # Errors
/// [`Attack`] if the formula is wrong: its boards are checked like all others.
pub fn formula(n: u32) -> Option<Result<Board, Attack>> {
    if matches!(n, 0 | 2 | 3) {
        return None;
    }
    // Rows are numbered from 1 here, as in the literature.
    let mut even: Vec<u32> = (2..=n).step_by(2).collect();
    let mut odd: Vec<u32> = (1..=n).step_by(2).collect();
    match n % 12 {
        3 | 9 => {
            even.rotate_left(1);
            odd.rotate_left(2);
        }
        8 => odd.chunks_exact_mut(2).for_each(<[u32]>::reverse),
        2 => {
            // 1, 3, 5, 7, … becomes 3, 1, 7, …, 5.
            odd.swap(0, 1);
            odd[2..].rotate_left(1);
        }
        _ => {}
    }
    let rows = even.into_iter().chain(odd).map(|row| row - 1).collect();
    Some(Board::new(rows))
}

#[cfg(test)]
mod tests {
    use super::formula;

    #[test]
    fn every_board_is_a_solution() {
        for n in [1].into_iter().chain(4..600).chain([10_000, 100_001, 100_003, 99_998]) {
            let board = formula(n).expect("there is a solution").expect("the formula is right");
            assert_eq!(board.size(), n as usize);
        }
        assert!([0, 2, 3].into_iter().all(|n| formula(n).is_none()));
    }
}
