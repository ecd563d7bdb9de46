//! Searches side by side.

use super::manner;
use super::random::Random;
use solver_core::harness::{Rng, cases};
use solver_core::prelude::*;

/// The portfolio of some random manners that are allowed.
fn some<'m>(random: &'m Random, threads: usize, rng: &mut Rng) -> Result<Portfolio<'m>, ModelError> {
    let mut searches = Vec::new();
    while searches.len() < threads {
        let search = manner::in_rounds(manner::some(&random.model, &random.x, rng), rng);
        match search.start() {
            Err(ModelError::Contradiction(_)) => {}
            Err(other) => return Err(other),
            Ok(_) => searches.push(search),
        }
    }
    let first = searches.swap_remove(0);
    Ok(first.beside(searches))
}

#[test]
fn any_number_of_threads_finds_what_there_is() -> Result<(), ModelError> {
    for seed in 0..cases(200) {
        let random = Random::new(seed)?;
        let all = random.by_brute_force();
        let least = all.iter().map(|v| random.value(v)).min();
        let mut rng = Rng::new(seed ^ 0x907f);
        for threads in [1, 2, 8] {
            let portfolio = match rng.below(2) {
                0 => some(&random, threads, &mut rng)?,
                _ => random.model.portfolio(threads).neighbourhoods(&Neighbourhoods::new().patience(3).failures(2)),
            };
            let best = portfolio.minimize(random.objective.clone())?.complete();
            assert_eq!(best.map(|best| best.value), least, "seed {seed}, {threads} threads");
            let portfolio = some(&random, threads, &mut rng)?;
            match portfolio.first()?.complete() {
                Some(solution) => assert!(all.contains(&solution.values(&random.x)?), "seed {seed}"),
                None => assert!(all.is_empty(), "seed {seed}"),
            }
        }
    }
    Ok(())
}

#[test]
fn a_deterministic_portfolio_has_the_same_answer_every_time() -> Result<(), ModelError> {
    let mut m = Model::new();
    let q = m.ints("q", 16, 0..=15)?;
    m.all_different(&q);
    m.all_different(q.iter().zip(0..).map(|(q, i)| *q + i));
    m.all_different(q.iter().zip(0..).map(|(q, i)| *q - i));
    let cost: Expr = (0..16).map(|i| (1 + i * 7 % 5) * q[i as usize]).sum();
    let ask =
        || m.portfolio(3).deterministic().each(|search| search.node_limit(6_000)).optimum(Goal::Minimize, cost.clone());
    let first = ask()?;
    assert!(matches!(first.outcome, Outcome::Stopped { by: StopReason::Nodes, known: Some(_) }));
    for _ in 0..5 {
        assert_eq!(ask()?, first);
    }
    let first = m.portfolio(3).deterministic().first_shared()?;
    for _ in 0..5 {
        assert_eq!(m.portfolio(3).deterministic().first_shared()?, first);
    }
    Ok(())
}

#[test]
fn cancelling_stops_them_all() -> Result<(), ModelError> {
    let mut m = Model::new();
    let q = m.ints("q", 40, 0..=38)?;
    m.all_different(&q).consistency(Consistency::Value);
    let token = CancelToken::new();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            token.cancel();
        });
        let outcome = m.portfolio(2).each(|search| search.cancel(&token)).first()?;
        assert_eq!(outcome, Outcome::Stopped { by: StopReason::Cancelled, known: () });
        Ok(())
    })
}
