//! What searches that run side by side tell each other, and what comes of it.

use crate::budget::StopReason;
use crate::model::Owner;
use crate::search::Statistics;
use crate::solve::Solution;
use std::ops::ControlFlow;

/// Whom to tell of each better solution.
pub(super) type Listener<'a> = &'a mut (dyn FnMut(i32, &Solution) -> ControlFlow<()> + Send);

/// What all know.
pub(super) struct Shared<'a> {
    /// Is told of each solution that is better than all before.
    pub(super) listener: Option<Listener<'a>>,
    /// Whether who listens wants no more.
    pub(super) is_enough: bool,
    /// What the best solution is worth, whose model it is of, and who found it.
    best: Option<(i32, Owner, usize)>,
    /// The values of the best solution. The thread that asks has made room for them, and gives it back: see [`pool`](super::pool).
    values: Box<[i32]>,
    /// Who went through the whole tree.
    pub(super) prover: Option<usize>,
}

impl Shared<'_> {
    /// Of a model with so many variables.
    pub(super) fn new(variables: usize) -> Self {
        Shared { listener: None, is_enough: false, best: None, values: vec![0; variables].into(), prover: None }
    }

    /// Somebody found a solution with this value of what is made small.
    pub(super) fn offer(&mut self, value: i32, solution: &Solution, by: usize) {
        if self.best.as_ref().is_none_or(|(best, ..)| value < *best) {
            if let Some(listener) = &mut self.listener {
                self.is_enough |= listener(value, solution).is_break();
            }
            self.best = Some((value, solution.owner.clone(), by));
            self.values.clone_from(&solution.values);
        }
    }

    /// The smallest value known.
    pub(super) fn value(&self) -> Option<i32> {
        self.best.as_ref().map(|(value, ..)| *value)
    }

    /// Whether nothing remains to be found out.
    pub(super) fn is_answered(&self, optimises: bool) -> bool {
        self.prover.is_some() || self.is_enough || self.best.is_some() && !optimises
    }

    /// What came of it, with what each search did, and who stopped the first one that was stopped.
    pub(super) fn end(self, statistics: Vec<Statistics>, stopped: Option<StopReason>) -> End {
        let finder = self.best.as_ref().map(|(_, _, by)| *by);
        End {
            proved: self.prover.is_some(),
            by: self.prover.or(finder).unwrap_or(0),
            best: self.best.map(|(value, owner, _)| (value, Solution { owner, values: self.values })),
            stopped: stopped.unwrap_or(StopReason::Cancelled),
            statistics,
        }
    }
}

/// How a schedule ended.
pub(super) struct End {
    pub(super) best: Option<(i32, Solution)>,
    /// Whether somebody went through the whole tree.
    pub(super) proved: bool,
    /// Who stopped the searches, if there is no answer.
    pub(super) stopped: StopReason,
    /// Who has the answer.
    pub(super) by: usize,
    pub(super) statistics: Vec<Statistics>,
}
