use super::explain::*;
use super::*;
use crate::{Board, Class, Formulation, QueensModel, Symmetries, Tally};
use solver_core::harness::Check;
use solver_core::prelude::*;

/// Implements the definition of the order: compares the board and its image square by square.
fn comes_after(values: &[i32], symmetry: Symmetry) -> bool {
    let n = values.len();
    let squares = |place: &dyn Fn(Square) -> Square| {
        let mut squares = vec![false; n * n];
        for (column, &row) in (0..).zip(values) {
            let at = place(Square { column, row: row as u32 });
            squares[at.column as usize * n + at.row as usize] = true;
        }
        squares
    };
    squares(&|square| square) < squares(&|square| symmetry.image(n, square))
}

#[test]
fn the_harness_finds_no_fault() {
    let check = Check::new("lex_leader")
        .arity(0..=4)
        .values(-1..=4)
        .parameters(|rng, _| {
            let chosen = rng.below(256);
            Symmetry::ALL.into_iter().filter(|&s| chosen >> s as u8 & 1 != 0).collect::<Vec<_>>()
        })
        .post(|symmetries: &Vec<Symmetry>, v| LexLeader::new(v.iter().copied(), symmetries.iter().copied()))
        .holds(|symmetries, v| {
            let on_board = v.iter().all(|&row| (0..v.len() as i32).contains(&row));
            on_board && symmetries.iter().all(|&s| !comes_after(v, s))
        })
        .rules([
            &EDGE,
            &QUARTER_TURN,
            &HALF_TURN,
            &THREE_QUARTER_TURN,
            &LEFT_RIGHT,
            &UP_DOWN,
            &RISING_DIAGONAL,
            &FALLING_DIAGONAL,
        ])
        .up_to(30_000);
    let report = check.run().unwrap_or_else(|failure| panic!("{failure}"));
    println!("{report}");
    assert!(report.unseen_rules().is_empty(), "{report}");
    assert_eq!(check.missed(&report), []);
}

/// Regression: if columns shared a variable, a removal could raise a minimum after it had been read, and a board that
/// came after its image was accepted.
#[test]
fn columns_that_share_a_variable_do_not_outrun_each_other() {
    use solver_core::engine::EngineBuilder;
    let sets = vec![ValueSet::range(-3, -3), ValueSet::from_values([-3, -1])];
    let mut b = EngineBuilder::new(sets);
    let (x, y) = (b.view(0), b.view(1));
    let symmetries = [Symmetry::RisingDiagonal, Symmetry::FallingDiagonal];
    b.post(Box::new(LexLeader::new([-y, -y, -x, y.plus(4)], symmetries)));
    let mut e = b.build().expect("small domains");
    let may_come_first = |y: i32| symmetries.iter().all(|&s| !comes_after(&[-y, -y, 3, y + 4], s));
    let left: Vec<i32> = e.propagate().map(|()| e.values(y)).unwrap_or_default();
    assert!(left.len() != 1 || may_come_first(left[0]), "{left:?}");
    assert!([-3, -1].into_iter().all(|y| !may_come_first(y) || left.contains(&y)), "{left:?}");
}

/// Lists the solutions of a model in search order.
fn boards(q: &QueensModel) -> Vec<Board> {
    let rows = |s: Solution| s.values(&q.columns).expect("its own variables");
    let board = |rows: Vec<i32>| Board::new(rows.iter().map(|&r| r as u32).collect()).expect("a solution");
    q.model.solutions().expect("a sound model").map(|s| board(rows(s))).collect()
}

/// In every formulation, breaking symmetries in the model leaves the same boards as filtering out images.
#[test]
fn a_search_with_broken_symmetries_finds_what_filtering_leaves() {
    let all = Symmetries::all();
    for formulation in Formulation::ALL {
        for n in 1..=8 {
            let mut q = QueensModel::new(n, formulation, None).expect("a small board");
            let filtered: Vec<Board> = boards(&q).into_iter().filter(|board| all.is_least(board)).collect();
            q.break_symmetries(&all);
            assert_eq!(boards(&q), filtered, "{formulation} {n}");
        }
    }
}

/// The number of orbits in each class, derived from OEIS A033148, A032522 and A002562 by the identities in `Class`.
const CLASSES: [(u64, u64, u64); 12] = [
    (1, 0, 0),
    (0, 0, 0),
    (0, 0, 0),
    (1, 0, 0),
    (1, 0, 1),
    (0, 1, 0),
    (0, 2, 4),
    (0, 1, 11),
    (0, 4, 42),
    (0, 3, 89),
    (0, 12, 329),
    (4, 18, 1765),
];
const SOLUTIONS: [u64; 12] = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200];

#[test]
fn orbits_of_each_class_are_the_published_numbers() {
    let largest = if cfg!(debug_assertions) { 10 } else { 12 };
    let all = Symmetries::all();
    for n in 1..=largest {
        let plain = QueensModel::new(n, Formulation::AllDifferent, None).expect("a small board");
        let mut broken = plain.clone();
        broken.break_symmetries(&all);
        let mut filtered = boards(&plain);
        filtered.retain(|board| all.is_least(board));
        for found in [boards(&broken), filtered] {
            let mut tally = Tally::default();
            for board in &found {
                tally.add(Class::from_board(board), all.orbit_size(board));
            }
            let (quarter_turn, half_turn, asymmetric) = CLASSES[n - 1];
            assert_eq!(tally, Tally { quarter_turn, half_turn, asymmetric, boards: SOLUTIONS[n - 1] }, "{n}");
        }
    }
}

/// One board per orbit remains under the subgroup that preserves the givens.
#[test]
fn queens_given_keep_some_symmetries() {
    for (n, text, members) in [(5, "c3", 8), (7, "d4", 8), (9, "e5", 8), (8, "c1,f8", 2), (8, "d2", 1), (6, "b1,e6", 2)]
    {
        let givens = crate::Givens::parse(n, text).expect("squares");
        let symmetries = Symmetries::keeping(&givens);
        assert_eq!(symmetries.members().len(), members, "{text}");
        let mut q = QueensModel::new(n, Formulation::AllDifferent, None).expect("a small board");
        q.give(&givens).expect("the same board");
        let all = boards(&q);
        q.break_symmetries(&symmetries);
        let found = boards(&q);
        let mut least: Vec<Board> = all.iter().map(|board| symmetries.least(board)).collect();
        least.sort();
        least.dedup();
        assert_eq!(found, least, "{text}");
        let sum: usize = found.iter().map(|board| symmetries.orbit_size(board)).sum();
        assert_eq!(sum, all.len(), "{text}");
    }
}
