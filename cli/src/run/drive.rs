//! The loop of a search: progress on a terminal, every solution checked again, and how it ended.

use super::end::End;
use super::progress::Progress;
use crate::exit::WRONG;
use anyhow::Context;
use solver_core::observe::Observer;
use solver_core::prelude::*;

/// How a run is driven.
pub(crate) struct Drive<'a> {
    /// The number of solutions to find; none for all.
    pub(crate) wanted: Option<u64>,
    /// Solutions are counted, and not handed over.
    pub(crate) is_count: bool,
    pub(crate) progress: Progress,
    pub(crate) observer: Option<&'a mut dyn Observer>,
}

impl Drive<'_> {
    /// Finds this number of solutions.
    pub(crate) fn to(wanted: Option<u64>) -> Drive<'static> {
        Drive { wanted, is_count: false, progress: Progress::new(), observer: None }
    }

    /// Steps to the end, or to where `solution`, which takes each one, ends it.
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

/// Finds better and better solutions, up to the best one or to a limit.
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
