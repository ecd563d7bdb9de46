use super::*;
use crate::{Board, Formulation, Givens, QueensModel, Square};
use solver_core::prelude::*;

fn model(changes: &Changes, formulation: Formulation) -> QueensModel {
    let mut q = QueensModel::new(changes.size(), formulation, None).expect("a small board");
    q.change(changes).expect("changes of this board");
    q
}

fn count(changes: &Changes, formulation: Formulation) -> u128 {
    let q = model(changes, formulation);
    let counted = q.model.search().order(VarSelect::SmallestDomain).count().expect("a sound model");
    match counted {
        Outcome::Complete(count) => count,
        Outcome::Unsat => 0,
        Outcome::Stopped { by, .. } => panic!("{by}"),
    }
}

fn boards(q: &QueensModel) -> Vec<Board> {
    let rows = |s: Solution| s.values(&q.columns).expect("its own variables").into_iter().map(|r| r as u32).collect();
    q.model.solutions().expect("a sound model").map(|s| Board::new(rows(s)).expect("a solution")).collect()
}

/// The original puzzle of 1850, with the two solutions printed in CSPLib 079.
#[test]
fn nauck_1850() {
    let givens = Givens::parse(8, "b4,d5").expect("two squares");
    let changes = Changes::none(8).with_givens(givens).expect("the same board");
    for formulation in Formulation::ALL {
        let found: Vec<Vec<u32>> = boards(&model(&changes, formulation)).iter().map(|b| b.rows().to_vec()).collect();
        let from_1 = [[6, 4, 1, 5, 8, 2, 7, 3], [7, 4, 2, 5, 8, 1, 3, 6]];
        assert_eq!(found, from_1.map(|rows| rows.map(|row| row - 1).to_vec()), "{formulation}");
    }
}

/// Compares with OEIS A007705 on odd boards; there is no solution on even ones (Pólya 1918).
#[test]
fn toroidal_boards() {
    let known = [(1, 1), (3, 0), (5, 10), (7, 28), (9, 0), (11, 88), (13, 4524)];
    for (n, solutions) in known {
        assert_eq!(count(&Changes::none(n).on_torus(), Formulation::AllDifferent), solutions, "{n}");
        if n <= 11 {
            assert_eq!(count(&Changes::none(n).on_torus(), Formulation::QueensRule), solutions, "{n}");
        }
    }
    assert_eq!(count(&Changes::none(15).on_torus(), Formulation::QueensRule), 0);
    for n in [2, 4, 6, 8, 10, 12] {
        assert_eq!(count(&Changes::none(n).on_torus(), Formulation::AllDifferent), 0, "{n}");
    }
}

/// Compares with OEIS A051223.
#[test]
fn superqueens() {
    for (n, solutions) in (1..).zip([1, 0, 0, 0, 0, 0, 0, 0, 0, 4, 44, 156, 1876, 5180, 32516]) {
        let changes = Changes::none(n).with_superqueens();
        assert_eq!(count(&changes, Formulation::QueensRule), solutions, "{n}");
        assert!(n > 12 || count(&changes, Formulation::AllDifferent) == solutions, "{n}");
    }
}

/// In every formulation, random changes leave exactly the solutions that pass a filter on squares.
#[test]
fn changes_keep_the_solutions_that_hold_them() {
    let mut rng = solver_core::search::Rng::new(79);
    let n = 7;
    let all = boards(&model(&Changes::none(n), Formulation::AllDifferent));
    let diagonals: Vec<Diagonal> = Diagonal::all(n).collect();
    let mut kept = 0;
    for case in 0..200 {
        let mut pick = |below: usize| rng.below(below as u64) as usize;
        let mut changes = Changes::none(n);
        for _ in 0..pick(6) {
            let square = Square { column: pick(n) as u32, row: pick(n) as u32 };
            changes = changes.clone().with_blocked([square]).unwrap_or(changes);
        }
        for _ in 0..pick(4) {
            changes = changes.clone().with_excluded([diagonals[pick(diagonals.len())]]).unwrap_or(changes);
        }
        if pick(4) == 0 {
            let square = Square { column: pick(n) as u32, row: pick(n) as u32 };
            let givens = Givens::new(n, [square]).expect("one square");
            changes = changes.clone().with_givens(givens).unwrap_or(changes);
        }
        if pick(5) == 0 {
            changes = changes.on_torus();
        }
        if pick(5) == 0 {
            changes = changes.with_superqueens();
        }
        let expected: Vec<Board> = all.iter().filter(|board| holds(&changes, board)).cloned().collect();
        kept += expected.len();
        let formulation = Formulation::ALL[case % 4];
        assert_eq!(boards(&model(&changes, formulation)), expected, "{formulation} {changes:?}");
        for board in &all {
            assert_eq!(changes.check(board).is_ok(), expected.contains(board), "{changes:?} {board:?}");
        }
    }
    assert!(kept > 500, "{kept}");
}

/// Under changes that preserve some symmetries, the search finds exactly the smallest board of each orbit.
#[test]
fn distinct_boards_are_the_least_of_their_orbits() {
    let none = Changes::none(7);
    let squares = |text| Changes::squares(text).expect("squares");
    let diagonals = |text| Changes::diagonals(7, text).expect("diagonals");
    let cases = [
        (none.clone().on_torus(), 8),
        (none.clone().with_superqueens(), 8),
        (none.clone().with_blocked(squares("d4")).expect("a square"), 8),
        (none.clone().with_blocked(squares("a1")).expect("a square"), 2),
        (none.clone().with_blocked(squares("b1,g6")).expect("two squares"), 2),
        (none.clone().with_blocked(squares("b1")).expect("a square"), 1),
        (none.clone().with_excluded(diagonals("a1-g7")).expect("a diagonal"), 4),
        (none.clone().with_excluded(diagonals("a1-g7,a7-g1")).expect("two diagonals"), 8),
        (none.clone().with_excluded(diagonals("a3-e7")).expect("a diagonal"), 2),
        // The corner is blocked and also lies on an excluded diagonal.
        (none.with_blocked(squares("a1")).and_then(|c| c.with_excluded(diagonals("a1-g7"))).expect("both"), 4),
    ];
    for (changes, members) in cases {
        let symmetries = changes.symmetries();
        assert_eq!(symmetries.members().len(), members, "{changes:?}");
        let all = boards(&model(&changes, Formulation::AllDifferent));
        let images = all.iter().flat_map(|board| symmetries.members().iter().map(|&symmetry| board.image(symmetry)));
        assert!(images.into_iter().all(|image| holds(&changes, &image)), "{changes:?}");
        for formulation in Formulation::ALL {
            let mut q = model(&changes, formulation);
            q.break_symmetries(&symmetries);
            let least: Vec<Board> = all.iter().filter(|board| symmetries.is_least(board)).cloned().collect();
            assert_eq!(boards(&q), least, "{formulation} {changes:?}");
        }
    }
}

/// Implements the definition of the rules, square by square.
fn holds(changes: &Changes, board: &Board) -> bool {
    let n = board.size() as i64;
    let queens: Vec<(i64, i64)> = (0..).zip(board.rows()).map(|(c, &r)| (c, i64::from(r))).collect();
    let has = |s: &Square| queens.contains(&(s.column.into(), s.row.into()));
    let pairs = || queens.iter().enumerate().flat_map(|(i, a)| queens[..i].iter().map(move |b| (*a, *b)));
    let on_torus = |((c, r), (d, s)): &((i64, i64), (i64, i64))| {
        (-n..=n).any(|step| {
            step % n != 0
                && [step, -step].iter().any(|up| (c + step - d).rem_euclid(n) == 0 && (r + up - s).rem_euclid(n) == 0)
        })
    };
    let knight = |((c, r), (d, s)): &((i64, i64), (i64, i64))| (c - d).abs() * (r - s).abs() == 2;
    let excluded = |s: &Square| changes.excluded().iter().any(|diagonal| diagonal.contains(*s));
    let allowed = |(c, r): &(i64, i64)| {
        let square = Square { column: *c as u32, row: *r as u32 };
        !changes.blocked().contains(&square) && !excluded(&square)
    };
    let apart = |pair| (!changes.is_torus() || !on_torus(&pair)) && (!changes.has_superqueens() || !knight(&pair));
    changes.givens().squares().iter().all(has) && queens.iter().all(allowed) && pairs().all(apart)
}

#[test]
fn changes_that_cannot_be_are_refused_by_name() {
    let said = |result: Result<Changes, ChangeError>| result.expect_err("a fault").to_string();
    let none = || Changes::none(8);
    let squares = |text| Changes::squares(text).expect("squares");
    assert_eq!(said(none().with_blocked(squares("d4,i5"))), "i5 is off the 8x8 board");
    assert_eq!(said(none().with_blocked(squares("d4,d4"))), "d4 is blocked twice");
    let diagonals = Changes::diagonals(8, "a3-f8,c5-b4").expect("diagonals");
    assert_eq!(said(none().with_excluded(diagonals.clone())), "the diagonal a3-f8 is excluded twice");
    assert_eq!(
        said(none().with_excluded([Diagonal::Rising(8)])),
        "the diagonal row - column = 8 has no square on the 8x8 board"
    );
    let given = none().with_givens(Givens::parse(8, "b4").expect("a square")).expect("the same board");
    assert_eq!(said(given.clone().with_blocked(squares("b4"))), "the given queen on b4 is on a blocked square");
    assert_eq!(
        said(given.with_excluded(diagonals[..1].to_vec())),
        "the given queen on b4 is on the excluded diagonal a3-f8"
    );
    assert_eq!(
        Changes::squares(" , ").expect_err("none").to_string(),
        "no square is named: type one or more, such as d4,e5"
    );
}
