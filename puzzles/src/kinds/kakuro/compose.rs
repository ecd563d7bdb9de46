//! Random kakuro puzzles with a unique solution. Where two solutions differ, numbers are changed until there is only
//! one solution.

use super::{Kakuro, Run, Square};
use crate::kinds::prelude::*;

/// The maximum number of changes to a filling before the attempt is abandoned.
const REPAIRS: usize = 60;

pub(super) fn compose(size: usize, rng: &mut Rng) -> Option<Box<dyn Puzzle>> {
    let black = Square::Black { down: 0, across: 0 };
    let mut kakuro = Kakuro { columns: size, squares: vec![Square::White; size * size] };
    for square in 0..size * size {
        let edge = square < size || square % size == 0;
        // Black squares keep the runs short. Their pattern has point symmetry.
        if edge || rng.below(100) < 14 {
            kakuro.squares[square] = black;
            if !edge {
                let (row, column) = (size - square / size, size - square % size);
                kakuro.squares[row * size + column] = black;
            }
        }
    }
    // White squares without white neighbours in their row or column become black.
    loop {
        let runs = kakuro.runs().into_iter();
        let alone: Vec<usize> = runs.filter(|run| run.squares.len() == 1).map(|run| run.squares[0]).collect();
        if alone.is_empty() {
            break;
        }
        alone.into_iter().for_each(|square| kakuro.squares[square] = black);
    }
    let runs = kakuro.runs();
    if 3 * kakuro.cells().len() < size * size || runs.iter().any(|run| run.squares.len() > 9) {
        return None;
    }
    let mut numbers = vec![0; size * size];
    for square in kakuro.cells() {
        numbers[square] = choose(&runs, &numbers, square, rng)?;
    }
    for _ in 0..REPAIRS {
        let summed = summed(&kakuro, &numbers);
        let differ = differing(&summed)?;
        if differ.is_empty() {
            return Some(Box::new(summed));
        }
        let square = pick(&differ, rng)?;
        let old = std::mem::replace(&mut numbers[square], 0);
        numbers[square] = choose(&runs, &numbers, square, rng).unwrap_or(old);
    }
    None
}

/// Chooses a number that does not occur in a square's runs. Prefers small and large numbers, because their sums are
/// more restrictive.
fn choose(runs: &[Run], numbers: &[usize], square: usize, rng: &mut Rng) -> Option<usize> {
    let own = |run: &&Run| run.squares.contains(&square);
    let taken = |number| runs.iter().filter(own).flat_map(|run| &run.squares).any(|&other| numbers[other] == number);
    let weighed = [1, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 8, 9, 9, 9];
    let free: Vec<usize> = weighed.into_iter().filter(|&number| !taken(number)).collect();
    pick(&free, rng)
}

/// Returns the puzzle with the sums of these numbers.
fn summed(kakuro: &Kakuro, numbers: &[usize]) -> Kakuro {
    let mut summed = kakuro.clone();
    for run in kakuro.runs() {
        let total: usize = run.squares.iter().map(|&square| numbers[square]).sum();
        if let Some(Square::Black { down, across }) = run.head.map(|head| &mut summed.squares[head]) {
            *(if run.is_down { down } else { across }) = total;
        }
    }
    summed
}

/// Finds the squares in which two solutions differ. The list is empty if there is only one solution. Returns `None` if
/// the search takes too long.
fn differing(kakuro: &Kakuro) -> Option<Vec<usize>> {
    let statement = kakuro.statement().ok()?;
    let model = statement.with(&[]);
    let found = statement.search(&model).node_limit(3_000).unique().ok()?;
    match found {
        Uniqueness::One(_) => Some(Vec::new()),
        Uniqueness::Several(one, other) => {
            let differs = |cell: &usize| {
                let x = statement.cells[*cell].variable;
                one.value(x) != other.value(x)
            };
            let cells = kakuro.cells();
            Some((0..cells.len()).filter(differs).map(|cell| cells[cell]).collect())
        }
        Uniqueness::None | Uniqueness::Stopped { .. } => None,
    }
}
