//! Runs an observed search to its end.

use crate::exit::WRONG;
use crate::progress::Progress;
use anyhow::Context;
use solver_core::observe::Observer;
use solver_core::prelude::*;

/// Runs a search to its end. Checks each solution and passes it to `found`; prints progress on request.
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
