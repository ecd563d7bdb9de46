//! After a model is frozen, classical search allocates nothing.

use ferz_tests::{ALL, Setup};
use queens::QueensModel;
use solver_core::prelude::*;

#[test]
fn search_allocates_nothing_after_freeze() {
    for stated in ALL {
        for n in [8, 10, 70] {
            let setup = Setup::new(n, stated);
            let q = QueensModel::new(setup.n, stated.0, stated.1).expect("a queens model");
            for branching in [Branching::TwoWay, Branching::DWay] {
                let search = q.model.search().on(&q.columns).order(VarSelect::SmallestDomain).branching(branching);
                let mut run = search.values(ValueSelect::Median).node_limit(20_000).start().expect("a sound model");
                // The first steps include the root propagation, where propagators lay out their scratch.
                assert_eq!(run.step_for(1), None, "the root of {n} queens is open");
                let during = allocation_counter::measure(|| while run.step() == Step::Solution {});
                assert_eq!(during.count_total, 0, "{setup:?} {branching}: {during:?}");
                assert!(run.statistics().nodes > 100);
            }
        }
    }
}
