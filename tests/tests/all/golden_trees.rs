//! Golden trees: node, failure and solution counts that do not depend on the machine.
//!
//! The counts are those of Gecode (6.2 and 6.4, native model, same branching), measured outside this project. The
//! counts for the queens rule come from two independent simulations. If a count changes here, the search tree has
//! changed.

use ferz_tests::{Setup, Stated};
use queens::Formulation::{AllDifferent, Dual, Pairwise, QueensRule};
use solver_core::prelude::*;

const VALUE: Stated = (AllDifferent, Some(Consistency::Value));
const BOUNDS: Stated = (AllDifferent, Some(Consistency::Bounds));
const DOMAIN: Stated = (AllDifferent, Some(Consistency::Domain));
const PAIRWISE: Stated = (Pairwise, None);
const RULE: Stated = (QueensRule, None);
const DUAL: Stated = (Dual, None);

const INPUT: VarSelect = VarSelect::Input;
const DOM: VarSelect = VarSelect::SmallestDomain;

fn tree(n: usize, stated: Stated, order: VarSelect) -> (u64, u64, u64) {
    let setup = Setup::new(n, stated).order(order);
    let s = setup.run(None).expect("a queens model");
    assert_eq!(Setup { explain: true, ..setup }.run(None), Ok(s), "the same tree while reasons are recorded");
    assert_eq!(s.nodes, 2 * (s.solutions + s.failures) - 1, "two-way trees are binary");
    (s.nodes, s.failures, s.solutions)
}

#[test]
fn value_and_pairwise_trees_are_gecodes() {
    for stated in [VALUE, PAIRWISE] {
        assert_eq!(tree(6, stated, INPUT), (79, 36, 4));
        assert_eq!(tree(7, stated, INPUT), (223, 72, 40));
        assert_eq!(tree(7, stated, DOM), (215, 68, 40));
        assert_eq!(tree(8, stated, INPUT), (831, 324, 92));
        assert_eq!(tree(8, stated, DOM), (767, 292, 92));
        assert_eq!(tree(9, stated, INPUT), (3_283, 1_290, 352));
        assert_eq!(tree(9, stated, DOM), (2_955, 1_126, 352));
        assert_eq!(tree(10, stated, INPUT), (13_331, 5_942, 724));
        assert_eq!(tree(10, stated, DOM), (11_431, 4_992, 724));
        assert_eq!(tree(12, stated, INPUT), (292_203, 131_902, 14_200));
        assert_eq!(tree(12, stated, DOM), (232_163, 101_882, 14_200));
    }
}

#[test]
fn bounds_trees_are_gecodes() {
    assert_eq!(tree(6, BOUNDS, INPUT), (71, 32, 4));
    assert_eq!(tree(7, BOUNDS, INPUT), (219, 70, 40));
    assert_eq!(tree(7, BOUNDS, DOM), (207, 64, 40));
    assert_eq!(tree(8, BOUNDS, INPUT), (791, 304, 92));
    assert_eq!(tree(8, BOUNDS, DOM), (723, 270, 92));
    assert_eq!(tree(9, BOUNDS, INPUT), (3_091, 1_194, 352));
    assert_eq!(tree(10, BOUNDS, INPUT), (12_157, 5_355, 724));
    assert_eq!(tree(10, BOUNDS, DOM), (10_223, 4_388, 724));
    assert_eq!(tree(12, BOUNDS, INPUT), (262_011, 116_806, 14_200));
    assert_eq!(tree(12, BOUNDS, DOM), (205_819, 88_710, 14_200));
}

#[test]
fn domain_trees_are_gecodes() {
    assert_eq!(tree(6, DOMAIN, INPUT), (67, 30, 4));
    assert_eq!(tree(7, DOMAIN, INPUT), (203, 62, 40));
    assert_eq!(tree(7, DOMAIN, DOM), (199, 60, 40));
    assert_eq!(tree(8, DOMAIN, INPUT), (761, 289, 92));
    assert_eq!(tree(8, DOMAIN, DOM), (691, 254, 92));
    assert_eq!(tree(9, DOMAIN, INPUT), (2_897, 1_097, 352));
    assert_eq!(tree(10, DOMAIN, INPUT), (11_221, 4_887, 724));
    assert_eq!(tree(10, DOMAIN, DOM), (9_327, 3_940, 724));
    assert_eq!(tree(12, DOMAIN, INPUT), (237_117, 104_359, 14_200));
    assert_eq!(tree(12, DOMAIN, DOM), (181_755, 76_678, 14_200));
}

#[test]
fn queens_rule_fails_as_seldom_as_simulated() {
    let failures = |n, order| tree(n, RULE, order).1;
    // The simulation counts 13 failures for n = 7, but a naive fixpoint by brute force counts 12, as does this test
    // (queens/src/rule/tests.rs).
    assert_eq!([6, 7, 8, 9, 10].map(|n| failures(n, DOM)), [12, 12, 98, 354, 1_734]);
    assert_eq!([6, 7, 8, 10].map(|n| failures(n, INPUT)), [12, 13, 104, 2_057]);
}

/// At a node limit, the solution and failure counts equal those of Gecode at the same node.
#[test]
fn wide_boards_agree_with_gecode_at_a_node_limit() {
    let at = |n, nodes, stated| {
        let s = Setup::new(n, stated).order(DOM).run(Some(nodes)).expect("a queens model");
        assert_eq!(s.nodes, nodes);
        (s.failures, s.solutions)
    };
    assert_eq!(at(32, 300_000, VALUE), (142_011, 7_978));
    assert_eq!(at(60, 300_000, VALUE), (148_886, 1_090));
    assert_eq!(at(100, 100_000, VALUE), (46_974, 2_982));
    assert_eq!(at(200, 100_000, VALUE), (49_910, 0));
    assert_eq!(at(32, 300_000, BOUNDS), (140_128, 9_861));
    assert_eq!(at(200, 100_000, BOUNDS), (49_615, 298));
    assert_eq!(at(32, 300_000, DOMAIN), (135_618, 14_370));
}

#[test]
fn dual_sees_rows_with_one_place_left() {
    let failures = |n, order| tree(n, DUAL, order).1;
    assert_eq!([7, 8].map(|n| failures(n, INPUT)), [65, 300]);
    assert_eq!([7, 8, 9, 10].map(|n| failures(n, DOM)), [62, 256, 929, 4_106]);
}

/// Counts the exact amount of work, which detects slower propagation without a clock.
#[test]
fn work_on_twelve_queens() {
    let work = |stated| {
        let s = Setup::new(12, stated).run(None).expect("a queens model");
        (s.nodes, s.propagations, s.peak_depth)
    };
    insta::assert_debug_snapshot!(ferz_tests::ALL.map(|stated| (stated, work(stated))));
}

/// Runs learning searches on the catalogue examples; the counts are equal in debug and release builds. Every change to
/// reasons, activities or deletions changes the counts, which show whether it pays off.
#[test]
fn searches_that_learn() {
    let mut printed = String::new();
    for entry in models::catalogue::CATALOGUE {
        let classic = entry.state(&entry.example()).expect("an example");
        printed += &format!("{} {}:", entry.name, entry.example().join(" "));
        for &learning in Learning::ALL {
            let search = classic.search().learn(learning).seed(1).failure_limit(3_000).solution_limit(2_000);
            let mut run = match classic.objective.clone() {
                None => search.start().expect("a model"),
                Some((goal, objective)) => search.improving(goal, objective).expect("a model").into_run(),
            };
            while run.step() == Step::Solution {}
            let Statistics { nodes, failures, solutions, propagations, .. } = run.statistics();
            printed += &format!(" {learning} {nodes} {failures} {solutions} {propagations}");
        }
        printed += "\n";
    }
    insta::assert_snapshot!(printed);
}
