//! The budget: deadline and cancel token, checked often but cheaply.
//!
//! Work is counted in small units (about ten nanoseconds each); the token is loaded once per 256 units, and the clock
//! read once per thousand. Propagators with long loops report their work through
//! [`Context::work`](crate::Context::work), so that a limit takes effect even inside a single propagation.

mod limits;

pub use limits::Limits;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// A flag that stops a search from another thread or a signal handler.
///
/// ```
/// use solver_core::prelude::*;
/// let mut m = Model::new();
/// let q = m.ints("q", 30, 0..=29)?;
/// m.all_different(&q);
/// let token = CancelToken::new();
/// token.cancel(); // before the start works as well as during the search
/// let outcome = m.search().cancel(&token).count()?;
/// assert!(matches!(outcome, Outcome::Stopped { by: StopReason::Cancelled, known: 0 }));
/// # Ok::<(), ModelError>(())
/// ```
#[doc(alias("interrupt", "stop", "abort"))]
#[derive(Clone, Debug, Default)]
pub struct CancelToken {
    cancelled: Arc<AtomicBool>,
    /// Cancelling the parent cancels this token, too.
    parent: Option<Arc<AtomicBool>>,
}

impl CancelToken {
    /// Creates a token that is not cancelled.
    pub fn new() -> CancelToken {
        CancelToken::default()
    }

    /// Requests that every search with this token stop. Cannot be undone.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether the token was cancelled.
    pub fn is_cancelled(&self) -> bool {
        let parent = self.parent.as_ref().is_some_and(|parent| parent.load(Ordering::Relaxed));
        parent || self.cancelled.load(Ordering::Relaxed)
    }

    /// Creates a token that is cancelled together with this one, and that can also be cancelled separately.
    pub(crate) fn child(&self) -> CancelToken {
        CancelToken { cancelled: Arc::default(), parent: Some(self.cancelled.clone()) }
    }
}

/// Why a search stopped early.
#[doc(alias("timeout", "limit", "status"))]
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StopReason {
    /// The time limit.
    Time,
    /// The node limit.
    Nodes,
    /// The failure limit.
    Failures,
    /// The solution limit.
    Solutions,
    /// The memory limit.
    Memory,
    /// A solution whose objective value is good enough ([`Search::objective_limit`](crate::Search::objective_limit)).
    Objective,
    /// A solution that is close enough to the bound ([`Search::gap_limit`](crate::Search::gap_limit)).
    Gap,
    /// The cancel token.
    Cancelled,
    /// The [observer](crate::observe::Observer).
    Observer,
    /// A solution was wrong ([`WrongSolution`](crate::WrongSolution)): an internal error.
    WrongSolution,
}

impl std::fmt::Display for StopReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            StopReason::Time => "time limit",
            StopReason::Nodes => "node limit",
            StopReason::Failures => "failure limit",
            StopReason::Solutions => "solution limit",
            StopReason::Memory => "memory limit",
            StopReason::Objective => "objective limit",
            StopReason::Gap => "gap limit",
            StopReason::Cancelled => "cancelled",
            StopReason::Observer => "observer",
            StopReason::WrongSolution => "internal error: a wrong solution",
        })
    }
}

/// The error that abandons the current work because a limit was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stopped;

/// Drops a large value on a thread of its own: that may take longer than a stopped search has time for.
pub(crate) fn drop_in_background(value: impl Send + 'static) {
    // Where no thread can be started, the value is dropped here.
    _ = std::thread::Builder::new().spawn(move || drop(value));
}

/// The number of work units between two loads of the token.
const INTERVAL: i64 = 256;

/// The number of work units between two reads of the clock. A read takes about ten times as long as loading the token.
const CLOCK_INTERVAL: i64 = 1_024;

/// The limits checked during propagation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Budget {
    /// Units left until the next check.
    left: i64,
    /// Units left until the clock is read.
    until_clock: i64,
    /// Units counted before the last check.
    spent: i64,
    deadline: Option<Instant>,
    cancel: Option<CancelToken>,
    pub(crate) stopped: Option<StopReason>,
}

impl Budget {
    /// Creates a budget with the limits' cancel token, and starts its time limit now.
    pub(crate) fn starting_now(limits: &Limits) -> Budget {
        Budget {
            left: 0,
            until_clock: 0,
            spent: 0,
            deadline: limits.time.and_then(|t| Instant::now().checked_add(t)),
            cancel: limits.cancel.clone(),
            stopped: None,
        }
    }

    /// The reason to stop.
    pub(crate) fn reason(&self) -> StopReason {
        self.stopped.unwrap_or(StopReason::Cancelled)
    }

    /// Replaces the token.
    pub(crate) fn set_cancel(&mut self, cancel: &CancelToken) {
        self.cancel = Some(cancel.clone());
    }

    /// Stops the search, as if its token had been cancelled.
    pub(crate) fn stop(&mut self) {
        (self.stopped, self.left) = (Some(StopReason::Cancelled), -1);
    }

    /// Counts work. Returns `false` when the search must stop.
    #[inline]
    pub(crate) fn spend(&mut self, units: usize) -> bool {
        // `left` is at least -1, so the subtraction cannot overflow.
        self.left -= (units & (usize::MAX >> 1)) as i64;
        self.left >= 0 || self.check()
    }

    /// Checks token and clock immediately, after work that was not counted. Returns `false` when the search must
    /// stop.
    pub(crate) fn check_now(&mut self) -> bool {
        self.until_clock = 0;
        self.check()
    }

    /// The work counted so far, which is deterministic.
    pub(crate) fn spent(&self) -> i64 {
        self.spent.saturating_add(INTERVAL - self.left)
    }

    /// Resets the work counted so far.
    pub(crate) fn forget_work(&mut self) {
        self.spent = self.left - INTERVAL;
    }

    #[cold]
    fn check(&mut self) -> bool {
        let done = INTERVAL.saturating_sub(self.left);
        self.until_clock = self.until_clock.saturating_sub(done);
        self.spent = self.spent.saturating_add(done);
        self.left = INTERVAL;
        if self.cancel.as_ref().is_some_and(CancelToken::is_cancelled) {
            self.stopped = Some(StopReason::Cancelled);
        } else if self.until_clock <= 0 {
            self.until_clock = CLOCK_INTERVAL;
            if self.deadline.is_some_and(|d| Instant::now() >= d) {
                self.stopped = Some(StopReason::Time);
            }
        }
        if self.stopped.is_some() {
            self.left = -1;
        }
        self.stopped.is_none()
    }
}
