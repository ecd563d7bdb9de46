//! The state shared by the searches of a portfolio.

use crate::solve::Solution;
use std::ops::ControlFlow;

/// Receives each new incumbent.
pub(super) type Listener<'a> = &'a mut (dyn FnMut(i32, &Solution) -> ControlFlow<()> + Send);

/// The state shared by all searches.
pub(super) struct Shared<'a> {
    /// Receives each solution that is better than all earlier ones.
    pub(super) listener: Option<Listener<'a>>,
    /// Whether the listener has ended the search.
    pub(super) is_enough: bool,
    /// The incumbent, its objective value, and the search that found it.
    pub(super) best: Option<(i32, Solution, usize)>,
    /// The search that completed its tree.
    pub(super) prover: Option<usize>,
}

impl Shared<'_> {
    /// Creates the state before there is any result.
    pub(super) fn new() -> Self {
        Shared { listener: None, is_enough: false, best: None, prover: None }
    }

    /// Records a solution with this objective value.
    pub(super) fn offer(&mut self, value: i32, solution: Solution, by: usize) {
        if self.best.as_ref().is_none_or(|(best, ..)| value < *best) {
            if let Some(listener) = &mut self.listener {
                self.is_enough |= listener(value, &solution).is_break();
            }
            self.best = Some((value, solution, by));
        }
    }

    /// The shared bound: the smallest known value.
    pub(super) fn value(&self) -> Option<i32> {
        self.best.as_ref().map(|(value, ..)| *value)
    }

    /// Whether the query is answered.
    pub(super) fn is_answered(&self, optimises: bool) -> bool {
        self.prover.is_some() || self.is_enough || self.best.is_some() && !optimises
    }
}
