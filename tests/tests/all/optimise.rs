//! Compares branch and bound with brute force.

use solver_core::harness::Rng;
use solver_core::prelude::*;
use study::Check;

/// Generates a random model of four variables, with an objective to minimise.
fn model(rng: &mut Rng) -> Result<(Model, Vec<IntVar>, Expr), ModelError> {
    let mut m = Model::new();
    let x = m.ints("x", 4, -2..=3)?;
    let shift = rng.below(40) as i32 - 20;
    let mut sum = || x.iter().map(|&x| (rng.below(7) as i32 - 3) * x).sum::<Expr>();
    let (first, second, third, objective) = (sum(), sum(), sum(), sum());
    m.post(first.at_most(2));
    m.post(constraint!(2 * x[0] + 3 * x[1] == 5 * x[2] + x[3] + shift));
    m.post(second.differs(1));
    m.all_different([x[0], x[1], x[2]]).enforce_if(Expr::from(third.at_least(0)));
    Ok((m, x, objective))
}

#[test]
fn optima_are_those_of_all_solutions() -> Result<(), ModelError> {
    let mut infeasible = 0;
    for seed in 0..1_000 {
        let mut rng = Rng::new(seed);
        let (m, x, objective) = model(&mut rng)?;
        let value = |v: &[i32]| {
            let at = |e: &Expr| {
                let mut fixed = m.clone();
                for (&x, &v) in x.iter().zip(v) {
                    fixed.post(x.equals(v));
                }
                fixed.minimize(e.clone()).map(|best| best.complete().map(|best| best.value))
            };
            at(&objective)
        };
        let order = VarSelect::ALL[rng.below(VarSelect::ALL.len() as u64) as usize];
        let branching = if rng.below(2) == 0 { Branching::TwoWay } else { Branching::DWay };
        let search = || m.search().order(order).branching(branching);
        let mut least = None;
        let mut most = None;
        // One objective is a single variable, whose value can be read from each solution.
        for solution in m.solutions()? {
            let v = solution.value(x[3])?;
            least = Some(least.map_or(v, |least: i32| least.min(v)));
            most = Some(most.map_or(v, |most: i32| most.max(v)));
        }
        assert_eq!(search().minimize(x[3])?.complete().map(|best| best.value), least, "seed {seed}");
        assert_eq!(search().maximize(x[3])?.complete().map(|best| best.value), most, "seed {seed}");
        infeasible += u32::from(least.is_none());

        let best = search().minimize(objective.clone())?.complete();
        assert_eq!(best.is_none(), least.is_none());
        let Some(best) = best else { continue };
        assert_eq!(value(&best.solution.values(&x)?)?, Some(best.value), "seed {seed}");
        // No solution is better: the model with the bound as an additional constraint is unsatisfiable.
        let mut better = m.clone();
        better.post(objective.clone().less_than(best.value));
        assert_eq!(better.count()?, Outcome::Unsat, "seed {seed}");
        // Every solution in the stream is better than the previous one.
        let stream: Vec<i32> = search().improving(Goal::Minimize, objective)?.map(|o| o.value).collect();
        assert!(stream.windows(2).all(|pair| pair[0] > pair[1]) && stream.last() == Some(&best.value), "{stream:?}");
    }
    assert!((5..900).contains(&infeasible), "{infeasible}");
    Ok(())
}

#[test]
fn every_inference_from_a_better_solution_is_verified() -> Result<(), ModelError> {
    for seed in 0..200 {
        let (m, _, objective) = model(&mut Rng::new(seed))?;
        let mut run = m.search().explaining().improving(Goal::Maximize, objective)?.into_run();
        let mut check = Check::new();
        while matches!(run.step_observed(u64::MAX, &mut check), None | Some(Step::Solution)) {}
        check.finish().unwrap_or_else(|invalid| panic!("seed {seed}: {invalid}"));
    }
    Ok(())
}

#[test]
fn limits_leave_the_best_known_solution() -> Result<(), ModelError> {
    let mut m = Model::new();
    let x = m.ints("x", 12, 0..=11)?;
    m.all_different(&x);
    let objective: Expr = (1..).zip(&x).map(|(k, &x)| k * x).sum();
    let Outcome::Stopped { by, known: Incumbent { best: Some(best), .. } } =
        m.search().limits(Limits { nodes: Some(200), ..Limits::default() }).minimize(objective)?
    else {
        panic!("200 nodes are too few");
    };
    assert_eq!(by, StopReason::Nodes);
    assert!(best.value > (1..=12).map(|k| k * (12 - k)).sum(), "{}", best.value);
    Ok(())
}

#[test]
fn a_foreign_objective_is_refused() -> Result<(), ModelError> {
    let (mut m, mut other) = (Model::new(), Model::new());
    let (x, y) = (m.int("x", 0..=1)?, other.int("y", 0..=1)?);
    assert_eq!(
        m.minimize(x + y).unwrap_err().to_string(),
        "the objective uses a variable that belongs to another model"
    );
    Ok(())
}

/// The search stops at a target value or a gap; its bounds then contain the optimum.
#[test]
fn what_is_good_enough_stops_the_search_with_a_sound_bound() -> Result<(), ModelError> {
    let mut m = Model::new();
    let x = m.ints("x", 6, 0..=5)?;
    m.all_different(&x);
    let cost: Expr = (1..).zip(&x).map(|(k, &x)| k * x).sum();
    let optimum = m.minimize(cost.clone())?.complete().expect("there are solutions").value;
    for limit in optimum..optimum + 20 {
        let search = m.search().order(VarSelect::Input).objective_limit(limit);
        let Outcome::Stopped { by: StopReason::Objective, known } = search.minimize(cost.clone())? else {
            panic!("{limit} can be reached")
        };
        let (best, bound) = (known.best.as_ref().expect("a solution").value, known.bound.expect("a bound"));
        assert!(bound <= optimum && optimum <= best && best <= limit, "{bound} {optimum} {best} {limit}");
    }
    let Outcome::Stopped { by: StopReason::Gap, known } = m.search().gap_limit(1.0).minimize(cost.clone())? else {
        panic!("every solution is within its own value")
    };
    assert!(known.gap().is_some_and(|gap| gap <= 1.0), "{known:?}");
    let out_of_reach = m.search().objective_limit(optimum - 1).gap_limit(0.0).minimize(cost.clone())?;
    assert!(matches!(out_of_reach, Outcome::Complete(best) if best.value == optimum));
    let several = m.search().gap_limit(0.5).lexicographic([(Goal::Minimize, cost)]);
    assert!(matches!(several, Err(ModelError::Incompatible(_))));
    Ok(())
}
