//! Incremental solving: one compilation answers many queries.

use ferz_tests::random_models::{Case, check, check_mix};
use models::catalogue::CATALOGUE;
use solver_core::constraints::NotEqual;
use solver_core::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

#[test]
fn answers_are_those_of_brute_force_and_cores_have_no_solution() {
    check(1_000, Case::answers_under_assumptions_are_right);
    check_mix(200, Case::alone, Case::answers_under_assumptions_are_right);
    check_mix(100, Case::random_partial, Case::answers_under_assumptions_are_right);
}

/// Builds a model of pigeons in holes, where hole `k` may be used only if `open[k]` is 1. Counts how often the model is
/// compiled.
fn pigeons(pigeons: usize, holes: usize, compiled: &Arc<AtomicUsize>) -> Result<(Model, Vec<IntVar>), ModelError> {
    let mut m = Model::new();
    let open = m.bools("open", holes)?;
    let x = m.ints("x", pigeons, 0..=holes as i32 - 1)?;
    for i in 0..pigeons {
        for j in 0..i {
            m.post(x[i].differs(x[j]));
        }
    }
    for (&open, hole) in open.iter().zip(0..) {
        for x in &x {
            m.post(x.differs(hole)).enforce_if(1 - open);
        }
    }
    let compiled = Arc::clone(compiled);
    m.propagator("counted", [x[0], x[1]], move |v| {
        compiled.fetch_add(1, Ordering::Relaxed);
        Box::new(NotEqual::new(v[0], v[1]))
    });
    Ok((m, open))
}

#[test]
fn a_model_is_compiled_once_and_nogoods_are_kept() -> Result<(), ModelError> {
    let compiled = Arc::default();
    let (m, open) = pigeons(7, 9, &compiled)?;
    let mut solver = m.search().incremental()?;
    let closing = |holes: [usize; 3]| holes.map(|k| open[k].equals(0));
    let refuted = Satisfiability::Unsatisfiable(vec![0, 1, 2]);
    assert_eq!(solver.solve_under(closing([2, 5, 7]))?, refuted);
    let (first, kept) = (solver.statistics(), solver.nogoods());
    assert!(first.failures > 100 && first.propagations > 0 && kept > 0, "{first:?}, {kept} nogoods");
    assert_eq!(solver.solve_under(closing([2, 5, 7]))?, refuted);
    let second = solver.statistics();
    assert!(second.nodes < 10 && second.failures < 2 && second.propagations < first.propagations, "{second:?}");
    let Satisfiability::Satisfiable(s) = solver.solve_under([open[2].equals(0), open[5].equals(0)])? else {
        panic!("seven holes suffice")
    };
    assert_eq!(s.values(&[open[2], open[5]])?, [0, 0]);
    assert_eq!(solver.solve_under([open[3].at_most(0), open[3].equals(1)])?, Satisfiability::Unsatisfiable(vec![0, 1]));
    assert_eq!(compiled.load(Ordering::Relaxed), 1);
    // The same queries in the same order have the same answers, after the same number of nodes.
    let mut other = m.search().incremental()?;
    assert_eq!(other.solve_under(closing([2, 5, 7]))?, refuted);
    assert_eq!((other.statistics(), other.nogoods()), (first, kept));
    Ok(())
}

/// A limit ends one query; later queries continue with the nogoods learned so far.
#[test]
fn limits_hold_for_each_question() -> Result<(), ModelError> {
    let compiled = Arc::default();
    let (m, open) = pigeons(7, 7, &compiled)?;
    let mut solver = m.search().incremental()?;
    let closed = [open[0].equals(0)];
    let stopped = Satisfiability::Stopped;
    let limits = |set: fn(&mut Limits)| {
        let mut limits = Limits::default();
        set(&mut limits);
        limits
    };
    let token = CancelToken::new();
    token.cancel();
    for (limits, by) in [
        (limits(|limits| limits.nodes = Some(20)), StopReason::Nodes),
        (limits(|limits| limits.failures = Some(5)), StopReason::Failures),
        (limits(|limits| limits.memory = Some(1)), StopReason::Memory),
        (limits(|limits| limits.time = Some(Duration::ZERO)), StopReason::Time),
        (Limits { cancel: Some(token), ..Limits::default() }, StopReason::Cancelled),
    ] {
        for _ in 0..2 {
            solver.set_limits(limits.clone());
            assert_eq!(solver.solve_under(closed.clone())?, stopped(by));
            let Statistics { nodes, failures, .. } = solver.statistics();
            assert!(limits.nodes.is_none_or(|limit| nodes == limit), "{nodes} nodes");
            assert!(limits.failures.is_none_or(|limit| failures == limit), "{failures} failures");
        }
    }
    // None of the limits was reached during propagation at the root, so the model is not compiled again.
    assert_eq!(compiled.load(Ordering::Relaxed), 1);
    solver.set_limits(Limits::default());
    assert_eq!(solver.solve_under(closed)?, Satisfiability::Unsatisfiable(vec![0]));
    // If a limit is reached before the first node, the model is compiled again.
    let mut late = m.search().time_limit(Duration::ZERO).incremental()?;
    assert_eq!(late.solve_under([open[0].equals(1)])?, stopped(StopReason::Time));
    late.set_limits(Limits::default());
    assert!(matches!(late.solve_under([open[0].equals(1)])?, Satisfiability::Satisfiable(_)));
    Ok(())
}

/// No matter where a query is stopped, later answers stay the same.
#[test]
fn questions_can_be_stopped_anywhere() -> Result<(), ModelError> {
    let (m, open) = pigeons(5, 6, &Arc::default())?;
    for nodes in 0..60 {
        let mut solver = m.search().node_limit(nodes).incremental()?;
        for k in 0..6 {
            let _ = solver.solve_under([open[k].equals(0), open[(k + 1) % 6].equals(0)])?;
        }
        solver.set_limits(Limits::default());
        for k in 0..6 {
            let two = [open[k].equals(0), open[(k + 2) % 6].equals(0)];
            assert_eq!(solver.solve_under(two)?, Satisfiability::Unsatisfiable(vec![0, 1]), "{nodes} nodes");
            let one = solver.solve_under([open[k].equals(0)])?;
            assert!(matches!(one, Satisfiability::Satisfiable(_)), "{nodes} nodes");
        }
    }
    Ok(())
}

#[test]
fn a_token_stops_a_question_that_runs() -> Result<(), ModelError> {
    let (m, open) = pigeons(6, 6, &Arc::default())?;
    let token = CancelToken::new();
    let cancelled = token.clone();
    let calls = AtomicUsize::new(0);
    let search = m.search().learn(Learning::Fixed).branch_with(move |_| {
        if calls.fetch_add(1, Ordering::Relaxed) == 30 {
            cancelled.cancel();
        }
        None
    });
    let mut solver = search.cancel(&token).incremental()?;
    assert_eq!(solver.solve_under([open[3].equals(0)])?, Satisfiability::Stopped(StopReason::Cancelled));
    solver.set_limits(Limits::default());
    assert_eq!(solver.solve_under([open[3].equals(0)])?, Satisfiability::Unsatisfiable(vec![0]));
    Ok(())
}

#[test]
fn a_model_without_solutions_needs_no_assumption() -> Result<(), ModelError> {
    let (mut m, open) = pigeons(6, 6, &Arc::default())?;
    let mut before = m.search().incremental()?;
    m.post(open[1].equals(0));
    let mut solver = m.search().incremental()?;
    for _ in 0..2 {
        assert_eq!(solver.solve_under([open[2].equals(1)])?, Satisfiability::Unsatisfiable(vec![]));
    }
    // The earlier solver still uses the model as it was before the change.
    assert!(matches!(before.solve_under([open[2].equals(1)])?, Satisfiability::Satisfiable(_)));
    // The search's assumptions apply to every query.
    let mut assuming = m.search().assuming([open[1].equals(1)]).incremental()?;
    assert_eq!(assuming.solve_under([open[2].equals(1)])?, Satisfiability::Unsatisfiable(vec![]));
    Ok(())
}

#[test]
fn odd_assumptions_are_answered_or_refused_by_number() -> Result<(), ModelError> {
    let mut m = Model::new();
    let (x, y, b) = (m.int("x", 0..=9)?, m.int("y", 0..=9)?, m.bool("b")?);
    m.post(constraint!(x + y == 9));
    let mut solver = m.search().incremental()?;
    let constant = |k: i32| Expr::from(k).equals(1);
    assert!(matches!(solver.solve_under([constant(1), (2 * x).differs(3)])?, Satisfiability::Satisfiable(_)));
    assert_eq!(solver.solve_under([x.equals(1), constant(0)])?, Satisfiability::Unsatisfiable(vec![1]));
    assert_eq!(solver.solve_under([x.equals(1), (2 * x).equals(3)])?, Satisfiability::Unsatisfiable(vec![1]));
    assert_eq!(solver.solve_under([x.at_least(10)])?, Satisfiability::Unsatisfiable(vec![0]));
    assert_eq!(solver.solve_under([x.at_least(i64::MAX)])?, Satisfiability::Unsatisfiable(vec![0]));
    assert_eq!(solver.solve_under([x.equals(7), x.equals(7), y.equals(1)])?, Satisfiability::Unsatisfiable(vec![1, 2]));
    // Expressions whose values are 0 and 1 can be assumptions.
    let answer = solver.solve_under([Comparison::from(Expr::from(b)), Comparison::from(5 - y)])?;
    assert!(matches!(answer, Satisfiability::Satisfiable(s) if s.value(b) == Ok(1) && s.value(y).is_ok_and(|y| y < 5)));
    let said = solver.solve_under([x.equals(1), x.less_than(y)]).expect_err("two variables").to_string();
    assert!(said.starts_with("assumption number 2: it does not compare one variable with a number"), "{said}");
    let said = solver.solve_under([(x * x).equals(1)]).expect_err("a function").to_string();
    assert!(said.starts_with("assumption number 1: "), "{said}");
    let stranger = Model::new().int("z", 0..=4)?;
    let said = solver.solve_under([stranger.equals(1)]).expect_err("a stranger").to_string();
    assert_eq!(said, "assumption number 1 uses a variable that belongs to another model");
    assert!(m.search().threads(2).incremental().is_err());
    Ok(())
}

/// Solves the catalogue models with random values for their variables.
#[test]
fn models_are_solved_under_values_of_their_variables() {
    for entry in CATALOGUE {
        let classic = entry.state(&entry.example()).expect("an example");
        let x = &classic.decisions;
        let mut solver = classic.model.search().node_limit(400).incremental().expect("a model");
        let Ok(Satisfiability::Satisfiable(s)) = solver.solve_under(Vec::<Comparison>::new()) else { continue };
        let all: Vec<Comparison> = x.iter().step_by(3).map(|&x| x.equals(s[x])).collect();
        let again = solver.solve_under(all.clone()).expect("a model");
        assert!(!matches!(again, Satisfiability::Unsatisfiable(_)), "{}", entry.name);
        let contrary = x[0].differs(s[x[0]]);
        let answer = solver.solve_under(all.iter().cloned().chain([contrary])).expect("a model");
        // Propagation at the root may already have fixed the variable to its first value.
        let Satisfiability::Unsatisfiable(core) = answer else { panic!("{}: {answer:?}", entry.name) };
        assert!(core == [0, all.len()] || core == [all.len()], "{}: {core:?}", entry.name);
    }
}
