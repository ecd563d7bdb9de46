//! `knapsack`: how many of each item to take, given their total weight and profit.
//!
//! `Σ weight·x = W` and `Σ profit·x = P`, with all `x >= 0`; weights and profits are non-negative constants.
//!
//! Every linear combination of the two equations is also implied: `b·P - a·W = Σ (b·profit - a·weight)·x`. The
//! propagator enforces bounds consistency over the reals on the two equations and on the two combinations that bound
//! the profit best: `a : b` is the ratio of profit to weight of the critical item when the most profitable (or the
//! least profitable) items are taken first (G. B. Dantzig, *Discrete-variable extremum problems*, 1957; Fahle, Sellmann
//! 2002, *Cost based filtering for the constrained knapsack problem*, which filters items by the same reduced costs). A
//! run takes linear time. Wakes on bounds.
//!
//! The combinations depend on the domains, so smaller domains may prune less, and the fixpoint can depend on the order
//! in which domains shrink (C. Schulte, G. Tack, *Weakly monotonic propagators*, CP 2009). Soundness is not affected.
//!
//! | rule | premises |
//! |---|---|
//! | `knapsack.row` | as few bounds of the other views as suffice in one of these equations |
//! | `knapsack.negative` | none |
//!
//! # Rows for proofs
//!
//! | family | number | meaning |
//! |---|---|---|
//! | `weight_at_most`, `profit_at_most` | 0 | the weight (or profit) of the items is at most the total |
//! | `weight_at_least`, `profit_at_least` | 0 | it is at least the total |
//! | `not_negative` | an item, counted from 0 | its count is not negative |

mod check;
mod explain;
mod model;
#[cfg(test)]
mod tests;

use crate::prelude_propagator::*;

/// A type of item.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Item {
    /// The weight of one copy, not negative.
    pub weight: i32,
    /// The profit of one copy, not negative.
    pub profit: i32,
    /// The number of copies taken.
    pub count: View,
}

/// See the [module page](self).
///
/// ```
/// use solver_core::constraints::{Item, Knapsack};
/// use solver_core::{ValueSet, engine::EngineBuilder};
/// let sets = [(0, 1), (0, 1), (0, 5), (0, 99)].map(|(a, b)| ValueSet::range(a, b));
/// let mut b = EngineBuilder::new(sets.to_vec());
/// let items = [(4, 8), (4, 6)].iter().zip(0..).map(|(&(weight, profit), i)| Item { weight, profit, count: b.view(i) });
/// let (weight, profit) = (b.view(2), b.view(3));
/// let knapsack = Knapsack::new(items.collect::<Vec<_>>(), weight, profit);
/// b.post(Box::new(knapsack));
/// let mut e = b.build()?;
/// e.propagate().unwrap();
/// assert_eq!(e.max(profit), 9); // one item, and a quarter of the other
/// # Ok::<(), solver_core::engine::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Knapsack {
    items: Box<[Item]>,
    weight: View,
    profit: View,
    /// The items of positive weight, highest profit per weight first.
    by_ratio: Box<[u32]>,
}

static ROW: Rule = Rule::new(
    "knapsack.row",
    "{premises}: what {constraint} weighs and what it brings do not go together otherwise, so {fact}",
);

static NEGATIVE: Rule =
    Rule::new("knapsack.negative", "no item of {constraint} is taken a negative number of times, so {fact}");

/// A linear combination of the equations `W - Σ weight·x = 0` and `P - Σ profit·x = 0`: `profit` times the second minus
/// `weight` times the first.
#[derive(Clone, Copy, Debug)]
struct Row {
    weight: i128,
    profit: i128,
}

const WEIGHT: Row = Row { weight: -1, profit: 0 };
const PROFIT: Row = Row { weight: 0, profit: 1 };

/// The quotient, rounded down.
fn floor(a: i128, b: i128) -> i64 {
    as_bound(a.div_euclid(b) + if b < 0 && a.rem_euclid(b) != 0 { -1 } else { 0 })
}

/// The quotient, rounded up.
fn ceil(a: i128, b: i128) -> i64 {
    as_bound(a.div_euclid(b) + if b > 0 && a.rem_euclid(b) != 0 { 1 } else { 0 })
}

/// Clamps a bound to a range that contains all view values.
fn as_bound(v: i128) -> i64 {
    v.clamp(-(1 << 40), 1 << 40) as i64
}

impl Knapsack {
    /// Creates the propagator from the items, their total weight and their total profit.
    pub fn new(items: impl IntoIterator<Item = Item>, weight: View, profit: View) -> Knapsack {
        let items: Box<[Item]> = items.into_iter().collect();
        let mut by_ratio: Vec<u32> = (0..items.len() as u32).filter(|&i| items[i as usize].weight > 0).collect();
        by_ratio.sort_by(|&a, &b| {
            let (a, b) = (&items[a as usize], &items[b as usize]);
            let cross = |x: &Item, y: &Item| i64::from(x.profit) * i64::from(y.weight);
            cross(b, a).cmp(&cross(a, b))
        });
        Knapsack { items, weight, profit, by_ratio: by_ratio.into() }
    }

    /// The view at an index in the scope: the items, then the weight, then the profit.
    fn view(&self, place: usize) -> View {
        match place.checked_sub(self.items.len()) {
            None => self.items[place].count,
            Some(0) => self.weight,
            Some(_) => self.profit,
        }
    }

    fn places(&self) -> usize {
        self.items.len() + 2
    }

    /// The coefficient, in a row, of the view at an index in the scope. The terms of a row sum to 0.
    fn coefficient(&self, row: Row, place: usize) -> i128 {
        match place.checked_sub(self.items.len()) {
            None => {
                let Item { weight, profit, .. } = self.items[place];
                row.weight * i128::from(weight) - row.profit * i128::from(profit)
            }
            Some(0) => -row.weight,
            Some(_) => row.profit,
        }
    }

    /// The positions, in the order by ratio, of the critical items: when the most profitable items are taken first, up to
    /// the greatest total weight, and when the least profitable ones are, up to the least total weight.
    fn critical(&self, bounds: impl Fn(View) -> (i32, i32)) -> [Option<usize>; 2] {
        let (light, heavy) = bounds(self.weight);
        let positions = 0..self.by_ratio.len();
        [self.first_beyond(heavy, positions.clone(), &bounds), self.first_beyond(light, positions.rev(), &bounds)]
    }

    /// The first position whose item does not fit completely when items are taken in the given order.
    fn first_beyond(
        &self,
        weight: i32,
        mut order: impl Iterator<Item = usize>,
        bounds: &impl Fn(View) -> (i32, i32),
    ) -> Option<usize> {
        let least = |i: &Item| i128::from(i.weight) * i128::from(bounds(i.count).0);
        let mut room = i128::from(weight) - self.items.iter().map(least).sum::<i128>();
        order.find(|&position| {
            let item = &self.items[self.by_ratio[position] as usize];
            let (low, high) = bounds(item.count);
            room -= i128::from(item.weight) * (i128::from(high) - i128::from(low));
            room < 0
        })
    }

    /// The row whose ratio is that of the item at a position in the order by ratio.
    fn row(&self, position: usize) -> Row {
        let item = &self.items[self.by_ratio[position] as usize];
        Row { weight: item.profit.into(), profit: item.weight.into() }
    }

    /// Makes the bounds consistent, over the reals, with a row; returns whether any bound moved.
    fn filter(&self, cx: &mut Context<'_>, row: Row) -> Result<bool, Conflict> {
        let (mut low, mut high) = (0, 0);
        for place in 0..self.places() {
            let (least, most) = self.extremes(cx, row, place);
            low += least;
            high += most;
        }
        let mut moved = false;
        for place in 0..self.places() {
            let coefficient = self.coefficient(row, place);
            let (least, most) = self.extremes(cx, row, place);
            // There is nothing to do if the other terms allow every value of this term.
            if coefficient == 0 || low - least + most <= 0 && high - most + least >= 0 {
                continue;
            }
            let (from, to) = (most - high, least - low);
            let (from, to) = if coefficient > 0 { (from, to) } else { (to, from) };
            let view = self.view(place);
            cx.at_least(view, ceil(from, coefficient), || Lazy(place as u32))?;
            cx.at_most(view, floor(to, coefficient), || Lazy(place as u32))?;
            let (new_least, new_most) = self.extremes(cx, row, place);
            moved |= (new_least, new_most) != (least, most);
            low += new_least - least;
            high += new_most - most;
        }
        Ok(moved)
    }

    /// Returns the least and greatest value of a term.
    fn extremes(&self, cx: &Context<'_>, row: Row, place: usize) -> (i128, i128) {
        let (low, high) = cx.bounds(self.view(place));
        let coefficient = self.coefficient(row, place);
        let ends = (coefficient * i128::from(low), coefficient * i128::from(high));
        if coefficient < 0 { (ends.1, ends.0) } else { ends }
    }
}

impl Propagator for Knapsack {
    fn scope(&self, scope: &mut Scope) {
        for place in 0..self.places() {
            scope.watch(self.view(place), Wake::Bounds);
        }
        scope.priority(4);
    }

    fn propagate(&mut self, cx: &mut Context<'_>, _: &[u32]) -> Result<Status, Conflict> {
        cx.work(10 * self.places())?;
        for item in &self.items {
            cx.at_least(item.count, 0, || NEGATIVE.because([]))?;
        }
        for row in [WEIGHT, PROFIT] {
            if self.filter(cx, row)? {
                return Ok(Status::Again);
            }
        }
        if (0..self.places()).all(|place| cx.fixed(self.view(place)).is_some()) {
            return Ok(Status::Entailed);
        }
        let critical = self.critical(|view| cx.bounds(view));
        for row in critical.into_iter().flatten().map(|position| self.row(position)) {
            if self.filter(cx, row)? {
                return Ok(Status::Again);
            }
        }
        Ok(Status::Stable)
    }

    fn explain(&self, past: &DomainsAt<'_>, fact: Option<Atom>, hint: u32, why: &mut Premises) -> &'static Rule {
        explain::explain(self, past, fact, hint as usize, why);
        &ROW
    }

    fn check(&self, rule: &'static Rule, case: &CheckContext<'_>) -> bool {
        check::refuted(self, rule, case)
    }
}
