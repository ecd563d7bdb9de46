//! Progress of long work, on standard error and only on a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::{Duration, Instant};

/// A bar that appears when the work takes more than a moment.
pub(crate) struct Progress {
    started: Instant,
    bar: Option<ProgressBar>,
    wanted: bool,
}

const PATIENCE: Duration = Duration::from_millis(500);
const STEPS: u64 = 10_000;

impl Progress {
    pub(crate) fn new() -> Progress {
        let wanted = !ProgressDrawTarget::stderr().is_hidden();
        Progress { started: Instant::now(), bar: None, wanted }
    }

    /// Shows the share of the search tree that is done (an estimate) and the solutions so far.
    pub(crate) fn show(&mut self, share: f64, solutions: u64) {
        if !self.wanted || self.started.elapsed() < PATIENCE {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{bar:30} {percent_precise}% of the tree (estimate), {msg}")
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            ProgressBar::new(STEPS).with_style(style)
        });
        bar.set_position((share * STEPS as f64) as u64);
        bar.set_message(format!("{solutions} solutions"));
    }

    /// Takes the bar away.
    pub(crate) fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}
