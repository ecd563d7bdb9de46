//! Runs work in parallel on a thread pool and returns the results in a fixed order.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Calls `work` for each index below `count` on the given number of threads, and returns the results in index order.
pub(crate) fn in_parallel<T: Send>(threads: NonZero<usize>, count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let work = || {
        let numbers =
            std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&number| number < count));
        numbers.map(|number| (number, work(number))).collect::<Vec<_>>()
    };
    let mut done: Vec<(usize, T)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads.get().min(count)).map(|_| scope.spawn(work)).collect();
        let results = threads.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        results.flatten().collect()
    });
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Returns the number of threads that can run in parallel.
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
