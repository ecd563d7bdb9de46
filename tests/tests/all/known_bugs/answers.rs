//! Bugs of other solvers whose answers depended on irrelevant details.

use super::{queens, rows};
use solver_core::Layout;
use solver_core::harness::Rng;
use solver_core::prelude::*;

/// A function that posts one constraint of a random model over the variables.
type Post = Box<dyn Fn(&mut Model, &[IntVar])>;

fn random_constraints(rng: &mut Rng) -> Vec<Post> {
    let mut pick = |n: u64| rng.below(n) as usize;
    let count = 3 + pick(3);
    (0..count)
        .map(|_| -> Post {
            let (i, j, k, c) = (pick(4), pick(4), pick(4), pick(7) as i32 - 3);
            match pick(7) {
                0 => Box::new(move |m, x| {
                    m.post(constraint!(x[i] + x[j] <= x[k] + c));
                }),
                1 => Box::new(move |m, x| {
                    m.post(constraint!(2 * x[i] - x[j] != c));
                }),
                2 => Box::new(move |m, x| {
                    m.all_different([x[i] + c, x[j] + 0, -x[k]]);
                }),
                3 => Box::new(move |m, x| {
                    m.post(constraint!(x[i] + x[j] + x[k] == c));
                }),
                4 => Box::new(move |m, x| {
                    m.post(x[i].at_most(c).or(x[j].equals(x[k])));
                }),
                5 => Box::new(move |m, x| {
                    m.all_equal([x[i], x[j]]).enforce_if(x[k].at_least(c));
                }),
                _ => Box::new(move |m, x| {
                    m.post(constraint!(x[i] <= x[j]));
                }),
            }
        })
        .collect()
}

fn shuffled<T>(mut items: Vec<T>, rng: &mut Rng) -> Vec<T> {
    for k in (1..items.len()).rev() {
        items.swap(k, rng.below(k as u64 + 1) as usize);
    }
    items
}

/// OR-tools (or-tools#4168) gave a different answer when the order of constraints changed.
#[test]
fn case_13_the_order_of_constraints_and_of_variables_changes_no_answer() -> Result<(), ModelError> {
    let mut unsat = 0;
    for seed in 0..300 {
        let mut rng = Rng::new(seed);
        let posts = random_constraints(&mut rng);
        let state = |posts: &[Post], order: &[usize]| -> Result<Vec<Vec<i32>>, ModelError> {
            let mut m = Model::new();
            let mut x = vec![None; 4];
            for &i in order {
                x[i] = Some(m.int("x", -2..=2)?);
            }
            let x: Vec<IntVar> = x.into_iter().flatten().collect();
            posts.iter().for_each(|post| post(&mut m, &x));
            let mut all = rows(&m, &x)?;
            all.sort_unstable();
            Ok(all)
        };
        let first = state(&posts, &[0, 1, 2, 3])?;
        let posts = shuffled(posts, &mut rng);
        let order = shuffled(vec![0, 1, 2, 3], &mut rng);
        assert_eq!(state(&posts, &order)?, first, "seed {seed}");
        unsat += u32::from(first.is_empty());
    }
    assert!((10..290).contains(&unsat), "{unsat}");
    Ok(())
}

/// OR-tools (or-tools#5274, #4426, #3407) found a model feasible or infeasible depending on an option.
#[test]
fn case_14_switches_change_no_answer() -> Result<(), ModelError> {
    for seed in 300..300 + ferz_tests::cases(20, 100) {
        let mut rng = Rng::new(seed);
        let mut m = Model::new();
        let x = m.ints("x", 4, -2..=2)?;
        random_constraints(&mut rng).iter().for_each(|post| post(&mut m, &x));
        let expected = m.count()?;
        for layout in [Layout::Auto, Layout::Wide, Layout::Span] {
            let mut m = m.clone();
            m.force_layout(layout);
            for &order in VarSelect::ALL {
                for branching in [Branching::TwoWay, Branching::DWay] {
                    let search = m.search().order(order).branching(branching).seed(seed);
                    assert_eq!(search.count()?, expected, "seed {seed}");
                    assert_eq!(search.explaining().count()?, expected, "seed {seed}, explaining");
                }
            }
        }
    }
    Ok(())
}

/// OR-tools (or-tools#4640) and Chuffed printed solutions twice: 14,749 solutions for twelve queens instead of 14,200.
#[test]
fn case_19_no_solution_comes_twice() -> Result<(), ModelError> {
    let (m, q) = queens(8)?;
    for &order in VarSelect::ALL {
        for &values in ValueSelect::ALL {
            for branching in [Branching::TwoWay, Branching::DWay] {
                let search = m.search().order(order).values(values).branching(branching).seed(7);
                let solutions = match search.solutions() {
                    // Value splitting does not support d-way branching, and selection by bounds needs an objective.
                    Err(ModelError::Incompatible(_)) => continue,
                    other => other?,
                };
                let all: Vec<Vec<i32>> = solutions.map(|s| s.values(&q)).collect::<Result<_, _>>()?;
                let mut distinct = all.clone();
                distinct.sort_unstable();
                distinct.dedup();
                assert_eq!((all.len(), distinct.len()), (92, 92), "{order:?} {values:?} {branching:?}");
            }
        }
    }
    Ok(())
}

/// Chuffed (chuffed#149) stopped at the first restart and claimed that its incumbent was optimal. Here, a search
/// without restarts is stopped at every node, and must report that it stopped.
#[test]
fn case_18_a_search_that_was_ended_claims_nothing() -> Result<(), ModelError> {
    let (mut m, q) = queens(6)?;
    let whole = m.search().start().map(|mut run| {
        while run.step() == Step::Solution {}
        run.statistics().nodes
    })?;
    for nodes in 0..whole {
        let stopped = matches!(m.search().node_limit(nodes).count()?, Outcome::Stopped { by: StopReason::Nodes, .. });
        assert!(stopped, "{nodes} of {whole} nodes");
        let best = m.search().node_limit(nodes).minimize(q[0])?;
        let proved = matches!(best, Outcome::Complete(ref best) if best.value == 1);
        assert!(proved || matches!(best, Outcome::Stopped { .. }), "{nodes}: {best:?}");
    }
    assert_eq!(m.search().node_limit(whole).count()?, Outcome::Complete(4));
    m.post(q[0].equals(0));
    assert_eq!(m.minimize(q[0])?, Outcome::Unsat);
    Ok(())
}
