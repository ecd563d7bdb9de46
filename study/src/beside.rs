//! Parallel work on a thread pool, with results in a fixed order.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Calls `work` for each number below `count`, on this many threads, and returns the results in the order of the
/// numbers.
pub(crate) fn in_parallel<T: Send>(threads: NonZero<usize>, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let done: Vec<Mutex<Option<T>>> = (0..count).map(|_| Mutex::new(None)).collect();
    std::thread::scope(|scope| {
        for _ in 0..threads.get().min(count) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(place) = done.get(number) else { break };
                    let result = work(number);
                    if let Ok(mut place) = place.lock() {
                        *place = Some(result);
                    }
                }
            });
        }
    });
    // A thread that panics has ended the scope before.
    done.into_iter().filter_map(|place| place.into_inner().ok().flatten()).collect()
}

/// As many threads as help.
pub(crate) fn all_threads() -> NonZero<usize> {
    std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order() {
        for threads in [1, 2, 7] {
            let threads = NonZero::new(threads).unwrap();
            let squares = in_parallel(threads, 100, |k| {
                std::thread::sleep(std::time::Duration::from_micros((100 - k as u64) * 3));
                k * k
            });
            assert_eq!(squares, (0..100).map(|k| k * k).collect::<Vec<_>>());
            assert!(in_parallel(threads, 0, |k| k).is_empty());
        }
    }
}
