//! Tests of the solution check, which uses an evaluator that is independent of the propagators.

use solver_core::constraints::AllDifferentValue;
use solver_core::harness::Rng;
use solver_core::model::Posted;
use solver_core::prelude::*;
use solver_core::prelude_propagator::*;
use solver_core::{Violation, WrongSolution};

/// A propagator that does nothing.
#[derive(Clone)]
struct Lazybones(Vec<View>);

impl Propagator for Lazybones {
    fn scope(&self, scope: &mut Scope) {
        for &view in &self.0 {
            scope.watch(view, Wake::Fixed);
        }
    }

    fn propagate(&mut self, _: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        Ok(Status::Stable)
    }

    fn explain(&self, _: &DomainsAt<'_>, _: Option<Atom>, _: u32, _: &mut Premises) -> &'static Rule {
        unreachable!("it infers nothing")
    }

    fn check(&self, _: &'static Rule, _: &CheckContext<'_>) -> bool {
        false
    }
}

/// Builds a model in which `x` and `y` must ascend, although no propagator enforces this.
fn wrong_model() -> Result<(Model, [IntVar; 2], ConstraintId), ModelError> {
    let mut m = Model::new();
    let (x, y) = (m.int("x", 0..=2)?, m.int("y", 0..=2)?);
    let posted = m.propagator("ascend", [x, y], |v| Box::new(Lazybones(v.to_vec())));
    let c = posted.checked_by(|v| v[0] < v[1]).named("up").id();
    m.post((x + y).at_most(3));
    Ok((m, [x, y], c))
}

fn blamed(error: ModelError, c: ConstraintId) -> WrongSolution {
    let ModelError::WrongSolution(wrong) = error else { panic!("{error}") };
    assert_eq!(wrong.violation, Violation::Constraint(c));
    *wrong
}

/// Discards the value of a match arm.
fn done<T>(_: T) {}

#[test]
fn a_wrong_solution_is_an_internal_error_that_names_the_constraint_and_the_values() -> Result<(), ModelError> {
    let (m, [x, y], c) = wrong_model()?;
    let wrong = blamed(m.first().expect_err("0, 0 is no solution"), c);
    insta::assert_snapshot!(
        wrong,
        @"internal error: the search accepted this as a solution, but it violates constraint `up` (ascend): x = 0, y = 0"
    );
    blamed(m.unique().expect_err("neither"), c);
    blamed(m.minimize(x).expect_err("neither"), c);
    blamed(m.maximize(y - x).expect_err("the first is 0, 0"), c);
    let mut solutions = m.search().values(ValueSelect::Max).solutions()?;
    assert_eq!((solutions.next(), solutions.next()), (None, None));
    assert_eq!(solutions.stopped(), Some(StopReason::WrongSolution));
    let wrong = solutions.wrong().expect("2, 1 is no solution");
    assert_eq!(wrong.values, [("x".to_owned(), 2), ("y".to_owned(), 1)]);
    let mut run = m.search().start()?;
    assert_eq!((run.recheck(), run.step()), (Ok(()), Step::Solution));
    blamed(run.recheck().expect_err("0, 0"), c);
    Ok(())
}

#[test]
fn solutions_of_parts_of_a_model_are_checked_too() -> Result<(), ModelError> {
    let (mut m, [x, y], c) = wrong_model()?;
    blamed(m.clash().expect_err("0, 0 is no solution"), c);
    // The background constraint requires an ascending pair, but (2, 2) does not ascend.
    let rest: Vec<ConstraintId> = m.constraint_ids().filter(|&other| other != c).collect();
    let least = m.post((x + y).at_least(4)).id();
    let candidates = [&rest[..], &[least]].concat();
    blamed(m.search().among(&candidates).clash().expect_err("2, 2 is no witness"), c);
    assert!(matches!(m.search().unchecked().among(&candidates).clash()?, Clash::Minimal(_)));
    Ok(())
}

#[test]
fn who_asks_for_it_gets_solutions_unchecked() -> Result<(), ModelError> {
    let (m, [x, y], c) = wrong_model()?;
    let all: Vec<Solution> = m.search().unchecked().solutions()?.collect();
    assert_eq!(m.count()?, Outcome::Complete(all.len() as u128));
    let wrong = all.iter().filter(|s| m.violations(s.all_values()).is_ok_and(|v| v == [Violation::Constraint(c)]));
    assert_eq!((wrong.count(), all.len()), (5, 8));
    assert!(matches!(m.search().unchecked().minimize(x - y)?, Outcome::Complete(best) if best.value == -2));
    Ok(())
}

#[test]
fn what_a_run_takes_over_is_the_model_of_then() -> Result<(), ModelError> {
    let mut m = Model::new();
    let x = m.ints("x", 2, 0..=1)?;
    m.all_different(&x);
    let mut solutions = m.solutions()?;
    // Constraints posted later do not affect a search that has begun.
    m.post(x[0].equals(x[1]));
    let y = m.int("y", 0..=1)?;
    let found: Vec<Solution> = solutions.by_ref().collect();
    assert_eq!((found.len(), solutions.stopped()), (2, None));
    assert_eq!(m.violations(found[0].all_values()), Err(ModelError::WrongCount { values: 2, variables: 3 }));
    assert_eq!(m.count()?, Outcome::Unsat);
    assert_eq!(m.violations(&[0, 0, 7])?.len(), 2);
    assert_eq!(m.violations(&[1, 1, 2])?[0], Violation::Domain(y));
    Ok(())
}

#[test]
fn violations_of_handles_that_a_clone_took_over() -> Result<(), ModelError> {
    let mut first = Model::new();
    let x = first.int("x", [0, 2, 4])?;
    let even = first.post(x.differs(2)).id();
    let mut second = first.clone();
    let y = second.int("y", 0..=9)?;
    let more = second.post(y.equals(x + 1)).id();
    assert_eq!(second.violations(&[2, 2])?, [Violation::Constraint(even), Violation::Constraint(more)]);
    assert_eq!(second.violations(&[3, 4])?, [Violation::Domain(x)], "3 is in a hole");
    assert_eq!(first.violations(&[2])?, [Violation::Constraint(even)]);
    Ok(())
}

#[test]
fn undefined_arguments_and_conditions_do_not_hold() -> Result<(), ModelError> {
    let mut m = Model::new();
    let (x, y, b) = (m.int("x", 0..=3)?, m.int("y", 0..=3)?, m.bool("b")?);
    let ids = [
        m.post((x / y).at_most(9)).id(),
        m.all_different([x / y, Expr::from(x) + 9]).id(),
        m.post((x / y).at_most(9)).iff(b).id(),
        m.post(x.at_most(9)).enforce_if([0, 0].at(y)).id(),
        m.post(!(x / y).at_most(9).or(x.at_least(9))).id(),
    ];
    let violated = |values: [i32; 3]| -> Result<Vec<usize>, ModelError> {
        let index = |v| match v {
            Violation::Constraint(c) => ids.iter().position(|&id| id == c).expect("one of these"),
            other => panic!("{other:?}"),
        };
        Ok(m.violations(&values)?.into_iter().map(index).collect())
    };
    assert_eq!(violated([3, 0, 0])?, [0, 1]);
    assert_eq!(violated([3, 0, 1])?, [0, 1, 2]);
    assert_eq!(violated([3, 1, 1])?, [4]);
    assert_eq!(violated([3, 2, 0])?, [2, 3, 4], "there is no third element");
    Ok(())
}

fn under<Kind>(posted: Posted<'_, Kind>, b: IntVar, form: u64) {
    match form {
        0 => done(posted.iff(b)),
        1 => done(posted.enforce_if(1 - b)),
        _ => {}
    }
}

/// For random constraints, the violations reported for each assignment agree with an independent check.
#[test]
fn assignments_without_violations_are_the_solutions() -> Result<(), ModelError> {
    for seed in 0..400 {
        let mut rng = Rng::new(seed);
        let mut m = Model::new();
        let x = m.ints("x", 3, [-2, -1, 1, 2])?;
        let b = m.bool("b")?;
        for _ in 0..=rng.below(3) {
            let mut pick = || x[rng.below(3) as usize];
            let (p, q, r) = (pick(), pick(), pick());
            let k = rng.below(5) as i32 - 2;
            let (kind, form) = (rng.below(9), rng.below(4));
            match kind {
                0 => under(m.post((p + 2 * q).differs(r + k)), b, form),
                1 => under(m.post(p.at_most(q + k)), b, form),
                2 => under(m.post((p * q + r).equals(k)), b, form),
                3 => under(m.post((p - q).abs().at_least(k)), b, form),
                4 => under(m.nvalue([p, q, r], 2), b, form),
                5 => under(m.count_equal([p, q, r], k, Expr::from(p.at_least(q))), b, form),
                6 => under(m.maximum([p + k, Expr::from(q)], r), b, form),
                7 => under(m.lex_less([p, q], [r, p]), b, form),
                _ => under(m.at_most([p, q, r], k, 1), b, form),
            }
        }
        let mut clean = 0;
        for code in 0..4i32.pow(3) * 2 {
            let values: Vec<i32> =
                (0..3).map(|i| [-2, -1, 1, 2][(code / 4i32.pow(i) % 4) as usize]).chain([code / 64]).collect();
            clean += u128::from(m.violations(&values)?.is_empty());
        }
        let count = m.count()?.complete().unwrap_or(0);
        assert_eq!(clean, count, "seed {seed}");
        assert_eq!(m.solutions()?.count() as u128, count, "seed {seed}");
    }
    Ok(())
}

#[test]
fn checking_allocates_nothing_per_solution() -> Result<(), ModelError> {
    let mut m = Model::new();
    let q = m.ints("q", 7, 0..=6)?;
    m.propagator("different", &q, |v| Box::new(AllDifferentValue::new(v.to_vec())));
    m.all_different(q.iter().zip(0..).map(|(q, i)| *q + i));
    m.all_different(q.iter().zip(0..).map(|(q, i)| *q - i));
    m.post((q[0] * q[1] + q[2]).at_least(0)).iff(Expr::from(q[3].at_least(0)));
    let spent = |search: Search<'_>| -> Result<(usize, u64), ModelError> {
        let mut solutions = search.solutions()?;
        solutions.next();
        let mut count = 0;
        let during = allocation_counter::measure(|| count = solutions.by_ref().count());
        Ok((count, during.count_total))
    };
    let (checked, unchecked) = (spent(m.search())?, spent(m.search().unchecked())?);
    assert_eq!((checked, checked.0), (unchecked, 39));
    Ok(())
}

#[test]
fn an_objective_may_have_truths_with_something_undefined_inside() -> Result<(), ModelError> {
    let mut m = Model::new();
    let (x, y) = (m.int("x", 0..=2)?, m.int("y", 3..=4)?);
    let cost = y + Expr::from((4 / Expr::from(x)).at_least(1));
    let Outcome::Complete(best) = m.minimize(cost)? else { panic!("it ends") };
    assert_eq!((best.value, best.solution.values(&[x, y])?), (3, vec![0, 3]));
    Ok(())
}
