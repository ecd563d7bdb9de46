use super::{ORDER, ValuePrecede};
use crate::engine::EngineBuilder;
use crate::harness::{Check, Claim};
use crate::{Atom, ValueSet, View};

fn holds(chain: &[i32], values: &[i32]) -> bool {
    chain.windows(2).all(|pair| values.iter().enumerate().all(|(i, &x)| x != pair[1] || values[..i].contains(&pair[0])))
}

fn check() -> Check<Vec<i32>> {
    Check::new("value_precede")
        .parameters(|rng, _| {
            let mut values: Vec<i32> = (-2..=4).collect();
            for k in (1..values.len()).rev() {
                values.swap(k, rng.below(k as u64 + 1) as usize);
            }
            values.truncate(rng.below(6) as usize);
            // Repeats some values in the chain.
            for _ in 0..rng.below(3) * values.len().min(1) as u64 {
                let again = values[rng.below(values.len() as u64) as usize];
                values.insert(rng.below(values.len() as u64 + 1) as usize, again);
            }
            values
        })
        .arity(0..=6)
        .values(-2..=4)
        .post(|chain, v| ValuePrecede::new(chain.iter().copied(), v.iter().copied()))
        .holds(|chain, v| holds(chain, v))
        .claims(Claim::Domain)
        .rules([&ORDER])
        .up_to(10_000)
}

#[test]
fn is_domain_consistent_and_planted_faults_are_caught() {
    check().passes(5_000);
}

/// chuffed#146: no solution is missed with negative values and holes. Compares with a brute-force count of the ordered
/// sequences over -1, 1, 2, 4.
#[test]
fn case_04_no_solution_is_missed() {
    let values = [-1, 1, 2, 4];
    for chain in [
        vec![-1, 1, 2, 4],
        vec![4, -1],
        vec![2, 1, -1],
        vec![1, 2],
        vec![1],
        vec![2, 2],
        vec![1, 2, 4, 2],
        vec![4, 1, 4],
    ] {
        let n = 5;
        let expected = (0..4u32.pow(n))
            .filter(|code| {
                holds(&chain, &(0..n).map(|i| values[(code / 4u32.pow(i) % 4) as usize]).collect::<Vec<i32>>())
            })
            .count();
        let mut b = EngineBuilder::new(vec![ValueSet::from_values(values); n as usize]);
        let v: Vec<View> = (0..n as usize).map(|i| b.view(i)).collect();
        b.post(Box::new(ValuePrecede::new(chain.clone(), v.clone())));
        assert_eq!(count(&mut b.build().unwrap(), &v), expected, "{chain:?}");
    }
}

/// Counts the leaves of the search tree. Propagation is domain consistent, so no node fails and every leaf is a
/// solution.
fn count(e: &mut crate::engine::Engine, views: &[View]) -> usize {
    e.propagate().expect("domain consistency leaves nothing to fail");
    let Some(&view) = views.iter().find(|&&v| e.fixed(v).is_none()) else { return 1 };
    let atom = Atom::equals(view, e.min(view));
    [atom, !atom].into_iter().fold(0, |sum, branch| {
        e.push_level();
        let found = if e.assume(branch).is_ok() { count(e, views) } else { 0 };
        e.pop_level();
        sum + found
    })
}
