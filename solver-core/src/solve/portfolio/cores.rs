//! A core for each search, as far as the system can be brought to give it one.
//!
//! A thread that is started, or modified by another, may begin on the core of the one that did so and stay there for many milliseconds, the two taking
//! turns while another core has nothing to do. A thread that its own clock wakes is given an idle core. So who finds itself on the core of
//! another search sleeps, for as short a time as it can: some fifty microseconds.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// As short as the system can.
const NAP: Duration = Duration::from_nanos(1);

/// Of a search that is not at work.
const NONE: usize = usize::MAX;

/// On which core each search was when it last looked.
pub(super) struct Cores {
    last: Vec<AtomicUsize>,
    /// Each can have its own.
    suffice: bool,
}

impl Cores {
    pub(super) fn new(searches: usize) -> Cores {
        let last = (0..searches).map(|_| AtomicUsize::new(NONE)).collect();
        Cores { last, suffice: searches > 1 && searches <= cores() }
    }

    /// Search number `by` goes on, on this thread: it steps aside if another one is on the same core.
    pub(super) fn step_aside(&self, by: usize) {
        if !self.suffice {
            return;
        }
        self.leave(by);
        let taken = |core: &usize| self.last.iter().any(|other| other.load(Ordering::Relaxed) == *core);
        if current().filter(taken).is_some() {
            std::thread::sleep(NAP);
        }
        self.last[by].store(current().unwrap_or(NONE), Ordering::Relaxed);
    }

    /// It works no more.
    pub(super) fn leave(&self, by: usize) {
        self.last[by].store(NONE, Ordering::Relaxed);
    }
}

/// How many cores this process may use; to ask the system takes as long as a small search.
fn cores() -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// The core that this thread is on, where the system tells it.
fn current() -> Option<usize> {
    #[cfg(target_os = "linux")]
    return nix::sched::sched_getcpu().ok();
    #[cfg(not(target_os = "linux"))]
    None
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_search_is_where_it_looked_last() {
        let cores = Cores { suffice: true, ..Cores::new(2) };
        cores.step_aside(0);
        let first = cores.last[0].load(Ordering::Relaxed);
        assert_ne!(first, NONE);
        // Here both are on this thread, and no nap can part them for sure; but each is told.
        cores.step_aside(1);
        assert_ne!(cores.last[1].load(Ordering::Relaxed), NONE);
        cores.leave(1);
        assert_eq!(cores.last[1].load(Ordering::Relaxed), NONE);
        let alone = Cores::new(1);
        alone.step_aside(0);
        assert_eq!(alone.last[0].load(Ordering::Relaxed), NONE, "who is alone need not look");
    }
}
