//! Progress of long-running work, printed on standard error if it is a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use solver_core::prelude::{Improving, Run};
use std::borrow::Cow;
use std::time::{Duration, Instant};

/// A progress bar on standard error. It appears only on a terminal and only if the work takes more than a moment.
pub(crate) struct Bar {
    started: Instant,
    bar: ProgressBar,
    template: &'static str,
    wanted: bool,
}

impl Bar {
    pub(crate) fn new(template: &'static str) -> Bar {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        Bar { started: Instant::now(), bar, template, wanted: !ProgressDrawTarget::stderr().is_hidden() }
    }

    /// Whether the bar may be shown.
    pub(crate) fn is_wanted(&self) -> bool {
        self.wanted
    }

    pub(crate) fn show(&self, done: u64, all: u64, message: impl Into<Cow<'static, str>>) {
        if !self.wanted || self.started.elapsed() < PATIENCE {
            return;
        }
        if self.bar.is_hidden() {
            let style = ProgressStyle::with_template(self.template);
            self.bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_length(all);
        self.bar.set_message(message);
        self.bar.set_position(done);
    }

    /// Hides the bar until it is shown again.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
        self.bar.set_draw_target(ProgressDrawTarget::hidden());
    }
}

/// The progress of a search.
pub(crate) struct Progress {
    looked: Instant,
    /// The number of nodes between two checks of the clock: large on small boards, small on large ones.
    stride: u64,
    /// The node at which to check the clock next.
    due: u64,
    bar: Bar,
    /// A hint to print if no solution is found for a while.
    advice: Option<&'static str>,
}

const PATIENCE: Duration = Duration::from_millis(500);
/// The time without a solution after which the hint is printed.
const HOPELESS: Duration = Duration::from_secs(5);
const PERIOD: Duration = Duration::from_millis(50);
const STEPS: u64 = 10_000;

impl Progress {
    pub(crate) fn new() -> Progress {
        let bar = Bar::new("{bar:30} {percent_precise}% of the tree (estimate), {msg}");
        Progress { looked: Instant::now(), stride: 16, due: 16, bar, advice: None }
    }

    /// Creates a progress display that stays hidden, because it would interfere with other output.
    pub(crate) fn silent() -> Progress {
        let mut progress = Progress::new();
        progress.bar.wanted = false;
        progress
    }

    /// Sets the hint for a search that does not find a solution within a few seconds.
    pub(crate) fn advising(self, advice: Option<&'static str>) -> Progress {
        Progress { advice, ..self }
    }

    /// The number of nodes after which the search should return for an update.
    pub(crate) fn stride(&self) -> u64 {
        if self.bar.wanted { self.stride } else { u64::MAX }
    }

    /// Periodically shows the number of solutions and the estimated share of the search tree that has been explored.
    pub(crate) fn look(&mut self, run: &Run) {
        self.show_at_times(run, |run| format!("{} solutions", run.statistics().solutions));
    }

    /// Periodically shows the incumbent, the bound, and the gap between them.
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
        if !self.bar.wanted || nodes < self.due {
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
        self.bar.show((run.progress() * STEPS as f64) as u64, STEPS, message(run));
        if run.statistics().solutions == 0
            && self.bar.started.elapsed() >= HOPELESS
            && let Some(advice) = self.advice.take()
        {
            // `take` ensures that the hint is printed only once.
            self.bar.bar.println(advice);
        }
    }

    /// Hides the bar.
    pub(crate) fn clear(&mut self) {
        self.bar.clear();
    }
}

/// The progress of work with a known number of parts, shown as the number of finished parts.
pub(crate) struct Counted(Bar, &'static str);

impl Counted {
    pub(crate) fn new(what: &'static str) -> Counted {
        Counted(Bar::new("{bar:30} {pos} of {len} {msg}"), what)
    }

    pub(crate) fn show(&self, done: usize, all: usize) {
        self.0.show(done as u64, all as u64, self.1);
    }

    pub(crate) fn clear(&self) {
        self.0.clear();
    }
}
