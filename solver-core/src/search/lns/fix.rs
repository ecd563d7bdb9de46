//! Builds a neighbourhood: fixes part of the incumbent, one variable after another, each at its own level.

use super::{LnsState, Neighbourhood, Stage};
use crate::atom::Atom;
use crate::budget::StopReason;
use crate::engine::{Engine, Halt};
use crate::var::Var;
use crate::view::View;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// After this many consecutive variables that cannot keep their old values, all other variables stay free.
const REFUSALS: u32 = 8;

/// The open variables not yet considered, by index.
struct Untried {
    is: Vec<bool>,
    count: usize,
}

impl Untried {
    fn remove(&mut self, index: usize) {
        self.count -= usize::from(std::mem::take(&mut self.is[index]));
    }
}

/// Finds the variable whose domain has shrunk most since the construction of the neighbourhood began.
struct Losses {
    /// By index: the logarithm of the domain size, and its decrease so far.
    sizes: Vec<f64>,
    lost: Vec<f64>,
    /// By index: a rank that breaks ties between equal losses.
    ranks: Vec<u32>,
    /// The variables whose domains have shrunk, some more than once. An entry consists of the loss as bits (which order
    /// non-negative numbers correctly), the rank, and the index.
    heap: BinaryHeap<(u64, Reverse<u32>, u32)>,
}

impl Losses {
    fn new(engine: &Engine, vars: &[Var], order: &[u32]) -> Losses {
        let mut ranks = vec![0; order.len()];
        for (rank, &index) in (0..).zip(order) {
            ranks[index as usize] = rank;
        }
        let sizes: Vec<f64> = vars.iter().map(|&var| log_size(engine, var)).collect();
        Losses { lost: vec![0.0; vars.len()], sizes, ranks, heap: BinaryHeap::new() }
    }

    /// Updates the loss of a domain that may have become smaller.
    fn update(&mut self, engine: &Engine, var: Var, index: usize) {
        let size = log_size(engine, var);
        if size < self.sizes[index] {
            self.lost[index] += self.sizes[index] - size;
            self.sizes[index] = size;
            self.heap.push((self.lost[index].to_bits(), Reverse(self.ranks[index]), index as u32));
        }
    }

    /// Removes and returns the untried variable whose domain has shrunk most.
    fn most(&mut self, untried: &Untried) -> Option<usize> {
        while let Some((loss, _, index)) = self.heap.pop() {
            let index = index as usize;
            if untried.is[index] && loss == self.lost[index].to_bits() {
                return Some(index);
            }
        }
        None
    }
}

fn log_size(engine: &Engine, var: Var) -> f64 {
    f64::from(engine.size(View::from(var))).ln()
}

impl LnsState {
    /// Fixes part of the incumbent. Returns the number of levels opened.
    pub(crate) fn fix(&mut self, engine: &mut Engine) -> Result<usize, StopReason> {
        let kind = self.choose();
        self.improved = false;
        let order = self.order(kind);
        let n = order.len();
        if !engine.budget().spend(2 * n) {
            return Err(engine.budget().stopped.unwrap_or(StopReason::Cancelled));
        }
        let free = (self.relaxed * n as f64).round() as usize;
        let is: Vec<bool> = self.vars.iter().map(|&var| engine.fixed(View::from(var)).is_none()).collect();
        let mut untried = Untried { count: is.iter().filter(|is| **is).count(), is };
        let is_guided = kind == Neighbourhood::PropagationGuided;
        let mut losses = is_guided.then(|| Losses::new(engine, &self.vars, &order));
        let mut order = order.into_iter().map(|index| index as usize);
        let (mut levels, mut refusals) = (0, 0);
        while untried.count > free && refusals < REFUSALS {
            // Takes the variable whose domain has shrunk most; if none has shrunk, the shuffled order decides.
            let most = losses.as_mut().and_then(|losses| losses.most(&untried));
            let Some(index) = most.or_else(|| order.find(|&index| untried.is[index])) else { break };
            untried.remove(index);
            let view = View::from(self.vars[index]);
            if !engine.contains(view, self.best[index]) {
                refusals += 1;
                continue;
            }
            let bound = engine.min(self.objective);
            engine.push_level();
            match engine.assume(Atom::equals(view, self.best[index])).and_then(|()| engine.propagate()) {
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
            self.impacts[index] = 0.9 * self.impacts[index] + 0.1 * moved;
            for var in engine.store.changed().1 {
                let Some(&index) = self.indices.get(var.index()).filter(|index| **index < n as u32) else { continue };
                if engine.fixed(View::from(var)).is_some() {
                    untried.remove(index as usize);
                }
                if let Some(losses) = &mut losses {
                    losses.update(engine, var, index as usize);
                }
            }
        }
        self.stage = Stage::Neighbourhood { whole: levels == 0 };
        Ok(levels)
    }

    /// Returns the indices of all variables, in the order in which to fix them.
    fn order(&mut self, kind: Neighbourhood) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.vars.len() as u32).collect();
        self.rng.shuffle(&mut order);
        if kind == Neighbourhood::ObjectiveGuided {
            // Random keys, weighted so that variables with little impact on the objective tend to be fixed first.
            let mean = self.impacts.iter().sum::<f64>() / self.impacts.len().max(1) as f64;
            let weights = self.impacts.iter().map(|impact| impact + mean + f64::MIN_POSITIVE);
            let keys: Vec<f64> = weights.map(|w| w * (self.rng.next_u64() >> 11) as f64).collect();
            order.sort_by(|&i, &j| keys[i as usize].total_cmp(&keys[j as usize]));
        }
        order
    }
}
