//! Solution counts for n = 1..12 (OEIS A000170), for every formulation, level, branching and layout, and counts up to
//! symmetry for n = 1..14 (A002562, A032522, A033148).

use ferz_tests::{ALL, Setup, is_full};
use queens::{Board, Class, Formulation, QueensModel, Symmetries, Tally};
use solver_core::Layout;
use solver_core::prelude::*;

/// The solution counts. An ordinary run omits the largest board, which takes most of the time.
const A000170: [u64; 12] = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2_680, 14_200];

fn all_counts(branching: Branching, layout: Layout) {
    let boards = A000170.len() - usize::from(!is_full());
    for stated in ALL {
        for (n, count) in (1..).zip(A000170).take(boards) {
            let setup = Setup { branching, layout, ..Setup::new(n, stated) };
            let s = setup.run(None).expect("a queens model");
            assert_eq!(s.solutions, count, "{setup:?}");
        }
    }
}

#[test]
fn two_way_small() {
    all_counts(Branching::TwoWay, Layout::Auto);
}

#[test]
fn two_way_wide() {
    all_counts(Branching::TwoWay, Layout::Wide);
}

#[test]
fn two_way_span() {
    all_counts(Branching::TwoWay, Layout::Span);
}

#[test]
fn d_way_small() {
    all_counts(Branching::DWay, Layout::Auto);
}

#[test]
fn d_way_wide() {
    all_counts(Branching::DWay, Layout::Wide);
}

#[test]
fn d_way_span() {
    all_counts(Branching::DWay, Layout::Span);
}

/// For each n, the number of solutions, and how many of them are invariant under a half turn and under a quarter turn.
const SYMMETRIC: [(u64, u64, u64); 14] = [
    (1, 1, 1),
    (0, 0, 0),
    (0, 0, 0),
    (2, 2, 2),
    (10, 2, 2),
    (4, 4, 0),
    (40, 8, 0),
    (92, 4, 0),
    (352, 16, 0),
    (724, 12, 0),
    (2_680, 48, 0),
    (14_200, 80, 8),
    (73_712, 136, 8),
    (365_596, 420, 0),
];
const A002562: [u64; 14] = [1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1_787, 9_233, 45_752];

/// The model breaks the symmetries, and each solution found is classified by its orbit.
#[test]
fn orbits_of_each_class() {
    for (n, ((all, half, quarter), orbits)) in (1..).zip(SYMMETRIC.into_iter().zip(A002562)) {
        let symmetries = Symmetries::all();
        let mut q = QueensModel::new(n, Formulation::QueensRule, None).expect("a small board");
        q.break_symmetries(&symmetries);
        let mut tally = Tally::default();
        let mut run = q.model.search().on(&q.columns).order(VarSelect::SmallestDomain).start().expect("a sound model");
        while run.step() == Step::Solution {
            let rows = q.columns.iter().map(|&c| run.value(c).expect("a value") as u32).collect();
            let board = Board::new(rows).expect("a solution");
            assert!(symmetries.is_least(&board));
            tally.add(Class::from_board(&board), symmetries.orbit_size(&board));
        }
        // The smallest board has one queen, which is the only element of its orbit.
        let quarter_turn = if n == 1 { 1 } else { quarter / 2 };
        let expected =
            Tally { quarter_turn, half_turn: (half - quarter) / 4, asymmetric: (all - half) / 8, boards: all };
        assert_eq!((tally, tally.orbits()), (expected, orbits), "{n} queens");
    }
}
