//! Adds the data for pictures to a recording: a board, a schedule or an objective.

use crate::subject::Subject;
use flatzinc::schedule::{Duration, Resource, Task};
use solver_core::SymbolTable;
use study::recording::{self, Board, Length, Recording};

impl Subject {
    /// Adds the board, the schedule or the objective of the subject to a recording.
    pub(super) fn shown(&self, mut recording: Recording) -> Recording {
        let symbols = recording.symbols();
        let objective =
            self.objective.as_ref().and_then(|(goal, expr)| Some((*goal, symbols.var(expr.variable()?).ok()?)));
        let task = |task: &Task| {
            let length = match &task.duration {
                Duration::Fixed(length) => Length::Fixed(*length),
                Duration::Multiple(factor, name) => Length::Multiple(*factor, recording.variable(name)?),
            };
            Some((recording.variable(&task.start)?, length))
        };
        let resource = |resource: &Resource| recording::Resource {
            name: resource.name.clone(),
            tasks: resource.tasks.iter().filter_map(task).collect(),
        };
        let (board, resources) = (self.board(symbols), self.resources.iter().map(resource).collect());
        (recording.resources, recording.objective) = (resources, objective);
        board.into_iter().fold(recording, Recording::on_board)
    }

    /// The board of a queens puzzle, with the variables that represent its columns in `symbols`.
    pub(super) fn board(&self, symbols: &SymbolTable) -> Option<Board> {
        let columns = self.queens.as_ref()?.columns.iter().map(|&x| symbols.var(x).ok());
        Some(Board { columns: columns.collect::<Option<_>>()?, first: 0 })
    }
}
