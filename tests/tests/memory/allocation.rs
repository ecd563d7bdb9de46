//! After a model has been compiled, classical search allocates no memory.

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
                // The first steps include propagation at the root, during which propagators allocate their buffers.
                assert_eq!(run.step_for(1), None, "the root of {n} queens is open");
                let during = allocation_counter::measure(|| while run.step() == Step::Solution {});
                assert_eq!(during.count_total, 0, "{setup:?} {branching}: {during:?}");
                assert!(run.statistics().nodes > 100);
            }
        }
    }
}

/// Conflict analysis reuses its buffers. Only the watch lists, which grow by doubling, and a few explanations allocate.
#[test]
fn conflicts_allocate_little_after_a_warm_up() {
    for (learning, name, instance) in [
        (Learning::Fixed, "golomb", "10"),
        (Learning::Fixed, "job-shop", "ft10"),
        (Learning::Activity, "golomb", "10"),
        (Learning::Alternating, "golomb", "10"),
    ] {
        let entry = models::catalogue::CATALOGUE.iter().find(|entry| entry.name == name).expect("a model");
        let classic = entry.state(&[instance]).expect("an instance");
        let (goal, objective) = classic.objective.clone().expect("an objective");
        let mut run = classic.search().learn(learning).improving(goal, objective).expect("a sound model").into_run();
        let mut conflicts = |wanted: u64| {
            let until = run.statistics().failures + wanted;
            while run.statistics().failures < until {
                assert!(matches!(run.step_for(100), None | Some(Step::Solution)), "{name} is too easy");
            }
        };
        conflicts(1_000);
        let during = allocation_counter::measure(|| conflicts(1_000));
        assert!(during.count_total < 10_000, "{name}, {learning}: {during:?}");
    }
}
