//! The output sink: receives solutions and the final status.

use super::statistics::RunStatistics;
use crate::Quantity;
use crate::instance::Instance;
use solver_core::Search;
use solver_core::observe::Observer;

/// The outcome of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The search is complete and found solutions; the last one is the best.
    Complete,
    /// The search is complete and found no solution.
    Unsatisfiable,
    /// The requested number of solutions was found; there may be more.
    Enough,
    /// A limit was reached, or values were left out. There are solutions, and there may be more or better ones.
    Some,
    /// There is no result.
    Unknown,
}

impl Ending {
    /// The status line of MiniZinc's protocol.
    pub fn line(self) -> &'static str {
        match self {
            Ending::Complete => "==========\n",
            Ending::Unsatisfiable => "=====UNSATISFIABLE=====\n",
            Ending::Enough | Ending::Some => "",
            Ending::Unknown => "=====UNKNOWN=====\n",
        }
    }
}

/// Receives the results of a search.
pub trait OutputSink {
    /// Receives a solution: the values of the file's variables, and the objective value.
    ///
    /// # Errors
    /// If the sink fails, which ends the search.
    fn solution(
        &mut self,
        instance: &Instance,
        values: &[Quantity],
        objective: Option<Quantity>,
    ) -> std::io::Result<()>;

    /// The observer of the search that is about to begin. A search with an observer records reasons and uses a single
    /// thread, whatever number was requested.
    fn observer(&mut self, _search: &Search<'_>) -> Option<Box<dyn Observer>> {
        None
    }

    /// Receives an unsatisfiable core of the file's assumptions, by name: the file has no solution that satisfies it.
    ///
    /// # Errors
    /// If the sink fails.
    fn core(&mut self, _assumptions: &[String]) -> std::io::Result<()> {
        Ok(())
    }

    /// Receives a remark on the progress of the search.
    ///
    /// # Errors
    /// If the sink fails.
    fn remark(&mut self, _remark: std::fmt::Arguments<'_>) -> std::io::Result<()> {
        Ok(())
    }

    /// Receives the final status and the statistics.
    ///
    /// # Errors
    /// If the sink fails.
    fn end(&mut self, ending: Ending, statistics: &RunStatistics) -> std::io::Result<()>;
}
