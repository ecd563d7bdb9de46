//! The search loop of a command. It shows progress on a terminal, rechecks every solution, and reports the end.

use super::end::End;
use super::progress::Progress;
use crate::exit::WRONG;
use anyhow::Context;
use solver_core::observe::Observer;
use solver_core::prelude::*;

/// The parameters of a search loop.
pub(crate) struct Drive<'a> {
    /// The number of solutions to find; `None` for all.
    pub(crate) wanted: Option<u64>,
    /// Whether solutions are only counted.
    pub(crate) is_count: bool,
    pub(crate) progress: Progress,
    pub(crate) observer: Option<&'a mut dyn Observer>,
}

impl Drive<'_> {
    /// Creates a loop that finds this number of solutions.
    pub(crate) fn to(wanted: Option<u64>) -> Drive<'static> {
        Drive { wanted, is_count: false, progress: Progress::new(), observer: None }
    }

    /// Runs until the search ends, or until `solution`, which is called for each solution, returns an end.
    pub(crate) fn run(
        mut self,
        run: &mut Run,
        mut solution: impl FnMut(&Run) -> anyhow::Result<Option<End>>,
    ) -> anyhow::Result<End> {
        let end = loop {
            self.progress.look(run);
            let stride = self.progress.stride();
            let step = match &mut self.observer {
                Some(observer) => run.step_observed(stride, *observer),
                None if self.is_count => run.count_for(stride),
                None => run.step_for(stride),
            };
            match step {
                None => {}
                Some(Step::Solution) if self.is_count => {}
                Some(Step::Solution) => {
                    self.progress.clear();
                    run.recheck().context(WRONG)?;
                    if let Some(end) = solution(run)? {
                        break end;
                    }
                }
                Some(last) => break End::new(last, run.statistics().solutions, self.wanted),
            }
        };
        self.progress.clear();
        Ok(end)
    }
}

/// Finds improving solutions, until the last one is proved optimal or a limit is reached.
pub(crate) fn improve(
    stream: &mut Improving,
    mut better: impl FnMut(Optimum) -> anyhow::Result<()>,
) -> anyhow::Result<Option<StopReason>> {
    let mut progress = Progress::new();
    loop {
        progress.look_at(stream);
        match stream.next_within(progress.stride()) {
            None => {}
            Some(None) => break,
            Some(Some(optimum)) => {
                progress.clear();
                better(optimum)?;
            }
        }
    }
    progress.clear();
    Ok(stream.stopped())
}
