//! Quasigroup completion: fill the holes of a Latin square.
//! (C. Gomes and B. Selman, AAAI 1997; with holes D. Achlioptas, C. Gomes, H. Kautz and B. Selman, AAAI 2000.)

use crate::{Classic, Shown};
use solver_core::prelude::*;
use solver_core::search::Rng;

/// The completions of a random Latin square of order n with at least one hole. The seed determines the square and the
/// holes; if more holes than cells are requested, all cells are holes.
///
/// # Errors
/// [`ModelError`] for n = 0.
pub fn quasigroup_completion(n: usize, holes: usize, seed: u64) -> Result<Classic, ModelError> {
    let mut rng = Rng::new(seed);
    let square = random_square(n, &mut rng);
    let mut m = Model::new();
    let cell = m.matrix("cell", n, n, 0..=n as i32 - 1)?;
    for (row, column) in cell.rows().zip(cell.columns()) {
        m.all_different(row).consistency(Consistency::Value).named("row");
        m.all_different(column).consistency(Consistency::Value).named("column");
    }
    let mut kept: Vec<usize> = (0..n * n).collect();
    for _ in 0..holes.min(n * n) {
        kept.swap_remove(rng.below(kept.len() as u64) as usize);
    }
    for at in kept {
        m.post(cell.cells()[at].equals(square[at]));
    }
    Ok(Classic::new(m, cell.cells().to_vec()).shown(Shown::Grid(n)).order(VarSelect::SmallestDomain))
}

/// Generates a random Latin square, row by row, by at least n³ steps of the random walk of M. T. Jacobson and P.
/// Matthews (*Generating uniformly distributed random Latin squares*, Journal of Combinatorial Designs 4, 1996),
/// continued until the square is proper.
fn random_square(n: usize, rng: &mut Rng) -> Vec<i32> {
    let index = |row: usize, column: usize, symbol: usize| (row * n + column) * n + symbol;
    // A symbol's multiplicity in a cell: 0 or 1, except for a single -1 while the square is improper.
    let mut cube = vec![0_i8; n * n * n];
    for row in 0..n {
        for column in 0..n {
            cube[index(row, column, (row + column) % n)] = 1;
        }
    }
    let mut improper: Option<(usize, usize, usize)> = None;
    let mut steps = 0;
    while n > 1 && (steps < n * n * n || improper.is_some()) {
        steps += 1;
        let (row, column, symbol) = improper.unwrap_or_else(|| {
            loop {
                let (row, column, symbol) = (any(rng, n), any(rng, n), any(rng, n));
                if cube[index(row, column, symbol)] == 0 {
                    break (row, column, symbol);
                }
            }
        });
        // Each line through this cell has a single 1, or two 1s if the square is improper at this cell.
        let mut one = |place: &dyn Fn(usize) -> usize| {
            let ones: Vec<usize> = (0..n).filter(|&k| cube[place(k)] == 1).collect();
            ones[any(rng, ones.len())]
        };
        let r = one(&|k| index(k, column, symbol));
        let c = one(&|k| index(row, k, symbol));
        let s = one(&|k| index(row, column, k));
        for (row, column, symbol) in [(row, column, symbol), (row, c, s), (r, column, s), (r, c, symbol)] {
            cube[index(row, column, symbol)] += 1;
        }
        for (row, column, symbol) in [(r, column, symbol), (row, c, symbol), (row, column, s), (r, c, s)] {
            cube[index(row, column, symbol)] -= 1;
        }
        improper = (cube[index(r, c, s)] < 0).then_some((r, c, s));
    }
    let symbol = |cell: usize| (0..n).position(|k| cube[cell * n + k] == 1).map_or(0, |k| k as i32);
    (0..n * n).map(symbol).collect()
}

fn any(rng: &mut Rng, n: usize) -> usize {
    rng.below(n as u64) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_squares_are_latin_and_differ() {
        let squares: Vec<Vec<i32>> = (0..20).map(|seed| random_square(7, &mut Rng::new(seed))).collect();
        for (i, square) in squares.iter().enumerate() {
            for k in 0..7 {
                let row: u32 = (0..7).map(|j| 1 << square[7 * k + j]).sum();
                let column: u32 = (0..7).map(|j| 1 << square[7 * j + k]).sum();
                assert_eq!((row, column), (127, 127), "{square:?}");
            }
            assert!(!squares[..i].contains(square));
        }
        assert_eq!(random_square(1, &mut Rng::new(0)), [0]);
    }

    #[test]
    fn what_was_there_is_a_solution() -> Result<(), ModelError> {
        assert_eq!(quasigroup_completion(6, 0, 1)?.run()?.solutions, 1);
        assert!(quasigroup_completion(6, 16, 1)?.run()?.solutions >= 1);
        assert_eq!(quasigroup_completion(4, 100, 1)?.run()?.solutions, 576, "all squares of order 4");
        Ok(())
    }
}
