//! Which variable is branched on.

use super::{Brancher, Step};
use crate::atom::Atom;
use crate::engine::Engine;
use crate::search::{Ties, ValueOrder, VarOrder};
use crate::var::Var;
use crate::view::View;
use std::cmp::Ordering;

impl Brancher {
    /// The variable to branch on; `None` when all are fixed. All before `cursor` are
    /// fixed; the cursor moves to the first that is not.
    #[inline]
    pub(crate) fn next(&mut self, engine: &Engine, cursor: &mut u32) -> Option<Var> {
        let mut at = *cursor as usize;
        while engine.store.fixed(*self.places.vars.get(at)?).is_some() {
            at += 1;
        }
        *cursor = at as u32;
        if self.heeds_conflicts {
            // What tells solutions apart is decided before what does not.
            let end = if at < self.distinct { self.distinct } else { usize::MAX };
            if let Some(var) = self.conflicts.next(engine, &self.places, end) {
                return Some(var);
            }
        }
        let group = self.group_at(at);
        Some(match group.orders[0].0 {
            VarOrder::Input => self.places.vars[at],
            VarOrder::SmallestDomain if group.first_smallest => self.first_smallest(engine, at, group.end),
            VarOrder::Random => self.any(engine, at),
            _ => self.best(engine, at),
        })
    }

    /// What the user's own rules decide, if they do.
    #[inline]
    pub(crate) fn chosen(&mut self, engine: &Engine) -> Option<Atom> {
        self.choosers.iter().find_map(|choose| choose(engine))
    }

    /// The group that the variable at this place belongs to.
    #[inline]
    fn group_at(&self, place: usize) -> &Step {
        let mut k = 0;
        while self.groups[k].end <= place {
            k += 1;
        }
        &self.groups[k]
    }

    /// The value order of a variable. `cursor` is the first place that is not fixed.
    #[inline]
    pub(super) fn values_of(&self, var: Var, cursor: u32) -> ValueOrder {
        match &self.groups[..] {
            [all] => all.values,
            groups if groups[0].end > cursor as usize && !self.heeds_conflicts => groups[0].values,
            _ => self.places.of(var).map_or(ValueOrder::Min, |place| self.group_at(place).values),
        }
    }

    fn unfixed<'a>(&'a self, engine: &'a Engine, from: usize, to: usize) -> impl Iterator<Item = &'a Var> {
        self.places.vars[from..to].iter().filter(|v| engine.store.fixed(**v).is_none())
    }

    /// The hot one: smallest domain, first of equals. Two values cannot be beaten.
    #[inline]
    fn first_smallest(&self, engine: &Engine, from: usize, to: usize) -> Var {
        let mut best = self.places.vars[from];
        let mut least = engine.store.size(best);
        for &var in &self.places.vars[from + 1..to] {
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
        let to = self.group_at(from).end;
        let count = self.unfixed(engine, from, to).count() as u64;
        let k = self.rng.below(count) as usize;
        self.unfixed(engine, from, to).nth(k).copied().unwrap_or(self.places.vars[from])
    }

    /// The least by the orders' keys, ties as told.
    fn best(&mut self, engine: &Engine, from: usize) -> Var {
        let Brancher { places, as_views, learners, rng, groups, .. } = self;
        let Some(group) = groups.iter().find(|group| group.end > from) else { return places.vars[from] };
        let key = |k: usize, place: usize| {
            let (order, learner) = group.orders[k];
            match learners.get(learner) {
                Some((_, learner)) => learner.key(engine, places, place),
                None => key(engine, order, as_views.get(place).copied().unwrap_or(View::of(places.vars[place]))),
            }
        };
        let (mut best, mut best_key) = (from, key(0, from));
        let mut equals = 1;
        for at in from + 1..group.end {
            if engine.store.fixed(places.vars[at]).is_some() {
                continue;
            }
            let new = key(0, at);
            let first = new.total_cmp(&best_key);
            let compared = (1..group.orders.len())
                .fold(first, |so_far, k| so_far.then_with(|| key(k, at).total_cmp(&key(k, best))));
            let take = match compared {
                Ordering::Less => {
                    equals = 1;
                    true
                }
                Ordering::Greater => false,
                Ordering::Equal => {
                    equals += 1;
                    match group.ties {
                        Ties::First => false,
                        Ties::Last => true,
                        // Each of k equals survives with probability 1/k.
                        Ties::Random => rng.below(equals) == 0,
                    }
                }
            };
            if take {
                (best, best_key) = (at, new);
            }
        }
        places.vars[best]
    }
}

/// The key of an order that looks at the domain alone: the smaller the better.
fn key(engine: &Engine, order: VarOrder, view: View) -> f64 {
    let var = view.var();
    let (low, high) = view.bounds_of(engine.store.bounds(var));
    match order {
        VarOrder::LargestDomain => -f64::from(engine.store.size(var)),
        VarOrder::SmallestValue => f64::from(low),
        VarOrder::LargestValue => -f64::from(high),
        VarOrder::MaxRegret => {
            let second = if view.is_negated() {
                view.value_of(engine.nth(var, engine.store.size(var).saturating_sub(2)))
            } else {
                engine.next(var, view.var_value(low) + 1).map_or(low, |v| view.value_of(v))
            };
            f64::from(low) - f64::from(second)
        }
        _ => f64::from(engine.store.size(var)),
    }
}
