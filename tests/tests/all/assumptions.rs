//! Tests of assumptions: brute force confirms that cores are unsatisfiable and minimal.

use solver_core::Comparison;
use solver_core::harness::Rng;
use solver_core::prelude::*;

const VALUES: [i32; 3] = [0, 1, 2];

/// Generates a random model of three variables, with assumptions about them.
fn case(seed: u64) -> Result<(Model, Vec<Comparison>), ModelError> {
    let mut rng = Rng::new(seed);
    let mut m = Model::new();
    let x = m.ints("x", 3, VALUES)?;
    for _ in 0..rng.below(3) {
        let (p, q) = (x[rng.below(3) as usize], x[rng.below(3) as usize]);
        match rng.below(4) {
            0 => done(m.all_different(&x)),
            1 => done(m.post((p + q).at_most(2))),
            2 => done(m.post(p.differs(q + 1))),
            _ => done(m.nvalue(&x, 2)),
        }
    }
    let assumptions = (0..2 + rng.below(5)).map(|_| {
        let (p, q) = (x[rng.below(3) as usize], x[rng.below(3) as usize]);
        let k = rng.below(3) as i32;
        match rng.below(5) {
            0 => p.equals(k),
            1 => p.differs(k),
            2 => p.less_than(q),
            3 => (p * q).equals(k),
            _ => p.equals(k).or(q.at_least(2)),
        }
    });
    let assumptions = assumptions.collect();
    Ok((m, assumptions))
}

fn assignments() -> impl Iterator<Item = [i32; 3]> {
    (0..27).map(|code| [code % 3, code / 3 % 3, code / 9])
}

/// Whether some assignment satisfies the model and these assumptions.
fn satisfiable(m: &Model, assumptions: &[&Comparison]) -> Result<bool, ModelError> {
    let mut posted = m.clone();
    for &assumption in assumptions {
        posted.post(assumption.clone());
    }
    for values in assignments() {
        if posted.violations(&values)?.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Discards the value of a match arm.
fn done<T>(_: T) {}

#[test]
fn cores_are_unsatisfiable_and_minimal() -> Result<(), ModelError> {
    let mut sizes = [0; 8];
    for seed in 0..600 {
        let (m, assumptions) = case(seed)?;
        let all: Vec<&Comparison> = assumptions.iter().collect();
        let search = m.search().assuming(assumptions.clone());
        match search.core()? {
            AssumptionCore::Satisfiable(solution) => {
                assert!(satisfiable(&m, &all)?, "seed {seed}");
                assert!(m.violations(solution.all_values())?.is_empty(), "seed {seed}");
                let Outcome::Complete(first) = search.first()? else { panic!("seed {seed}") };
                assert_eq!(first.all_values().len(), 3);
            }
            AssumptionCore::Minimal { assumptions: core, .. } => {
                assert_eq!(search.first()?, Outcome::Unsat, "seed {seed}");
                assert!(core.is_sorted() && core.iter().all(|&k| k < all.len()), "seed {seed}: {core:?}");
                let chosen = |without: Option<usize>| -> Vec<&Comparison> {
                    core.iter().filter(|&&k| Some(k) != without).map(|&k| all[k]).collect()
                };
                assert!(!satisfiable(&m, &chosen(None))?, "seed {seed}: {core:?}");
                for &k in &core {
                    assert!(satisfiable(&m, &chosen(Some(k)))?, "seed {seed}: {core:?} needs no {k}");
                }
                sizes[core.len()] += 1;
            }
            AssumptionCore::Stopped { by, .. } => panic!("seed {seed}: {by}"),
        }
    }
    assert!(sizes[..4].iter().all(|&count| count > 10), "all sizes occur: {sizes:?}");
    Ok(())
}

#[test]
fn questions_hold_under_assumptions_and_leave_the_model_as_it_is() -> Result<(), ModelError> {
    let mut m = Model::new();
    let (x, y) = (m.int("x", 0..=4)?, m.int("y", 0..=4)?);
    let up = m.post(x.less_than(y)).named("up").id();
    let late = m.search().assuming([x.at_least(2)]);
    assert_eq!(late.count()?, Outcome::Complete(3));
    assert_eq!(late.solutions()?.filter(|s| s.value(x).is_ok_and(|x| x >= 2)).count(), 3);
    assert_eq!(late.clone().assuming([y.equals(3)]).count()?, Outcome::Complete(1));
    assert!(matches!(late.minimize(y)?, Outcome::Complete(best) if best.value == 3));
    assert_eq!((m.constraints(), m.count()?), (1, Outcome::Complete(10)));
    // A core computed under assumptions treats them as background, not as members.
    let Clash::Minimal(core) = late.clone().assuming([y.at_most(2)]).clash()? else { panic!("it clashes") };
    assert_eq!(core.members.iter().map(|member| member.id).collect::<Vec<_>>(), [up]);
    let stopped = late.clone().assuming([y.at_most(2)]).node_limit(0).core()?;
    assert_eq!(stopped, AssumptionCore::Stopped { by: StopReason::Nodes, known: None });
    // The core of an unsatisfiable model contains no assumptions.
    m.post(y.less_than(x));
    let Ok(AssumptionCore::Minimal { assumptions, .. }) = m.search().assuming([x.equals(1)]).core() else {
        panic!("unsat")
    };
    assert!(assumptions.is_empty());
    Ok(())
}

#[test]
fn wrong_assumptions_are_refused_by_number() -> Result<(), ModelError> {
    let mut m = Model::new();
    let x = m.int("x", 0..=4)?;
    let stranger = Model::new().int("z", 0..=4)?;
    let search = m.search().assuming([x.equals(1), stranger.equals(2)]);
    let said = search.count().expect_err("a stranger").to_string();
    assert_eq!(said, "constraint `assumption number 2` (linear) uses a variable that belongs to another model");
    assert_eq!(search.core().expect_err("the same").to_string(), said);
    let said = m.search().assuming([x.equals(1)]).explainer().expect_err("it would not know").to_string();
    assert!(said.starts_with("assumptions of a search"), "{said}");
    Ok(())
}
