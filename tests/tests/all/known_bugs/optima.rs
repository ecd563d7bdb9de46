//! Bugs that made other solvers report wrong optima or lose solutions.

use solver_core::harness::Rng;
use solver_core::prelude::*;

fn sum(x: &[IntVar], coefficients: &[i32]) -> Expr {
    x.iter().zip(coefficients).map(|(&x, &c)| c * x).sum()
}

/// OR-tools (or-tools#5293) "proved" an optimum that improved by a third when a constraint was added.
#[test]
fn case_17_no_constraint_improves_an_optimum_and_halves_have_it() -> Result<(), ModelError> {
    let mut worse = 0;
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let mut number = || rng.below(9) as i32 - 4;
        let mut m = Model::new();
        let x = m.ints("x", 4, -2..=3)?;
        let objective = sum(&x, &[number(), number(), number(), number()]);
        m.post(sum(&x, &[number(), number(), number(), number()]).at_most(number()));
        let best = |m: &Model| m.minimize(objective.clone()).map(|best| best.complete().map(|best| best.value));
        let mut before = best(&m)?;
        for _ in 0..3 {
            let (i, v) = (number().rem_euclid(4) as usize, number().clamp(-2, 2));
            // If the model is split into two halves, the better half has the optimum of the original model.
            let (mut low, mut high) = (m.clone(), m.clone());
            low.post(x[i].at_most(v));
            high.post(x[i].greater_than(v));
            let halves = [best(&low)?, best(&high)?];
            assert_eq!(halves.into_iter().flatten().min(), before, "seed {seed}");
            m.post(sum(&x, &[number(), number(), number(), number()]).at_most(number()));
            let after = best(&m)?;
            assert!(
                after.is_none() || before.is_some_and(|before| Some(before) <= after),
                "seed {seed}: {before:?}, {after:?}"
            );
            worse += u32::from(after != before);
            before = after;
        }
    }
    assert!(worse > 20, "{worse}");
    Ok(())
}

/// On an interrupt, Chuffed (chuffed#54) and MiniZinc (libminizinc#994) lost the best solution found so far.
#[test]
fn case_27_a_cancelled_search_hands_over_the_best_so_far() -> Result<(), ModelError> {
    let mut m = Model::new();
    let x = m.ints("x", 10, 0..=9)?;
    m.all_different(&x);
    let objective: Expr = (1..).zip(&x).map(|(k, &x)| k * x).sum();
    let token = CancelToken::new();
    let mut improving = m.search().cancel(&token).improving(Goal::Minimize, objective.clone())?;
    let mut seen = Vec::new();
    for better in &mut improving {
        seen.push(better.value);
        if seen.len() == 3 {
            token.cancel();
        }
    }
    assert_eq!(improving.stopped(), Some(StopReason::Cancelled));
    assert!(seen.len() >= 3 && seen.windows(2).all(|pair| pair[0] > pair[1]), "{seen:?}");
    // A search for the best solution must return this solution too.
    let nodes = improving.statistics().nodes;
    let Outcome::Stopped { known: Incumbent { best: Some(best), .. }, .. } =
        m.search().node_limit(nodes).minimize(objective)?
    else {
        panic!("{nodes} nodes are not all");
    };
    assert_eq!(Some(best.value), seen.last().copied());
    assert_eq!(best.value, (1..).zip(best.solution.values(&x)?).map(|(k, v): (i32, i32)| k * v).sum::<i32>());
    Ok(())
}
