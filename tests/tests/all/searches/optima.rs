//! Tests of objective splitting, multiple objectives, and the results of a stopped search.

use super::options;
use super::random::Random;
use solver_core::harness::{Rng, cases};
use solver_core::prelude::*;

#[test]
fn halving_finds_the_optimum() -> Result<(), ModelError> {
    let mut asked = 0;
    for seed in 0..cases(1_000) {
        let random = Random::new(seed)?;
        let mut rng = Rng::new(seed ^ 0xd1c4);
        let search = options::in_rounds(options::some(&random.model, &random.x, &mut rng), &mut rng);
        for goal in [Goal::Minimize, Goal::Maximize] {
            let found = match search.dichotomic(goal, random.objective.clone()) {
                Err(ModelError::Incompatible(_)) => continue,
                other => other?.complete(),
            };
            asked += 1;
            let values = random.by_brute_force().into_iter().map(|v| random.value(&v));
            let best = if goal == Goal::Minimize { values.min() } else { values.max() };
            assert_eq!(found.as_ref().map(|best| best.value), best, "seed {seed}: {search:?}");
            if let Some(found) = found {
                assert_eq!(random.value(&found.solution.values(&random.x)?), found.value, "seed {seed}");
            }
        }
    }
    assert!(asked > 1_000, "{asked}");
    Ok(())
}

#[test]
fn objectives_one_after_the_other_are_those_of_all_solutions_sorted() -> Result<(), ModelError> {
    for seed in 0..cases(500) {
        let random = Random::new(seed)?;
        let x = &random.x;
        let objectives = [
            (Goal::Maximize, x[0] + x[1]),
            (Goal::Minimize, random.objective.clone()),
            (Goal::Minimize, Expr::from(x[2])),
        ];
        let found = random.model.search().lexicographic(objectives)?.complete();
        let all = random.by_brute_force();
        let best = all.iter().map(|v| (-(v[0] + v[1]), random.value(v), v[2])).min();
        let found = found.map(|found| (-found.values[0], found.values[1], found.values[2]));
        assert_eq!(found, best, "seed {seed}");
    }
    Ok(())
}

#[test]
fn the_front_of_two_objectives_is_what_no_solution_beats() -> Result<(), ModelError> {
    let mut points = 0;
    for seed in 0..cases(500) {
        let random = Random::new(seed)?;
        let x = &random.x;
        let search = random.model.search().order(VarSelect::SmallestDomain);
        let front = search.pareto((Goal::Minimize, random.objective.clone()), (Goal::Maximize, x[0] - x[2]))?;
        let front: Vec<(i32, i32)> = match front {
            Outcome::Complete(front) => front.iter().map(|point| (point.values[0], point.values[1])).collect(),
            Outcome::Unsat => Vec::new(),
            Outcome::Stopped { .. } => panic!("no limit was set"),
        };
        let all: Vec<(i32, i32)> = random.by_brute_force().iter().map(|v| (random.value(v), v[0] - v[2])).collect();
        let beaten = |p: &(i32, i32)| all.iter().any(|q| q != p && q.0 <= p.0 && q.1 >= p.1);
        let mut expected: Vec<(i32, i32)> = all.iter().copied().filter(|p| !beaten(p)).collect();
        expected.sort_unstable();
        expected.dedup();
        assert_eq!(front, expected, "seed {seed}");
        points += front.len();
    }
    assert!(points > 1_000, "{points}");
    Ok(())
}

/// No matter where a search is stopped, it claims no more than it has proved.
#[test]
fn a_stopped_search_never_claims_more_than_it_proved() -> Result<(), ModelError> {
    let mut stopped = 0;
    for seed in 0..cases(1_000) {
        let random = Random::new(seed)?;
        let mut rng = Rng::new(seed ^ 0x5709);
        let search = options::in_rounds(options::some(&random.model, &random.x, &mut rng), &mut rng);
        let search = if rng.below(3) == 0 { options::lns(search, &mut rng) } else { search };
        let search = search.node_limit(rng.below(60));
        let all = random.by_brute_force();
        let least = all.iter().map(|v| random.value(v)).min();
        match search.minimize(random.objective.clone()) {
            Err(ModelError::Incompatible(_)) => {}
            Err(other) => return Err(other),
            Ok(Outcome::Complete(best)) => assert_eq!(Some(best.value), least, "seed {seed}: {search:?}"),
            Ok(Outcome::Unsat) => assert_eq!(least, None, "seed {seed}: {search:?}"),
            Ok(Outcome::Stopped { by, known }) => {
                stopped += 1;
                assert_eq!(by, StopReason::Nodes);
                if let Some(known) = known.best {
                    let v = known.solution.values(&random.x)?;
                    assert!(all.contains(&v) && random.value(&v) == known.value, "seed {seed}");
                }
            }
        }
    }
    assert!(stopped > 200, "{stopped}");
    Ok(())
}
