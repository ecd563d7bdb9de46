use super::subsets::Sizes;
use super::{BinPacking, LOAD, RANGE, SUBSET, TOTAL};
use crate::View;
use crate::harness::{Check, Claim};

/// The parameters are the item sizes; the views after the items are the loads.
fn check() -> Check<Vec<i32>> {
    fn load(sizes: &[i32], bins: &[i32], b: i32) -> i32 {
        bins.iter().zip(sizes).filter(|(bin, _)| **bin == b).map(|(_, size)| size).sum()
    }
    /// Returns the total size of the items whose domains satisfy `counts`.
    fn sum(sizes: &[i32], domains: &[Vec<i32>], counts: impl Fn(usize, &[i32]) -> bool) -> i32 {
        (0..sizes.len()).filter(|&i| counts(i, &domains[i])).map(|i| sizes[i]).sum()
    }
    Check::new("bin_packing")
        .arity(0..=7)
        .values(-1..=5)
        .without_extremes()
        .parameters(|rng, n| (0..n.saturating_sub(1 + rng.below(3) as usize)).map(|_| rng.below(4) as i32).collect())
        .post(|sizes: &Vec<i32>, views: &[View]| {
            let (bins, loads) = views.split_at(sizes.len());
            BinPacking::new(bins.iter().copied().zip(sizes.iter().copied()), loads.iter().copied())
        })
        .holds(|sizes, values| {
            let (bins, loads) = values.split_at(sizes.len());
            bins.iter().all(|&b| b >= 0 && b < loads.len() as i32)
                && (0..).zip(loads).all(|(b, &l)| load(sizes, bins, b) == l)
        })
        .claims(Claim::values(|sizes: &Vec<i32>, domains: &[Vec<i32>], i, v| {
            let n = sizes.len();
            let load = |b: i32| usize::try_from(b).ok().and_then(|b| domains.get(n + b));
            let ends = |b: i32| load(b).map_or((0, -1), |d| (d[0], d[d.len() - 1]));
            if i >= n {
                return true;
            }
            let packed = sum(sizes, domains, |j, d| j == i || d == [v]);
            let possible = |b: i32| sum(sizes, domains, |j, d| j != i && d.contains(&b));
            let others = domains[i].iter().filter(|&&b| b != v).all(|&b| possible(b) >= ends(b).0);
            packed <= ends(v).1 && others
        }))
        .claims(Claim::bounds(|sizes: &Vec<i32>, domains: &[Vec<i32>], i, v| {
            let Some(b) = i.checked_sub(sizes.len()).map(|b| b as i32) else { return true };
            sum(sizes, domains, |_, d| d == [b]) <= v && v <= sum(sizes, domains, |_, d| d.contains(&b))
        }))
        .rules([&LOAD, &TOTAL, &SUBSET, &RANGE])
        .up_to(10_000)
}

#[test]
fn loads_and_items_decide_on_each_other() {
    let check = check();
    check.passes(5_000);
}

/// Checks that no subset sum lies in a gap, and that most gaps are found for small numbers of items.
#[test]
fn gaps_among_sums_of_subsets() {
    let mut rng = crate::search::Rng::new(1);
    let (mut gaps, mut seen) = (0, 0);
    for _ in 0..20_000 {
        let mut sizes: Vec<i64> = (0..1 + rng.below(7)).map(|_| 1 + rng.below(12) as i64).collect();
        sizes.sort_by_key(|size| -size);
        let total: i64 = sizes.iter().sum();
        let low = rng.below(total as u64 + 1) as i64;
        let high = low + rng.below(4) as i64;
        let sum = |set: u32| (0..sizes.len()).filter(|i| set >> i & 1 != 0).map(|i| sizes[i]).sum::<i64>();
        let sums: Vec<i64> = (0..1 << sizes.len()).map(sum).collect();
        gaps += u32::from(!sums.iter().any(|sum| (low..=high).contains(sum)));
        if let Some(gap) = (Sizes { all: &sizes, total }).gap(low, high) {
            seen += 1;
            assert!(gap.below < low && high < gap.above, "{sizes:?} {low} {high}");
            assert!(!sums.iter().any(|&sum| gap.below < sum && sum < gap.above), "{sizes:?} {low} {high}");
        }
    }
    assert!(2 * seen > gaps && seen < gaps, "{seen} of {gaps}");
}
