//! Progress of long work, on standard error and only on a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use solver_core::prelude::Run;
use std::time::{Duration, Instant};

/// A bar that appears when the work takes more than a moment.
pub(crate) struct Progress {
    started: Instant,
    looked: Instant,
    /// Nodes between two looks at the clock: many on small boards, few on large ones.
    stride: u64,
    /// The node at which to look again.
    due: u64,
    bar: Option<ProgressBar>,
    wanted: bool,
}

const PATIENCE: Duration = Duration::from_millis(500);
const PERIOD: Duration = Duration::from_millis(50);
const STEPS: u64 = 10_000;

impl Progress {
    pub(crate) fn new() -> Progress {
        let now = Instant::now();
        let wanted = !ProgressDrawTarget::stderr().is_hidden();
        Progress { started: now, looked: now, stride: 16, due: 16, bar: None, wanted }
    }

    /// The number of nodes after which the search should pause for a look.
    pub(crate) fn stride(&self) -> u64 {
        if self.wanted { self.stride } else { u64::MAX }
    }

    /// Shows, when it is time, the share of the search tree that is done (an
    /// estimate) and the solutions so far.
    pub(crate) fn look(&mut self, run: &Run) {
        let nodes = run.statistics().nodes;
        if !self.wanted || nodes < self.due {
            return;
        }
        let since = self.looked.elapsed();
        if since < PERIOD / 2 {
            self.stride = self.stride.saturating_mul(2);
        } else if since > PERIOD * 2 {
            self.stride = (self.stride / 2).max(1);
        }
        self.due = nodes + self.stride;
        self.looked = Instant::now();
        if self.started.elapsed() >= PATIENCE {
            self.show(run.progress(), run.statistics().solutions);
        }
    }

    fn show(&mut self, share: f64, solutions: u64) {
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
