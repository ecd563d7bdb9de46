//! The knapsack problem: choose items of maximum total value within a capacity. (Instances: P. J. Kolesar 1967, as P07
//! of J. Burkardt's collection; S. Martello and P. Toth, *Knapsack Problems*, 1990, as P08.)

use crate::Classic;
use crate::instances::published;
use solver_core::prelude::*;

/// Items with weights and values, and a capacity.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Luggage {
    /// The weight and the value of each item.
    pub items: Vec<(i32, i32)>,
    /// The capacity.
    pub capacity: i32,
}

// Fifteen items with an optimum of 1,458, and twenty-four with an optimum of 13,549,094.
published!(Luggage in "knapsack" by read: "p07", "p08");

/// Parses the capacity, then a row for each item.
fn read(rows: &mut dyn Iterator<Item = Vec<i32>>) -> Luggage {
    let capacity = rows.next().map_or(0, |row| row[0]);
    Luggage { items: rows.map(|item| (item[0], item[1])).collect(), capacity }
}

/// Maximises the total value. Branches on items in descending order of value per weight, and tries to take each item
/// first.
///
/// # Errors
/// None for the instances in this crate.
pub fn knapsack(luggage: &Luggage) -> Result<Classic, ModelError> {
    let mut m = Model::new();
    let take = m.bools("take", luggage.items.len())?;
    let all = luggage.items.iter().map(|item| item.1).sum::<i32>();
    let worth = m.int("worth", 0..=all)?;
    let (weights, worths): (Vec<i32>, Vec<i32>) = luggage.items.iter().copied().unzip();
    let weight: Expr = take.iter().zip(&weights).map(|(&x, &w)| w * x).sum();
    let value: Expr = take.iter().zip(&worths).map(|(&x, &p)| p * x).sum();
    m.post(weight.at_most(luggage.capacity)).named("what can be carried");
    m.post(value.equals(worth));
    let mut order: Vec<usize> = (0..take.len()).collect();
    order.sort_by(|&i, &j| {
        let ((w, p), (v, q)) = (luggage.items[i], luggage.items[j]);
        (i64::from(q) * i64::from(w)).cmp(&(i64::from(p) * i64::from(v)))
    });
    let branch = order.into_iter().map(|i| take[i]).collect();
    Ok(Classic::new(m, branch).values(ValueSelect::Max).best(Goal::Maximize, worth))
}
