//! Counts for n = 1..12 (OEIS A000170), for every formulation, level, branching and layout.

use ferz_tests::{ALL, Setup};
use solver_core::Layout;
use solver_core::prelude::*;

const A000170: [u64; 12] = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2_680, 14_200];

fn all_counts(branching: Branching, layout: Layout) {
    for stated in ALL {
        for (n, count) in (1..).zip(A000170) {
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
