//! Bugs of other solvers: runs that differed, copies that shared state, and memory exhaustion.

use super::{queens, rows};
use queens::count::{self, Method, Plan};
use solver_core::engine::{Engine, EngineBuilder};
use solver_core::prelude::*;
use solver_core::{Atom, ValueSet, View, constraints::AllDifferentDomain};

/// OR-tools (or-tools#3842) found an optimum with one worker and infeasibility with eight. This test counts with
/// several threads.
#[test]
fn case_22_threads_change_no_count() {
    for method in [Method::Bits, Method::Quadrants] {
        for threads in [1, 2, 8] {
            let threads = std::num::NonZero::new(threads).expect("not zero");
            let plan = Plan::new(12, method, threads).expect("twelve queens can be counted");
            let counted = plan.run(&CancelToken::new(), &mut |_| {}).expect("nothing is written");
            assert!(
                matches!(counted, count::Outcome::Complete(total) if total.boards == 14_200),
                "{method:?} {threads}"
            );
        }
    }
}

/// OR-tools (or-tools#3948) gave different answers for the same seed; Gecode sorted by memory addresses.
/// `cli/tests/behaviour` repeats the command in separate processes.
#[test]
fn case_23_twenty_runs_are_one_run() -> Result<(), ModelError> {
    let run = || -> Result<(Vec<Vec<i32>>, Statistics), ModelError> {
        // The heap state differs in each run.
        let (m, q) = queens(7)?;
        let search = m.search().order(VarSelect::Random).values(ValueSelect::Random).seed(11);
        let mut run = search.start()?;
        let mut all = Vec::new();
        while run.step() == Step::Solution {
            all.extend(run.solution().map(|s| s.values(&q)).transpose()?);
        }
        Ok((all, run.statistics()))
    };
    let first = run()?;
    assert_eq!(first.0.len(), 40);
    let mut heap = Vec::new();
    for k in 1..20 {
        heap.push(vec![0u8; 1_000 * k]);
        assert_eq!(run()?, first);
    }
    Ok(())
}

/// Chuffed (chuffed#155) ran out of memory because it created a literal for every possible value.
#[test]
fn case_30_values_without_names_take_no_memory() -> Result<(), ModelError> {
    const LIMIT: i32 = 1 << 30;
    let mut m = Model::new();
    let x = m.ints("x", 200, -LIMIT..=LIMIT)?;
    for pair in x.windows(2) {
        m.post(constraint!(pair[0] < pair[1]));
    }
    let first = m.search().explaining().memory_limit(20 << 20).first()?;
    assert!(matches!(first, Outcome::Complete(_)), "{first:?}");
    Ok(())
}

fn all_rows(engine: &mut Engine, x: &[View], found: &mut Vec<Vec<i32>>) {
    if engine.propagate().is_err() {
        return;
    }
    let Some(&open) = x.iter().find(|&&x| engine.fixed(x).is_none()) else {
        return found.push(x.iter().map(|&x| engine.min(x)).collect());
    };
    let atom = Atom::equals(open, engine.min(open));
    for branch in [atom, !atom] {
        engine.push_level();
        if engine.assume(branch).is_ok() {
            all_rows(engine, x, found);
        }
        engine.pop_level();
    }
}

/// A failed copy corrupted the original in Gecode (Gecode#211). Here, a copy is dropped half-way, panics, or is
/// searched completely; none of this affects the original.
#[test]
fn case_31_nothing_that_happens_to_a_copy_reaches_the_original() {
    let fresh = || {
        let mut b = EngineBuilder::new(vec![ValueSet::range(0, 4); 5]);
        let x: Vec<View> = (0..5).map(|i| b.view(i)).collect();
        let ranged = x.iter().map(|&x| (x, 0, 4));
        b.post(Box::new(AllDifferentDomain::new(ranged).expect("five values are few")));
        (b.build().expect("five small domains"), x)
    };
    let (mut expected, x) = (Vec::new(), fresh().1);
    all_rows(&mut fresh().0, &x, &mut expected);
    assert_eq!(expected.len(), 120);

    let (mut engine, x) = fresh();
    engine.propagate().expect("there are solutions");
    engine.push_level();
    engine.assume(Atom::equals(x[2], 3)).expect("nothing is fixed");
    engine.propagate().expect("there are solutions");
    let mut below = Vec::new();
    all_rows(&mut engine.clone(), &x, &mut below);
    assert_eq!(below.len(), 24);
    let mut copy = engine.clone();
    let ended = std::panic::catch_unwind(std::panic::AssertUnwindSafe(move || {
        copy.assume(Atom::equals(x[0], 1)).expect("it is open");
        let _ = copy.propagate();
        std::panic::resume_unwind(Box::new("half-way"));
    }));
    assert!(ended.is_err());
    let (_, x) = fresh();
    engine.pop_level();
    let mut found = Vec::new();
    all_rows(&mut engine, &x, &mut found);
    assert_eq!(found, expected);
}

/// The same test for models: a copy gets an additional constraint.
#[test]
fn case_31_a_model_outlives_its_copies() -> Result<(), ModelError> {
    let (m, q) = queens(6)?;
    let before = rows(&m, &q)?;
    let mut copy = m.clone();
    copy.post(q[0].equals(q[1]));
    assert_eq!(copy.count()?, Outcome::Unsat);
    drop(copy);
    assert_eq!(rows(&m, &q)?, before);
    Ok(())
}
