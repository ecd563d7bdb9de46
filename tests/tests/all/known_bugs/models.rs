//! Bugs that made other solvers lose solutions or find wrong ones.

use super::{queens, rows};
use solver_core::prelude::*;
use std::collections::BTreeSet;

/// Chuffed (chuffed#200) found 52 of 92 placements of eight queens when the diagonals were variables without bounds.
#[test]
fn case_01_auxiliary_variables_without_bounds_lose_no_solution() -> Result<(), ModelError> {
    const LIMIT: i32 = 1 << 30;
    for consistency in [Consistency::Value, Consistency::Bounds, Consistency::Domain] {
        let mut m = Model::new();
        let q = m.ints("q", 8, 0..=7)?;
        let (up, down) = (m.ints("up", 8, -LIMIT..=LIMIT)?, m.ints("down", 8, -LIMIT..=LIMIT)?);
        for (i, q) in (0..).zip(&q) {
            m.post(constraint!(up[i as usize] == q + i));
            m.post(constraint!(down[i as usize] == q - i));
        }
        for lines in [&q, &up, &down] {
            m.all_different(lines).consistency(consistency);
        }
        match consistency {
            // The domain level must refuse two billion values as too many for its graph instead of silently using a
            // weaker level.
            Consistency::Domain => assert!(matches!(m.count(), Err(ModelError::TooLarge { .. }))),
            _ => assert_eq!(m.count()?, Outcome::Complete(92), "{consistency:?}"),
        }
    }
    Ok(())
}

/// Choco (choco#327, #438) ran out of projected solutions too early, or never, when a nogood excluded each solution
/// found.
#[test]
fn case_05_solutions_that_are_forbidden_one_by_one_run_out_at_the_right_time() -> Result<(), ModelError> {
    let (m, q) = queens(6)?;
    for k in 1..=3 {
        let expected: BTreeSet<Vec<i32>> = rows(&m, &q[..k])?.into_iter().collect();
        let mut m = m.clone();
        let mut found = BTreeSet::new();
        while let Outcome::Complete(solution) = m.first()? {
            let values = solution.values(&q[..k])?;
            // Every second nogood consists of inequalities.
            let apart = q.iter().zip(&values).flat_map(|(q, &v)| match found.len() % 2 {
                0 => vec![q.differs(v)],
                _ => vec![q.less_than(v), q.greater_than(v)],
            });
            let nogood = any_of(apart.collect::<Vec<_>>());
            m.post(nogood);
            assert!(found.insert(values), "the same again");
        }
        assert_eq!(found, expected, "{k} queens");
    }
    Ok(())
}

/// Huub (huub#407) dropped fixed variables from `all_different`; only a debug assertion detected this.
#[test]
fn case_06_fixed_variables_count_in_all_different() -> Result<(), ModelError> {
    for consistency in [Consistency::Value, Consistency::Bounds, Consistency::Domain] {
        // A Latin square of order 4, with clues as domains, as constants, or as constraints that are posted later.
        let clues = [(0, 0), (5, 1), (10, 2), (3, 3)];
        let mut counts = Vec::new();
        for way in 0..3 {
            let mut m = Model::new();
            let mut cells = m.ints("cell", 16, 0..=3)?;
            for (at, v) in clues {
                match way {
                    0 => cells[at] = m.int("clue", v..=v)?,
                    1 => {
                        m.post(cells[at].equals(v));
                    }
                    _ => {}
                }
            }
            for line in 0..4 {
                for step in [1, 4] {
                    let first = if step == 1 { 4 * line } else { line };
                    let line =
                        (0..4).map(|i| first + i * step).map(|at| match (way, clues.iter().find(|c| c.0 == at)) {
                            (2, Some(&(_, v))) => Expr::from(v),
                            _ => Expr::from(cells[at]),
                        });
                    m.all_different(line.collect::<Vec<_>>()).consistency(consistency);
                }
            }
            counts.push(
                rows(&m, &cells)?
                    .into_iter()
                    .map(|mut row| {
                        clues.iter().for_each(|&(at, v)| row[at] = v);
                        row
                    })
                    .collect::<BTreeSet<_>>(),
            );
        }
        let brute: BTreeSet<Vec<i32>> =
            latin_squares().into_iter().filter(|square| clues.iter().all(|&(at, v)| square[at] == v)).collect();
        assert!(!brute.is_empty());
        for (way, squares) in counts.iter().enumerate() {
            assert_eq!(*squares, brute, "{consistency:?}, way {way}");
        }
    }
    // Two variables are fixed to the same value; there are no other variables.
    let mut m = Model::new();
    let x = [m.int("x", 2..=2)?, m.int("y", 2..=2)?];
    m.all_different(x);
    assert_eq!(m.count()?, Outcome::Unsat);
    Ok(())
}

/// Lists all Latin squares of order 4, enumerated as permutations of rows.
fn latin_squares() -> Vec<Vec<i32>> {
    let mut squares = vec![Vec::new()];
    for _ in 0..4 {
        let rows = (0..256).map(|code| [code / 64, code / 16 % 4, code / 4 % 4, code % 4]);
        let rows: Vec<[i32; 4]> = rows.filter(|r| (1..4).all(|i| !r[..i].contains(&r[i]))).collect();
        squares = squares
            .iter()
            .flat_map(|square: &Vec<i32>| {
                let fits = |r: &&[i32; 4]| square.chunks(4).all(|above| (0..4).all(|i| above[i] != r[i]));
                rows.iter().filter(fits).map(|r| [square, &r[..]].concat()).collect::<Vec<_>>()
            })
            .collect();
    }
    squares
}

/// Choco (choco#162) had outdated views while a propagator ran. This test uses `x`, `x + 1`, `-x` and `5 - x` together.
#[test]
fn case_10_views_of_one_variable_agree() -> Result<(), ModelError> {
    let mut m = Model::new();
    let (x, y) = (m.int("x", -3..=4)?, m.int("y", -3..=4)?);
    m.post(constraint!(x + 1 != y));
    m.post(constraint!(-x <= y));
    m.post(constraint!(5 - x != 2 * y));
    m.all_different([x + 0, -x, y + 2]);
    let mut expected = Vec::new();
    for x in -3..=4 {
        for y in -3..=4 {
            let apart = x != -x && x != y + 2 && -x != y + 2;
            if x + 1 != y && -x <= y && 5 - x != 2 * y && apart {
                expected.push(vec![x, y]);
            }
        }
    }
    assert_eq!(rows(&m, &[x, y])?, expected);
    Ok(())
}
