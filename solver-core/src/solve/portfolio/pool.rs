//! Threads that do several things at once, and stay for the next time: to wake one takes a tenth of the time that it takes to start one, and its
//! memory is there already.
//!
//! **Memory goes back on the thread that asked for it**, as far as that can be had. Allocators keep small pieces for the thread that gives them
//! back: of a piece that another one asked for, its next engine may then make something that it writes into all the time, in the midst of what
//! the other one writes into. Where both are in one cache line, each waits for the other, some hundred nanoseconds at a time: the time that two engines took
//! to be built and to search a few nodes became half as long again in nearly every second process, and stayed so to its end.

use rayon_core::{ThreadPool, ThreadPoolBuilder};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Looks at whether others have ended before sleeping until they have: some fifty microseconds.
const LOOKS: u32 = 2_000;

/// A job is made here, and given back by who has done it: with this room in it, it is no small piece any more (glibc keeps up to 1,032 bytes).
const ROOM: usize = 1_200;

/// Those who have nothing to do. There are never more of them than have worked at one time.
static IDLE: Mutex<Vec<ThreadPool>> = Mutex::new(Vec::new());

/// So many threads, or as many as the system gives.
fn threads_from_pool(threads: usize) -> Option<ThreadPool> {
    let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(at) = idle.iter().position(|pool| pool.current_num_threads() >= threads) {
        return Some(idle.swap_remove(at));
    }
    // A larger one takes the place of a smaller one.
    drop(idle.pop());
    drop(idle);
    let pool = |threads| ThreadPoolBuilder::new().num_threads(threads).build().ok();
    (1..=threads).rev().find_map(pool)
}

/// Does several things at once, that at the place `here` on this thread. Where the system gives no more threads, those that there are do the
/// rest one after the other, in the order given.
pub(super) fn side_by_side<T: Send>(mut things: Vec<T>, here: usize, work: &(impl Fn(T) + Sync)) {
    let others = things.len().saturating_sub(1);
    let Some(pool) = (others > 0).then(|| threads_from_pool(others)).flatten() else {
        return things.into_iter().for_each(work);
    };
    let own = things.remove(here.min(others));
    let working = AtomicUsize::new(others);
    pool.in_place_scope(|scope| {
        for thing in things {
            let working = &working;
            let room = [0_u8; ROOM];
            scope.spawn(move |_| {
                std::hint::black_box(&room);
                work(thing);
                working.fetch_sub(1, Ordering::Relaxed);
            });
        }
        // Those that wait behind this thread are let through, to move on to another core.
        std::thread::yield_now();
        work(own);
        // The others are about to end, and to be modified takes longer than that.
        (0..LOOKS).take_while(|_| working.load(Ordering::Relaxed) > 0).for_each(|_| std::hint::spin_loop());
    });
    IDLE.lock().unwrap_or_else(PoisonError::into_inner).push(pool);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_thing_is_done_once_wherever_it_is_done() {
        // From several threads, each with a pool of its own, and larger and smaller ones in turn.
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
    fn a_crew_may_need_a_crew() {
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
