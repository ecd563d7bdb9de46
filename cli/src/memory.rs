//! The memory use of this process, as counted by the operating system.
//!
//! The engine counts its own memory, but models, propagators and buffered solutions also take memory. On Linux, the
//! memory of the entire process is therefore read from `/proc/self/status` every few milliseconds. Elsewhere, only the
//! engine's own count limits a search.

use crate::exit::{STOPPED, complain};
use std::io::Read;
use std::time::Duration;

/// The time between two checks.
const PERIOD: Duration = Duration::from_millis(5);

/// The maximum safety margin below a limit; if the limit is small, the margin is a quarter of it. The margin covers
/// memory that is allocated between two checks, or all at once when an array grows.
const MARGIN: usize = 64_000_000;

/// Returns the memory use in bytes at which the search is asked to stop.
fn soft(limit: usize) -> usize {
    limit - (limit / 4).min(MARGIN)
}

/// Returns the memory use in bytes at which the process is ended, because its work evidently does not check the token.
fn hard(limit: usize) -> usize {
    limit - (limit / 8).min(MARGIN / 2)
}

/// The stack size of the watching thread, which is small because the stack counts towards the limit.
const STACK: usize = 128 << 10;

/// Calls `stop` once, when the process's memory approaches `limit` bytes or its address space approaches the system's
/// limit. Ends the process with a message if it keeps growing, for example while it builds a model.
/// Does nothing if neither limit is known.
pub(crate) fn watch(limit: Option<usize>, stop: impl FnOnce() + Send + 'static) {
    let space = address_space().map(soft);
    if limit.is_none() && space.is_none() || held().is_none() {
        return;
    }
    let watch = move || {
        let mut stop = Some(stop);
        while let Some((resident, mapped)) = held() {
            if limit.is_some_and(|limit| resident > soft(limit)) || space.is_some_and(|space| mapped > space) {
                stop.take().into_iter().for_each(|stop| stop());
            }
            if let Some(limit) = limit.filter(|&limit| resident > hard(limit)) {
                complain(&format!(
                    "error: stopped by the memory limit of {} MB, because the work did not stop in time",
                    limit / 1_000_000
                ));
                std::process::exit(STOPPED.into());
            }
            std::thread::sleep(if stop.is_some() { PERIOD } else { PERIOD / 5 });
        }
    };
    // Without this thread, the engine's own count still limits the search.
    let _ = std::thread::Builder::new().name("memory".to_owned()).stack_size(STACK).spawn(watch);
}

/// Returns the resident memory and the address space in use, in bytes. Does not allocate.
pub(crate) fn held() -> Option<(usize, usize)> {
    let mut buffer = [0; 4096];
    let read = std::fs::File::open("/proc/self/status").ok()?.read(&mut buffer).ok()?;
    let status = std::str::from_utf8(&buffer[..read]).ok()?;
    Some((kilobytes(status, "VmRSS:")? << 10, kilobytes(status, "VmSize:")? << 10))
}

fn kilobytes(status: &str, field: &str) -> Option<usize> {
    let rest = status.lines().find_map(|line| line.strip_prefix(field))?;
    rest.trim().strip_suffix(" kB")?.parse().ok()
}

/// Returns the address space in bytes that the system allows this process, if it is limited.
#[cfg(unix)]
pub(crate) fn address_space() -> Option<usize> {
    use nix::sys::resource::{RLIM_INFINITY, Resource, getrlimit};
    let (soft, _) = getrlimit(Resource::RLIMIT_AS).ok()?;
    (soft != RLIM_INFINITY).then(|| usize::try_from(soft).unwrap_or(usize::MAX))
}

/// Returns `None`, because the limit is unknown on this system.
#[cfg(not(unix))]
pub(crate) fn address_space() -> Option<usize> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn the_memory_of_the_process_is_reported() {
        let (resident, mapped) = held().expect("/proc");
        assert!(0 < resident && resident < mapped, "{resident} {mapped}");
    }

    #[test]
    fn fields_are_found_by_their_names() {
        let status = "Name:\tferz\nVmSize:\t   12345 kB\nVmRSS:\t  678 kB\nThreads:\t1\n";
        assert_eq!(kilobytes(status, "VmSize:"), Some(12345));
        assert_eq!(kilobytes(status, "VmRSS:"), Some(678));
        assert_eq!(kilobytes(status, "VmPeak:"), None);
        assert_eq!(kilobytes(status, "Threads:"), None);
    }
}
