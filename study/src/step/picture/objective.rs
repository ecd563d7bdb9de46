//! The objective: the domain and the incumbent.

use super::super::text;
use super::{Line, Piece, Tint};
use crate::recording::{Event, Recording, Replay};
use solver_core::Var;
use solver_core::prelude::Goal;

/// The objective and its values in the solutions.
#[derive(Clone, Debug)]
pub(super) struct Objective {
    goal: Goal,
    var: Var,
    /// For each solution, the number of events before it and its objective value.
    solutions: Vec<(usize, i32)>,
}

impl Objective {
    pub(super) fn new(recording: &Recording) -> Option<Objective> {
        let (goal, var) = recording.objective?;
        let mut replay = Replay::new(recording);
        let mut solutions = Vec::new();
        for (at, event) in recording.events().iter().enumerate() {
            if matches!(event, Event::Solution { .. }) {
                replay.go_to(at + 1);
                solutions.extend(replay.domain(var).min().map(|value| (at + 1, value)));
            }
        }
        Some(Objective { goal, var, solutions })
    }

    pub(super) fn variable(&self) -> Var {
        self.var
    }

    /// Returns the objective value of the latest solution, which is better than all previous ones.
    pub(super) fn incumbent(&self, replay: &Replay<'_>) -> Option<i32> {
        let found = self.solutions.partition_point(|(at, _)| *at <= replay.at());
        Some(self.solutions[found.checked_sub(1)?].1)
    }

    /// Formats the objective: `worth, to be maximised: 13..25; the best so far is 20`.
    pub(super) fn line(&self, replay: &Replay<'_>) -> Line {
        let symbols = replay.recording().symbols();
        let wanted = match self.goal {
            Goal::Minimize => "minimised",
            Goal::Maximize => "maximised",
        };
        let best = self.incumbent(replay).map(|value| format!("; the best so far is {value}")).unwrap_or_default();
        let left = text::values_of(symbols, self.var, replay.domain(self.var));
        vec![
            Piece::new(symbols.variable(self.var), Tint::Bold),
            Piece::plain(format!(", to be {wanted}: {left}{best}")),
        ]
    }
}
