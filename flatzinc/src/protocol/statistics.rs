//! Statistics by their standard names.

use solver_core::search::Statistics;
use std::time::Duration;

/// What a search has cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunStatistics {
    /// The search, in words; empty where there was none.
    pub strategy: &'static str,
    /// What the search did.
    pub search: Statistics,
    /// Variables of the model that are integers.
    pub int_variables: usize,
    /// Those that are truth values.
    pub bool_variables: usize,
    /// Constraints of the model.
    pub constraints: usize,
    /// Variables of the file that are views of others, or numbers.
    pub views: usize,
    /// The time until the search began.
    pub init: Duration,
    /// The time of the search.
    pub solve: Duration,
    /// The best value.
    pub objective: Option<i64>,
    /// No solution has a better value than this.
    pub bound: Option<i64>,
    /// Solutions printed.
    pub solutions: u64,
}

impl RunStatistics {
    /// What two searches have cost, one after the other.
    pub(super) fn and(self, next: RunStatistics) -> RunStatistics {
        RunStatistics {
            search: self.search + next.search,
            solve: self.solve + next.solve,
            objective: next.objective.or(self.objective),
            bound: next.bound,
            ..self
        }
    }

    /// The lines, and the one that ends them.
    pub fn lines(&self) -> String {
        let Statistics { nodes, failures, propagations, peak_depth, restarts, .. } = self.search;
        let line = |name: &str, value: Option<i64>| {
            value.map(|value| format!("%%%mzn-stat: {name}={value}\n")).unwrap_or_default()
        };
        let (objective, bound) = (line("objective", self.objective), line("objectiveBound", self.bound));
        let variables = self.int_variables + self.bool_variables;
        let bounding = if self.objective.is_some() { ", branch and bound" } else { "" };
        let strategy = match self.strategy {
            "" => String::new(),
            strategy => format!("%%%mzn-stat: strategy=\"{strategy}{bounding}\"\n"),
        };
        format!(
            "{strategy}{objective}{bound}%%%mzn-stat: initTime={:.6}\n%%%mzn-stat: solveTime={:.6}\n%%%mzn-stat: solutions={}\n\
             %%%mzn-stat: variables={variables}\n%%%mzn-stat: intVariables={}\n%%%mzn-stat: boolVariables={}\n\
             %%%mzn-stat: views={}\n%%%mzn-stat: constraints={}\n%%%mzn-stat: propagations={propagations}\n\
             %%%mzn-stat: nodes={nodes}\n%%%mzn-stat: failures={failures}\n%%%mzn-stat: restarts={restarts}\n\
             %%%mzn-stat: peakDepth={peak_depth}\n%%%mzn-stat-end\n",
            self.init.as_secs_f64(),
            self.solve.as_secs_f64(),
            self.solutions,
            self.int_variables,
            self.bool_variables,
            self.views,
            self.constraints,
        )
    }
}
