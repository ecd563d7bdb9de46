use super::{CHANNEL, Inverse, RANGE};
use crate::constraints::AllDifferentDomain;
use crate::engine::EngineBuilder;
use crate::harness::{Check, Claim, Rng};
use crate::{Atom, ValueSet};

/// The two arrays alternate in the scope, so in a scope of odd length the last view is unused. The parameters are the
/// bases.
fn check() -> Check<(i32, i32)> {
    let split = |n: usize| ((0..n / 2 * 2).step_by(2), (1..n / 2 * 2).step_by(2));
    Check::new("inverse")
        .parameters(|rng, _| (rng.below(3) as i32 - 1, rng.below(3) as i32 - 1))
        .arity(0..=6)
        .values(-2..=4)
        .post(move |&bases, v| {
            let (f, g) = split(v.len());
            Inverse::new(f.map(|i| v[i]), g.map(|i| v[i]), bases)
        })
        .holds(move |&bases, v| {
            let (f, g) = split(v.len());
            let f: Vec<i32> = f.map(|i| v[i] - bases.0).collect();
            let g: Vec<i32> = g.map(|i| v[i] - bases.1).collect();
            let points_back = |a: &[i32], b: &[i32]| {
                (0..).zip(a).all(|(i, &j)| usize::try_from(j).is_ok_and(|j| b.get(j) == Some(&i)))
            };
            points_back(&f, &g) && points_back(&g, &f)
        })
        // Each value has its counterpart, and no other view is fixed inconsistently with it.
        .claims(Claim::values(move |&(f, g), domains, i, v| {
            let n = domains.len() / 2;
            let (own, other) = if i % 2 == 0 { (f, g) } else { (g, f) };
            let j = i64::from(v) - i64::from(own);
            i / 2 >= n
                || (0..n as i64).contains(&j) && {
                    let counterpart = &domains[2 * j as usize + 1 - i % 2];
                    let back = (i / 2) as i64 + i64::from(other);
                    counterpart.iter().any(|&w| i64::from(w) == back)
                        && (counterpart.len() > 1 || domains[i].len() == 1)
                }
        }))
        .rules([&CHANNEL, &RANGE])
        .up_to(10_000)
}

#[test]
fn holes_have_counterparts_and_planted_faults_are_caught() {
    check().passes(10_000);
}

/// With `all_different` on one array, every value of both arrays has a support, as brute force over permutations
/// confirms.
#[test]
fn with_all_different_it_is_domain_consistent() {
    let permutations: Vec<[i32; 4]> = (0..256)
        .map(|code| [code % 4, code / 4 % 4, code / 16 % 4, code / 64])
        .filter(|p| (0..4).all(|v| p.contains(&v)))
        .collect();
    assert_eq!(permutations.len(), 24);
    let inverse_of = |p: &[i32; 4]| [0, 1, 2, 3].map(|j| p.iter().position(|&v| v == j).unwrap() as i32);
    let mut rng = Rng::new(5);
    for _ in 0..3_000 {
        let some = |rng: &mut Rng| ValueSet::from_values((0..6).map(|_| rng.below(4) as i32));
        let sets: Vec<ValueSet> = (0..8).map(|_| some(&mut rng)).collect();
        let mut b = EngineBuilder::new(sets.clone());
        let v: Vec<_> = (0..8).map(|i| b.view(i)).collect();
        b.post(Box::new(Inverse::new(v[..4].iter().copied(), v[4..].iter().copied(), (0, 0))));
        b.post(Box::new(AllDifferentDomain::new(v[..4].iter().map(|&x| (x, 0, 3))).unwrap()));
        let mut e = b.build().unwrap();
        let solutions: Vec<Vec<i32>> = permutations
            .iter()
            .map(|p| p.iter().copied().chain(inverse_of(p)).collect::<Vec<i32>>())
            .filter(|s| s.iter().zip(&sets).all(|(&x, set)| set.contains(x)))
            .collect();
        let result = e.propagate();
        assert_eq!(result.is_ok(), !solutions.is_empty());
        for i in (0..8).filter(|_| result.is_ok()) {
            let supported = ValueSet::from_values(solutions.iter().map(|s| s[i]));
            assert_eq!(ValueSet::from_values(e.values(v[i])), supported, "{sets:?}");
        }
    }
}

/// Gecode#171: an array that is its own inverse. Counts the involutions of 0 to 6 elements.
#[test]
fn case_07_involutions() {
    for (n, expected) in [(0, 1), (1, 1), (2, 2), (3, 4), (4, 10), (5, 26), (6, 76)] {
        let mut b = EngineBuilder::new(vec![ValueSet::range(1, n); n as usize]);
        let f: Vec<_> = (0..n as usize).map(|i| b.view(i)).collect();
        b.post(Box::new(Inverse::new(f.clone(), f.clone(), (1, 1))));
        let mut e = b.build().unwrap();
        assert_eq!(count(&mut e, &f), expected);
    }
}

fn count(e: &mut crate::engine::Engine, views: &[crate::View]) -> u32 {
    if e.propagate().is_err() {
        return 0;
    }
    let Some(&view) = views.iter().find(|&&v| e.fixed(v).is_none()) else { return 1 };
    let atom = Atom::equals(view, e.min(view));
    [atom, !atom].into_iter().fold(0, |sum, branch| {
        e.push_level();
        let found = if e.assume(branch).is_ok() { count(e, views) } else { 0 };
        e.pop_level();
        sum + found
    })
}
