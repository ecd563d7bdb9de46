//! The output sink: receives solutions and the final status.

use super::statistics::RunStatistics;
use crate::instance::Instance;
use solver_core::Search;
use solver_core::observe::Observer;

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// All was searched, and there were solutions; the last one is the best.
    Complete,
    /// All was searched, and there were none.
    Unsatisfiable,
    /// As many solutions as were asked for; there may be more.
    Enough,
    /// A limit came first, or values were left out: there were solutions, and there may be more or better ones.
    Some,
    /// Nothing is known.
    Unknown,
}

impl Ending {
    /// The line of MiniZinc's protocol.
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
    /// A solution: the values of the file's variables, truth values as 0 and 1, and that of the objective.
    ///
    /// # Errors
    /// When it cannot be passed on, which ends the search.
    fn solution(&mut self, instance: &Instance, values: &[i64], objective: Option<i64>) -> std::io::Result<()>;

    /// The observer of the search that is about to begin. The search then records reasons, and is a single one,
    /// whatever the requested number of threads.
    fn observer(&mut self, _search: &Search<'_>) -> Option<Box<dyn Observer>> {
        None
    }

    /// Assumptions of the file that no solution has together, by name; there is none at all.
    ///
    /// # Errors
    /// When it cannot be passed on.
    fn core(&mut self, _assumptions: &[String]) -> std::io::Result<()> {
        Ok(())
    }

    /// How the search goes on.
    ///
    /// # Errors
    /// When it cannot be passed on.
    fn remark(&mut self, _remark: std::fmt::Arguments<'_>) -> std::io::Result<()> {
        Ok(())
    }

    /// The end.
    ///
    /// # Errors
    /// When it cannot be passed on.
    fn end(&mut self, ending: Ending, told: &RunStatistics) -> std::io::Result<()>;
}
