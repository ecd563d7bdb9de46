//! Random kakuro with one solution: where two solutions differ, numbers change until they no longer do.

use super::{Kakuro, Square};
use crate::puzzle::Puzzle;
use solver_core::prelude::*;
use solver_core::search::Rng;

/// Changes of one filling before it is given up.
const REPAIRS: usize = 60;

pub(super) fn compose(size: usize, rng: &mut Rng) -> Option<Box<dyn Puzzle>> {
    let black = Square::Black { down: 0, across: 0 };
    let mut kakuro = Kakuro { columns: size, squares: vec![Square::White; size * size] };
    for square in 0..size * size {
        let edge = square < size || square % size == 0;
        // Black squares keep runs short; the same turned by half a turn.
        if edge || rng.below(100) < 14 {
            kakuro.squares[square] = black;
            if !edge {
                let (row, column) = (size - square / size, size - square % size);
                kakuro.squares[row * size + column] = black;
            }
        }
    }
    // White squares that stand alone in a row or a column become black.
    loop {
        let alone: Vec<usize> =
            kakuro.runs().into_iter().filter(|(run, ..)| run.len() == 1).map(|(run, ..)| run[0]).collect();
        if alone.is_empty() {
            break;
        }
        alone.into_iter().for_each(|square| kakuro.squares[square] = black);
    }
    let runs = kakuro.runs();
    if 3 * kakuro.cells().len() < size * size || runs.iter().any(|(run, ..)| run.len() > 9) {
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
        let square = differ[rng.below(differ.len() as u64) as usize];
        let old = std::mem::replace(&mut numbers[square], 0);
        numbers[square] = choose(&runs, &numbers, square, rng).unwrap_or(old);
    }
    None
}

/// A number that the runs of a square do not have: small and large ones more often, for their sums say more.
fn choose(
    runs: &[(Vec<usize>, Option<usize>, Option<usize>)],
    numbers: &[usize],
    square: usize,
    rng: &mut Rng,
) -> Option<usize> {
    let taken = |number: usize| {
        runs.iter().any(|(run, ..)| run.contains(&square) && run.iter().any(|&other| numbers[other] == number))
    };
    let weighed = [1, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 8, 9, 9, 9];
    let free: Vec<usize> = weighed.into_iter().filter(|&number| !taken(number)).collect();
    (!free.is_empty()).then(|| free[rng.below(free.len() as u64) as usize])
}

/// With the sums of these numbers.
fn summed(kakuro: &Kakuro, numbers: &[usize]) -> Kakuro {
    let mut summed = kakuro.clone();
    for (run, _, head) in kakuro.runs() {
        let total: usize = run.iter().map(|&square| numbers[square]).sum();
        let is_down = run.get(1).is_some_and(|second| second - run[0] > 1);
        if let Some(Square::Black { down, across }) = head.map(|head| &mut summed.squares[head]) {
            *(if is_down { down } else { across }) = total;
        }
    }
    summed
}

/// The squares in which two solutions differ; none where there is one only, `None` where a search takes too long.
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
