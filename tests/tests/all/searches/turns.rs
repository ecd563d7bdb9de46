//! Tests of the automatic search, which interleaves three searches.

use models::Classic;
use models::catalogue::CATALOGUE;
use solver_core::harness::{Audit, Rng};
use solver_core::prelude::*;

/// Builds the catalogue models with their example arguments.
fn examples() -> impl Iterator<Item = (&'static str, Classic)> {
    CATALOGUE.iter().map(|entry| (entry.name, entry.state(&entry.example()).expect("an example")))
}

/// Starts a run for one solution or an optimum, with short time slices.
fn in_turns(classic: &Classic, change: impl Fn(Search<'_>) -> Search<'_>) -> Run {
    let search = change(classic.search().auto());
    let mut run = match classic.objective.clone() {
        None => search.solution_limit(1).start().expect("a model"),
        Some((goal, objective)) => search.improving(goal, objective).expect("a model").into_run(),
    };
    run.audit(Audit::default());
    run
}

/// Continues a run to the end; returns the solution count and the final step.
fn to_the_end(run: &mut Run) -> (u64, Step) {
    let mut solutions = 0;
    loop {
        match run.step() {
            Step::Solution => {
                run.recheck().expect("a solution");
                solutions += 1;
            }
            end => return (solutions, end),
        }
    }
}

#[test]
fn turns_are_the_same_in_every_run() {
    let mut learned = 0;
    for (name, classic) in examples() {
        let run = || {
            let mut run = in_turns(&classic, |search| search.node_limit(600));
            let listed = to_the_end(&mut run);
            assert_eq!(run.audited().map_or(0, |audit| audit.complaints.len()), 0, "{name}");
            (listed, run.statistics(), run.audited().map_or(0, |audit| audit.nogoods))
        };
        let once = run();
        assert_eq!(once, run(), "{name}");
        learned += once.2;
    }
    assert!(learned > 200, "{learned} nogoods");
}

/// Limits apply to all interleaved searches combined, and are exact to the node.
#[test]
fn limits_are_those_of_both_searches() {
    let (mut by_nodes, mut by_failures) = (0, 0);
    for (name, classic) in examples() {
        for limit in [1, 40, 171] {
            let mut run = in_turns(&classic, |search| search.node_limit(limit));
            if let (_, Step::Stopped(StopReason::Nodes)) = to_the_end(&mut run) {
                assert_eq!(run.statistics().nodes, limit, "{name}");
                by_nodes += 1;
            }
            let mut run = in_turns(&classic, |search| search.failure_limit(limit).node_limit(5_000));
            if let (_, Step::Stopped(StopReason::Failures)) = to_the_end(&mut run) {
                assert_eq!(run.statistics().failures, limit, "{name}");
                by_failures += 1;
            }
        }
    }
    assert!(by_nodes > 20 && by_failures > 20, "{by_nodes}, {by_failures}");
}

/// Each solution is better than all earlier ones, whichever interleaved search finds it, and the last one is as good as
/// without learning.
#[test]
fn what_one_search_finds_counts_for_both() {
    let mut proved = 0;
    for (name, classic) in examples() {
        let Some((goal, objective)) = classic.objective.clone() else { continue };
        let alone = classic.search().auto().learn(None).node_limit(3_000).improving(goal, objective.clone());
        let mut alone = alone.expect("a model");
        let best = alone.by_ref().last();
        let search = classic.search().auto().node_limit(6_000);
        let mut both = search.improving(goal, objective).expect("a model");
        both.audit(Audit::default());
        let values: Vec<i32> = both.by_ref().map(|better| better.value).collect();
        let better = |pair: &[i32]| if goal == Goal::Minimize { pair[1] < pair[0] } else { pair[1] > pair[0] };
        assert!(values.windows(2).all(better), "{name}: {values:?}");
        if both.stopped().is_none() && alone.stopped().is_none() {
            assert_eq!(values.last().copied(), best.map(|best| best.value), "{name}");
            proved += 1;
        }
    }
    assert!(proved > 3, "{proved} proofs");
}

/// If memory suffices for only one search, the automatic search runs as it would without learning.
#[test]
fn a_limit_on_memory_leaves_the_search_that_learns_out() {
    for (name, classic) in examples() {
        let bytes = in_turns(&classic, |search| search).engine().expect("an engine").bytes();
        let run = |change: fn(Search<'_>) -> Search<'_>| {
            let mut run = in_turns(&classic, |search| change(search).node_limit(500).memory_limit(2 * bytes));
            (to_the_end(&mut run), run.statistics())
        };
        assert_eq!(run(|search| search), run(|search| search.learn(None)), "{name}");
    }
}

/// Builds a market split problem: several sums over the same choices must each equal half of their total (G.
/// Cornuéjols, M. Dawande, IPCO 1998).
fn market_split(choices: usize, sums: usize) -> Model {
    let mut m = Model::new();
    let x = m.ints("x", choices, 0..=1).expect("variables");
    let mut rng = Rng::new(1);
    for _ in 0..sums {
        let factors: Vec<i32> = x.iter().map(|_| rng.below(100) as i32).collect();
        let half = factors.iter().sum::<i32>() / 2;
        m.post(
            Expr::weighted(factors.iter().map(|&factor| factor.into()).zip(x.iter().map(|&x| x.into()))).equals(half),
        );
    }
    m
}

/// If the plain search predicts that it will soon finish its tree, it runs to the end, although the other searches
/// restart repeatedly.
#[test]
fn the_plain_search_ends_as_predicted() {
    let m = market_split(20, 3);
    let end = |search: Search<'_>, short_turns: bool| {
        let mut run = search.solution_limit(1).start().expect("a model");
        if short_turns {
            run.audit(Audit::default());
        }
        assert_eq!(to_the_end(&mut run), (0, Step::Exhausted));
        run.statistics()
    };
    let plain = end(m.search(), false);
    let automatic = end(m.search().auto().learn(None), false);
    let in_turns = end(m.search().auto(), true);
    assert!(in_turns.nodes < 2 * plain.nodes, "{in_turns:?}");
    assert!(in_turns.restarts > 0 && 2 * in_turns.restarts < automatic.restarts, "{in_turns:?} {automatic:?}");
}

/// Returns the work of a search for one solution or the optimum, if the search ends within `most` units.
fn work(classic: &Classic, change: impl Fn(Search<'_>) -> Search<'_>, most: i64) -> Option<i64> {
    let search = change(classic.search());
    let mut run = match classic.objective.clone() {
        None => search.solution_limit(1).start().expect("a model"),
        Some((goal, objective)) => search.improving(goal, objective).expect("a model").into_run(),
    };
    while run.work() < most {
        if matches!(run.step_for(1_000), Some(Step::Exhausted | Step::Stopped(_))) {
            return Some(run.work());
        }
    }
    None
}

/// The automatic search does at most three times the work of its best constituent search, in addition to the work done
/// before that search begins.
#[test]
fn automatic_search_costs_at_most_three_times_its_best_part() {
    const MOST: i64 = 60_000_000;
    const BEGIN: i64 = 6_000_000;
    let larger = [("golomb", "9"), ("langford", "8"), ("queens", "30"), ("all-interval", "12"), ("magic-square", "4")];
    let larger = larger.into_iter().filter_map(|(name, words)| {
        let entry = CATALOGUE.iter().find(|entry| entry.name == name)?;
        Some((name, entry.state(&words.split_whitespace().collect::<Vec<_>>()).expect("a model")))
    });
    for (name, classic) in examples().chain(larger) {
        let parts: [fn(Search<'_>) -> Search<'_>; 3] = [
            |search| search.order(VarSelect::Input),
            |search| search.learn(Learning::Alternating),
            |search| search.auto().learn(None),
        ];
        let best = parts.iter().filter_map(|&part| work(&classic, part, MOST)).min();
        if let Some(best) = best {
            let automatic = work(&classic, |search| search.auto(), 3 * best + BEGIN);
            assert!(automatic.is_some(), "{name}: the best of its parts takes {best}");
        }
    }
}

/// Reported progress never decreases.
#[test]
fn progress_moves_forward_only() {
    for (name, classic) in examples() {
        let mut run = in_turns(&classic, |search| search.node_limit(600));
        let mut last = 0.0;
        while matches!(run.step_for(5), None | Some(Step::Solution)) {
            assert!(run.progress() >= last, "{name}: {} after {last}", run.progress());
            last = run.progress();
        }
    }
}
