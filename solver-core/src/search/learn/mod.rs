//! Orders that learn: what a search has met so far tells which variable to decide next.

mod weights;

pub(crate) use weights::{Degrees, Failures};

use super::VarOrder;
use crate::atom::Atom;
use crate::engine::Engine;
use crate::var::Var;

/// The decision variables, and where each stands among them.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    pub(crate) vars: Vec<Var>,
    /// By the variable's number.
    of: Vec<u32>,
}

impl Places {
    pub(crate) fn new(engine: &Engine, vars: Vec<Var>) -> Places {
        let mut of = vec![u32::MAX; engine.variables()];
        for (i, var) in vars.iter().enumerate() {
            of[var.index()] = i as u32;
        }
        Places { vars, of }
    }

    /// The place of a variable, if it is a decision variable.
    #[inline]
    pub(crate) fn of(&self, var: Var) -> Option<usize> {
        match self.of[var.index()] {
            u32::MAX => None,
            i => Some(i as usize),
        }
    }
}

/// What an order has learned. It is told what the search does, and gives each variable a key.
///
/// What is told at a node comes in this order: `deciding`, then `reached` or `failed`. The root has no decision.
pub(crate) trait Learner: Send {
    /// A decision is about to be made true at a node.
    fn deciding(&mut self, _: &Engine, _: &Places, _: Atom) {}

    /// The node's fixpoint was reached.
    fn reached(&mut self, _: &Engine, _: &Places) {}

    /// Propagation failed, in this propagator unless the decision itself contradicted its domain.
    fn failed(&mut self, _: &Engine, _: &Places, _propagator: Option<usize>) {}

    /// The search goes on from the root.
    fn restarted(&mut self) {}

    /// The variable with the smallest key is decided next. Asked of unfixed variables only.
    fn key(&self, engine: &Engine, places: &Places, place: usize) -> f64;
}

/// What an order needs to learn from; `None` for those that look at domains only.
pub(crate) fn learner(order: VarOrder, engine: &Engine, places: &Places) -> Option<Box<dyn Learner>> {
    Some(match order {
        VarOrder::Degree | VarOrder::DomDeg => Box::new(Degrees::new(order, engine, places)),
        VarOrder::DomWdeg => Box::new(Failures::new(engine, places)),
        _ => return None,
    })
}
