use super::*;
use std::collections::BTreeSet;

fn solutions(n: usize, pawns: u32) -> Vec<Pieces> {
    let m = PawnsModel::new(n, pawns).expect("a small board");
    let found = m.model.search().order(VarSelect::SmallestDomain).values(ValueSelect::Max).solutions();
    found.expect("a sound model").map(|s| m.pieces(&s).expect("its own solution")).collect()
}

/// Returns the sorted pieces of a board's image under each of its eight symmetries.
fn images(n: usize, pieces: &Pieces) -> Vec<(Vec<Square>, Vec<Square>)> {
    let last = n as u32 - 1;
    let turn = |s: Square| Square { column: last - s.row, row: s.column };
    let mirror = |s: Square| Square { column: last - s.column, row: s.row };
    let moved = |turns: usize, mirrored: bool| {
        let one = |s: &Square| (0..turns).fold(if mirrored { mirror(*s) } else { *s }, |s, _| turn(s));
        let all = |squares: &[Square]| {
            let mut squares: Vec<Square> = squares.iter().map(one).collect();
            squares.sort_unstable();
            squares
        };
        (all(&pieces.queens), all(&pieces.pawns))
    };
    (0..4).flat_map(|turns| [moved(turns, false), moved(turns, true)]).collect()
}

/// Compares with OEIS A103331: n + 1 queens and one pawn, up to symmetry.
#[test]
fn one_pawn() {
    for (n, fundamental) in (1..).zip([0, 0, 0, 0, 0, 2, 3, 16, 52, 286]) {
        let all = solutions(n, 1);
        for pieces in &all {
            assert_eq!((pieces.queens.len(), pieces.pawns.len(), pieces.attack()), (n + 1, 1, None));
        }
        let classes: BTreeSet<_> = all.iter().filter_map(|pieces| images(n, pieces).into_iter().min()).collect();
        assert_eq!(classes.len(), fundamental, "{n}");
    }
}

/// Without pawns, the problem is the n-queens problem.
#[test]
fn no_pawn() {
    for (n, queens) in (1..).zip([1, 0, 0, 2, 10, 4, 40, 92]) {
        assert_eq!(solutions(n, 0).len(), queens, "{n}");
    }
}

/// Compares with brute force over all placements of queens and pawns on a small board.
#[test]
fn solutions_are_those_of_brute_force() {
    let n = 4;
    for pawns in 0..=2 {
        let mut found = 0;
        for code in 0u32..1 << (n * n) {
            // Chooses the queens first, and pawns only if the queen count is right.
            if code.count_ones() != n as u32 + pawns {
                continue;
            }
            let squares: Vec<Square> = (0..n * n).map(|s| square(s, n)).collect();
            let (queens, free): (Vec<Square>, Vec<Square>) =
                squares.iter().partition(|s| code >> (s.column as usize * n + s.row as usize) & 1 == 1);
            let sets = (0u32..1 << free.len()).filter(|set| set.count_ones() == pawns);
            for set in sets {
                let pawns = (0..free.len()).filter(|i| set >> i & 1 == 1).map(|i| free[i]).collect();
                found += usize::from(Pieces { queens: queens.clone(), pawns }.attack().is_none());
            }
        }
        assert_eq!(solutions(n, pawns).len(), found, "{pawns} pawns");
    }
}
