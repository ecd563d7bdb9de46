//! Tests of portfolio searches.

use super::options;
use super::random::Random;
use solver_core::harness::{Rng, cases};
use solver_core::prelude::*;

/// Creates a portfolio of random searches, without invalid ones.
fn some<'m>(random: &'m Random, threads: usize, rng: &mut Rng) -> Result<Portfolio<'m>, ModelError> {
    let mut searches = Vec::new();
    while searches.len() < threads {
        let search = options::some(&random.model, &random.x, rng);
        let search = match rng.below(5) {
            // Two threads share a tree.
            0 => search.threads(2),
            1 => search.learn(Learning::ALL[rng.below(3) as usize]),
            _ => options::in_rounds(search, rng),
        };
        match search.start() {
            Err(ModelError::Incompatible(_)) => {}
            Err(other) => return Err(other),
            Ok(_) => searches.push(search),
        }
    }
    let first = searches.swap_remove(0);
    Ok(first.with(searches))
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
                _ => random.model.portfolio(threads).lns(&Lns::new().patience(3).failures(2)),
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
    assert!(matches!(
        first.outcome,
        Outcome::Stopped { by: StopReason::Nodes, known: Incumbent { best: Some(_), .. } }
    ));
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
    // One constraint is posted per pair, so that no counting argument refutes the model.
    let q = m.ints("q", 40, 0..=38)?;
    for (i, x) in q.iter().enumerate() {
        for y in &q[..i] {
            m.post(x.differs(y));
        }
    }
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

/// Lists Latin squares with holes, which are small but hard enough for the searches to differ.
fn squares() -> impl Iterator<Item = Result<models::Classic, ModelError>> {
    (0..12).map(|seed| models::quasigroup_completion(16, 110, seed))
}

#[test]
fn who_has_the_first_solution_did_what_it_does_alone() -> Result<(), ModelError> {
    for square in squares() {
        let square = square?;
        let searches = || square.model.portfolio(3).each(|search| search.on(&square.decisions));
        let alone = searches().into_searches().map(|search| {
            let mut run = search.solution_limit(1).start()?;
            assert_eq!(run.step(), Step::Solution);
            Ok((run.statistics(), run.solution()))
        });
        let alone: Vec<_> = alone.collect::<Result<_, ModelError>>()?;
        for portfolio in [searches(), searches().deterministic()] {
            let shared = portfolio.first_shared()?;
            let (statistics, solution) = &alone[shared.by];
            assert_eq!(shared.statistics[shared.by], *statistics, "not a node more, not a propagation more");
            assert_eq!(shared.outcome.complete(), *solution);
        }
    }
    Ok(())
}

#[test]
fn in_step_no_search_goes_far_beyond_the_answer() -> Result<(), ModelError> {
    for square in squares() {
        let square = square?;
        let portfolio = square.model.portfolio(3).each(|search| search.on(&square.decisions)).deterministic();
        let shared = portfolio.first_shared()?;
        let winner = shared.statistics[shared.by].nodes;
        for other in &shared.statistics {
            // The first time slice has 64 nodes, and each later one is twice as long as its predecessor.
            assert!(other.nodes <= 2 * winner + 64, "{} nodes beside {winner}", other.nodes);
        }
    }
    Ok(())
}

#[test]
fn the_better_one_of_two_optimises_as_it_does_alone() -> Result<(), ModelError> {
    let mut by = [0; 2];
    let mut unaided = 0;
    let mut classics: Vec<_> = (5..=8).map(models::shortest_golomb_ruler).collect();
    classics
        .extend([(6, 1), (8, 1), (12, 2)].map(|(boxes, seed)| models::packing(&models::triplets(boxes, seed), 1_000)));
    for classic in classics {
        let classic = classic?;
        let (goal, objective) = classic.objective.clone().expect("an objective");
        let searches = || classic.model.portfolio(2).each(|search| search.on(&classic.decisions).node_limit(50_000));
        let alone: Vec<_> = searches()
            .into_searches()
            .map(|search| search.with([]).optimum(goal, objective.clone()))
            .collect::<Result<_, _>>()?;
        let (free, in_step) = (searches(), searches().deterministic());
        let in_step = in_step.optimum(goal, objective.clone())?;
        let same = "not a node more, not a propagation more";
        assert_eq!(in_step.statistics[in_step.by], alone[in_step.by].statistics[0], "{same}");
        by[in_step.by] += 1;
        let free = free.optimum(goal, objective.clone())?;
        // If the operating system gives one search little time, the other may send it a solution, so it finishes sooner
        // than it would by itself.
        if free.statistics[free.by].nodes < 1_000 {
            assert_eq!(free.statistics[free.by], alone[free.by].statistics[0], "{same}");
            unaided += 1;
        }
        assert_eq!(free.outcome.complete().map(|best| best.value), in_step.outcome.complete().map(|best| best.value));
    }
    assert!(unaided > 0);
    assert!(by.iter().all(|&times| times > 0), "each of them was the better one at times: {by:?}");
    Ok(())
}

#[test]
fn in_step_a_bound_of_others_spares_nodes() -> Result<(), ModelError> {
    let mut spared = 0;
    for marks in 5..=8 {
        let ruler = models::shortest_golomb_ruler(marks)?;
        let (goal, length) = ruler.objective.clone().expect("the length");
        let search = || ruler.search().order(VarSelect::Input);
        let mut alone = search().improving(goal, length.clone())?;
        let best = alone.by_ref().last().expect("a ruler");
        // One search starts from the left and one from the right. The latter is slow to find a short ruler by itself,
        // but receives one.
        let from_the_right = || search().values(ValueSelect::Max);
        let all = search().with([search(), from_the_right()]).deterministic().optimum(goal, length.clone())?;
        assert_eq!(all.outcome.complete().expect("proved").value, best.value);
        let mut other = from_the_right().improving(goal, length)?;
        let _ = other.by_ref().last();
        assert!(all.statistics[2].nodes <= other.statistics().nodes);
        assert!(all.statistics[0].nodes <= alone.statistics().nodes);
        spared += other.statistics().nodes - all.statistics[2].nodes;
    }
    assert!(spared > 0);
    Ok(())
}

/// Learning searches that exchange nogoods find the same answers with fewer failures.
#[test]
fn who_learns_learns_from_others() -> Result<(), ModelError> {
    let (mut alone, mut together) = (0, 0);
    let mut classics: Vec<_> = (8..=9).map(models::shortest_golomb_ruler).collect();
    classics.push(models::packing(&models::triplets(8, 1), 1_000));
    for classic in classics {
        let classic = classic?;
        let (goal, objective) = classic.objective.clone().expect("an objective");
        let learning = |seed| classic.search().learn(Learning::Alternating).seed(seed);
        let mut single = learning(0).improving(goal, objective.clone())?;
        let best = single.by_ref().last().map(|best| best.value);
        for threads in [2, 4].into_iter().take(if ferz_tests::is_full() { 2 } else { 1 }) {
            let portfolio = || learning(0).threads(threads).ordered().portfolio().optimum(goal, objective.clone());
            let in_step = portfolio()?;
            assert_eq!(in_step.outcome.clone().complete().map(|best| best.value), best, "{threads} threads");
            assert_eq!(portfolio()?, in_step, "{threads} threads, again");
            alone += single.statistics().failures;
            together += in_step.statistics[in_step.by].failures;
            // Repeats this with an opportunistic portfolio.
            let free = learning(threads as u64).threads(threads);
            let found = match goal {
                Goal::Minimize => free.minimize(objective.clone())?,
                Goal::Maximize => free.maximize(objective.clone())?,
            };
            assert_eq!(found.complete().map(|best| best.value), best, "{threads} threads");
        }
    }
    assert!(together < alone, "{together} failures instead of {alone}");
    let mut m = Model::new();
    let holes = m.ints("pigeon", 8, 1..=7)?;
    for (i, j) in (0..8).flat_map(|i| (0..i).map(move |j| (i, j))) {
        m.post(holes[i].differs(holes[j]));
    }
    assert_eq!(m.search().learn(Learning::Activity).threads(3).first()?, Outcome::Unsat);
    // If only one solution is requested, the searches learn and restart like a single search.
    let shared = m.search().learn(Learning::Activity).threads(2).ordered().portfolio().first_shared()?;
    assert!(shared.outcome == Outcome::Unsat && shared.statistics[shared.by].restarts > 0);
    // A portfolio can contain an automatic search.
    assert_eq!(m.search().auto().threads(3).first()?, Outcome::Unsat);
    Ok(())
}

#[test]
fn engines_are_built_by_those_who_use_them_and_not_for_nothing() -> Result<(), ModelError> {
    use solver_core::constraints::NotEqual;
    use std::sync::{Arc, Mutex};
    let built = Arc::new(Mutex::new(Vec::new()));
    for (variables, most) in [(2, 1), (600, 3)] {
        built.lock().expect("a list").clear();
        let mut m = Model::new();
        let x = m.ints("x", variables, 0..=1)?;
        let list = built.clone();
        m.propagator("different", [x[0], x[1]], move |v| {
            list.lock().expect("a list").push(std::thread::current().id());
            Box::new(NotEqual::new(v[0], v[1]))
        });
        assert!(m.portfolio(3).first()?.complete().is_some());
        let built = built.lock().expect("a list");
        // If the first search finishes immediately, no other search starts, except that for a large model all searches
        // start at the same time.
        assert!((1..=most).contains(&built.len()), "{variables} variables: {} engines", built.len());
        let here = built.iter().filter(|id| **id == std::thread::current().id()).count();
        assert!(here <= 1, "{variables} variables: the caller builds its own engine and no other");
    }
    Ok(())
}
