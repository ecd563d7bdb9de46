//! Unusual but legal uses, each of which has caused a wrong answer, a panic or a wrong error in Ferz or another solver.

use solver_core::constraints::{LinearNotEqual, NotEqual, Term};
use solver_core::engine::{BuildError, EngineBuilder, Halt};
use solver_core::prelude::*;
use solver_core::search::Incompatible;
use solver_core::{Atom, Decision, Layout};
use std::time::Duration;

fn assert_send<T: Send>() {}

#[test]
fn searches_can_move_to_another_thread() {
    assert_send::<Model>();
    assert_send::<Run>();
    assert_send::<Solutions>();
    assert_send::<Solution>();
}

/// Propagators that are queued when a level is opened are queued again when it is closed, exactly once.
#[test]
fn a_level_opened_before_the_fixpoint_counts_nothing_twice() {
    let mut b = EngineBuilder::new(vec![ValueSet::range(0, 1); 4]);
    let x = [0, 1, 2, 3].map(|i| b.view(i));
    let terms = x.map(|view| (Term { coefficient: 1, view }, 0..=1));
    b.post(Box::new(LinearNotEqual::new(terms, 2).unwrap()));
    let mut e = b.build().unwrap();
    e.propagate().unwrap();
    e.assume(Atom::equals(x[0], 1)).unwrap();
    e.propagate().unwrap();
    e.assume(Atom::equals(x[1], 1)).unwrap();
    e.push_level();
    e.propagate().unwrap();
    e.pop_level();
    e.propagate().unwrap();
    e.push_level();
    e.assume(Atom::equals(x[2], 0)).unwrap();
    e.assume(Atom::equals(x[3], 0)).unwrap();
    assert_eq!(e.propagate(), Err(Halt::Failed));
    assert_eq!(e.propagate(), Err(Halt::Failed), "a failed level stays failed until it is undone");
    e.pop_level();
    assert_eq!(e.propagate(), Ok(()));
}

#[test]
fn a_clone_is_a_model_of_its_own() {
    let mut m = Model::new();
    let x = m.int("x", 0..=1).unwrap();
    let mut copy = m.clone();
    let y = copy.int("y", 0..=1).unwrap();
    let z = m.int("z", 5..=6).unwrap();
    copy.all_different([x, y]);
    assert_eq!(copy.count().unwrap(), Outcome::Complete(2));
    assert_eq!(m.count().unwrap(), Outcome::Complete(4));
    assert!(copy.first().unwrap().complete().unwrap().value(z).is_err());
    assert!(m.name(y).is_err() && copy.name(y).is_ok() && copy.name(x).is_ok());
    m.post(y.equals(5));
    assert!(matches!(m.count(), Err(ModelError::ForeignVariable { .. })));
}

/// The objective is checked as a sum before it is posted.
#[test]
fn an_objective_beyond_all_numbers_is_an_error() {
    let mut m = Model::new();
    let x = m.ints("x", 4, 0..=9).unwrap();
    let huge = Expr::weighted([(i64::MAX, Expr::weighted([(i64::MAX, x[0].into())]))]);
    for objective in [huge.clone() + x[1] + x[2] + x[3], x[1] + x[2] + x[3] - huge + 7] {
        for goal in [Goal::Minimize, Goal::Maximize] {
            let answer = m.search().learn(Learning::Alternating).improving(goal, objective.clone());
            assert!(matches!(answer, Err(ModelError::Overflow { .. })));
        }
    }
}

#[test]
fn limits_of_zero_allow_nothing() {
    let mut m = Model::new();
    let x = m.int("x", 0..=1).unwrap();
    let stopped = |by| Outcome::Stopped { by, known: 0 };
    assert_eq!(m.search().solution_limit(0).count().unwrap(), stopped(StopReason::Solutions));
    assert_eq!(m.search().node_limit(0).count().unwrap(), stopped(StopReason::Nodes));
    assert_eq!(m.search().memory_limit(0).count().unwrap(), stopped(StopReason::Memory));
    let mut run = m.search().time_limit(Duration::ZERO).start().unwrap();
    assert_eq!(run.step(), Step::Stopped(StopReason::Time));
    assert_eq!(run.value(x), Err(ModelError::NoSolution));
    assert_eq!(Model::new().search().node_limit(0).count().unwrap(), stopped(StopReason::Nodes));
    assert_eq!(Model::new().count().unwrap(), Outcome::Complete(1));
}

#[test]
fn comparisons_are_exact_far_out() {
    let two = || {
        let mut m = Model::new();
        let (x, y) = (m.int("x", 0..=3).unwrap(), m.int("y", 0..=3).unwrap());
        (m, x, y)
    };
    for c in [1_000_000_000, 2_000_000_000, i32::MAX] {
        let (mut m, x, y) = two();
        m.post(x.differs(y + c));
        assert_eq!(m.count().unwrap(), Outcome::Complete(16), "{c}");
    }
    let (mut m, x, _) = two();
    m.post((x * i32::MAX * i32::MAX).equals(1));
    assert_eq!(m.count().unwrap(), Outcome::Unsat);
    let (mut m, x, _) = two();
    m.post((x * i32::MIN * i32::MIN * i32::MIN * i32::MIN * -8).at_most(0));
    assert!(m.count().is_err(), "beyond what is exact is refused, not guessed");
    let (mut m, x, _) = two();
    let e = x * i32::MAX * i32::MAX * i32::MAX * i32::MAX * i32::MAX;
    m.post((e.clone() * 2).equals(e));
    assert!(m.count().is_err());
}

#[test]
fn an_engine_refuses_what_it_cannot_hold() {
    let wide = EngineBuilder::new(vec![ValueSet::range(i32::MIN, i32::MAX)]).build();
    assert!(matches!(wide, Err(BuildError::DomainOutOfRange { variable: 0, .. })));
    let other = EngineBuilder::new(vec![ValueSet::range(0, 1); 9]).view(8);
    let mut b = EngineBuilder::new(vec![ValueSet::range(0, 1)]);
    b.post(Box::new(solver_core::constraints::NotEqual::new(b.view(0), other)));
    assert!(matches!(b.build(), Err(BuildError::ForeignView { propagator: 0 })));
    let mut b = EngineBuilder::new(vec![ValueSet::range(0, 1)]);
    let far = b.view(0).plus(i32::MAX).plus(i32::MAX).plus(2);
    b.post(Box::new(solver_core::constraints::NotEqual::new(b.view(0), far)));
    assert!(matches!(b.build(), Err(BuildError::ViewOutOfRange { .. })));
}

/// The median of a Span domain with holes equals the median of its sorted values.
#[test]
fn medians_of_large_domains_know_their_holes() {
    let mut m = Model::new();
    m.force_layout(Layout::Span);
    let x = m.int("x", ValueSet::from_ranges([(0, 9), (100, 109)])).unwrap();
    let all = m.search().values(ValueSelect::Median).solutions().unwrap();
    let values: Vec<i32> = all.map(|s| s.value(x).unwrap()).collect();
    assert_eq!(&values[..6], &[9, 100, 8, 101, 7, 102]);
    assert_eq!(values.len(), 20);
}

/// Formerly, a search without propagation counted no work, so it checked no limits before the first solution.
#[test]
fn a_search_without_constraints_can_be_cancelled() {
    let mut m = Model::new();
    m.ints("x", 1_000, 0..=3).unwrap();
    for &order in VarSelect::ALL {
        for branching in [Branching::TwoWay, Branching::DWay] {
            let token = CancelToken::new();
            let mut run = m.search().order(order).branching(branching).cancel(&token).start().unwrap();
            assert_eq!(run.step_for(100), None, "{order}");
            token.cancel();
            assert_eq!(run.step(), Step::Stopped(StopReason::Cancelled), "{order} {branching}");
            // A node counts as at least eight units of work, and limits are checked every 256 units.
            assert!(run.statistics().nodes <= 100 + 33, "{order}: {} nodes", run.statistics().nodes);
        }
    }
}

/// Hundreds of thousands of variables are copied and ordered before the first node. Limits are checked before and
/// during this work.
#[test]
fn a_search_that_is_cancelled_before_its_first_node_builds_no_more() {
    let mut m = Model::new();
    m.ints("x", 1_000, 0..=3).unwrap();
    let token = CancelToken::new();
    assert!(m.search().cancel(&token).start().unwrap().engine().is_some());
    token.cancel();
    let mut run = m.search().cancel(&token).start().unwrap();
    assert!(run.engine().is_none());
    assert_eq!(run.step(), Step::Stopped(StopReason::Cancelled));

    // The token is cancelled while the last propagator is being created.
    let mut m = Model::new();
    let (x, token) = (m.ints("x", 2, 0..=3).unwrap(), CancelToken::new());
    let canceller = token.clone();
    m.propagator("different", [x[0], x[1]], move |views| {
        canceller.cancel();
        Box::new(NotEqual::new(views[0], views[1]))
    });
    let mut run = m.search().cancel(&token).start().unwrap();
    assert!(run.engine().is_none());
    assert_eq!(run.step(), Step::Stopped(StopReason::Cancelled));
    assert!(m.search().start().unwrap().engine().is_some());
}

/// The caller may take a long time to process a solution, so limits are checked when the next solution is requested.
#[test]
fn a_search_looks_at_its_limits_after_every_solution() {
    let mut m = Model::new();
    m.int("x", 0..=1_000_000_000).unwrap();
    for solutions in [1, 2, 77] {
        let token = CancelToken::new();
        let mut run = m.search().cancel(&token).start().unwrap();
        assert!((0..solutions).all(|_| run.step() == Step::Solution));
        token.cancel();
        assert_eq!(run.step(), Step::Stopped(StopReason::Cancelled));
        assert_eq!(run.statistics().solutions, solutions);
    }
}

/// Initial decisions change only the order of solutions. With a projection, no solution is found twice.
#[test]
fn a_search_that_begins_with_decisions_loses_and_repeats_nothing() {
    let mut m = Model::new();
    let (x, y, h) = (m.int("x", 1..=3).unwrap(), m.int("y", 1..=3).unwrap(), m.int("h", 0..=4).unwrap());
    m.post(constraint!(x + y - h <= 2));
    let onto = || m.search().project_onto(&[x, y]);
    let found = |search: Search<'_>| {
        let mut found: Vec<[i32; 2]> = search.solutions().unwrap().map(|s| [x, y].map(|v| s[v])).collect();
        let first = found[0];
        found.sort_unstable();
        (first, found)
    };
    let (first, all) = found(onto());
    assert_eq!((first, all.len()), ([1, 1], 9));
    for learning in [None, Some(Learning::Activity)] {
        let search = || learning.map_or_else(onto, |learning| onto().learn(learning));
        let decisions = [Decision::equals(y, 3), Decision::at_least(x, 2), Decision::at_least(x, 1)];
        assert_eq!(found(search().begin_with(decisions)), ([2, 3], all.clone()));
        assert_eq!(found(search().begin_with([Decision::differs(x, 1)])), ([2, 1], all.clone()));
        // Impossible decisions are ignored.
        assert_eq!(found(search().begin_with([Decision::equals(x, 7)])), ([1, 1], all.clone()));
    }
    let refused = |search: Search<'_>| search.count().unwrap_err();
    let incompatible = ModelError::Incompatible;
    assert_eq!(refused(onto().begin_with([Decision::equals(h, 4)])), incompatible(Incompatible::CustomProjection));
    let d_way = m.search().branching(Branching::DWay).begin_with([Decision::equals(x, 1)]);
    assert_eq!(refused(d_way), incompatible(Incompatible::CustomDWay));
}
