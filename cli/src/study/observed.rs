//! A search before an observer, to its end.

use crate::exit::WRONG;
use crate::progress::Progress;
use anyhow::Context;
use solver_core::observe::Observer;
use solver_core::prelude::*;

/// Runs a search to its end. Each solution is checked, and shown to `found`; progress is told if it is wanted.
pub(super) fn observed(
    run: &mut Run,
    observer: &mut impl Observer,
    mut progress: Option<Progress>,
    mut found: impl FnMut(&Run),
) -> anyhow::Result<Step> {
    let end = loop {
        if let Some(progress) = &mut progress {
            progress.look(run);
        }
        match run.step_observed(progress.as_ref().map_or(u64::MAX, Progress::stride), observer) {
            Some(Step::Solution) => {
                run.recheck().context(WRONG)?;
                found(run);
            }
            Some(end) => break end,
            None => {}
        }
    };
    if let Some(mut progress) = progress {
        progress.clear();
    }
    Ok(end)
}
