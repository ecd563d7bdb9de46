//! Compares textbook searches on unusual networks with the solver.

use solver_core::prelude::*;
use study::compare::{Counts, SearchOptions, Stated};
use study::textbook::ArcConsistency;
use study::textbook::{Algorithm, Network, Order, Question, search};

/// Generates networks from loose to tight and from sparse to dense.
fn networks() -> impl Iterator<Item = Network> {
    let sizes = [(6, 3, 9), (8, 4, 12), (10, 3, 20), (7, 5, 21)];
    (0..120).map(move |k: u64| {
        let (n, d, e) = sizes[k as usize % sizes.len()];
        Network::model_b(n, d, e, 1 + (k as usize / 4) % (d * d - 1), k)
    })
}

#[test]
fn limits_end_a_search_and_small_networks_are_no_exception() {
    let queens = Network::queens(8);
    for by in Algorithm::ALL {
        let some = search(&queens, by, &Question { node_limit: 100, ..Question::ALL });
        assert!(some.gave_up && some.nodes == 100, "{by:?}");
        let empty = search(&Network::new([]), by, &Question::ALL);
        assert_eq!((empty.solutions.len(), empty.nodes, empty.gave_up), (1, 0, false));
        let dead = search(&Network::new([2, 0, 2]), by, &Question::ALL);
        assert_eq!((dead.solutions.len(), dead.gave_up), (0, false));
        let free = search(&Network::new([2, 3]), by, &Question::ALL);
        assert_eq!(free.solutions.len(), 6);
    }
}

/// A search that maintains arc consistency never has more nodes than one with a weaker lookahead, and finds the same
/// solutions.
#[test]
fn the_solver_finds_what_the_textbooks_find() -> Result<(), study::StudyError> {
    for network in networks().step_by(3) {
        let textbook = search(&network, Algorithm::Backtracking, &Question::ALL);
        let mut trees = Vec::new();
        for by in [ArcConsistency::Ac3, ArcConsistency::Ac6, ArcConsistency::Ac3Bit] {
            let (model, x, checks) = network.model(by)?;
            let mut found = Vec::new();
            for solution in model.solutions()? {
                found.push(solution.values(&x)?.into_iter().map(|v| v as usize).collect::<Vec<_>>());
            }
            assert_eq!(found, textbook.solutions);
            let stated = Stated { checks: Some(checks), ..Stated::new(model, x) };
            let d_way = SearchOptions { branching: Branching::DWay, ..SearchOptions::default() };
            let [two_way, d_way] =
                [&SearchOptions::default(), &d_way].map(|search_options| Counts::measure(&stated, search_options));
            trees.push((two_way?.statistics.nodes, d_way?.statistics.nodes));
        }
        assert!(trees.iter().all(|tree| *tree == trees[0]), "one fixpoint, one tree");
        let mac = search(&network, Algorithm::ArcConsistency, &Question::ALL).nodes;
        // In the solver, unlike in the textbook search, the root counts as a node, and the last open variable needs no
        // decision.
        assert!(trees[0].1 <= mac + 1, "{} > {mac} + 1", trees[0].1);
    }
    Ok(())
}

/// The theorems also hold for the first solution; smallest-domain selection changes only the path to it.
#[test]
fn first_solutions_are_found_in_the_order_of_the_theorems() {
    for network in networks() {
        let [bt, bm, bj, cbj, fc, mac] = Algorithm::ALL.map(|by| search(&network, by, &Question::FIRST));
        assert!([&bm, &bj, &cbj, &fc, &mac].iter().all(|other| other.solutions == bt.solutions));
        assert!(fc.nodes <= bj.nodes && bj.nodes <= bt.nodes && cbj.nodes <= bj.nodes && mac.nodes <= fc.nodes);
        assert!(bm.nodes == bt.nodes && bm.checks <= bt.checks && bj.checks <= bt.checks);
        for by in [Algorithm::ForwardChecking, Algorithm::ArcConsistency] {
            let dom = search(&network, by, &Question { order: Order::SmallestDomain, ..Question::FIRST });
            assert_eq!(dom.solutions.is_empty(), bt.solutions.is_empty());
        }
    }
}
