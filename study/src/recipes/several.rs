//! Searches several instances of one class for a first solution, and summarises their counts.

use crate::beside::in_parallel;
use crate::compare::{Counts, Means, SearchOptions, StudyError, Subject};
use crate::table::{Cell, Table};
use solver_core::SearchOrder;
use solver_core::prelude::*;

/// Instances of one class, all searched with the same options.
pub(super) struct Class<'c> {
    pub(super) instances: &'c [Subject],
    pub(super) level: Option<Consistency>,
    pub(super) search_options: SearchOptions,
}

/// A function that computes a count from a sample.
pub(super) type Measure = fn(&Sample) -> u64;

/// Returns the options of a search for the first solution with the given variable selection and node limit.
pub(super) fn first(order: VarSelect, nodes: u64) -> SearchOptions {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    SearchOptions { order: Some(SearchOrder::By(order)), first_only: true, limits, ..SearchOptions::default() }
}

/// Adds a row for each sample: its key cells, followed by a cell for each measure.
pub(super) fn rows(
    table: &mut Table,
    keys: impl IntoIterator<Item = Vec<Cell>>,
    samples: &[Sample],
    measures: &[Measure],
) {
    for (keys, sample) in keys.into_iter().zip(samples) {
        table.row(keys.into_iter().chain(measures.iter().map(|of| Cell::Count(of(sample)))));
    }
}

/// The counts of several searches, in the order of the instances.
pub(super) struct Sample(Vec<Counts>);

/// Searches all instances of all classes in parallel.
pub(super) fn searched(classes: &[Class<'_>], means: &Means) -> Result<Vec<Sample>, StudyError> {
    let all: Vec<(&Class<'_>, &Subject)> =
        classes.iter().flat_map(|class| class.instances.iter().map(move |instance| (class, instance))).collect();
    let mut counted = in_parallel(means.threads, all.len(), |k| {
        let (class, instance) = all[k];
        let mut stated = instance.state()?;
        if let Some(level) = class.level {
            stated.model.set_levels(level);
        }
        Counts::measure(&stated, &class.search_options)
    })
    .into_iter();
    let sample = |class: &Class<'_>| counted.by_ref().take(class.instances.len()).collect::<Result<_, _>>().map(Sample);
    classes.iter().map(sample).collect()
}

impl Sample {
    pub(super) fn len(&self) -> u64 {
        self.0.len() as u64
    }

    /// Returns the number of searches that finished within the limits.
    pub(super) fn answered(&self) -> u64 {
        self.0.iter().filter(|counts| counts.stopped_by.is_none()).count() as u64
    }

    /// Returns the number of searches that found a solution.
    pub(super) fn solved(&self) -> u64 {
        self.0.iter().filter(|counts| counts.statistics.solutions > 0).count() as u64
    }

    pub(super) fn nodes(&self) -> u64 {
        self.0.iter().map(|counts| counts.statistics.nodes).sum()
    }

    pub(super) fn propagations(&self) -> u64 {
        self.0.iter().map(|counts| counts.statistics.propagations).sum()
    }

    pub(super) fn nodes_median(&self) -> u64 {
        self.median(|counts| counts.statistics.nodes)
    }

    pub(super) fn failures_median(&self) -> u64 {
        self.median(|counts| counts.statistics.failures)
    }

    /// Returns the median or, if the number of searches is even, the larger of the two middle values.
    fn median(&self, of: fn(&Counts) -> u64) -> u64 {
        let mut values: Vec<u64> = self.0.iter().map(of).collect();
        values.sort_unstable();
        values.get(values.len() / 2).copied().unwrap_or(0)
    }
}
