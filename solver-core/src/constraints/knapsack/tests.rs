use super::{Item, Knapsack, NEGATIVE, ROW};
use crate::View;
use crate::harness::{Check, Claim};

/// The parameters are the weight and profit of each item; the last two views are the total weight and the total profit.
fn check() -> Check<Vec<[i32; 2]>> {
    fn sum(items: &[[i32; 2]], of: usize, mut count: impl FnMut(usize) -> i32) -> i64 {
        items.iter().enumerate().map(|(i, item)| i64::from(item[of]) * i64::from(count(i))).sum()
    }
    Check::new("knapsack")
        .arity(2..=6)
        .values(-1..=6)
        .without_extremes()
        .parameters(|rng, n| (2..n).map(|_| [0; 2].map(|_| rng.below(3) as i32)).collect())
        .post(|items: &Vec<[i32; 2]>, views: &[View]| {
            let n = items.len();
            let items = items.iter().zip(views).map(|(&[weight, profit], &count)| Item { weight, profit, count });
            Knapsack::new(items, views[n], views[n + 1])
        })
        .holds(|items, values| {
            let n = items.len();
            values[..n].iter().all(|&v| v >= 0)
                && (0..2).all(|k| sum(items, k, |i| values[i]) == i64::from(values[n + k]))
        })
        .claims(Claim::bounds(|items: &Vec<[i32; 2]>, domains: &[Vec<i32>], i, v| {
            let n = items.len();
            let low = |j: usize| if i == j { v } else { domains[j][0] };
            let high = |j: usize| if i == j { v } else { domains[j][domains[j].len() - 1] };
            (0..2).all(|k| sum(items, k, low) <= high(n + k).into() && sum(items, k, high) >= low(n + k).into())
        }))
        .rules([&ROW, &NEGATIVE])
        .up_to(10_000)
}

/// In case 63,193 of the long run, two propagation orders reach different fixpoints.
#[test]
fn weights_and_profits_bound_each_other() {
    let check = check().with_many_fixpoints();
    check.passes(5_000);
}
