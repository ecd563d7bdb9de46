//! Statistics of the linear relaxation.

/// Statistics of the [linear relaxation](crate::Search::linear_relaxation) of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct RelaxationStatistics {
    /// The number of rows of the linear programs; 0 if there is no relaxation.
    pub rows: u64,
    /// The number of columns of the linear programs: variables, and indicators of their values.
    pub columns: u64,
    /// The number of times that a linear program was solved.
    pub solves: u64,
    /// The number of failures due to a combination of rows.
    pub failures: u64,
    /// The number of bounds and values changed by combinations of rows.
    pub inferences: u64,
}

impl RelaxationStatistics {
    /// Returns all counts with their names, in declaration order; none if there is no relaxation.
    pub fn by_name(&self) -> Vec<(&'static str, u64)> {
        let &RelaxationStatistics { rows, columns, solves, failures, inferences } = self;
        let all = [("rows", rows), ("columns", columns), ("solves", solves), ("failures", failures)];
        all.into_iter().chain([("inferences", inferences)]).filter(|_| rows > 0).collect()
    }
}

impl std::ops::Add for RelaxationStatistics {
    type Output = RelaxationStatistics;

    /// Adds the statistics of two searches of the same problem.
    fn add(self, other: RelaxationStatistics) -> RelaxationStatistics {
        RelaxationStatistics {
            rows: self.rows.max(other.rows),
            columns: self.columns.max(other.columns),
            solves: self.solves + other.solves,
            failures: self.failures + other.failures,
            inferences: self.inferences + other.inferences,
        }
    }
}

/// The state of the linear relaxation, as reported by the engine.
#[derive(Clone, Copy, Default)]
pub(crate) struct Relaxed {
    pub(crate) statistics: RelaxationStatistics,
    /// The memory of the relaxation in bytes.
    pub(crate) bytes: usize,
}
