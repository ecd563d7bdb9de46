//! Interrupts: Ctrl-C, the deadline, the memory limit.
//!
//! The first Ctrl-C asks the search to stop and to print what is known; the second ends the process at once.

use crate::exit::INTERRUPTED_TWICE;
use crate::{guard, memory};
use solver_core::{CancelToken, StopReason};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// On Ctrl-C, the terminal signals both the guard and its child, and the guard also forwards its signal to the child. A
/// second signal within this time is therefore part of the same Ctrl-C.
const ECHO: Duration = Duration::from_millis(200);

/// How long to wait after a signal for the command to request the token. A command that has not done so by then is
/// assumed never to do so.
const PATIENCE: Duration = Duration::from_millis(200);

/// The signal handler, or the error if signals cannot be handled.
static HANDLER: OnceLock<Result<Handler, String>> = OnceLock::new();

struct Handler {
    token: CancelToken,
    /// Whether the command has requested the token.
    requested: Arc<AtomicBool>,
}

/// Handles signals from now on. Before this call, a signal kills the process without a message.
pub(crate) fn listen() {
    #[cfg(unix)]
    outlive_full_files();
    HANDLER.get_or_init(|| Handler::open().map_err(|error| error.to_string()));
}

/// Makes writing beyond the maximum file size (`ulimit -f`) an ordinary error instead of a fatal signal. Threads and
/// processes started later inherit this.
#[cfg(unix)]
fn outlive_full_files() {
    use nix::sys::signal::{SigSet, Signal};
    let mut signals = SigSet::empty();
    signals.add(Signal::SIGXFSZ);
    // If the signal cannot be blocked, it still kills the process.
    let _ = signals.thread_block();
}

/// The token that is cancelled by Ctrl-C or a termination signal. It may already be cancelled.
pub(crate) fn token() -> anyhow::Result<CancelToken> {
    match HANDLER.get_or_init(|| Handler::open().map_err(|error| error.to_string())) {
        Ok(handler) => {
            handler.requested.store(true, Ordering::Relaxed);
            Ok(handler.token.clone())
        }
        Err(error) => {
            // If there is not enough memory for the signal thread, there is not enough for the work.
            #[cfg(unix)]
            if let Some(limit) = memory::address_space() {
                crate::exit::complain(&guard::no_room(limit));
                std::process::exit(crate::exit::STOPPED.into());
            }
            anyhow::bail!("cannot handle signals: {error}")
        }
    }
}

impl Handler {
    fn open() -> Result<Handler, ctrlc::Error> {
        let handler = Handler { token: CancelToken::new(), requested: Arc::default() };
        let (token, requested) = (handler.token.clone(), handler.requested.clone());
        let echo = if guard::guarded() { ECHO } else { Duration::ZERO };
        let mut first: Option<Instant> = None;
        // The handler runs in its own thread, so it may wait.
        ctrlc::set_handler(move || {
            if first.is_some_and(|first| first.elapsed() >= echo) {
                std::process::exit(INTERRUPTED_TWICE);
            }
            let first = *first.get_or_insert_with(Instant::now);
            token.cancel();
            while !requested.load(Ordering::Relaxed) {
                if first.elapsed() >= PATIENCE {
                    std::process::exit(INTERRUPTED_TWICE);
                }
                std::thread::sleep(Duration::from_millis(1));
            }
        })?;
        guard::end_with_the_guard();
        Ok(handler)
    }
}

/// What can stop a command: signals, a deadline, and the memory limit.
pub(crate) struct Stop {
    token: CancelToken,
    deadline: Option<Instant>,
}

/// Whether the memory limit (`FULL`) or the clock (`LATE`) cancelled the token.
static FULL: AtomicBool = AtomicBool::new(false);
static LATE: AtomicBool = AtomicBool::new(false);

/// Returns why the command stopped: the given reason or, if the token was cancelled, the cause of the cancellation.
pub(crate) fn cause(by: StopReason) -> StopReason {
    match by {
        StopReason::Cancelled if FULL.load(Ordering::Relaxed) => StopReason::Memory,
        StopReason::Cancelled if LATE.load(Ordering::Relaxed) => StopReason::Time,
        by => by,
    }
}

impl Stop {
    /// Starts watching signals, the deadline and the memory use, which `megabytes` and the system (`ulimit -v`) limit.
    pub(crate) fn within(deadline: Option<Instant>, megabytes: Option<u64>) -> anyhow::Result<Stop> {
        let stop = Stop { token: token()?, deadline };
        let token = stop.token.clone();
        memory::watch(megabytes.map(bytes), move || {
            FULL.store(true, Ordering::Relaxed);
            token.cancel();
        });
        Ok(stop)
    }

    /// Starts watching signals and the clock. The time is measured from the start of the command.
    pub(crate) fn after(time: Option<Duration>, started: Instant) -> anyhow::Result<Stop> {
        Ok(Stop { token: token()?, deadline: time.and_then(|time| started.checked_add(time)) })
    }

    /// Makes the deadline cancel the token, for work that does not check the clock itself.
    pub(crate) fn cancel_in_time(&self) {
        let Some(left) = self.left() else { return };
        let token = self.token();
        let late = move || {
            LATE.store(true, Ordering::Relaxed);
            token.cancel();
        };
        if left.is_zero() {
            late();
        } else {
            std::thread::spawn(move || {
                std::thread::sleep(left);
                late();
            });
        }
    }

    /// The token that is cancelled by signals, by the memory limit, and, after a call of `cancel_in_time`, by the
    /// deadline.
    pub(crate) fn token(&self) -> CancelToken {
        self.token.clone()
    }

    /// The remaining time.
    pub(crate) fn left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// The reason to stop now, if any.
    pub(crate) fn asked(&self) -> Option<StopReason> {
        if self.token.is_cancelled() {
            return Some(cause(StopReason::Cancelled));
        }
        self.left().filter(Duration::is_zero).map(|_| StopReason::Time)
    }
}

/// Converts megabytes to bytes.
pub(crate) fn bytes(megabytes: u64) -> usize {
    usize::try_from(megabytes.saturating_mul(1_000_000)).unwrap_or(usize::MAX)
}
