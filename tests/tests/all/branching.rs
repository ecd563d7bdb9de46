//! Tests of branching: every selection is deterministic, each decision changes a domain, and errors name a faulty
//! brancher.

use ferz_tests::without_objective;
use solver_core::Node;
use solver_core::harness::{BranchingFault, Slip, branching};
use solver_core::prelude::*;
use std::sync::atomic::{AtomicI32, Ordering};

/// Builds a queens model in which some queens are ordered, with an additional variable that has many values.
fn model() -> (Model, Vec<IntVar>) {
    let mut m = Model::new();
    let q = m.ints("q", 6, 0..=5).unwrap();
    m.all_different(&q);
    m.all_different(q.iter().zip(0..).map(|(q, i)| q + i));
    m.all_different(q.iter().zip(0..).map(|(q, i)| q - i));
    let far = m.int("far", [-90, -5, 0, 7, 8, 9, 400]).unwrap();
    m.post(constraint!(-3 <= far - 4 * q[0] <= 9));
    (m, q)
}

#[test]
fn every_selection_is_deterministic_and_decides_something() {
    let (m, _) = model();
    let mut decisions = 0;
    for &order in VarSelect::ALL {
        for values in without_objective() {
            let search = m.search().order(order).values(values).seed(5).node_limit(300);
            let more = search
                .clone()
                .tie_break(TieBreak::Random)
                .conflict_heuristic(ConflictHeuristic::LastConflict(2))
                .restarts(Restarts::Luby { unit: 3 });
            for search in [search, more] {
                decisions += branching(&search).unwrap_or_else(|fault| panic!("{order:?} {values:?}: {fault}"));
            }
        }
        let search = m.search().order(order).branching(Branching::DWay).node_limit(300);
        decisions += branching(&search).unwrap_or_else(|fault| panic!("{order:?}, d-way: {fault}"));
    }
    assert!(decisions > 10_000, "{decisions}");
    for learning in [Learning::Fixed, Learning::Activity, Learning::Alternating] {
        branching(&m.search().learn(learning).node_limit(300)).unwrap_or_else(|fault| panic!("{learning:?}: {fault}"));
    }
}

#[test]
fn slips_of_branchers_are_named() {
    let (m, q) = model();
    let x = q[0];
    let fault = |choose: fn(IntVar, &Node<'_>) -> Option<Decision>| {
        branching(&m.search().branch_with(move |node| choose(x, node)).node_limit(300)).unwrap_err()
    };
    let ignored = |decision: &str, slip| BranchingFault::Ignored { decision: decision.to_owned(), slip };
    assert_eq!(fault(|x, _| Some(Decision::equals(x, 6))), ignored("q[0] = 6", Slip::Outside));
    assert_eq!(fault(|x, _| Some(Decision::at_most(x, 9))), ignored("q[0] <= 9", Slip::Idle));
    assert_eq!(
        fault(|x, node| Some(Decision::equals(x, node.min(x)?))).to_string().split(',').next_back(),
        Some(" which holds already")
    );
    let (_, other) = model();
    let foreign = other[0];
    let search = m.search().branch_with(move |_| Some(Decision::at_least(foreign, 1)));
    assert_eq!(branching(&search), Err(ignored("a variable of another model >= 1", Slip::Outside)));
}

/// A brancher whose state outlives a search changes the next search.
#[test]
fn branching_that_remembers_is_not_deterministic() {
    static TURN: AtomicI32 = AtomicI32::new(0);
    let (m, q) = model();
    let search = m.search().branch_with(move |node| {
        let x = *q.iter().find(|&&x| node.fixed(x).is_none())?;
        let values = node.values(x);
        Some(Decision::equals(x, values[TURN.fetch_add(1, Ordering::Relaxed) as usize % values.len()]))
    });
    assert!(matches!(branching(&search.node_limit(200)), Err(BranchingFault::NotDeterministic { .. })));
}
