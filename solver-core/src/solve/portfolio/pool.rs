//! A thread pool that persists between queries: waking a thread takes a tenth of the time needed to start one, and an
//! existing thread's memory is already allocated.

use rayon_core::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Mutex, PoisonError};

/// The idle pools: at most as many as have ever been in use at the same time.
static IDLE: Mutex<Vec<ThreadPool>> = Mutex::new(Vec::new());

/// Returns a pool of at least this many threads, or of as many as the system provides.
fn threads_from_pool(threads: usize) -> Option<ThreadPool> {
    let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(at) = idle.iter().position(|pool| pool.current_num_threads() >= threads) {
        return Some(idle.swap_remove(at));
    }
    // A larger pool replaces a smaller one.
    drop(idle.pop());
    drop(idle);
    let pool = |threads| ThreadPoolBuilder::new().num_threads(threads).build().ok();
    (1..=threads).rev().find_map(pool)
}

/// Runs several jobs in parallel, with the job at index `here` on this thread. If the system provides too few threads,
/// the existing threads run the remaining jobs in the given order.
pub(super) fn side_by_side<T: Send>(mut things: Vec<T>, here: usize, work: &(impl Fn(T) + Sync)) {
    let others = things.len().saturating_sub(1);
    let Some(pool) = (others > 0).then(|| threads_from_pool(others)).flatten() else {
        return things.into_iter().for_each(work);
    };
    let own = things.remove(here.min(others));
    pool.in_place_scope(|scope| {
        for thing in things {
            scope.spawn(move |_| work(thing));
        }
        // Lets threads that wait behind this thread move to another core.
        std::thread::yield_now();
        work(own);
    });
    IDLE.lock().unwrap_or_else(PoisonError::into_inner).push(pool);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn each_thing_is_done_once_wherever_it_is_done() {
        // Calls `side_by_side` from several threads, each with its own pool, alternating between larger and smaller
        // pools.
        std::thread::scope(|scope| {
            for first in 0..4 {
                scope.spawn(move || {
                    for iteration in 0..40 {
                        let mut done = [0; 9];
                        let things = (first + iteration) % (done.len() + 1);
                        side_by_side(done[..things].iter_mut().collect(), iteration % 2, &|place: &mut i32| {
                            *place += 1
                        });
                        assert!(done.iter().zip(0..).all(|(&times, k)| times == i32::from(k < things)), "{done:?}");
                    }
                });
            }
        });
    }

    #[test]
    fn a_pool_may_need_another_one() {
        let sum = AtomicUsize::new(0);
        side_by_side(vec![1, 2, 3], 0, &|outer: usize| {
            side_by_side(vec![1, 2, 3], 0, &|inner: usize| {
                sum.fetch_add(outer * inner, Ordering::Relaxed);
            });
        });
        assert_eq!(sum.into_inner(), 36);
    }

    #[test]
    fn a_panic_elsewhere_reaches_the_one_that_asked() {
        let caught = std::panic::catch_unwind(|| {
            side_by_side(vec![0, 1], 0, &|thing: usize| assert_ne!(thing, 1, "the second one"))
        });
        assert!(caught.is_err());
        side_by_side(vec![0, 1], 0, &|_| ());
    }
}
