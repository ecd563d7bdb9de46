//! Progress of long work, printed to standard error and only on a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use solver_core::prelude::{Improving, Run};
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
    /// What to try when nothing is found for long.
    advice: Option<&'static str>,
}

const PATIENCE: Duration = Duration::from_millis(500);
/// Without a solution for this long, another search may do better.
const HOPELESS: Duration = Duration::from_secs(5);
const PERIOD: Duration = Duration::from_millis(50);
const STEPS: u64 = 10_000;

impl Progress {
    pub(crate) fn new() -> Progress {
        let now = Instant::now();
        let wanted = !ProgressDrawTarget::stderr().is_hidden();
        Progress { started: now, looked: now, stride: 16, due: 16, bar: None, wanted, advice: None }
    }

    /// What to say when no solution is found for some seconds.
    pub(crate) fn advising(self, advice: Option<&'static str>) -> Progress {
        Progress { advice, ..self }
    }

    /// The number of nodes after which the search should pause for a look.
    pub(crate) fn stride(&self) -> u64 {
        if self.wanted { self.stride } else { u64::MAX }
    }

    /// Shows, when it is time, the share of the search tree that is done (an
    /// estimate) and the solutions so far.
    pub(crate) fn look(&mut self, run: &Run) {
        self.show_at_times(run, |run| format!("{} solutions", run.statistics().solutions));
    }

    /// Of a search for an optimum: the incumbent, the bound and the gap between them.
    pub(crate) fn look_at(&mut self, stream: &Improving) {
        self.show_at_times(stream.run(), |_| {
            let best = stream.value().map_or_else(|| "no solution yet".to_owned(), |best| format!("best {best}"));
            let bound = stream.bound().map_or_else(String::new, |bound| format!(", bound {bound}"));
            let gap = stream.gap().map_or_else(String::new, |gap| format!(", gap {:.1} %", 100.0 * gap));
            format!("{best}{bound}{gap}")
        });
    }

    fn show_at_times(&mut self, run: &Run, message: impl Fn(&Run) -> String) {
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
            self.show(run.progress(), message(run));
            if run.statistics().solutions == 0 && self.started.elapsed() >= HOPELESS {
                self.advise();
            }
        }
    }

    /// Says once what else to try.
    fn advise(&mut self) {
        if let (Some(advice), Some(bar)) = (self.advice.take(), &self.bar) {
            bar.println(advice);
        }
    }

    fn show(&mut self, share: f64, message: String) {
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{bar:30} {percent_precise}% of the tree (estimate), {msg}")
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            ProgressBar::new(STEPS).with_style(style)
        });
        bar.set_position((share * STEPS as f64) as u64);
        bar.set_message(message);
    }

    /// Takes the bar away.
    pub(crate) fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

/// How many of a known number of parts are done, on a terminal, when that takes more than a moment.
pub(crate) struct Counted {
    started: Instant,
    bar: ProgressBar,
    what: &'static str,
}

impl Counted {
    pub(crate) fn new(what: &'static str) -> Counted {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        Counted { started: Instant::now(), bar, what }
    }

    pub(crate) fn show(&self, done: usize, all: usize) {
        if self.started.elapsed() < PATIENCE {
            return;
        }
        if self.bar.is_hidden() {
            let style = ProgressStyle::with_template("{bar:30} {pos} of {len} {msg}");
            self.bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            self.bar.set_message(self.what);
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_length(all as u64);
        self.bar.set_position(done as u64);
    }

    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
