//! The brancher: picks a variable and a value, deterministically.

use super::order::{Ties, VarOrder};
use super::rng::Rng;
use super::values::ValueOrder;
use super::weights::Weights;
use crate::atom::Atom;
use crate::engine::Engine;
use crate::var::Var;
use crate::view::View;

/// The next variable to branch on: its place among the decision variables.
#[derive(Clone, Debug)]
pub(crate) struct Brancher {
    vars: Vec<Var>,
    /// So many of the variables are chosen by the order; the others follow one by one.
    ordered: usize,
    order: VarOrder,
    ties: Ties,
    values: ValueOrder,
    rng: Rng,
    weights: Option<Weights>,
    /// For `dom/wdeg`: each variable's place, `u32::MAX` for variables that are not decided.
    places: Vec<u32>,
}

impl Brancher {
    pub(crate) fn new(
        engine: &Engine,
        vars: Vec<Var>,
        ordered: usize,
        order: VarOrder,
        ties: Ties,
        values: ValueOrder,
        seed: u64,
    ) -> Brancher {
        let weights = match order {
            VarOrder::DomDeg => Some(Weights::degrees(engine, &vars)),
            VarOrder::DomWdeg => Some(Weights::failures(engine, &vars)),
            _ => None,
        };
        let mut places = Vec::new();
        if order == VarOrder::DomWdeg {
            places = vec![u32::MAX; engine.variables()];
            for (i, var) in vars.iter().enumerate() {
                places[var.index()] = i as u32;
            }
        }
        Brancher { vars, ordered, order, ties, values, rng: Rng::new(seed), weights, places }
    }

    pub(crate) fn vars(&self) -> &[Var] {
        &self.vars
    }

    /// A propagator has failed.
    #[inline]
    pub(crate) fn failed(&mut self, engine: &Engine, propagator: usize) {
        if self.order == VarOrder::DomWdeg
            && let Some(weights) = &mut self.weights
        {
            let places = &self.places;
            weights.add_failure(engine, propagator, |v| match places[v.index()] {
                u32::MAX => None,
                i => Some(i as usize),
            });
        }
    }

    /// The variable to branch on; `None` when all are fixed. All before `cursor` are
    /// fixed; the cursor moves to the first that is not.
    #[inline]
    pub(crate) fn next(&mut self, engine: &Engine, cursor: &mut u32) -> Option<Var> {
        let mut at = *cursor as usize;
        while engine.store.fixed(*self.vars.get(at)?).is_some() {
            at += 1;
        }
        *cursor = at as u32;
        if at >= self.ordered {
            return Some(self.vars[at]);
        }
        Some(match self.order {
            VarOrder::Input => self.vars[at],
            VarOrder::SmallestDomain if self.ties == Ties::First => self.first_smallest(engine, at),
            VarOrder::Random => self.any(engine, at),
            _ => self.best(engine, at),
        })
    }

    fn unfixed<'a>(&'a self, engine: &'a Engine, from: usize) -> impl Iterator<Item = (usize, &'a Var)> {
        self.vars[..self.ordered].iter().enumerate().skip(from).filter(|(_, v)| engine.store.fixed(**v).is_none())
    }

    /// The hot one: smallest domain, first of equals. Two values cannot be beaten.
    #[inline]
    fn first_smallest(&self, engine: &Engine, from: usize) -> Var {
        let mut best = self.vars[from];
        let mut least = engine.store.size(best);
        for &var in &self.vars[from + 1..self.ordered] {
            if least == 2 {
                break;
            }
            let size = engine.store.size(var);
            if size > 1 && size < least {
                (best, least) = (var, size);
            }
        }
        best
    }

    fn any(&mut self, engine: &Engine, from: usize) -> Var {
        let count = self.unfixed(engine, from).count() as u64;
        let k = self.rng.below(count) as usize;
        self.unfixed(engine, from).nth(k).map_or(self.vars[from], |(_, &v)| v)
    }

    /// The least by the order's key, ties as told.
    fn best(&mut self, engine: &Engine, from: usize) -> Var {
        let mut best = from;
        let mut equals = 1;
        for at in from + 1..self.ordered {
            if engine.store.fixed(self.vars[at]).is_some() {
                continue;
            }
            match self.compare(engine, at, best) {
                std::cmp::Ordering::Less => (best, equals) = (at, 1),
                std::cmp::Ordering::Greater => {}
                std::cmp::Ordering::Equal => {
                    equals += 1;
                    let take = match self.ties {
                        Ties::First => false,
                        Ties::Last => true,
                        // Each of k equals survives with probability 1/k.
                        Ties::Random => self.rng.below(equals) == 0,
                    };
                    if take {
                        best = at;
                    }
                }
            }
        }
        self.vars[best]
    }

    fn compare(&self, engine: &Engine, a: usize, b: usize) -> std::cmp::Ordering {
        let (x, y) = (self.vars[a], self.vars[b]);
        let size = |v: Var| u128::from(engine.store.size(v));
        match self.order {
            VarOrder::LargestDomain => size(y).cmp(&size(x)),
            VarOrder::SmallestValue => engine.store.bounds(x).0.cmp(&engine.store.bounds(y).0),
            _ => match &self.weights {
                // size(x) / weight(x) against size(y) / weight(y), without division
                Some(w) => (size(x) * u128::from(w.of(b))).cmp(&(size(y) * u128::from(w.of(a)))),
                None => size(x).cmp(&size(y)),
            },
        }
    }

    /// The left branch of a two-way node on an unfixed variable, and the share of
    /// the domain that it takes.
    #[inline]
    pub(crate) fn left(&mut self, engine: &Engine, var: Var) -> (Atom, f64) {
        let (low, high) = engine.store.bounds(var);
        let view = View::of(var);
        if self.values == ValueOrder::Split {
            let middle = low + ((i64::from(high) - i64::from(low)) / 2) as i32;
            return (Atom::at_most(view, middle), 0.5);
        }
        let size = engine.store.size(var);
        let value = match self.values {
            ValueOrder::Min | ValueOrder::Split => low,
            ValueOrder::Max => high,
            ValueOrder::Median => engine.nth(var, (size - 1) / 2),
            ValueOrder::MiddleOut => nearest_to_middle(engine, var, low, high),
            ValueOrder::Random => engine.nth(var, self.rng.below(u64::from(size)) as u32),
        };
        (Atom::equals(view, value), 1.0 / f64::from(size))
    }

    /// All values of a variable in the order of a d-way node, appended to `out` last
    /// first. The first one is what [`left`](Brancher::left) would take.
    pub(crate) fn all(&mut self, engine: &Engine, var: Var, out: &mut Vec<i32>) {
        let start = out.len();
        let mut next = engine.next(var, i32::MIN);
        while let Some(v) = next {
            out.push(v);
            next = v.checked_add(1).and_then(|v| engine.next(var, v));
        }
        let values = &mut out[start..];
        match self.values {
            ValueOrder::Min | ValueOrder::Split => {}
            ValueOrder::Max => values.reverse(),
            ValueOrder::Median => {
                // By rank: the middle, one below, one above, two below, …
                let count = values.len() as u32;
                let mut rank = (count - 1) / 2;
                for (i, value) in (1..).zip(values.iter_mut()) {
                    *value = engine.nth(var, rank);
                    rank = if i % 2 == 1 { rank.wrapping_sub(i) } else { rank.wrapping_add(i) };
                    if rank >= count {
                        // An even number of values has one more above the middle.
                        rank = count - 1;
                    }
                }
            }
            ValueOrder::MiddleOut => {
                let (low, high) = engine.store.bounds(var);
                let twice = i64::from(low) + i64::from(high);
                values.sort_unstable_by_key(|&v| ((2 * i64::from(v) - twice).abs(), v));
            }
            ValueOrder::Random => {
                for i in (1..values.len()).rev() {
                    values.swap(i, self.rng.below(i as u64 + 1) as usize);
                }
            }
        }
        out[start..].reverse();
    }
}

/// The value nearest to the middle of the bounds; of two equally near, the lower.
fn nearest_to_middle(engine: &Engine, var: Var, low: i32, high: i32) -> i32 {
    let twice = i64::from(low) + i64::from(high);
    let middle = twice.div_euclid(2) as i32;
    let above = engine.next(var, middle).unwrap_or(high);
    // The number of values below `above` gives the one before it.
    let distance = |v: i32| (2 * i64::from(v) - twice).abs();
    if above == middle {
        return match engine.next(var, middle + 1) {
            Some(v) if distance(v) < distance(middle) => v,
            _ => middle,
        };
    }
    let below = engine.store.domains.previous(&engine.store.slots, var, middle).unwrap_or(low);
    if distance(below) <= distance(above) { below } else { above }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Layout, ValueSet, engine::EngineBuilder};

    /// Two-way and d-way branching share one meaning of every value order.
    #[test]
    fn d_way_begins_with_the_value_that_two_way_takes_and_lists_each_once() {
        let mut rng = Rng::new(5);
        for case in 0..3_000 {
            let values: Vec<i32> = (0..1 + rng.below(8)).map(|_| rng.below(40) as i32 - 20).collect();
            let set = ValueSet::from_values(values);
            let layout = [Layout::Auto, Layout::Wide, Layout::Span][case % 3];
            let engine = EngineBuilder::with_layout(vec![set.clone()], layout).build().unwrap();
            if set.len() == 1 {
                continue;
            }
            for order in [ValueOrder::Min, ValueOrder::Max, ValueOrder::Median, ValueOrder::MiddleOut] {
                let mut brancher = Brancher::new(&engine, vec![Var(0)], 1, VarOrder::Input, Ties::First, order, 0);
                let mut all = Vec::new();
                brancher.all(&engine, Var(0), &mut all);
                let (atom, _) = brancher.left(&engine, Var(0));
                assert_eq!(all.last(), Some(&atom.value()), "{order} {set:?}");
                assert_eq!(ValueSet::from_values(all.iter().copied()), set, "{order}");
                assert_eq!(all.len() as u64, set.len(), "{order} {set:?} {all:?}");
            }
        }
    }
}
