use super::*;
use crate::ValueSet;
use crate::engine::EngineBuilder;
use crate::harness::{Check, Claim};
use std::collections::BTreeSet;

fn number(values: &[i32]) -> usize {
    values.iter().collect::<BTreeSet<_>>().len()
}

/// Computes by brute force the maximum number of pairwise disjoint hulls in any subset of the views, and the maximum
/// number of distinct values.
fn extremes(domains: &[Vec<i32>]) -> (i32, i32) {
    fn most(domains: &[Vec<i32>], taken: &mut Vec<i32>) -> usize {
        match domains.split_first() {
            None => number(taken),
            Some((first, rest)) => first
                .iter()
                .map(|&v| {
                    taken.push(v);
                    let found = most(rest, taken);
                    taken.pop();
                    found
                })
                .max()
                .unwrap_or(0),
        }
    }
    let hull = |i: usize| (domains[i][0], domains[i][domains[i].len() - 1]);
    let apart = |i: usize, j: usize| hull(i).1 < hull(j).0 || hull(j).1 < hull(i).0;
    let low = (0u32..1 << domains.len())
        .filter(|set| (0..domains.len()).all(|i| (0..i).all(|j| set >> i & set >> j & 1 == 0 || apart(i, j))))
        .map(u32::count_ones)
        .max();
    (low.unwrap_or(0) as i32, most(domains, &mut Vec::new()) as i32)
}

/// Checks whether the number of pairwise disjoint intervals exceeds the count's maximum, or the count's minimum exceeds
/// the number of views.
fn is_too_various(d: &[Vec<i32>]) -> bool {
    let mut ends: Vec<(i32, i32)> = d[1..].iter().map(|x| (x[x.len() - 1], x[0])).collect();
    ends.sort_unstable();
    let (mut apart, mut last) = (0, i32::MIN);
    for (high, low) in ends {
        if low > last {
            (apart, last) = (apart + 1, high);
        }
    }
    apart > d[0][d[0].len() - 1] || d[0][0] as usize > d.len() - 1 && d[0][0] > 0
}

/// The count is the first view.
fn check() -> Check {
    let support = |(): &(), domains: &[Vec<i32>], i: usize, v: i32| {
        let is_small = domains[1..].iter().map(Vec::len).product::<usize>() <= 200;
        if i > 0 {
            // The claim for a view: if there are as many fixed values as the count allows, the view takes one of them;
            // with each of its values, enough distinct values are possible.
            let fixed: Vec<i32> = domains[1..].iter().filter(|d| d.len() == 1).map(|d| d[0]).collect();
            let has_room = (number(&fixed) as i32) < domains[0][domains[0].len() - 1] || fixed.contains(&v);
            let mut with = domains[1..].to_vec();
            with[i - 1] = vec![v];
            return has_room && (!is_small || extremes(&with).1 >= domains[0][0]);
        }
        if !is_small {
            return true;
        }
        let (low, high) = extremes(&domains[1..]);
        (low..=high).contains(&v)
    };
    Check::new("nvalue")
        .arity(1..=6)
        .values(-1..=5)
        .post(|(), v| NValue::new(v[1..].iter().copied(), v[0]))
        .holds(|(), v| i64::from(v[0]) == number(&v[1..]) as i64)
        .claims(Claim::bounds(support))
        .refutes(|(), d| is_too_various(d))
        .rules([&APART_RULE, &FEW_RULE, &FULL_RULE, &VIEWS_RULE])
        .up_to(10_000)
}

#[test]
fn bounds_are_reached_and_planted_faults_are_caught() {
    check().passes(10_000);
}

/// choco#1042: the number of values of `[1, D, C, 1]` is `D`.
#[test]
fn case_08_the_number_is_among_the_values() {
    let mut b = EngineBuilder::new([(0, 4), (0, 4), (1, 1)].map(|(low, high)| ValueSet::range(low, high)).to_vec());
    let (c, d, one) = (b.view(0), b.view(1), b.view(2));
    b.post(Box::new(NValue::new([one, d, c, one], d)));
    let e = b.build().unwrap();
    for (vc, vd) in (0..5).flat_map(|c| (0..5).map(move |d| (c, d))) {
        let mut e = e.clone();
        let fits = e.assume(Atom::equals(c, vc)).is_ok() && e.assume(Atom::equals(d, vd)).is_ok();
        assert_eq!(fits && e.propagate().is_ok(), number(&[1, vd, vc, 1]) as i32 == vd, "C = {vc}, D = {vd}");
    }
}
