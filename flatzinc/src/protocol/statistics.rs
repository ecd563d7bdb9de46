//! Statistics of a run, printed under MiniZinc's standard names.

use crate::Quantity;
use solver_core::search::Statistics;
use std::time::Duration;

/// Statistics of a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunStatistics {
    /// The name of the search strategy; empty if there was no search.
    pub strategy: &'static str,
    /// The search counters.
    pub search: Statistics,
    /// The number of integer variables in the model.
    pub int_variables: usize,
    /// The number of Boolean variables in the model.
    pub bool_variables: usize,
    /// The number of constraints in the model.
    pub constraints: usize,
    /// The number of the file's variables that are constants or views of other variables.
    pub views: usize,
    /// The time until the search began.
    pub init: Duration,
    /// The search time.
    pub solve: Duration,
    /// The best objective value.
    pub objective: Option<Quantity>,
    /// The dual bound: no solution has a better value.
    pub bound: Option<Quantity>,
    /// The number of solutions printed.
    pub solutions: u64,
}

impl RunStatistics {
    /// Adds the statistics of the next search of the same run.
    pub(super) fn and(self, next: RunStatistics) -> RunStatistics {
        RunStatistics {
            search: self.search + next.search,
            solve: self.solve + next.solve,
            objective: next.objective.or(self.objective),
            bound: next.bound,
            ..self
        }
    }

    /// Prints the statistics lines, including the line that ends them.
    pub fn lines(&self) -> String {
        let Statistics { nodes, failures, propagations, peak_depth, restarts, relaxation, .. } = self.search;
        let line = |name: &str, value: Option<Quantity>| {
            value.map(|value| format!("%%%mzn-stat: {name}={value}\n")).unwrap_or_default()
        };
        let (objective, bound) = (line("objective", self.objective), line("objectiveBound", self.bound));
        let variables = self.int_variables + self.bool_variables;
        let bounding = if self.objective.is_some() { ", branch and bound" } else { "" };
        let strategy = match self.strategy {
            "" => String::new(),
            strategy => format!("%%%mzn-stat: strategy=\"{strategy}{bounding}\"\n"),
        };
        let relaxation: String = relaxation
            .by_name()
            .iter()
            .map(|(name, n)| {
                let (first, rest) = name.split_at(1);
                format!("%%%mzn-stat: relaxation{}{rest}={n}\n", first.to_uppercase())
            })
            .collect();
        format!(
            "{strategy}{objective}{bound}%%%mzn-stat: initTime={:.6}\n%%%mzn-stat: solveTime={:.6}\n%%%mzn-stat: solutions={}\n\
             %%%mzn-stat: variables={variables}\n%%%mzn-stat: intVariables={}\n%%%mzn-stat: boolVariables={}\n\
             %%%mzn-stat: views={}\n%%%mzn-stat: constraints={}\n%%%mzn-stat: propagations={propagations}\n\
             %%%mzn-stat: nodes={nodes}\n%%%mzn-stat: failures={failures}\n%%%mzn-stat: restarts={restarts}\n\
             %%%mzn-stat: peakDepth={peak_depth}\n{relaxation}%%%mzn-stat-end\n",
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
