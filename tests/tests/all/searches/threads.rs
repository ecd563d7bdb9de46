//! Several threads that explore one tree give the same answers as a single thread.

use super::options::some;
use super::random::Random;
use models::catalogue::CATALOGUE;
use solver_core::Cube;
use solver_core::harness::{Rng, cases};
use solver_core::prelude::*;
use solver_core::search::Incompatible;

/// Starts a run that donates subtrees at every node.
fn often(search: &Search<'_>) -> Run {
    let mut run = search.start().expect("a model");
    run.split_often();
    run
}

/// Returns all solutions and the final step.
fn enumerated(mut run: Run, x: &[IntVar]) -> (Vec<Vec<i32>>, Step) {
    let mut enumerated = Vec::new();
    loop {
        match run.step() {
            Step::Solution => {
                run.recheck().expect("a solution");
                enumerated.push(x.iter().map(|&x| run.value(x).expect("a value")).collect());
            }
            end => {
                assert_eq!(run.statistics().solutions, enumerated.len() as u64);
                return (enumerated, end);
            }
        }
    }
}

/// Generates a search that explores a single tree.
fn of_one_tree<'m>(random: &'m Random, rng: &mut Rng) -> Search<'m> {
    let search = some(&random.model, &random.x, rng);
    // Some options are incompatible.
    if search.start().is_ok() { search } else { random.model.search().order(VarSelect::Input) }
}

#[test]
fn every_solution_is_found_once() {
    for seed in 0..cases(300) {
        let random = Random::new(seed).expect("a model");
        let mut expected = random.by_brute_force();
        let mut rng = Rng::new(seed);
        for threads in [1, 2, 3, 7] {
            let search = of_one_tree(&random, &mut rng).threads(threads);
            let (mut found, end) = enumerated(often(&search), &random.x);
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!((&found, end), (&expected, Step::Exhausted), "seed {seed}, {threads} threads");
            let mut run = often(&search);
            while run.count_for(u64::MAX).is_none() {}
            assert_eq!(run.statistics().solutions, expected.len() as u64, "seed {seed}, {threads} threads");
        }
    }
}

/// Solutions come in the same order as with one thread. With a static variable selection, the node and failure counts
/// are also the same.
#[test]
fn in_order_all_is_as_with_one_thread() {
    for seed in 0..cases(300) {
        let random = Random::new(seed).expect("a model");
        let mut rng = Rng::new(seed);
        let order = [VarSelect::Input, VarSelect::SmallestDomain, VarSelect::LargestDomain][rng.below(3) as usize];
        let branching = [Branching::TwoWay, Branching::DWay][rng.below(2) as usize];
        let search = random.model.search().order(order).branching(branching);
        let mut sequential = search.start().expect("a model");
        let mut expected = Vec::new();
        while sequential.step() == Step::Solution {
            expected.push(random.x.iter().map(|&x| sequential.value(x).expect("a value")).collect::<Vec<i32>>());
        }
        for threads in [2, 3, 7] {
            let mut run = often(&search.clone().threads(threads).ordered());
            let mut found = Vec::new();
            while run.step() == Step::Solution {
                found.push(random.x.iter().map(|&x| run.value(x).expect("a value")).collect::<Vec<i32>>());
            }
            assert_eq!(found, expected, "seed {seed}, {threads} threads");
            let (one, all) = (sequential.statistics(), run.statistics());
            assert_eq!(
                (one.nodes, one.failures, one.peak_depth),
                (all.nodes, all.failures, all.peak_depth),
                "seed {seed}, {threads} threads"
            );
            assert!(run.progress() > 0.999, "seed {seed}: {}", run.progress());
        }
    }
}

#[test]
fn optima_are_those_of_one_thread() {
    for seed in 0..cases(300) {
        let random = Random::new(seed).expect("a model");
        let mut rng = Rng::new(seed);
        let goal = [Goal::Minimize, Goal::Maximize][rng.below(2) as usize];
        let search = of_one_tree(&random, &mut rng);
        let best = |search: &Search<'_>| {
            let mut stream = search.improving(goal, random.objective.clone()).expect("a model");
            stream.split_often();
            let values: Vec<i32> = stream.by_ref().map(|better| better.value).collect();
            assert!(stream.stopped().is_none());
            assert_eq!(stream.bound().filter(|_| !values.is_empty()), values.last().copied(), "seed {seed}");
            values.last().copied()
        };
        let static_order = random.model.search().order(VarSelect::Input);
        let first = |search: Search<'_>| {
            let mut stream = search.improving(goal, random.objective.clone()).expect("a model");
            stream.split_often();
            stream.last().map(|best| best.solution)
        };
        let (expected, first_of_one) = (best(&search), first(static_order.clone()));
        for threads in [2, 3, 7] {
            assert_eq!(best(&search.clone().threads(threads)), expected, "seed {seed}, {threads} threads");
            let ordered = first(static_order.clone().threads(threads).ordered());
            assert_eq!(ordered, first_of_one, "seed {seed}, {threads} threads");
        }
    }
}

#[test]
fn projected_solutions_are_found_once() {
    for seed in 0..cases(200) {
        let random = Random::new(seed).expect("a model");
        let onto = &random.x[..2];
        let search = random.model.search().project_onto(onto).order(VarSelect::SmallestDomain);
        let (mut expected, _) = enumerated(search.start().expect("a model"), onto);
        expected.sort_unstable();
        for threads in [2, 5] {
            let (mut found, end) = enumerated(often(&search.clone().threads(threads)), onto);
            found.sort_unstable();
            assert_eq!((&found, end), (&expected, Step::Exhausted), "seed {seed}, {threads} threads");
        }
    }
}

/// Limits apply to all threads combined.
#[test]
fn limits_are_obeyed() {
    let mut stopped = [0; 3];
    for seed in 0..cases(100) {
        let random = Random::new(seed).expect("a model");
        let search = random.model.search();
        let whole = {
            let mut run = search.start().expect("a model");
            while run.count_for(u64::MAX).is_none() {}
            run.statistics()
        };
        for threads in [2, 4] {
            let search = search.clone().threads(threads);
            for limit in [1, 7, whole.nodes, whole.nodes + 5] {
                let mut run = often(&search.clone().node_limit(limit));
                let end = std::iter::from_fn(|| Some(run.step())).find(|&step| step != Step::Solution);
                let is_enough = limit >= whole.nodes;
                assert_eq!(end == Some(Step::Exhausted), is_enough, "seed {seed}, {limit} nodes of {}", whole.nodes);
                assert!(is_enough || end == Some(Step::Stopped(StopReason::Nodes)), "seed {seed}: {end:?}");
                assert_eq!(run.statistics().nodes, limit.min(whole.nodes), "seed {seed}");
                stopped[0] += i32::from(!is_enough);
            }
            for limit in [1, 5] {
                let (found, end) = enumerated(often(&search.clone().solution_limit(limit)), &random.x);
                assert_eq!(found.len() as u64, limit.min(whole.solutions), "seed {seed}");
                let is_enough = limit > whole.solutions;
                let expected = if is_enough { Step::Exhausted } else { Step::Stopped(StopReason::Solutions) };
                assert_eq!(end, expected, "seed {seed}");
                stopped[1] += i32::from(!is_enough);
                let (_, end) = enumerated(often(&search.clone().failure_limit(limit)), &random.x);
                assert!(end == Step::Exhausted || end == Step::Stopped(StopReason::Failures), "seed {seed}: {end:?}");
                assert_eq!(
                    end == Step::Exhausted,
                    whole.failures < limit || whole.failures == limit && end == Step::Exhausted
                );
                stopped[2] += i32::from(end != Step::Exhausted);
            }
            let token = CancelToken::new();
            token.cancel();
            let (found, end) = enumerated(often(&search.clone().cancel(&token)), &random.x);
            assert_eq!((found.len(), end), (0, Step::Stopped(StopReason::Cancelled)));
        }
    }
    assert!(stopped.iter().all(|&times| times > 20), "{stopped:?}");
}

/// The subtrees that a stopped run leaves contain exactly the solutions it has not found. The same holds when these
/// subtrees are run and stopped.
#[test]
fn what_a_run_leaves_is_what_it_has_not_found() {
    let mut parts_left = 0;
    for seed in 0..cases(200) {
        let random = Random::new(seed).expect("a model");
        let mut expected = random.by_brute_force();
        let mut rng = Rng::new(seed);
        let onto = &random.x[..if seed % 3 == 0 { 2 } else { random.x.len() }];
        let search = of_one_tree(&random, &mut rng);
        let search = match seed % 3 {
            0 => random.model.search().order(VarSelect::SmallestDomain).project_onto(onto),
            _ => search,
        };
        expected.iter_mut().for_each(|values| values.truncate(onto.len()));
        let (mut parts, mut found) = (vec![Cube::root()], Vec::new());
        while let Some(part) = parts.pop() {
            let part: Cube = part.to_string().parse().expect("as it was written");
            let mut run = search.clone().part(&part).start().expect("a model");
            let nodes = 2 + rng.below(30);
            let end = loop {
                let left = nodes.saturating_sub(run.statistics().nodes);
                match run.step_for(left) {
                    Some(Step::Solution) => {
                        found.push(onto.iter().map(|&x| run.value(x).expect("a value")).collect::<Vec<i32>>());
                    }
                    Some(end) => break Some(end),
                    None => {}
                }
                if run.statistics().nodes >= nodes && run.is_divisible() {
                    break None;
                }
            };
            let rest = run.rest();
            assert_eq!(end.is_some(), rest.is_none(), "seed {seed}");
            parts_left += rest.as_ref().map_or(0, |rest| rest.parts.len());
            parts.extend(rest.into_iter().flat_map(|rest| rest.parts));
        }
        found.sort_unstable();
        expected.sort_unstable();
        expected.dedup();
        assert!(found == expected, "seed {seed}: {} of {}", found.len(), expected.len());
    }
    assert!(parts_left > 1_000, "{parts_left}");
}

/// If a run is dropped early, no thread keeps running, and nothing hangs, although the subtrees are large and few
/// solutions are taken.
#[test]
fn a_run_may_be_left_at_any_time() {
    let mut m = Model::new();
    let x = m.ints("x", 12, 0..=9).expect("variables");
    for taken in [0, 1, 10, 3_000] {
        for search in [m.search().threads(3), m.search().threads(3).ordered()] {
            let solutions = search.solutions().expect("a model");
            assert_eq!(solutions.take(taken).count(), taken);
        }
    }
    let token = CancelToken::new();
    let mut run = often(&m.search().threads(4).cancel(&token));
    assert_eq!(run.step(), Step::Solution);
    token.cancel();
    let end = std::iter::from_fn(|| Some(run.step())).find(|&step| step != Step::Solution);
    assert_eq!(end, Some(Step::Stopped(StopReason::Cancelled)));
    let _ = x;
}

#[test]
fn what_is_no_single_tree_is_refused() {
    let mut m = Model::new();
    let x = m.ints("x", 3, 0..=2).expect("variables");
    let two = || m.search().threads(2);
    let refused = [
        two().restarts(Restarts::Luby { unit: 10 }),
        two().learn(Learning::default()),
        two().exploration(Exploration::LimitedDiscrepancy),
        two().auto(),
    ];
    for search in refused {
        let error = search.start().expect_err("several iterations");
        assert_eq!(error, ModelError::Incompatible(Incompatible::ThreadsIterations));
    }
    let error = two().explaining().start().expect_err("reasons");
    assert_eq!(error, ModelError::Incompatible(Incompatible::ThreadsReasons));
    let part = m.search().part(&Cube::root());
    let error = part.restarts(Restarts::Luby { unit: 10 }).start().expect_err("several iterations");
    assert_eq!(error, ModelError::Incompatible(Incompatible::ThreadsIterations));
    let foreign: Cube = "99=1:0/2".parse().expect("a decision");
    let error = m.search().part(&foreign).start().expect_err("another model");
    assert_eq!(error, ModelError::Incompatible(Incompatible::ForeignPart));
    for text in ["0", "0=1", "0=1:2/2", "0=1:0/0", "x=1:0/2", "0~1:0/2", "0=5000000000:0/2"] {
        assert!(text.parse::<Cube>().is_err(), "{text}");
    }
    // Without options, this is a portfolio.
    assert!(matches!(two().first(), Ok(Outcome::Complete(_))));
    let best = two().minimize(x[0] + x[1]).expect("a model").complete().map(|best| best.value);
    assert_eq!(best, Some(0));
}

/// The catalogue models have the same solution counts and the same optima, with the default distribution of subtrees.
#[test]
fn models_of_the_catalogue_have_the_same_answers() {
    let mut compared = 0;
    for entry in CATALOGUE {
        let classic = entry.state(&entry.example()).expect("an example");
        let search = classic.search().node_limit(20_000);
        if search.has_restarts() {
            continue;
        }
        if let Some((goal, objective)) = classic.objective.clone() {
            let best = |search: Search<'_>| {
                let mut stream = search.improving(goal, objective.clone()).expect("a model");
                let best = stream.by_ref().last().map(|best| best.value);
                (best, stream.stopped())
            };
            let one = best(search.clone());
            if one.1.is_none() {
                // If a bound arrives late, the search may need more nodes.
                assert_eq!(best(search.clone().node_limit(100_000).threads(2)), one, "{}", entry.name);
                compared += 1;
            }
            continue;
        }
        let counted = |search: Search<'_>| {
            let mut run = search.start().expect("a model");
            let end = std::iter::from_fn(|| Some(run.count_for(u64::MAX))).flatten().next();
            (run.statistics().solutions, end)
        };
        let one = counted(search.clone());
        if one.1 == Some(Step::Exhausted) {
            assert_eq!(counted(search.threads(2)), one, "{}", entry.name);
            compared += 1;
        }
    }
    assert!(compared > 10, "{compared}");
}
