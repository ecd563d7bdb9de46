//! One step of a hand-written search: the candidates for the next queen on a partial board.
//!
//! A program that extends boards generates candidates and then filters them. Only the new queen is tested, because the
//! others do not attack each other. This module exposes both parts: every candidate, and the queens that attack it.

use crate::square::{Line, Square};

/// A candidate: a queen not yet placed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The square.
    pub square: Square,
    /// The placed queens that attack the square, in the given order, each with the line that they share.
    pub attackers: Vec<(Square, Line)>,
}

impl Candidate {
    /// Creates a candidate on this square, and tests it against the placed queens.
    ///
    /// ```
    /// use queens::{Candidate, Line};
    /// let placed = ["a2".parse()?, "b4".parse()?, "c1".parse()?];
    /// assert!(Candidate::new("d3".parse()?, &placed).is_safe());
    /// let d4 = Candidate::new("d4".parse()?, &placed);
    /// assert_eq!(d4.attackers, [("b4".parse()?, Line::Row)]);
    /// # Ok::<(), queens::SquareError>(())
    /// ```
    pub fn new(square: Square, placed: &[Square]) -> Candidate {
        let attacker = |&queen: &Square| queen.attacks(square).map(|line| (queen, line));
        Candidate { square, attackers: placed.iter().filter_map(attacker).collect() }
    }

    /// Whether no queen attacks the square.
    pub fn is_safe(&self) -> bool {
        self.attackers.is_empty()
    }
}

/// The candidates for the next queen on an n×n board: one on each square of the first column without a queen, in
/// ascending order of rows. There are none if every column has a queen.
///
/// ```
/// use queens::{candidates, Square};
/// let placed = ["a1".parse()?, "b5".parse()?, "c8".parse()?];
/// let safe = candidates(8, &placed).into_iter().filter(|queen| queen.is_safe());
/// let safe: Vec<String> = safe.map(|queen| queen.square.to_string()).collect();
/// assert_eq!(safe, ["d2", "d6"]);
/// # Ok::<(), queens::SquareError>(())
/// ```
pub fn candidates(n: u32, placed: &[Square]) -> Vec<Candidate> {
    let mut taken = vec![false; n as usize];
    for queen in placed {
        if let Some(taken) = taken.get_mut(queen.column as usize) {
            *taken = true;
        }
    }
    let next = (0..n).zip(taken).find(|(_, taken)| !taken);
    next.into_iter()
        .flat_map(|(column, _)| (0..n).map(move |row| Candidate::new(Square { column, row }, placed)))
        .collect()
}

/// The squares of an n×n board, row by row.
///
/// ```
/// use queens::cells;
/// let cells: Vec<(u32, u32)> = cells(2).map(|cell| (cell.row, cell.column)).collect();
/// assert_eq!(cells, [(0, 0), (0, 1), (1, 0), (1, 1)]);
/// ```
pub fn cells(n: u32) -> impl Iterator<Item = Square> + Clone {
    (0..n).flat_map(move |row| (0..n).map(move |column| Square { column, row }))
}

/// All choices of k cells on an n×n board, whether or not queens on them attack each other: the search space of
/// generate-and-test. The choices are generated lazily, in lexicographic order.
///
/// ```
/// use queens::cell_choices;
/// assert_eq!(cell_choices(3, 2).count(), 36);
/// assert_eq!(cell_choices(2, 4).count(), 1);
/// assert_eq!(cell_choices(2, 5).count(), 0);
/// ```
pub fn cell_choices(n: u32, k: usize) -> impl Iterator<Item = Vec<Square>> {
    let n = u64::from(n);
    let cells = n * n;
    let first = (k as u64 <= cells).then(|| (0..k as u64).collect());
    let choices = std::iter::successors(first, move |chosen: &Vec<u64>| {
        // Move the last cell that can move; the cells after it follow directly.
        let fixed = chosen.iter().rev().zip(1..).take_while(|&(&cell, room)| cell + room == cells).count();
        let i = (k - fixed).checked_sub(1)?;
        Some(chosen[..i].iter().copied().chain(chosen[i] + 1..).take(k).collect())
    });
    // The board's rows and columns fit in 32 bits.
    let square = move |cell: u64| Square { column: (cell % n) as u32, row: (cell / n) as u32 };
    choices.map(move |chosen| chosen.into_iter().map(square).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::placements::conflict;
    use crate::spaces::Space;

    fn squares(text: &str) -> Vec<Square> {
        text.split_whitespace().map(|s| s.parse().expect("a square")).collect()
    }

    #[test]
    fn every_attacker_is_listed() {
        let placed = squares("a1 b5 c8");
        let attacked: Vec<String> = candidates(8, &placed)
            .iter()
            .map(|queen| {
                let by = queen.attackers.iter().map(|(from, line)| format!("{from} ({line})"));
                format!("{}: {}", queen.square, by.collect::<Vec<_>>().join(", "))
            })
            .collect();
        assert_eq!(
            attacked,
            [
                "d1: a1 (row)",
                "d2: ",
                "d3: b5 (diagonal)",
                "d4: a1 (diagonal)",
                "d5: b5 (row)",
                "d6: ",
                "d7: b5 (diagonal), c8 (diagonal)",
                "d8: c8 (row)"
            ]
        );
    }

    /// The first column without a queen is next, wherever the other queens are.
    #[test]
    fn the_next_column_is_the_first_free_one() {
        let next = |n, placed: &str| candidates(n, &squares(placed)).first().map(|queen| queen.square.to_string());
        assert_eq!(next(4, ""), Some("a1".into()));
        assert_eq!(next(4, "b4"), Some("a1".into()));
        assert_eq!(next(4, "c1 a2"), Some("b1".into()));
        assert_eq!(next(4, "a2 b4 c1 d3"), None);
        assert_eq!(next(0, ""), None);
    }

    #[test]
    fn safe_means_no_conflict() {
        let placed = squares("a2 d3");
        for queen in candidates(6, &placed) {
            assert_eq!(queen.is_safe(), !conflict(queen.square, &placed));
        }
    }

    /// The choices are complete and come in ascending order, and the cells of each choice are ascending.
    #[test]
    fn choices_are_combinations() {
        for (n, k) in [(1, 0), (1, 1), (2, 2), (3, 0), (3, 3), (3, 9), (4, 4)] {
            let all: Vec<Vec<(u32, u32)>> =
                cell_choices(n, k).map(|cells| cells.iter().map(|c| (c.row, c.column)).collect()).collect();
            assert_eq!(Some(all.len() as u128), Space::new(n.into(), k as u64).squares);
            assert!(all.windows(2).all(|pair| pair[0] < pair[1]), "{n} {k}");
            assert!(all.iter().all(|cells| cells.len() == k && cells.windows(2).all(|pair| pair[0] < pair[1])));
        }
    }
}
