//! Random searches for all solutions and for optimal ones.

use super::options;
use super::random::Random;
use solver_core::harness::{Rng, cases};
use solver_core::prelude::*;
use study::Check;

fn values(search: &Search<'_>, x: &[IntVar]) -> Result<Vec<Vec<i32>>, ModelError> {
    let mut all: Vec<Vec<i32>> = search.solutions()?.map(|s| s.values(x)).collect::<Result<_, _>>()?;
    all.sort();
    Ok(all)
}

#[test]
fn every_search_finds_every_solution_once() -> Result<(), ModelError> {
    let (mut searches, mut restarts, mut refused) = (0, 0, 0);
    let number = ferz_tests::cases(200, 2_000);
    for seed in 0..number {
        let random = Random::new(seed)?;
        let all = random.by_brute_force();
        let mut rng = Rng::new(seed ^ 0x5eed);
        for _ in 0..3 {
            let search = options::in_rounds(options::some(&random.model, &random.x, &mut rng), &mut rng);
            match values(&search, &random.x) {
                // Does not use `assert_eq`, which would print thousands of solutions.
                Ok(found) => assert!(found == all, "seed {seed}: {} of {} by {search:?}", found.len(), all.len()),
                Err(ModelError::Incompatible(_)) => {
                    refused += 1;
                    continue;
                }
                Err(other) => return Err(other),
            }
            searches += 1;
            let mut run = search.start()?;
            while run.step() == Step::Solution {}
            restarts += run.statistics().restarts;
        }
    }
    assert!(
        2 * searches > 3 * number && 2 * restarts > number && 20 * refused > number,
        "{searches} {restarts} {refused}"
    );
    Ok(())
}

#[test]
fn every_search_finds_the_optimum() -> Result<(), ModelError> {
    let (mut feasible, mut restarts) = (0, 0);
    let number = ferz_tests::cases(1_000, 5_000);
    for seed in 0..number {
        let random = Random::new(seed)?;
        let mut rng = Rng::new(seed ^ 0xb357);
        let search = options::in_rounds(options::some(&random.model, &random.x, &mut rng), &mut rng);
        let search = if rng.below(3) == 0 { options::lns(search, &mut rng) } else { search };
        let goal = if rng.below(2) == 0 { Goal::Minimize } else { Goal::Maximize };
        let mut stream = match search.improving(goal, random.objective.clone()) {
            Err(ModelError::Incompatible(_)) => continue,
            other => other?,
        };
        let last = stream.by_ref().last();
        assert_eq!(stream.stopped(), None);
        restarts += stream.statistics().restarts;
        let all = random.by_brute_force();
        assert_eq!(last.is_none(), all.is_empty(), "seed {seed}: {search:?}");
        let Some(last) = last else { continue };
        feasible += 1;
        assert_eq!(random.value(&last.solution.values(&random.x)?), last.value, "seed {seed}");
        let values = all.iter().map(|v| random.value(v));
        let best = if goal == Goal::Minimize { values.min() } else { values.max() };
        assert_eq!(Some(last.value), best, "seed {seed}: {search:?}");
    }
    assert!(5 * feasible > 2 * number && 5 * restarts > 2 * number, "{feasible} {restarts}");
    Ok(())
}

/// Adding a constraint never improves the optimum, and permuting the model never changes it.
#[test]
fn optima_do_not_depend_on_the_statement() -> Result<(), ModelError> {
    for seed in 0..cases(1_000) {
        let random = Random::new(seed)?;
        let best = |m: &Model| m.minimize(random.objective.clone()).map(|o| o.complete().map(|best| best.value));
        let before = best(&random.model)?;
        let mut more = random.model.clone();
        let mut rng = Rng::new(seed ^ 0xadd);
        let x = &random.x;
        match rng.below(3) {
            0 => more.post((x[0] + x[1]).at_most(rng.below(5) as i32)).id(),
            1 => more.post(x[0].differs(x[2])).id(),
            _ => more.all_different(x).id(),
        };
        match (before, best(&more)?) {
            (None, after) => assert_eq!(after, None, "seed {seed}"),
            (Some(before), Some(after)) => assert!(after >= before, "seed {seed}: {after} < {before}"),
            (Some(_), None) => {}
        }
        let other = Random::permuted(seed)?;
        let after = other.model.minimize(other.objective.clone())?.complete().map(|best| best.value);
        assert_eq!(before, after, "seed {seed}");
        assert_eq!(random.model.count()?, other.model.count()?, "seed {seed}");
    }
    Ok(())
}

#[test]
fn what_nogoods_infer_is_verified() -> Result<(), ModelError> {
    let mut nogoods = 0;
    for seed in 0..cases(300) {
        let random = Random::new(seed)?;
        let search =
            random.model.search().order(VarSelect::Random).seed(seed).restarts(Restarts::Constant { failures: 1 });
        let mut run = search.explaining().improving(Goal::Maximize, random.objective.clone())?.into_run();
        let mut check = Check::new();
        while matches!(run.step_observed(u64::MAX, &mut check), None | Some(Step::Solution)) {}
        let rules = check.finish().unwrap_or_else(|invalid| panic!("seed {seed}: {invalid}"));
        nogoods += rules.get("nogood.searched").map_or(0, |tally| tally.inferences);
    }
    assert!(nogoods > 100, "{nogoods}");
    Ok(())
}
