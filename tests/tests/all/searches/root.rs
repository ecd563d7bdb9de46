//! Tests of inference at the root.

use super::options;
use super::random::Random;
use solver_core::engine::{Engine, Halt};
use solver_core::harness::{Rng, cases};
use solver_core::prelude::*;
use solver_core::{Atom, View};
use study::Check;

const BOTH: [RootInference; 2] = [RootInference::Singleton, RootInference::Shaving];

#[test]
fn solutions_and_optima_stay() -> Result<(), ModelError> {
    let (mut searches, mut failed) = (0, 0);
    for seed in 0..cases(500) {
        let random = Random::new(seed)?;
        let all = random.by_brute_force();
        let mut rng = Rng::new(seed ^ 0x7007);
        for inference in BOTH {
            let search =
                options::in_rounds(options::some(&random.model, &random.x, &mut rng), &mut rng).root(inference);
            let mut run = match search.start() {
                Err(ModelError::Incompatible(_)) => continue,
                other => other?,
            };
            let mut found = Vec::new();
            while run.step() == Step::Solution {
                found.push(random.x.iter().map(|&x| run.value(x)).collect::<Result<Vec<_>, _>>()?);
            }
            found.sort();
            assert!(found == all, "seed {seed}: {} of {} by {search:?}", found.len(), all.len());
            searches += 1;
            failed += run.probing().failed;
            let best = all.iter().map(|v| random.value(v)).min();
            for optimum in [
                search.minimize(random.objective.clone())?,
                search.dichotomic(Goal::Minimize, random.objective.clone())?,
            ] {
                assert_eq!(optimum.complete().map(|best| best.value), best, "seed {seed}: {search:?}");
            }
        }
    }
    assert!(searches > 500 && failed > 400, "{searches} {failed}");
    Ok(())
}

/// After probing, nothing fails: each remaining value, or each bound, propagates without a conflict.
#[test]
fn nothing_that_is_left_fails() -> Result<(), ModelError> {
    let (mut fewer, mut stronger) = (0, 0);
    for seed in 0..cases(300) {
        let random = Random::new(seed)?;
        let plain = at_root(&random, RootInference::None)?;
        let Some(plain) = plain else { continue };
        let sizes = |(engine, vars): &AtRoot| vars.iter().map(|&v| u64::from(engine.size(v))).sum::<u64>();
        let singleton = at_root(&random, RootInference::Singleton)?;
        let shaved = at_root(&random, RootInference::Shaving)?;
        if let Some(root) = &singleton {
            assert_eq!(failing(root, |engine, view| engine.values(view)), 0, "seed {seed}");
            fewer += u32::from(sizes(root) < sizes(&plain));
        }
        if let Some(root) = &shaved {
            assert_eq!(failing(root, |engine, view| vec![engine.min(view), engine.max(view)]), 0, "seed {seed}");
            stronger += u32::from(singleton.is_none_or(|singleton| sizes(&singleton) < sizes(root)));
        }
    }
    assert!(fewer > 30 && stronger > 10, "{fewer} {stronger}");
    Ok(())
}

/// The engine at the root, with the model variables.
type AtRoot = (Engine, Vec<View>);

/// Returns the state at the root; `None` if the search already ends there.
fn at_root(random: &Random, inference: RootInference) -> Result<Option<AtRoot>, ModelError> {
    let mut run = random.model.search().root(inference).explaining().node_limit(1).start()?;
    let end = run.step();
    let (Some(engine), Some(symbols)) = (run.engine(), run.symbols()) else { panic!("no limit ends the freezing") };
    let vars = random.x.iter().map(|&x| symbols.var(x).map(View::from)).collect::<Result<_, _>>()?;
    Ok(if end == Step::Exhausted { None } else { Some((engine.clone(), vars)) })
}

/// Counts the selected values that fail, over all variables.
fn failing((engine, vars): &AtRoot, values: impl Fn(&Engine, View) -> Vec<i32>) -> usize {
    let mut engine = engine.clone();
    let mut failing = 0;
    for &view in vars {
        for value in values(&engine, view) {
            engine.push_level();
            let tried = engine.assume(Atom::equals(view, value)).and_then(|()| engine.propagate());
            failing += usize::from(tried == Err(Halt::Failed));
            engine.pop_level();
        }
    }
    failing
}

/// A product has an auxiliary variable with sixteen million values, which the five values of another variable
/// determine.
#[test]
fn values_of_auxiliary_variables_are_not_tried() -> Result<(), ModelError> {
    let mut m = Model::new();
    let x = m.int("x", 0..=4)?;
    m.post((1_000 * x * (1_000 * x)).differs(5));
    for (inference, probes) in [(RootInference::Singleton, 5), (RootInference::Shaving, 2)] {
        let mut run = m.search().root(inference).start()?;
        assert_eq!(run.step(), Step::Solution);
        assert_eq!(run.probing().probes, probes, "{inference}");
    }
    Ok(())
}

#[test]
fn what_is_removed_has_a_reason() -> Result<(), ModelError> {
    let mut removed = 0;
    for seed in 0..cases(200) {
        let random = Random::new(seed)?;
        for inference in BOTH {
            let mut run = random.model.search().root(inference).explaining().start()?;
            let mut check = Check::new();
            while matches!(run.step_observed(u64::MAX, &mut check), None | Some(Step::Solution)) {}
            let rules = check.finish().unwrap_or_else(|invalid| panic!("seed {seed}: {invalid}"));
            let refuted = rules.get("probe.failed").map_or(0, |tally| tally.inferences);
            assert_eq!(refuted, run.probing().failed, "seed {seed}");
            removed += refuted;
            // A search without reasons has the same tree.
            let mut plain = random.model.search().root(inference).start()?;
            while plain.step() == Step::Solution {}
            assert_eq!((plain.statistics(), plain.probing()), (run.statistics(), run.probing()), "seed {seed}");
        }
    }
    assert!(removed > 100, "{removed}");
    Ok(())
}

/// Three countries are pairwise adjacent, so neither of two colours is possible for any of them.
#[test]
fn figures_are_of_probes() -> Result<(), ModelError> {
    let mut m = Model::new();
    let x = m.ints("x", 3, 0..=1)?;
    for (i, j) in [(0, 1), (0, 2), (1, 2)] {
        m.post(x[i].differs(x[j]));
    }
    for inference in BOTH {
        let mut run = m.search().root(inference).start()?;
        assert_eq!(run.step(), Step::Exhausted);
        // The first value fails, and then no value remains.
        assert_eq!((run.probing().probes, run.probing().failed), (1, 1), "{inference}");
        assert_eq!((run.statistics().nodes, run.statistics().failures), (1, 1), "{inference}");
    }
    let mut run = m.search().start()?;
    assert_eq!((run.step(), run.probing().probes), (Step::Exhausted, 0));
    Ok(())
}

#[test]
fn limits_hold_at_the_root() -> Result<(), ModelError> {
    let mut m = Model::new();
    let x = m.ints("x", 300, 0..=299)?;
    m.all_different(&x).consistency(Consistency::Bounds);
    let token = CancelToken::new();
    let mut run = m.search().root(RootInference::Singleton).cancel(&token).start()?;
    token.cancel();
    assert_eq!(run.step(), Step::Stopped(StopReason::Cancelled));
    let limited = m.search().root(RootInference::Singleton).time_limit(std::time::Duration::from_millis(50));
    assert!(matches!(limited.first()?, Outcome::Stopped { by: StopReason::Time, .. }));
    // No propagator reads this variable.
    let mut m = Model::new();
    m.int("free", 0..=1_000_000_000)?;
    let limited = m.search().root(RootInference::Singleton).time_limit(std::time::Duration::from_millis(50));
    assert!(matches!(limited.first()?, Outcome::Stopped { by: StopReason::Time, .. }));
    Ok(())
}
