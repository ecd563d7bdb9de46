//! Interrupts: Ctrl-C, the deadline, the memory limit.
//!
//! Ctrl-C once asks the search to stop and print what is known, twice ends at once.

use crate::exit::INTERRUPTED_TWICE;
use crate::{guard, memory};
use solver_core::{CancelToken, StopReason};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// A guard hands on what it gets, and a terminal signals both: what comes so soon is the same Ctrl-C.
const ECHO: Duration = Duration::from_millis(200);

/// A command that has not asked for the token by then never will.
const DEAF: Duration = Duration::from_millis(200);

/// What signals do; an error where none can be handled.
static EAR: OnceLock<Result<Ear, String>> = OnceLock::new();

struct Ear {
    token: CancelToken,
    /// Whether the command looks at the token.
    heard: Arc<AtomicBool>,
}

/// Handles signals from now on. The sooner, the shorter is the time in which a signal kills without a word.
pub(crate) fn listen() {
    #[cfg(unix)]
    outlive_full_files();
    EAR.get_or_init(|| Ear::open().map_err(|error| error.to_string()));
}

/// To write beyond the size that the system allows a file (`ulimit -f`) is an error like any other, and no signal that kills without a
/// word. Threads and processes that start later do the same.
#[cfg(unix)]
fn outlive_full_files() {
    use nix::sys::signal::{SigSet, Signal};
    let mut signals = SigSet::empty();
    signals.add(Signal::SIGXFSZ);
    // Where it cannot be blocked, it kills as before.
    let _ = signals.thread_block();
}

/// A token that Ctrl-C (or a termination signal) cancels, and may have cancelled already.
pub(crate) fn token() -> anyhow::Result<CancelToken> {
    match EAR.get_or_init(|| Ear::open().map_err(|error| error.to_string())) {
        Ok(ear) => {
            ear.heard.store(true, Ordering::Relaxed);
            Ok(ear.token.clone())
        }
        Err(error) => {
            // Signals have a thread of their own; where there is no room for one, there is none for the work.
            #[cfg(unix)]
            if let Some(limit) = memory::address_space() {
                crate::exit::complain(&guard::no_room(limit));
                std::process::exit(crate::exit::STOPPED.into());
            }
            anyhow::bail!("cannot handle signals: {error}")
        }
    }
}

impl Ear {
    fn open() -> Result<Ear, ctrlc::Error> {
        let ear = Ear { token: CancelToken::new(), heard: Arc::default() };
        let (token, heard) = (ear.token.clone(), ear.heard.clone());
        let echo = if guard::guarded() { ECHO } else { Duration::ZERO };
        let mut first: Option<Instant> = None;
        // It has a thread of its own, and may wait there.
        ctrlc::set_handler(move || {
            if first.is_some_and(|first| first.elapsed() >= echo) {
                std::process::exit(INTERRUPTED_TWICE);
            }
            let first = *first.get_or_insert_with(Instant::now);
            token.cancel();
            while !heard.load(Ordering::Relaxed) {
                if first.elapsed() >= DEAF {
                    std::process::exit(INTERRUPTED_TWICE);
                }
                std::thread::sleep(Duration::from_millis(1));
            }
        })?;
        guard::end_with_the_guard();
        Ok(ear)
    }
}

/// All that may stop a command: signals, a deadline, and the memory that the process holds.
pub(crate) struct Stop {
    token: CancelToken,
    deadline: Option<Instant>,
}

/// Whether it was the memory, or the clock, that cancelled the token.
static FULL: AtomicBool = AtomicBool::new(false);
static LATE: AtomicBool = AtomicBool::new(false);

/// What stands behind a cancelled token.
pub(crate) fn cause(by: StopReason) -> StopReason {
    match by {
        StopReason::Cancelled if FULL.load(Ordering::Relaxed) => StopReason::Memory,
        StopReason::Cancelled if LATE.load(Ordering::Relaxed) => StopReason::Time,
        by => by,
    }
}

impl Stop {
    /// Watches from now on. Besides the given megabytes of memory the limit that the system sets counts (`ulimit -v`).
    pub(crate) fn within(deadline: Option<Instant>, megabytes: Option<u64>) -> anyhow::Result<Stop> {
        let stop = Stop { token: token()?, deadline };
        let token = stop.token.clone();
        memory::watch(megabytes.map(bytes), move || {
            FULL.store(true, Ordering::Relaxed);
            token.cancel();
        });
        Ok(stop)
    }

    /// Watches signals and, from the start of the command on, the clock.
    pub(crate) fn after(time: Option<Duration>, started: Instant) -> anyhow::Result<Stop> {
        Ok(Stop { token: token()?, deadline: time.and_then(|time| started.checked_add(time)) })
    }

    /// Has the clock cancel the token, for work that knows no clock.
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

    /// Cancelled when it is time to stop, but for the deadline.
    pub(crate) fn token(&self) -> CancelToken {
        self.token.clone()
    }

    /// The time left.
    pub(crate) fn left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Who asks to stop, if it is time.
    pub(crate) fn asked(&self) -> Option<StopReason> {
        if self.token.is_cancelled() {
            return Some(cause(StopReason::Cancelled));
        }
        self.left().filter(Duration::is_zero).map(|_| StopReason::Time)
    }
}

/// Megabytes in bytes.
pub(crate) fn bytes(megabytes: u64) -> usize {
    usize::try_from(megabytes.saturating_mul(1_000_000)).unwrap_or(usize::MAX)
}
