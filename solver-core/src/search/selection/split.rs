//! Value selection: how the domain of the chosen variable is split, and which part comes first.

use super::{Cursor, Selection};
use crate::atom::Atom;
use crate::engine::Engine;
use crate::search::ValueSelect;
use crate::var::Var;
use crate::view::View;

impl Selection {
    /// Returns the left branch of a two-way node on an unfixed variable, and that branch's share of the domain.
    #[inline]
    pub(crate) fn left(&mut self, engine: &mut Engine, var: Var, cursor: Cursor) -> (Atom, f64) {
        let view = self.as_view(var);
        let (low, high) = view.bounds_of(engine.store.bounds(var));
        if self.has_preferences
            && let Some(value) = self.preferred(engine, var)
        {
            return (Atom::equals(View::from(var), value), 1.0 / f64::from(engine.store.size(var)));
        }
        let values = self.values_of(var, cursor);
        let size = engine.store.size(var);
        if values.takes_a_part() {
            return self.part(engine, view, values, (low, high));
        }
        let value = match values {
            ValueSelect::Max => high,
            ValueSelect::Median => nth(engine, view, (size - 1) / 2),
            ValueSelect::MiddleOut => view.value_of(nearest_to_middle(engine, view)),
            ValueSelect::Random => nth(engine, view, self.rng.below(u64::from(size)) as u32),
            ValueSelect::LeastImpact => view.value_of(self.least_impact(engine, var)),
            ValueSelect::BoundImpact => view.value_of(self.best_bound(engine, var)),
            _ => low,
        };
        (Atom::equals(view, value), 1.0 / f64::from(size))
    }

    /// Returns the part of the domain that comes first, and its share of the domain.
    fn part(&mut self, engine: &Engine, view: View, values: ValueSelect, (low, high): (i32, i32)) -> (Atom, f64) {
        let size = engine.store.size(view.var());
        let middle = low + ((i64::from(high) - i64::from(low)) / 2) as i32;
        let lower = Atom::at_most(view, middle);
        let except = |value: i32| (!Atom::equals(view, value), 1.0 - 1.0 / f64::from(size));
        match values {
            ValueSelect::SplitUpper => (!lower, 0.5),
            ValueSelect::SplitRandom => (if self.rng.below(2) == 0 { lower } else { !lower }, 0.5),
            ValueSelect::ExceptMin => except(low),
            ValueSelect::ExceptMax => except(high),
            ValueSelect::ExceptMedian => except(nth(engine, view, (size - 1) / 2)),
            ValueSelect::ExceptRandom => except(nth(engine, view, self.rng.below(u64::from(size)) as u32)),
            ValueSelect::Interval => match first_run(engine, view, low) {
                run if run == size => (lower, 0.5),
                run => (Atom::at_most(view, low + (run - 1) as i32), f64::from(run) / f64::from(size)),
            },
            _ => (lower, 0.5),
        }
    }

    /// Appends all values of a variable to `out`, in reverse of the order in which a d-way node tries them. It first
    /// tries the value that [`left`](Selection::left) would take.
    pub(crate) fn all(&mut self, engine: &mut Engine, var: Var, cursor: Cursor, out: &mut Vec<i32>) {
        let start = out.len();
        let mut next = engine.next(var, i32::MIN);
        while let Some(v) = next {
            out.push(v);
            next = v.checked_add(1).and_then(|v| engine.next(var, v));
        }
        let values = &mut out[start..];
        let is_mirrored = self.as_view(var).is_negated();
        if is_mirrored {
            values.reverse();
        }
        match self.values_of(var, cursor) {
            ValueSelect::Max => values.reverse(),
            ValueSelect::Median => {
                // By rank: the middle, one below, one above, two below, …
                let count = values.len() as u32;
                let mut rank = (count - 1) / 2;
                for (i, value) in (1..).zip(values.iter_mut()) {
                    *value = engine.nth(var, if is_mirrored { count - 1 - rank } else { rank });
                    rank = if i % 2 == 1 { rank.wrapping_sub(i) } else { rank.wrapping_add(i) };
                    if rank >= count {
                        // If the number of values is even, there is one more value above the middle.
                        rank = count - 1;
                    }
                }
            }
            ValueSelect::MiddleOut => {
                let (low, high) = engine.store.bounds(var);
                let twice = i64::from(low) + i64::from(high);
                let sign = if is_mirrored { -1 } else { 1 };
                values.sort_unstable_by_key(|&v| ((2 * i64::from(v) - twice).abs(), sign * i64::from(v)));
            }
            ValueSelect::Random => self.rng.shuffle(values),
            ValueSelect::LeastImpact => {
                values.sort_by(|&v, &w| self.impact(engine, var, v).total_cmp(&self.impact(engine, var, w)));
            }
            ValueSelect::BoundImpact => {
                let bounds = self.bounds_of_objective(engine, var);
                let best = |v: i32| bounds.iter().find(|(w, _)| *w == v).map_or(i64::MAX, |&(_, bound)| bound);
                values.sort_by_key(|&v| best(v));
            }
            // The values are in ascending order already; selections that keep part of the domain have no d-way form.
            _ => {}
        }
        if self.has_preferences
            && let Some(value) = self.preferred(engine, var)
            && let Some(at) = values.iter().position(|&v| v == value)
        {
            values[..=at].rotate_right(1);
        }
        out[start..].reverse();
    }

    /// Returns the value that hints or phase saving prefer for a variable, if it is in the domain.
    fn preferred(&self, engine: &Engine, var: Var) -> Option<i32> {
        let value = self.preferences[self.decision_vars.index(var)?]?;
        engine.store.contains(var, value).then_some(value)
    }
}

/// The `k`-th value of the view, counted from 0.
#[inline]
fn nth(engine: &Engine, view: View, k: u32) -> i32 {
    let k = if view.is_negated() { engine.store.size(view.var()) - 1 - k } else { k };
    view.value_of(engine.nth(view.var(), k))
}

/// Returns the number of consecutive values from `low`, the view's smallest value, to the first gap.
fn first_run(engine: &Engine, view: View, low: i32) -> u32 {
    // The k-th value is at least `low + k`, and equal to it before the gap.
    let (mut some, mut beyond) = (1, engine.store.size(view.var()) + 1);
    while beyond - some > 1 {
        let count = some + (beyond - some) / 2;
        let last = nth(engine, view, count - 1);
        if i64::from(last) - i64::from(low) < i64::from(count) {
            some = count;
        } else {
            beyond = count;
        }
    }
    some
}

/// Returns the variable's value nearest to the middle of its bounds; ties go to the smaller value of the view.
fn nearest_to_middle(engine: &Engine, view: View) -> i32 {
    let var = view.var();
    let (low, high) = engine.store.bounds(var);
    let prefers_upper = view.is_negated();
    let twice = i64::from(low) + i64::from(high);
    let middle = twice.div_euclid(2) as i32;
    let above = engine.next(var, middle).unwrap_or(high);
    // Twice the distance to the middle of the bounds.
    let distance = |v: i32| (2 * i64::from(v) - twice).abs();
    if above == middle {
        return match engine.next(var, middle + 1) {
            Some(v) if distance(v) < distance(middle) || prefers_upper && distance(v) == distance(middle) => v,
            _ => middle,
        };
    }
    let below = engine.store.domains.previous(&engine.store.slots, var, middle).unwrap_or(low);
    let takes_upper = distance(above) < distance(below) || prefers_upper && distance(above) == distance(below);
    if takes_upper { above } else { below }
}
