use super::{EXTREME, MATCHING, Sort};
use crate::engine::EngineBuilder;
use crate::harness::{Check, Claim};
use crate::{Atom, ValueSet};

/// The two arrays alternate in the scope; in a scope of odd length, the last view is unused.
fn check() -> Check {
    let split = |n: usize| ((0..n / 2 * 2).step_by(2), (1..n / 2 * 2).step_by(2));
    Check::new("sort")
        .arity(0..=6)
        .values(-2..=5)
        .post(move |(), v| {
            let (x, y) = split(v.len());
            Sort::new(x.map(|i| v[i]), y.map(|i| v[i]))
        })
        .holds(move |(), v| {
            let (x, y) = split(v.len());
            let mut x: Vec<i32> = x.map(|i| v[i]).collect();
            x.sort_unstable();
            x.into_iter().eq(y.map(|i| v[i]))
        })
        .claims(Claim::BoundsZ)
        .refutes(move |(), d| {
            let hull = |i: usize| (d[i][0], d[i][d[i].len() - 1]);
            let (x, y) = split(d.len());
            let (x, y): (Vec<_>, Vec<_>) = (x.map(hull).collect(), y.map(hull).collect());
            let is_least = |end: (i32, i32)| x.iter().all(|b| b.1 >= end.0) && x.iter().any(|b| b.0 <= end.1);
            let is_greatest = |end: (i32, i32)| x.iter().all(|b| b.0 <= end.1) && x.iter().any(|b| b.1 >= end.0);
            let ends = y.first().zip(y.last());
            ends.is_some_and(|(&first, &last)| !(is_least(first) && is_greatest(last)))
                || y.windows(2).any(|pair| pair[0].0 > pair[1].1)
        })
        .rules([&EXTREME, &MATCHING])
        .up_to(10_000)
}

#[test]
fn is_bounds_consistent_and_planted_faults_are_caught() {
    check().passes(10_000);
}

/// Glasgow#248, Gecode#168: sorting an array into itself terminates, and its solutions are the increasing sequences.
#[test]
fn case_12_and_case_25_an_array_sorted_is_itself() {
    let mut b = EngineBuilder::new(vec![ValueSet::range(0, 3); 3]);
    let v = [b.view(0), b.view(1), b.view(2)];
    b.post(Box::new(Sort::new(v, v)));
    let e = b.build().unwrap();
    let mut found = 0;
    for code in 0..64 {
        let mut e = e.clone();
        let values = [code / 16, code / 4 % 4, code % 4];
        let fixed = v.iter().zip(values).all(|(&x, value)| e.assume(Atom::equals(x, value)).is_ok());
        found += u32::from(fixed && e.propagate().is_ok());
    }
    assert_eq!(found, 20);
    let mut b = EngineBuilder::new(vec![ValueSet::range(0, 1_000_000); 2]);
    let v = [b.view(0), b.view(1)];
    b.post(Box::new(Sort::new(v, [v[1], v[0]])));
    b.build().unwrap().propagate().unwrap();
}
