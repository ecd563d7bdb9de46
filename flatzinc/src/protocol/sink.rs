//! The output sink: receives solutions and the final status.

use super::statistics::RunStatistics;
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
    /// A limit was reached, or values were left out: there are solutions, and there may be more or better ones.
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
    /// A solution: the values of the file's variables, with truth values as 0 and 1, and the value of the objective.
    ///
    /// # Errors
    /// If the sink fails, which ends the search.
    fn solution(&mut self, instance: &Instance, values: &[i64], objective: Option<i64>) -> std::io::Result<()>;

    /// The observer of the search that is about to begin. With an observer, the search records reasons, and is
    /// single, whatever the requested number of threads.
    fn observer(&mut self, _search: &Search<'_>) -> Option<Box<dyn Observer>> {
        None
    }

    /// An unsatisfiable core of the file's assumptions, by name; the file has no solution with them.
    ///
    /// # Errors
    /// If the sink fails.
    fn core(&mut self, _assumptions: &[String]) -> std::io::Result<()> {
        Ok(())
    }

    /// A remark on the progress of the search.
    ///
    /// # Errors
    /// If the sink fails.
    fn remark(&mut self, _remark: std::fmt::Arguments<'_>) -> std::io::Result<()> {
        Ok(())
    }

    /// The final status and the statistics.
    ///
    /// # Errors
    /// If the sink fails.
    fn end(&mut self, ending: Ending, statistics: &RunStatistics) -> std::io::Result<()>;
}
