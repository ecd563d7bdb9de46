//! Builds a neighbourhood: fixes a part of the incumbent, one variable after the other, each on a level of its own.

use super::{LnsState, Neighbourhood, Stage};
use crate::atom::Atom;
use crate::budget::StopReason;
use crate::engine::{Engine, Halt};
use crate::view::View;

/// After this many variables in a row that cannot keep their old value, the rest is left free.
const REFUSALS: u32 = 8;

impl LnsState {
    /// Fixes a part of the incumbent. Returns the number of levels opened.
    pub(crate) fn fix(&mut self, engine: &mut Engine) -> Result<usize, StopReason> {
        let kind = self.choose();
        self.improved = false;
        let mut order = self.order(kind);
        let n = order.len();
        let free = (self.relaxed * n as f64).round() as usize;
        let mut sizes: Vec<f64> = Vec::new();
        let mut lost: Vec<f64> = vec![0.0; if kind == Neighbourhood::PropagationGuided { self.vars.len() } else { 0 }];
        let (mut levels, mut refusals) = (0, 0);
        for at in 0..n {
            let open = |&place: &u32| engine.fixed(View::of(self.vars[place as usize])).is_none();
            if order[at..].iter().filter(|place| open(place)).count() <= free || refusals == REFUSALS {
                break;
            }
            if kind == Neighbourhood::PropagationGuided {
                // Of the variables that lost values, the one that lost most; otherwise the shuffled order decides.
                let most = (at..n).filter(|&i| open(&order[i])).max_by(|&i, &j| {
                    let loss = |i: usize| lost[order[i] as usize];
                    loss(i).total_cmp(&loss(j)).then(j.cmp(&i))
                });
                order.swap(at, most.unwrap_or(at));
                sizes.clear();
                sizes.extend(self.vars.iter().map(|&var| f64::from(engine.size(View::of(var)))));
            }
            let place = order[at] as usize;
            let view = View::of(self.vars[place]);
            if engine.fixed(view).is_some() {
                continue;
            }
            if !engine.contains(view, self.best[place]) {
                refusals += 1;
                continue;
            }
            let bound = engine.min(self.objective);
            engine.push_level();
            match engine.assume(Atom::equals(view, self.best[place])).and_then(|()| engine.propagate()) {
                Ok(()) => levels += 1,
                Err(Halt::Stopped(by)) => return Err(by),
                Err(Halt::Failed) => {
                    engine.pop_level();
                    refusals += 1;
                    continue;
                }
            }
            refusals = 0;
            let moved = f64::from(engine.min(self.objective)) - f64::from(bound);
            self.impacts[place] = 0.9 * self.impacts[place] + 0.1 * moved;
            for (i, size) in sizes.iter().enumerate() {
                lost[i] += size.ln() - f64::from(engine.size(View::of(self.vars[i]))).ln();
            }
        }
        self.stage = Stage::Near { whole: levels == 0 };
        Ok(levels)
    }

    /// The places of all variables, those to be fixed first in front.
    fn order(&mut self, kind: Neighbourhood) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.vars.len() as u32).collect();
        for i in (1..order.len()).rev() {
            order.swap(i, self.rng.below(i as u64 + 1) as usize);
        }
        if kind == Neighbourhood::ObjectiveGuided {
            // Half at random, half by the variable's contribution to the objective.
            let mean = self.impacts.iter().sum::<f64>() / self.impacts.len().max(1) as f64;
            let weights = self.impacts.iter().map(|impact| impact + mean + f64::MIN_POSITIVE);
            let keys: Vec<f64> = weights.map(|w| w * (self.rng.next_u64() >> 11) as f64).collect();
            order.sort_by(|&i, &j| keys[i as usize].total_cmp(&keys[j as usize]));
        }
        order
    }
}
