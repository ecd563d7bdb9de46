//! Thread placement: tries to give each search its own core.
//!
//! A thread that is started or notified by another thread may begin on the same core and stay there for many
//! milliseconds, so that the two share this core while another core is idle. A thread that is woken by its own timer
//! gets an idle core. Hence a search that finds itself on another search's core sleeps as briefly as possible:
//! about fifty microseconds.

use crate::solve::threads::cores;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// A sleep as short as the system allows.
const NAP: Duration = Duration::from_nanos(1);

/// Marks a search that is not running.
const NONE: usize = usize::MAX;

/// The core on which each search last ran.
pub(super) struct Cores {
    last: Vec<AtomicUsize>,
    /// Whether there are enough cores for all searches.
    suffice: bool,
}

impl Cores {
    pub(super) fn new(searches: usize) -> Cores {
        let last = (0..searches).map(|_| AtomicUsize::new(NONE)).collect();
        Cores { last, suffice: searches > 1 && searches <= cores() }
    }

    /// Called by search `by` on its thread. Sleeps briefly if another search is on the same core.
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

    /// Records that the search has stopped working.
    pub(super) fn leave(&self, by: usize) {
        self.last[by].store(NONE, Ordering::Relaxed);
    }
}

/// The core on which this thread runs, if the system reports it.
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
    fn the_core_where_a_search_last_ran_is_recorded() {
        let cores = Cores { suffice: true, ..Cores::new(2) };
        cores.step_aside(0);
        let first = cores.last[0].load(Ordering::Relaxed);
        assert_ne!(first, NONE);
        // In this test, both searches run on this thread, and sleeping might not separate them; but the core of each
        // search is recorded.
        cores.step_aside(1);
        assert_ne!(cores.last[1].load(Ordering::Relaxed), NONE);
        cores.leave(1);
        assert_eq!(cores.last[1].load(Ordering::Relaxed), NONE);
        let alone = Cores::new(1);
        alone.step_aside(0);
        assert_eq!(alone.last[0].load(Ordering::Relaxed), NONE, "a single search has no other core to avoid");
    }
}
