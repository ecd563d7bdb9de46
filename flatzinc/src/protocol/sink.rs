//! The output sink: it receives solutions and the final status.

use super::statistics::RunStatistics;
use crate::Quantity;
use crate::instance::Instance;
use solver_core::Search;
use solver_core::observe::Observer;

/// The outcome of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The search is complete and found solutions; with an objective, the last one is optimal.
    Complete,
    /// The search is complete and found no solution.
    Unsatisfiable,
    /// The requested number of solutions was found; there may be more.
    Enough,
    /// A limit was reached, or values were omitted. There are solutions, and there may be more or better ones.
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
    /// An error of the sink, which ends the search.
    fn solution(
        &mut self,
        instance: &Instance,
        values: &[Quantity],
        objective: Option<Quantity>,
    ) -> std::io::Result<()>;

    /// Returns an observer for the search that is about to begin. A search with an observer records reasons and uses a
    /// single thread, even if more were requested.
    fn observer(&mut self, _search: &Search<'_>) -> Option<Box<dyn Observer>> {
        None
    }

    /// Receives an unsatisfiable core of the file's assumptions, by name: no solution satisfies all assumptions in the
    /// core.
    ///
    /// # Errors
    /// An error of the sink.
    fn core(&mut self, _assumptions: &[String]) -> std::io::Result<()> {
        Ok(())
    }

    /// Receives a remark on the progress of the search.
    ///
    /// # Errors
    /// An error of the sink.
    fn remark(&mut self, _remark: std::fmt::Arguments<'_>) -> std::io::Result<()> {
        Ok(())
    }

    /// Receives the final status and the statistics.
    ///
    /// # Errors
    /// An error of the sink.
    fn end(&mut self, ending: Ending, statistics: &RunStatistics) -> std::io::Result<()>;
}
