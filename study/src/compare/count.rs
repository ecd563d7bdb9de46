//! The counts of one search.

use super::{Stated, StudyError};
use crate::ledger::{Account, Ledger};
use solver_core::SearchOrder;
use solver_core::prelude::*;
use std::time::{Duration, Instant};

/// The options with which a model is searched.
#[derive(Clone, Debug, Default)]
pub struct SearchOptions {
    /// The variable selection; `None` uses the model's own. The automatic search is not interleaved with others,
    /// because its tree could then not be repeated with recorded reasons.
    pub order: Option<SearchOrder>,
    /// How ties between variables are broken.
    pub tie_break: TieBreak,
    /// The value selection; `None` uses the model's own.
    pub values: Option<ValueSelect>,
    /// The branching scheme: two-way or d-way.
    pub branching: Branching,
    /// The inference at the root beyond the fixpoint.
    pub root: RootInference,
    /// The random seed.
    pub seed: u64,
    /// Whether to stop at the first solution.
    pub first_only: bool,
    /// The limits. A time limit makes the counts depend on the machine.
    pub limits: Limits,
}

impl SearchOptions {
    /// Creates a search of a model with these options.
    pub fn search<'m>(&self, stated: &'m Stated) -> Search<'m> {
        let mut limits = self.limits.clone();
        if self.first_only {
            limits.solutions = Some(1);
        }
        let search = stated.model.search().branching(self.branching).root(self.root).seed(self.seed).limits(limits);
        let own = [Phase::on(&stated.decisions).order(stated.order).values(stated.values)];
        let phases = if stated.phases.is_empty() { &own[..] } else { &stated.phases };
        let search = search.seq(phases.iter().cloned().map(|phase| {
            let phase = match self.order {
                Some(SearchOrder::By(order)) => phase.order(order),
                _ => phase,
            };
            self.values.into_iter().fold(phase.tie_break(self.tie_break), Phase::values)
        }));
        if self.order == Some(SearchOrder::Auto) { search.auto().learn(None) } else { search }
    }

    /// Starts a search, either for all solutions or by branch and bound.
    pub(crate) fn start(&self, stated: &Stated, explaining: bool) -> Result<Run, ModelError> {
        let search = if explaining { self.search(stated).explaining() } else { self.search(stated) };
        match &stated.objective {
            Some((goal, objective)) if !self.first_only => Ok(search.improving(*goal, objective.clone())?.into_run()),
            _ => search.start(),
        }
    }
}

/// Repeats a search up to the point where the original stopped, for whatever reason, and counts each constraint's work.
pub(crate) fn recorded(
    stated: &Stated,
    options: &SearchOptions,
    nodes: u64,
    time: Option<Duration>,
) -> Result<(Ledger, Statistics), ModelError> {
    let Limits { solutions, cancel, .. } = options.limits.clone();
    let limits = Limits { nodes: Some(nodes), time, solutions, cancel, ..Limits::default() };
    let mut run = SearchOptions { limits, ..options.clone() }.start(stated, true)?;
    let mut ledger = Ledger::new();
    while matches!(run.step_observed(u64::MAX, &mut ledger), None | Some(Step::Solution)) {}
    Ok((ledger, run.statistics()))
}

/// Runs a search to its end and calls `found` at each solution.
pub(crate) fn to_the_end(run: &mut Run, mut found: impl FnMut(&Run)) -> Step {
    loop {
        match run.step() {
            Step::Solution => found(run),
            end => return end,
        }
    }
}

/// The result and cost of a search; [`meanings`](super::meanings) defines the counts.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Counts {
    /// The statistics of the classical search.
    pub statistics: Statistics,
    /// The total work of all constraints, from the search that records reasons.
    pub account: Account,
    /// The number of constraint checks, if the model counts them.
    pub checks: Option<u64>,
    /// The memory that the engine uses at the end, in bytes.
    pub bytes: u64,
    /// The limit that was reached. The requested number of solutions does not count as a limit.
    pub stopped_by: Option<StopReason>,
}

impl Counts {
    /// Searches a model and returns the counts.
    ///
    /// ```
    /// use solver_core::prelude::*;
    /// use study::compare::{Counts, SearchOptions, Stated};
    /// let q = queens::QueensModel::new(8, queens::Formulation::AllDifferent, None)?;
    /// let counts = Counts::measure(&Stated::new(q.model, q.columns), &SearchOptions::default())?;
    /// let Statistics { solutions, nodes, failures, propagations, .. } = counts.statistics;
    /// assert_eq!((solutions, nodes, failures), (92, 831, 324));
    /// assert!(counts.account.prunings <= counts.account.removed && counts.account.useless < propagations);
    /// # Ok::<(), study::StudyError>(())
    /// ```
    ///
    /// # Errors
    /// [`StudyError::Model`] when the model does not support these options; [`StudyError::AnotherTree`] when the search
    /// that records reasons visits a different tree.
    pub fn measure(stated: &Stated, search_options: &SearchOptions) -> Result<Counts, StudyError> {
        let mut run = search_options.start(stated, false)?;
        let end = to_the_end(&mut run, |_| {});
        let statistics = run.statistics();
        let bytes = run.engine().map_or(0, |engine| engine.bytes() as u64);
        let checks = stated.checks.as_ref().map(crate::textbook::Checks::checks);
        drop(run);
        if statistics.nodes == 0 {
            // A limit was reached before the first node.
            let stopped_by = if let Step::Stopped(by) = end { Some(by) } else { None };
            return Ok(Counts { bytes, checks, stopped_by, ..Counts::default() });
        }
        let (ledger, again) = recorded(stated, search_options, statistics.nodes, None)?;
        let was_cancelled = search_options.limits.cancel.as_ref().is_some_and(CancelToken::is_cancelled);
        if again.nodes != statistics.nodes && !was_cancelled {
            let (what, classical) = ("a search".to_owned(), statistics.nodes);
            return Err(StudyError::AnotherTree { what, classical, recorded: again.nodes });
        }
        Ok(Counts { statistics, account: ledger.total(), checks, bytes, stopped_by: end.cut_short() })
    }

    /// Measures the wall-clock time of a classical search, including the time to build the engine.
    ///
    /// # Errors
    /// [`StudyError::Model`] when the model does not support these options.
    pub fn time(stated: &Stated, search_options: &SearchOptions) -> Result<Duration, StudyError> {
        let started = Instant::now();
        let mut run = search_options.start(stated, false)?;
        to_the_end(&mut run, |_| {});
        Ok(started.elapsed())
    }
}
