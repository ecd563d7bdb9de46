//! Statistics by their standard names.

use solver_core::search::Statistics;
use std::time::Duration;

/// What there is to tell at the end.
pub(super) struct Told {
    pub(super) search: Statistics,
    pub(super) int_variables: usize,
    pub(super) bool_variables: usize,
    pub(super) constraints: usize,
    pub(super) views: usize,
    pub(super) init: Duration,
    pub(super) solve: Duration,
    pub(super) objective: Option<i64>,
    pub(super) solutions: u64,
}

impl Told {
    /// The lines, and the one that ends them.
    pub(super) fn lines(&self) -> String {
        let Statistics { nodes, failures, propagations, peak_depth, restarts, .. } = self.search;
        let objective = self.objective.map(|value| format!("%%%mzn-stat: objective={value}\n")).unwrap_or_default();
        let variables = self.int_variables + self.bool_variables;
        format!(
            "{objective}%%%mzn-stat: initTime={:.6}\n%%%mzn-stat: solveTime={:.6}\n%%%mzn-stat: solutions={}\n\
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
